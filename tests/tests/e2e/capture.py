"""How many entities of each family each document has, counted from captured records of Open5e.

    capture.py DATA     prints {"document family": count}

Written apart from LoreKeeper, so that the two can be held against each other.
"""
import gzip
import json
import sys
from collections import Counter
from pathlib import Path

DATA = Path(sys.argv[1]) / "open5e"


def records(endpoint):
    with gzip.open(DATA / f"v2_{endpoint}.json.gz") as file:
        return json.load(file)


def document(record):
    of = record["document"]
    return of["key"] if isinstance(of, dict) else of


counts = Counter()


def count(family, *endpoints):
    for endpoint in endpoints:
        for record in records(endpoint):
            counts[document(record), family] += 1


count("spell", "spells")
count("creature", "creatures")
count("character_option", "classes", "species", "backgrounds", "feats")

# A weapon or a suit of armor is listed twice: as what it is, and as an item with cost and weight.
count("equipment", "items", "magicitems", "services")
listed = {(kind, item[kind]["key"]) for item in records("items") for kind in ("weapon", "armor") if item[kind]}
for kind, endpoint in (("weapon", "weapons"), ("armor", "armor")):
    for record in records(endpoint):
        if (kind, record["key"]) not in listed:
            counts[document(record), "equipment"] += 1

count("rule", "rulesets", "rules", "weaponproperties", "spellschools", "languages", "environments")
# One row a book that describes it; what no book describes stays where it is filed.
for endpoint in ("conditions", "damagetypes", "skills", "abilities", "alignments"):
    for record in records(endpoint):
        books = {text["document"] for text in record["descriptions"]} or {document(record)}
        for book in books:
            counts[book, "rule"] += 1

print(json.dumps({f"{book} {family}": n for (book, family), n in sorted(counts.items())}))
