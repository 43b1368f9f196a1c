"""What the records of weapons, armor, items, services and magic items say."""
import re

from check import Bag, OneOf, UNKNOWN, money, slug, text


class Equipment:
    """Knows the listings that are joined: a weapon's price and weight are on its item."""

    def __init__(self, load):
        self.weapons = {w["key"]: w for w in load("weapons")}
        self.items = load("items")
        self.sets = {}
        for group in load("itemsets"):
            for item in group["items"]:
                self.sets.setdefault(item["key"], []).append(group["name"])

    def of_item(self, record):
        """A kind and what is to be expected."""
        if record["weapon"]:
            return "WEAPON", self.common(record) | self.weapon(record["weapon"]) | self.mundane()
        if record["armor"]:
            return "ARMOR", self.common(record) | self.armor(record["armor"]) | self.mundane()
        return "GEAR", self.common(record) | self.mundane()

    def of_service(self, record):
        want = nothing() | {"name": record["name"], "slug": slug(record["name"]), "text": text(record["desc"]) or "",
                            "category": "service", "cost": money(record["cost"]), "costPer": text(record["detail"])}
        return "GEAR", want

    def of_magic_item(self, record):
        want = self.common(record)
        want["cost"] = money(record["cost"]) or None  # 0.00 is unknown, not free
        if record["weapon"]:
            want |= self.weapon(record["weapon"]) | {"baseWeaponSlug": slug(record["weapon"]["name"])}
        if record["armor"]:
            want |= self.armor(record["armor"]) | {"baseArmorSlug": slug(record["armor"]["name"])}
        return "MAGIC_ITEM", want | {
            "rarity": record["rarity"]["key"], "rarityRank": record["rarity"]["rank"],
            "requiresAttunement": record["requires_attunement"], "variantSlugs": UNKNOWN, "variantOfSlug": UNKNOWN,
            "attunementDetail": text(record["attunement_detail"])}

    def common(self, record):
        weight = money(record["weight"])
        return nothing() | {
            "name": record["name"], "slug": slug(record["name"]), "text": placeholder(record),
            "category": record["category"]["key"], "cost": money(record["cost"]),
            "weight": OneOf(weight, weight or None), "size": record["size"]["key"],
            "sets": Bag(sorted(self.sets.get(record["key"], [])))}

    @staticmethod
    def mundane():
        return {"requiresAttunement": None, "rarity": None, "rarityRank": None}

    def weapon(self, inner):
        full = self.weapons.get(inner["key"], {"range": 0, "long_range": 0})
        properties = inner["properties"]
        details = {p["property"]["name"]: p["detail"] or "" for p in properties}
        ranges = [re.search(r"(\d+)/(\d+)", details.get(name, "")) for name in ("Ammunition", "Thrown", "Range")]
        near, far = next(((int(r[1]), int(r[2])) for r in ranges if r), (None, None))
        mastery = next((p["property"]["name"] for p in properties if p["property"]["type"] == "Mastery"), None)
        ammunition = re.search(r";\s*(.+)", details.get("Ammunition", ""))
        shoots = "Ammunition" in details
        return {
            "damageDice": OneOf(text(inner["damage_dice"]), None if inner["damage_dice"] in ("0", "") else inner["damage_dice"]),
            "damageType": inner["damage_type"]["key"] if inner["damage_dice"] not in ("0", "") else UNKNOWN,
            "versatileDice": text(details.get("Versatile")),
            "properties": Bag({"name": p["property"]["name"], "slug": slug(p["property"]["name"]),
                               "type": p["property"]["type"], "detail": text(p["detail"]),
                               "text": text(p["property"]["desc"]) or ""} for p in properties),
            "mastery": mastery and OneOf(mastery, slug(mastery)),
            "range": near or int(full["range"]) or None, "longRange": far or int(full["long_range"]) or None,
            "weaponRange": OneOf("ranged", None) if shoots else OneOf("melee", "ranged", None),
            "simple": inner["is_simple"], "martial": inner["is_martial"], "improvised": inner["is_improvised"],
            "ammunition": ammunition and OneOf(ammunition[1], slug(ammunition[1])) or None}

    @staticmethod
    def armor(inner):
        return {"armorCategory": inner["category"], "acBase": inner["ac_base"],
                "acAddsDexterity": inner["ac_add_dexmod"], "acDexterityCap": inner["ac_cap_dexmod"],
                "acDisplay": inner["ac_display"], "strengthRequired": inner["strength_score_required"],
                "stealthDisadvantage": inner["grants_stealth_disadvantage"]}


def placeholder(record):
    """«A longsword.» says nothing, and may be left out."""
    desc = text(record["desc"])
    says_nothing = desc and re.fullmatch(rf"(An? )?{re.escape(record['name'])}\.?", desc, re.I)
    return OneOf(desc, "") if says_nothing else desc or ""


def nothing():
    """Everything that a thing may lack."""
    lists = ("sets", "properties", "contents", "utilize", "craft", "variantSlugs")
    absent = ("subcategory", "cost", "costPer", "weight", "size", "quantity", "image", "damageDice", "versatileDice",
              "damageType", "mastery", "range", "longRange", "weaponRange", "simple", "martial", "improvised",
              "ammunition", "armorCategory", "acBase", "acAddsDexterity", "acDexterityCap", "acDisplay",
              "strengthRequired", "stealthDisadvantage", "donTime", "doffTime", "speed", "capacity", "ability",
              "rarity", "rarityRank", "requiresAttunement", "attunementDetail", "baseWeaponSlug", "baseArmorSlug",
              "variantOfSlug", "notes")
    return {name: [] for name in lists} | {name: None for name in absent} | {"contents": UNKNOWN}
