"""What a spell's record says."""
import re

from check import Bag, OneOf, UNKNOWN, money, slug, text

WORDS = {"action": "1 action", "bonus-action": "1 bonus action", "reaction": "1 reaction"}


def label(code):
    if code in WORDS:
        return WORDS[code]
    number = re.fullmatch(r"(\d+)([a-z]+?)s?", code)
    if not number:
        return UNKNOWN
    return f"{number[1]} {number[2]}" + ("" if number[1] == "1" else "s")


def distance(record):
    """Number and unit: nothing where the range is no distance (sight, unlimited)."""
    printed = (record["range_text"] or "").lower()
    unit = {"ft": "feet", "feet": "feet", "miles": "miles"}.get(record["range_unit"])
    if printed in ("self", "touch"):
        return 0, OneOf(unit, None)
    if not re.search(r"\d", printed):
        return None, None
    return record["range"], unit


def is_healing(record):
    """Healing dice are listed as damage that has no type."""
    return not record["damage_types"] and re.search(r"regain|hit points equal", record["desc"], re.I) is not None


def option(raw, heals):
    dice = text(raw["damage_roll"])
    want = {"type": raw["type"], "damageRoll": dice, "healing": None, "targetCount": raw["target_count"],
            "duration": OneOf(raw["duration"], (raw["duration"] or "").lower() or None), "range": text(raw["range"]),
            "concentration": raw["concentration"], "areaSize": raw["shape_size"], "text": text(raw["desc"])}
    if heals and dice:
        want |= {"damageRoll": OneOf(dice, None), "healing": OneOf(dice, None)}
    return want


def expect(record):
    number, unit = distance(record)
    heals, dice = is_healing(record), text(record["damage_roll"])
    cost = money(record["material_cost"])
    return {
        "name": record["name"], "slug": slug(record["name"]), "text": text(record["desc"]) or "",
        "level": record["level"], "school": record["school"]["key"],
        "classSlugs": Bag(sorted({slug(c["name"]) for c in record["classes"]})),
        "subclassSlugs": [], "castingTime": record["casting_time"], "castingTimeLabel": label(record["casting_time"]),
        "reactionCondition": text(record["reaction_condition"]), "rangeText": text(record["range_text"]),
        "range": number, "rangeUnit": unit, "targetType": record["target_type"],
        "targetCount": record["target_count"], "areaShape": record["shape_type"], "areaSize": record["shape_size"],
        "areaUnit": "feet" if record["shape_type"] else None, "verbal": record["verbal"],
        "somatic": record["somatic"], "material": record["material"],
        "materialText": text(record["material_specified"]), "materialCost": cost or None,
        "materialConsumed": record["material_consumed"], "duration": record["duration"].lower(),
        "concentration": record["concentration"], "ritual": record["ritual"], "attackRoll": record["attack_roll"],
        "attackType": UNKNOWN, "savingThrow": text(record["saving_throw_ability"]), "savingThrowSuccess": UNKNOWN,
        "damageRoll": OneOf(dice, None) if heals else dice, "damageTypes": Bag(sorted(record["damage_types"])),
        "healing": OneOf(dice, None) if heals else None, "higherLevels": text(record["higher_level"]),
        "castingOptions": [option(o, heals) for o in record["casting_options"]],
    }
