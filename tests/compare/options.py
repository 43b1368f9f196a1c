"""What the records of classes, species, backgrounds and feats say."""
import re

from check import Bag, OneOf, UNKNOWN, slug, text

FED = {"PROFICIENCIES", "SPELL_SLOTS", "CORE_TRAITS_TABLE", "STARTING_EQUIPMENT", "PROFICIENCY_BONUS", "CLASS_TABLE_DATA"}


def nothing():
    lists = ("savingThrows", "primaryAbilities", "levels", "features", "sizes", "abilityIncreases", "languages",
             "traits", "benefits")
    absent = ("parentSlug", "hitDie", "hitPointsAtFirstLevel", "hitPointsAtHigherLevels", "proficiencies",
              "startingEquipment", "casterType", "spellcastingAbility", "spellcastingText", "multiclassing", "summary",
              "speed", "creatureType", "age", "alignment", "sizeText", "featCategory", "prerequisites", "repeatable",
              "startingGold")
    return {name: [] for name in lists} | {name: None for name in absent}


def start(record):
    return nothing() | {"name": record["name"], "slug": slug(record["name"]), "text": text(record["desc"]) or ""}


def rows(features, kind, value=str):
    """Level -> name of the column -> cell, for the features of a kind."""
    found = {}
    for feature in features:
        if feature["feature_type"] == kind:
            for cell in feature["data_for_class_table"]:
                found.setdefault(cell["level"], {})[feature["name"]] = value(cell["column_value"])
    return found


def number(cell):
    digits = re.search(r"\d+", cell)
    return int(digits[0]) if digits else 0


def class_levels(features):
    """The class table: what is gained when, with the columns."""
    bonus = rows(features, "PROFICIENCY_BONUS", number)
    slots = rows(features, "SPELL_SLOTS", number)
    gained = {}
    for feature in features:
        if feature["feature_type"] not in FED:
            for gain in feature["gained_at"]:
                gained.setdefault(gain["level"], []).append(feature["name"])
    levels = sorted({*bonus, *slots, *gained, *rows(features, "CLASS_TABLE_DATA")})
    if not bonus and not slots:
        return {level: {"features": Bag(sorted(gained.get(level, [])))} for level in levels}
    return {level: {"proficiencyBonus": next(iter(bonus.get(level, {}).values()), None),
                    "features": Bag(sorted(gained.get(level, []))),
                    "spellSlots": slots.get(level, {})} for level in levels}


def of_class(record):
    features, hit = record["features"], record.get("hit_points") or {}
    shown = [f for f in features if f["feature_type"] not in FED]
    parent = record["subclass_of"]
    die = hit.get("hit_dice") or record["hit_dice"]
    equipment = next((f["desc"] for f in features if f["feature_type"] == "STARTING_EQUIPMENT"), None)
    core = next((f["desc"] for f in features if f["feature_type"] == "CORE_TRAITS_TABLE"), "")
    cells = dict(re.findall(r"^\|\s*([^|\n]+?)\s*\|\s*([^|\n]+?)\s*\|", core, re.M))
    caster = record["caster_type"]
    want = start(record) | {
        "parentSlug": parent and slug(parent["name"]), "hitDie": int(die[1:]) if die else None,
        "hitPointsAtFirstLevel": text(hit.get("hit_points_at_1st_level")),
        "hitPointsAtHigherLevels": text(hit.get("hit_points_at_higher_levels")),
        "proficiencies": UNKNOWN, "multiclassing": UNKNOWN, "spellcastingAbility": UNKNOWN, "spellcastingText": UNKNOWN,
        "summary": UNKNOWN, "levels": UNKNOWN,
        "startingEquipment": text(equipment) or text(cells.get("Starting Equipment")),
        "savingThrows": Bag(sorted(s["name"].lower() for s in record["saving_throws"])),
        "primaryAbilities": Bag(sorted(re.findall("strength|dexterity|constitution|intelligence|wisdom|charisma",
                                                  cells.get("Primary Ability", "").lower()))) or UNKNOWN,
        "casterType": caster if caster not in (None, "NONE") else UNKNOWN,
        "features": by_name({"name": f["name"], "slug": UNKNOWN, "text": text(f["desc"]) or "",
                             "levels": sorted({g["level"] for g in f["gained_at"]}), "prerequisites": UNKNOWN,
                             "optionOf": UNKNOWN, "details": UNKNOWN} for f in shown)}
    return ("SUBCLASS" if parent else "CLASS"), want


