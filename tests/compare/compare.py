#!/usr/bin/env python3
"""Compares a running LoreKeeper with captured Open5e v2 records, field by field.

    compare.py --endpoint http://127.0.0.1:8080/graphql --replay PATH [--seed N] [--per-family 25]

PATH is a directory with the records of each endpoint as `open5e/v2_<endpoint>.json.gz` (a list of records).
The script knows the records on its own terms: it shares no code with the server. It takes records at random
(the same ones for the same seed), looks each up over GraphQL, compares every field of the answer, and counts the
records of every document. It ends with 1 where something differs. Python 3.11, standard library only.
"""
import argparse
import gzip
import json
import random
import sys
from collections import Counter
from pathlib import Path

import creatures
import options
import rules
import spells
from check import GraphQL, OneOf, Report, UNKNOWN, book, same_raw, slug
from equipment import Equipment

FAMILIES = {  # type -> singular field, kind type
    "Spell": ("spell", None), "Creature": ("creature", None), "Equipment": ("equipmentItem", "EquipmentKind"),
    "CharacterOption": ("characterOption", "CharacterOptionKind"), "Rule": ("rule", "RuleKind")}
PLURALS = {"Spell": "spells", "Creature": "creatures", "Equipment": "equipment", "CharacterOption": "characterOptions",
           "Rule": "rules"}


class Comparison:
    def __init__(self, server, folder):
        self.server, self.folder, self.report, self.records = server, folder, Report(), {}

    def load(self, endpoint):
        if endpoint not in self.records:
            with gzip.open(self.folder / f"v2_{endpoint}.json.gz") as file:
                self.records[endpoint] = json.load(file)
        return self.records[endpoint]

    def look_up(self, family, slug_wanted, document, kind):
        singular, kinds = FAMILIES[family]
        variables = {"slug": slug_wanted, "document": document} | ({"kind": kind} if kind else {})
        declared = "$slug: String!, $document: String!" + (f", $kind: {kinds}" if kind else "")
        given = "slug: $slug, document: $document" + (", kind: $kind" if kind else "")
        origin = "document { key } source { name key url raw fields { field source } }"
        query = f"query({declared}) {{ {singular}({given}) {{ id {origin} {self.server.selection(family)} }} }}"
        return self.server.ask(query, variables)[singular]

    def one(self, endpoint, family, record, document, kinds, want):
        """Looks one record up and compares it. `kinds`: those that it may be."""
        kinds = kinds if isinstance(kinds, tuple) else (kinds,)
        slugs = want["slug"].values if isinstance(want["slug"], OneOf) else (want["slug"],)
        slugs = [s for s in slugs if s is not UNKNOWN]
        where = f"{endpoint} {record['key']} ({document})"
        self.report.records += 1
        tried = (self.look_up(family, s, document, kind) for kind in kinds for s in reversed(slugs))
        found = [answer for answer in tried if answer]
        answer = next((a for a in found if a["source"]["key"] == record["key"]), None)
        if answer is None and family == "Rule":
            answer = self.namesake(record, document, want)
        answer = answer or (found[0] if found else None)
        if answer is None and document == "core" and any(self.handed_down(s, kind) for kind in kinds for s in slugs):
            return self.report.compare(where, True, True, "handed down")
        if answer is None:
            return self.report.mismatch(where, "the whole record", record["key"], None)
        source = answer.pop("source")
        fields = [camel(f["field"]) for f in source["fields"] if f["source"] != "open5e_v2"]
        self.report.compare(where, document, answer.pop("document")["key"], "document.key")
        self.report.compare(where, "open5e_v2", source["name"], "source.name")
        if endpoint not in ("weapons", "armor"):  # their rows come from the item
            self.report.compare(where, record["key"], source["key"], "source.key")
        if f"/{endpoint}/" in source["url"] and not same_raw(record, source["raw"]):
            self.report.mismatch(where, "source.raw", "the record", "another")
        for ours in ("features", "traits"):  # listed in no particular order upstream
            if endpoint in ("classes", "species") and answer.get(ours):
                answer[ours].sort(key=lambda thing: (thing["name"], thing["text"]))
        for ours, value in list(answer.items()):
            if isinstance(value, list) and value and isinstance(value[0], dict) and "skill" in value[0]:
                answer[ours] = [{"skill": v["skill"], "bonus": v["bonus"]} for v in value]
        if "castingOptions" in answer and isinstance(want["castingOptions"], list):
            same_options(want, answer)
        if endpoint == "classes":
            options.check_levels(self.report, where, record, answer)
        answer.pop("id"), answer.pop("kind", None)
        self.report.compare(where, want, answer, elsewhere=[*fields, "text"] if "text" in fields else fields)

    def handed_down(self, slug, kind):
        """What core describes belongs to the books that have the thing too, where another source says so."""
        query = "query($slug: String!, $kind: RuleKind) { rule(slug: $slug, kind: $kind) { source { names } } }"
        found = self.server.ask(query, {"slug": slug, "kind": kind})["rule"]
        return found is not None and "open5e_v2" in found["source"]["names"]

    def namesake(self, record, document, want):
        """A rule whose name its section has twice goes by a slug that cannot be foretold."""
        query = ("query($documents: [String!], $name: String) { rules(documents: $documents, name: $name, first: 100) "
                 "{ nodes { slug kind source { key } } } }")
        nodes = self.server.ask(query, {"documents": [document], "name": f"{record.get('name')}*"})["rules"]["nodes"]
        for node in nodes:
            if node["source"]["key"] == record["key"]:
                want["slug"] = node["slug"]
                return self.look_up("Rule", node["slug"], document, node["kind"])
        return None

    def count(self, family, document, kind, want, what):
        """How many rows a document has. The other sources may add some, never take any away."""
        field = PLURALS[family]
        filters = f"filter: {{ kind: {{ eq: {kind} }} }}, " if kind else ""
        query = f"query($documents: [String!]) {{ {field}({filters}documents: $documents, first: 1) {{ totalCount }} }}"
        have = self.server.ask(query, {"documents": [document]})[field]["totalCount"]
        if have < want and document == "core":
            print(f"note: {want - have} of core's {want} {kind} belong to the books that have them")
        elif have < want:
            self.report.mismatch(f"{what} {document}", f"count of {kind or family}", want, have)
        elif have > want:
            print(f"note: {document} has {have} of {kind or family}, {have - want} more than Open5e's {what}")
            self.report.compared += 1
        else:
            self.report.compared += 1


