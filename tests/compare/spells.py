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


def printed_dice(desc):
    """Dice of hit points regained that only the text has."""
    found = re.search(r"(?:regains?|equal to)\D{0,60}(\d+d\d+)", desc)
    return [found[1], f"{found[1]} + MOD"] if found else []


def printed_cost(material):
    """A price that only the words have."""
    found = re.search(r"([\d,]+)\+? ?([cs]p|gp)", material or "")
    return float(found[1].replace(",", "")) / {"cp": 100, "sp": 10, "gp": 1}[found[2]] if found else None


def is_healing(record):
    """Healing dice are listed as damage that has no type."""
    return not record["damage_types"] and re.search(r"regain|hit points equal", record["desc"], re.I) is not None


def option(raw, heals):
    dice = text(raw["damage_roll"])
    want = {"type": raw["type"], "damageRoll": dice, "healing": None, "targetCount": raw["target_count"],
            "duration": OneOf(raw["duration"], (raw["duration"] or "").lower() or None), "range": OneOf(text(raw["range"]), None) if raw["range"] == "0" else text(raw["range"]),
            "concentration": raw["concentration"], "areaSize": raw["shape_size"], "text": text(raw["desc"])}
    if heals and dice:
        want |= {"damageRoll": OneOf(dice, None), "healing": OneOf(dice, f"{dice} + MOD", None)}
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
        "reactionCondition": text(record["reaction_condition"]), "rangeText": text(re.sub(r"\bft\b\.?", "feet", record["range_text"])),
        "range": number, "rangeUnit": unit, "targetType": record["target_type"],
        "targetCount": record["target_count"], "areaShape": record["shape_type"], "areaSize": record["shape_size"],
        "areaUnit": "feet" if record["shape_type"] else None, "verbal": record["verbal"],
        "somatic": record["somatic"], "material": record["material"],
        "materialText": text(record["material_specified"]), "materialCost": cost or OneOf(None, printed_cost(record["material_specified"])),
        "materialConsumed": record["material_consumed"], "duration": record["duration"].lower(),
        "concentration": record["concentration"], "ritual": record["ritual"], "attackRoll": record["attack_roll"],
        "attackType": UNKNOWN, "savingThrow": text(record["saving_throw_ability"]), "savingThrowSuccess": UNKNOWN,
        "damageRoll": dice if record["damage_types"] else OneOf(dice, None), "damageTypes": Bag(sorted(record["damage_types"])),
        "healing": OneOf(dice, f"{dice} + MOD", *printed_dice(record["desc"])) if heals and dice else UNKNOWN if heals or re.search(r"regain|restore|hit points", record["desc"], re.I) else None, "higherLevels": text(record["higher_level"]),
        "castingOptions": [option(o, heals) for o in record["casting_options"]],
    }
