"""What the records of weapons, armor, items, services and magic items say."""
import re

from check import Bag, OneOf, UNKNOWN, money, slug, text


# Categories of things that are no gear, though nothing inside the item says so.
MISFILED = {"shield", "armor", "wondrous-item", "potion", "ring", "rod", "scroll", "staff", "wand"}
ARMOR = ("armorCategory", "acBase", "acAddsDexterity", "acDexterityCap", "acDisplay", "strengthRequired",
         "stealthDisadvantage")


# Upstream's properties of these contradict the book: the sling's range, the trident's two hands.
ODD = {"srd_sling", "srd_trident"}


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
        want = self.common(record) | self.mundane()
        if record["category"]["key"] in MISFILED:
            return ("GEAR", "ARMOR", "MAGIC_ITEM"), want | {name: UNKNOWN for name in ("cost", "weight", *self.mundane(), *ARMOR)}
        return "GEAR", want

    def of_service(self, record):
        want = nothing() | {"name": record["name"], "slug": slug(record["name"]), "text": text(record["desc"]) or "",
                            "category": "service", "cost": money(record["cost"]), "costPer": per(record["detail"])}
        return "GEAR", want

    def of_magic_item(self, record):
        want = self.common(record)
        want["cost"] = money(record["cost"]) or None  # 0.00 is unknown, not free
        if record["weapon"]:
            want |= self.weapon(record["weapon"]) | {"baseWeaponSlug": self.base(record["weapon"])}
        if record["armor"]:
            want |= self.armor(record["armor"]) | {"baseArmorSlug": self.base(record["armor"])}
        return "MAGIC_ITEM", want | {
            "rarity": record["rarity"]["key"], "rarityRank": record["rarity"]["rank"],
            "requiresAttunement": record["requires_attunement"], "variantSlugs": UNKNOWN, "variantOfSlug": UNKNOWN,
            "attunementDetail": attunement(record["attunement_detail"])}

    def base(self, inner):
        """The armor or weapon by its own name, or its item's."""
        names = [i["name"] for i in self.items if inner["key"] in ((i["weapon"] or {}).get("key"), (i["armor"] or {}).get("key"))]
        return OneOf(slug(inner["name"]), *map(slug, names))

    def common(self, record):
        weight, cost = money(record["weight"]), money(record["cost"])
        return nothing() | {
            "name": record["name"], "slug": slug(record["name"]), "text": placeholder(record),
            "category": category(record), "capacity": UNKNOWN, "speed": UNKNOWN,
            "quantity": UNKNOWN, "cost": OneOf(cost, cost or None), "weight": OneOf(weight, weight or None), "size": OneOf(record["size"]["key"], None) if record["size"]["key"] == "tiny" else record["size"]["key"],
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
            "properties": UNKNOWN if inner["key"] in ODD else Bag({"name": p["property"]["name"], "slug": slug(p["property"]["name"]),
                               "type": p["property"]["type"], "detail": p["detail"] and OneOf(p["detail"], p["detail"][0].lower() + p["detail"][1:]),
                               "text": text(p["property"]["desc"]) or ""} for p in properties),
            "mastery": mastery and OneOf(mastery, slug(mastery)),
            "range": OneOf(near, int(full["range"]) or None), "longRange": OneOf(far, int(full["long_range"]) or None),
            "weaponRange": OneOf("ranged", None) if shoots else OneOf("melee", "ranged", None),
            "simple": inner["is_simple"], "martial": inner["is_martial"], "improvised": inner["is_improvised"],
            "ammunition": ammunition and OneOf(ammunition[1], slug(ammunition[1])) or None}

    @staticmethod
    def armor(inner):
        shield = "shield" in inner["name"].lower()
        return {"armorCategory": "shield" if shield else inner["category"], "acBase": inner["ac_base"],
                "acAddsDexterity": inner["ac_add_dexmod"], "acDexterityCap": inner["ac_cap_dexmod"],
                "acDisplay": inner["ac_display"], "strengthRequired": inner["strength_score_required"],
                "stealthDisadvantage": inner["grants_stealth_disadvantage"]}


def attunement(detail):
    """«by a spellcaster», with or without what goes before."""
    short = re.sub(r"^requires attunement\s*", "", detail or "", flags=re.I)
    return detail and OneOf(detail, short, short.lower())


def per(detail):
    """«per day» in words that follow «for»."""
    unit = re.fullmatch(r"per (\w+)", detail or "")
    return OneOf(detail, f"1 {unit[1]}") if unit else text(detail)


def category(record):
    """What has neither a weapon nor armor inside is gear, whatever it is filed under; a shield is armor."""
    key = record["category"]["key"]
    mundane = "rarity" not in record and not record["weapon"] and not record["armor"]
    return OneOf(key, "adventuring-gear", "armor") if mundane and key in ("weapon", "armor", "shield") else key


def placeholder(record):
    """«A longsword.» says nothing, and may be left out."""
    desc = record["desc"].strip()
    rest = re.sub(r"^(An? )?[\w' -]{1,30}(\.\s*|$)", "", desc) if len(desc.split("\n")[0]) < 34 else desc
    return OneOf(text(desc) or "", text(rest) or "")


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