def same_options(want, answer):
    """A casting option that changes nothing may be left out."""
    if len(want["castingOptions"]) != len(answer["castingOptions"]):
        def says(option):
            values = [v.values[-1] if isinstance(v, OneOf) else v for k, v in option.items() if k != "type"]
            return any(v is not None for v in values)
        want["castingOptions"] = [o for o in want["castingOptions"] if says(o)]
        answer["castingOptions"] = [o for o in answer["castingOptions"] if says(o)]


def camel(name):
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def plan(run):
    """Family, endpoint, and how a record becomes (document, kind, want) pairs."""
    gear, sections = Equipment(run.load), {s["key"]: s for s in run.load("rulesets")}
    item = {}  # of a weapon or armor; several items may be made from one, then the namesake
    for record in gear.items:
        if inner := record["weapon"] or record["armor"]:
            if record["key"] == inner["key"] or inner["key"] not in item:
                item[inner["key"]] = record
    single = lambda kind, expect: lambda r: [(book(r), kind, expect(r))]
    kinded = lambda expect: lambda r: [(book(r), *expect(r))]
    steps = [
        ("Spell", "spells", single(None, spells.expect)), ("Creature", "creatures", single(None, creatures.expect)),
        ("Equipment", "weapons", lambda r: [(book(r), *gear.of_item(item[r["key"]]))] if r["key"] in item else []),
        ("Equipment", "armor", lambda r: [(book(r), *gear.of_item(item[r["key"]]))] if r["key"] in item else []),
        ("Equipment", "items", kinded(gear.of_item)), ("Equipment", "services", kinded(gear.of_service)),
        ("Equipment", "magicitems", kinded(gear.of_magic_item)),
        ("CharacterOption", "classes", kinded(options.of_class)),
        ("CharacterOption", "species", kinded(options.of_species)),
        ("CharacterOption", "backgrounds", kinded(options.of_background)),
        ("CharacterOption", "feats", kinded(options.of_feat)),
        ("Rule", "rulesets", single("SECTION", rules.of_section)),
        ("Rule", "rules", single("RULE", lambda r: rules.of_rule(r, sections)))]
    for endpoint, kind in rules.CONCEPTS.items():
        steps.append(("Rule", endpoint, lambda r, e=endpoint, k=kind: [(d, k, w) for d, w in rules.of_concept(e, r)]))
    return steps


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--endpoint", required=True, help="address of the GraphQL endpoint")
    parser.add_argument("--replay", required=True, type=Path, help="directory that holds open5e/v2_*.json.gz")
    parser.add_argument("--seed", type=int, default=None, help="the same seed picks the same records")
    parser.add_argument("--per-family", type=int, default=25, help="records per endpoint (0: all)")
    parser.add_argument("--only", nargs="*", help="only these endpoints")
    given = parser.parse_args()
    seed = random.randrange(1 << 32) if given.seed is None else given.seed
    print(f"seed {seed}")
    run = Comparison(GraphQL(given.endpoint), given.replay / "open5e")
    totals = Counter()
    for family, endpoint, expect in plan(run):
        if given.only and endpoint not in given.only:
            continue
        records = run.load(endpoint)
        size = min(given.per_family or len(records), len(records))
        for record in random.Random(f"{seed} {endpoint}").sample(records, size):
            for document, kind, want in expect(record):
                run.one(endpoint, family, record, document, kind, want)
        if endpoint not in ("weapons", "armor"):  # these are counted as items
            for record in records:
                for document, kind, _ in expect(record):
                    if not isinstance(kind, tuple):
                        totals[family, document, kind] += 1
    for (family, document, kind), count in sorted(totals.items(), key=repr):
        run.count(family, document, kind, count, PLURALS[family])
    run.report.summary()
    return 1 if run.report.mismatches else 0


if __name__ == "__main__":
    sys.exit(main())
