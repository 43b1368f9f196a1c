"""What the records of rules, conditions and concepts say."""
from check import Bag, OneOf, UNKNOWN, book, slug, text

ABILITIES = {"str": "strength", "dex": "dexterity", "con": "constitution", "int": "intelligence", "wis": "wisdom",
             "cha": "charisma"}
CONCEPTS = {"conditions": "CONDITION", "damagetypes": "DAMAGE_TYPE", "weaponproperties": "WEAPON_PROPERTY",
            "skills": "SKILL", "abilities": "ABILITY_SCORE", "spellschools": "MAGIC_SCHOOL", "languages": "LANGUAGE",
            "alignments": "ALIGNMENT", "environments": ("ENVIRONMENT", "PLANE")}


def nothing():
    lists = ("relatedSlugs", "typicalSpeakers", "classSlugs", "raceSlugs", "backgroundSlugs")
    absent = ("sectionSlug", "sectionName", "chapter", "order", "headingLevel", "parentSlug", "abbreviation", "ability",
              "morality", "societalAttitude", "script", "exotic", "secret", "category", "aquatic", "planar", "interior",
              "icon")
    return {name: [] for name in lists} | {name: None for name in absent} | {"chapter": UNKNOWN}


def of_rule(record, sections):
    section = sections[record["ruleset"]]
    return nothing() | {
        "name": record["name"], "slug": OneOf(slug(record["name"]), f"{slug(record['name'])}-{slug(section['name'])}"),
        "text": text(record["desc"]) or "", "sectionSlug": slug(section["name"]), "sectionName": section["name"],
        "order": record["index"], "headingLevel": record["initialHeaderLevel"], "parentSlug": UNKNOWN,
        "relatedSlugs": UNKNOWN}


def of_section(record):
    return nothing() | {
        "name": record["name"], "slug": OneOf(slug(record["name"]), UNKNOWN), "text": text(record["desc"]) or "",
        "relatedSlugs": UNKNOWN, "order": UNKNOWN}


def name_of(record):
    """Alignments have no name, but two words and an abbreviation."""
    if "name" in record:
        return record["name"]
    words = [record["societal_attitude"], record["morality"]]
    return " ".join(dict.fromkeys(words)).title()


def in_book(base, document):
    """An ability's skills are those that the book describes too."""
    if not base["relatedSlugs"]:
        return base
    skills = [s for s in base["relatedSlugs"] if document in [d["document"] for d in s["descriptions"]]]
    return base | {"relatedSlugs": Bag(sorted(slug(s["name"]) for s in skills))}


def of_concept(endpoint, record):
    """A row a book: pairs of document and what is to be expected."""
    name = name_of(record)
    base = nothing() | {"name": OneOf(name, name.capitalize()), "slug": slug(name)}
    if endpoint == "conditions":
        icon = record["icon"]
        base["icon"] = icon and {"url": UNKNOWN, "altText": text(icon["alt_text"]), "attribution": text(icon["attribution"])}
    elif endpoint == "skills":
        base["ability"] = ABILITIES[record["ability"]]
    elif endpoint == "abilities":
        base |= {"abbreviation": record["key"].upper(), "relatedSlugs": record["skills"]}
    elif endpoint == "alignments":
        base |= {"morality": record["morality"], "societalAttitude": record["societal_attitude"],
                 "abbreviation": record["short_name"]}
    elif endpoint == "languages":
        script = record["script_language"]
        base |= {"exotic": record["is_exotic"], "secret": record["is_secret"], "typicalSpeakers": UNKNOWN,
                 "script": script and OneOf(script, script.capitalize())}
    elif endpoint == "weaponproperties":
        base["category"] = record["type"]
    elif endpoint == "environments":
        base |= {name: record[name] for name in ("aquatic", "planar", "interior")}
    described = record.get("descriptions")
    if described:
        return [(d["document"], in_book(base, d["document"]) | {"text": text(d["desc"]) or ""}) for d in described]
    alone = text(record.get("desc"))
    return [(book(record), base | {"text": alone or OneOf("", text(record.get("short_desc")) or "")})]