def by_name(things):
    return sorted(things, key=lambda thing: (thing["name"], thing["text"]))


def check_levels(report, where, record, answer):
    """The class table, level by level: the answer's spell slots against the columns 1st to 9th."""
    want, have = class_levels(record["features"]), {row["level"]: row for row in answer["levels"]}
    for level, row in want.items():
        if level not in have:
            report.mismatch(where, f"levels {level}", row, None)
            continue
        slots = row.pop("spellSlots", {})
        for name, count in slots.items():
            place = number(name)
            if 1 <= place <= 9 and re.match(r"\d", name):
                listed = have[level]["spellSlots"]
                report.compare(where, count, listed[place - 1] if place <= len(listed) else 0, f"levels {level} slots {place}")
        have[level]["features"] = sorted(have[level]["featureNames"])
        report.compare(where, row, {name: have[level][name] for name in row}, f"levels {level}")


def of_species(record):
    traits = {t["name"].lower(): t["desc"] for t in record["traits"]}
    typed = {t["type"]: t["desc"] for t in record["traits"] if t["type"]}
    pace = re.search(r"(\d+) f(?:ee|oo)t", typed.get("SPEED") or traits.get("speed") or "")
    girth = re.findall(r"\b(tiny|small|medium|large)\b", (typed.get("SIZE") or "").lower())
    return ("SUBRACE" if record["is_subspecies"] else "RACE"), start(record) | {
        "parentSlug": UNKNOWN if record["subspecies_of"] else None, "speed": int(pace[1]) if pace else UNKNOWN,
        "sizes": Bag(sorted(dict.fromkeys(girth))) if girth else UNKNOWN, "sizeText": UNKNOWN, "age": UNKNOWN,
        "alignment": UNKNOWN, "abilityIncreases": UNKNOWN, "languages": UNKNOWN, "creatureType": UNKNOWN,
        "proficiencies": UNKNOWN,
        "traits": by_name({"name": t["name"], "text": text(t["desc"]) or "", "type": t["type"], "usage": UNKNOWN}
                          for t in record["traits"])}


def of_background(record):
    return "BACKGROUND", start(record) | {
        "benefits": [{"name": text(b["name"]), "text": text(b["desc"]) or "", "type": b["type"]}
                     for b in record["benefits"]],
        "proficiencies": UNKNOWN, "startingEquipment": UNKNOWN, "startingGold": UNKNOWN, "languages": UNKNOWN,
        "abilityIncreases": UNKNOWN}


def of_feat(record):
    says = " ".join([record["desc"], *(b["desc"] for b in record["benefits"])])
    repeatable = re.search(r"take this feat more than once|\*\*Repeatable", says) is not None
    return "FEAT", start(record) | {
        "benefits": [{"name": UNKNOWN, "text": UNKNOWN, "type": UNKNOWN} for _ in record["benefits"]],
        "featCategory": slug(record["type"]), "prerequisites": bare_words(record["prerequisite"]),
        "repeatable": True if repeatable else UNKNOWN, "abilityIncreases": UNKNOWN}


def bare_words(prerequisite):
    """Emphasis around the whole may be dropped."""
    printed = text(prerequisite)
    return printed and OneOf(printed, printed.strip("*_"), re.sub(r"^Prerequisites?:\s*", "", printed.strip("*_")))
