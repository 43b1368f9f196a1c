"""What a creature's record says."""
import re

from check import Bag, OneOf, UNKNOWN, slug, text

SENSES = {"darkvision_range": "darkvision", "blindsight_range": "blindsight",
          "tremorsense_range": "tremorsense", "truesight_range": "truesight"}
LISTS = {"ACTION": "actions", "BONUS_ACTION": "bonusActions", "REACTION": "reactions",
         "LEGENDARY_ACTION": "legendaryActions", "LAIR_ACTION": "lairActions"}
ABILITIES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
XP = [10, 200, 450, 700, 1100, 1800, 2300, 2900, 3900, 5000, 5900, 7200, 8400, 10000, 11500, 13000, 15000, 18000,
      20000, 22000, 25000, 33000, 41000, 50000, 62000, 75000, 90000, 105000, 120000, 135000, 155000]
SMALL = {0.125: 25, 0.25: 50, 0.5: 100}


def experience(record):
    """What is listed, or what the challenge rating is worth."""
    rating = record["challenge_rating"]
    if record["experience_points"] or not rating:
        return OneOf(record["experience_points"], 10) if not rating else record["experience_points"]
    return SMALL.get(rating) or XP[int(rating)]


def proficiency(record):
    rating = record["challenge_rating"]
    return record["proficiency_bonus"] or (2 if rating < 5 else 2 + (int(rating) - 1) // 4)


def abilities(raw):
    return {name: raw.get(name) for name in ABILITIES}


def skills(raw):
    return Bag({"skill": name.replace("_", "-"), "bonus": bonus} for name, bonus in raw.items())


def speed(record):
    """Listed speeds; walking and crawling always."""
    listed, every = record["speed"], record["speed_all"]
    want = {name: listed.get(name) or None for name in ("fly", "swim", "climb", "burrow")}
    return want | {"walk": OneOf(every["walk"], every["walk"] or None), "crawl": OneOf(every["crawl"], every["crawl"] or None),
                   "hover": bool(listed.get("hover") or every["hover"]), "unit": "feet", "notes": UNKNOWN}


def usage(raw):
    if raw is None:
        return None
    kinds = {"RECHARGE_ON_ROLL": ("RECHARGE_ON_ROLL", None, raw["param"]), "PER_DAY": ("PER_DAY", raw["param"], None),
             "RECHARGE": ("RECHARGE_AFTER_REST", None, None)}
    kind, times, minimum = kinds[raw["type"]]
    return {"type": kind, "times": times, "minimum": minimum, "rests": UNKNOWN}


def dice(count, die):
    return f"{count}{die.lower()}" if count and die else None


def printed(desc):
    """The damage that a stat block prints, from the first dice to the end of the sentence; with alternatives, each."""
    dice_on = re.search(r"\d+ \(\d+d\d+.*", desc, re.S)
    sentence = re.split(r"\.(?:\s|$)", dice_on[0], maxsplit=1)[0] if dice_on else ""
    alternatives = []
    for part in re.split(r",? or (?=\d)", sentence):
        found = re.findall(r"\d+ \((\d+d\d+)(?:\s*([+−–-])\s*(\d+))?\)(?:\s+(\w+)(?: or (\w+))?)?\s+damage", part)
        if found:
            alternatives.append([{
                "dice": dice, "bonus": OneOf(*{(-1 if sign in "−–-" else 1) * int(number or 0), int(number) if number else None}),
                "type": UNKNOWN if other else kind.lower() or None} for dice, sign, number, kind, other in found])
    return alternatives


def damages(raw, desc):
    """As it is structured, or as it is printed: the structure is often wrong, the print is the book's."""
    shown, structured = printed(desc), damage(raw)
    flat = re.search(r"Hit:?[*_ ]*(\d+) (?:(\w+) )?damage", desc)  # «1 piercing damage»
    if flat:
        shown = [[{"dice": None, "bonus": int(flat[1]), "type": flat[2]}, *(shown[0] if shown else [])]]
    # What follows a failed save may be left out, and an oddly typed die be taken as structured.
    return OneOf(structured, *shown, *(a[:1] for a in shown)) if shown else structured


def damage(raw):
    """Without extra dice, the type said to be extra is the primary one."""
    primary, extra = raw["damage_type"], raw["extra_damage_type"]
    has_extra = raw["extra_damage_die_count"] or raw["extra_damage_bonus"]
    if not primary and not has_extra:
        primary = extra
    found = []
    if raw["damage_die_count"] or raw["damage_bonus"]:
        found.append({"dice": dice(raw["damage_die_count"], raw["damage_die_type"]),
                      "bonus": OneOf(raw["damage_bonus"], raw["damage_bonus"] or None),
                      "type": primary["key"] if primary else UNKNOWN})
    if has_extra:
        found.append({"dice": dice(raw["extra_damage_die_count"], raw["extra_damage_die_type"]),
                      "bonus": OneOf(raw["extra_damage_bonus"], raw["extra_damage_bonus"] or None),
                      "type": extra["key"] if extra else UNKNOWN})
    return found


def attack(raw, desc):
    return {"name": raw["name"], "attackType": raw["attack_type"], "toHit": raw["to_hit_mod"],
            "reach": OneOf(raw["reach"], raw["reach"] or None), "range": OneOf(raw["range"], raw["range"] or None),
            "longRange": raw["long_range"] or OneOf(None, 0, *long_range(desc)), "unit": raw["distance_unit"],
            "creatureOnly": raw["target_creature_only"], "damage": damages(raw, desc)}


def long_range(desc):
    found = re.search(r"\d+/(\d+) (?:ft|feet)", desc)
    return [int(found[1])] if found else []


def printed_attack(desc):
    """An attack that only the text has may be read from it."""
    return UNKNOWN if re.search(r"to hit|Attack Roll", desc) else []


def save(desc):
    """The first saving throw with a number that the text calls for."""
    names = "|".join(ABILITIES)
    found = re.search(rf"DC (\d+) ({names}) sav|({names}) saving throw:?[*_ ]* *DC (\d+)", desc, re.I)
    if not found:
        return UNKNOWN
    return {"ability": (found[2] or found[3]).lower(), "dc": int(found[1] or found[4]), "success": UNKNOWN}


def action(raw):
    legendary = raw["action_type"] == "LEGENDARY_ACTION"
    cost = raw["legendary_action_cost"] if legendary else None
    return {"name": raw["name"], "text": text(raw["desc"]) or "", "order": raw["order_in_statblock"],
            "legendaryCost": OneOf(cost, cost or 1) if legendary else None,
            "limitedToForm": text(raw["limited_to_form"]), "usage": UNKNOWN if "(" in raw["name"] else usage(raw["usage_limits"]) or UNKNOWN,
            "save": save(raw["desc"]), "attacks": [attack(a, raw["desc"]) for a in raw["attacks"]] or printed_attack(raw["desc"]),
            "damage": UNKNOWN, "multiattack": UNKNOWN}


def actions(record, kind):
    chosen = [a for a in record["actions"] if a["action_type"] == kind and not preamble(a)]
    # A legendary action listed once more among the actions is one.
    legendary = {a["name"] for a in record["actions"] if a["action_type"] == "LEGENDARY_ACTION"}
    chosen = [a for a in chosen if kind != "ACTION" or re.sub(r" \(Costs .*", "", a["name"]) not in legendary
              or "(Costs" not in a["name"]]
    last = 1 << 30
    return [action(a) for a in
            sorted(chosen, key=lambda a: last if a["order_in_statblock"] is None else a["order_in_statblock"])]


def preamble(action):
    """«The dragon can take 3 legendary actions» is no action."""
    return re.search(r"(can take|has) \d+ legendary actions?", action["name"]) is not None


def image(raw):
    return raw and {"url": UNKNOWN, "altText": text(raw["alt_text"]), "attribution": text(raw["attribution"])}


def expect(record):
    guarded = record["resistances_and_immunities"]
    want = {
        "name": record["name"], "slug": slug(record["name"]), "text": "", "size": record["size"]["key"],
        "type": record["type"]["key"], "subtype": None, "category": text(record["category"]),
        "group": text(record["subcategory"]), "alignment": text(record["alignment"].lower()),
        "armorClass": record["armor_class"], "armorDetail": text(record["armor_detail"]),
        "hitPoints": record["hit_points"] or UNKNOWN, "hitDice": hit_dice(record["hit_dice"]),
        "initiativeBonus": record["initiative_bonus"], "speed": speed(record),
        "abilityScores": abilities(record["ability_scores"]), "modifiers": abilities(record["modifiers"]),
        "savingThrows": abilities(record["saving_throws"]), "allSavingThrows": abilities(record["saving_throws_all"]),
        "skills": skills(record["skill_bonuses"]), "allSkills": skills(record["skill_bonuses_all"]),
        "proficiencyBonus": proficiency(record), "senses": {ours: record[raw] for raw, ours in SENSES.items()},
        "passivePerception": record["passive_perception"],
        "languages": Bag(sorted(language["key"] for language in record["languages"]["data"])),
        "languagesText": text(record["languages"]["as_string"]), "challengeRating": record["challenge_rating"],
        "challengeRatingText": challenge(record["challenge_rating"]), "experiencePoints": experience(record),
        "experiencePointsInLair": None,
        "traits": [{"name": t["name"], "text": text(t["desc"]) or "", "type": None, "usage": UNKNOWN}
                   for t in record["traits"]],
        "legendaryPreamble": next((UNKNOWN for a in record["actions"] if preamble(a)), None), "lairPreamble": None,
        "environments": Bag(sorted(e["key"].split("_")[-1] for e in record["environments"])),
        "sets": Bag(sorted(record["creaturesets"])) and UNKNOWN, "forms": [],
        "illustration": image(record["illustration"]), "spellSlugs": UNKNOWN, "spellcasting": UNKNOWN,
    }
    for raw, ours in (("damage_vulnerabilities", "damageVulnerabilities"), ("damage_resistances", "damageResistances"),
                      ("damage_immunities", "damageImmunities"), ("condition_immunities", "conditionImmunities")):
        want[ours] = defence(guarded, raw)
        want[ours + "Text"] = UNKNOWN if misplaced(guarded, raw) else text(re.sub(r",(?=\S)", ", ", guarded[raw + "_display"]))
    return want | {ours: actions(record, kind) for kind, ours in LISTS.items()}


CONDITIONS = ("blinded charmed deafened exhaustion frightened grappled incapacitated invisible paralyzed petrified "
              "poisoned prone restrained stunned unconscious").split()


WEAPONS = ("bludgeoning", "piercing", "slashing")
DAMAGE_TYPES = (*WEAPONS, "acid", "cold", "fire", "force", "lightning", "necrotic", "poison", "psychic", "radiant", "thunder")


def misplaced(guarded, name):
    """Conditions are now and then listed among the damage types."""
    moved = any(c in guarded["damage_immunities_display"].lower() for c in CONDITIONS)
    return moved and name in ("damage_immunities", "condition_immunities")


def defence(guarded, name):
    """What is listed, and what only the print names."""
    keys = {entry["key"] for entry in guarded[name]}
    shown = guarded[name + "_display"].lower()
    named = {kind for kind in DAMAGE_TYPES if kind in shown or kind in WEAPONS and "b/p/s" in shown}
    return UNKNOWN if misplaced(guarded, name) else OneOf(Bag(sorted(keys)), Bag(sorted(keys | named)))


def hit_dice(raw):
    return raw and re.sub(r"\s*([+-])\s*", r" \1 ", raw.replace("−", "-").replace("–", "-"))


def challenge(rating):
    return f"1/{round(1 / rating)}" if 0 < rating < 1 else f"{rating:g}"
