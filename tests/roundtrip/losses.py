#!/usr/bin/env python3
"""Counts what of an export comes back: exports from a running server, imports into an empty store, compares the fields.

    losses.py --server http://127.0.0.1:8080 --program target/debug/lorekeeper [--documents srd-2014,srd-2024]
              [--formats foundry,5etools] [--show 2]

Every creature and spell of the documents goes through each format, and is read back by the program's own import. A
line of the table is a field: of how many entities it came back equal, of all that have it, for each format. `--show`
prints so many examples of each difference. Texts are compared by their words: marks of Markdown are a format's own.
Python 3.11, standard library only.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from pathlib import Path

FORMATS = {  # form -> families that it has
    "foundry.json": ("creatures", "spells"), "5etools.json": ("creatures", "spells"),
    "fight-club.xml": ("creatures", "spells"), "fantasy-statblocks.md": ("creatures",),
    "improved-initiative.json": ("creatures",)}
# What names the entity or its book: a book that is imported is another one.
IDENTITY = {"id", "slug", "family", "document", "name", "source", "sources"}

ROLLED = ("toHit", "reach", "range", "longRange", "damage")
NOTHING = (None, "", [], {}, False, 0)


def short(form):
    return form.split(".")[0]


def fetch(server, name, documents):
    with urllib.request.urlopen(f"{server}/export/{name}?documents={documents}", timeout=600) as answer:
        return answer.read()


def records(lines):
    """Entities by name; the second of a name has a number."""
    found, seen = {}, Counter()
    for line in lines.splitlines():
        record = json.loads(line)
        seen[record["name"]] += 1
        found[record["name"], seen[record["name"]]] = record
    return found


def words(value):
    """A value without marks of Markdown and what says nothing: empty parts, the number of a part in its list."""
    if isinstance(value, str):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", value)
        plain = re.sub(r"[*_`#|>•\\-]+", " ", plain).translate({0x2019: "'", 0x2212: "-"})
        # Where a mark was, a stop or a bracket stands apart from its word.
        plain = re.sub(r" ([.,)?!’'])|(\() ", r"\1\2", " ".join(plain.split()))
        return re.sub(r" ?([+:;]) ?", r"\1", plain).casefold()
    if isinstance(value, list):
        parts = [words(part) for part in value]
        return sorted(parts) if all(isinstance(part, str) for part in parts) else parts
    if isinstance(value, dict):
        parts = {key: words(part) for key, part in value.items() if key != "order"}
        return {key: part for key, part in parts.items() if part not in NOTHING} or None
    return value


class Losses:
    def __init__(self, server, program):
        self.server, self.program = server, Path(program).resolve()

    def lorekeeper(self, store, *arguments):
        settings = {"LOREKEEPER_DATA_DIR": store, "LOREKEEPER_STARTER_PACK": "false", "LOREKEEPER_SOURCES": "",
                    "LOREKEEPER_OFFLINE": "true", "HOME": store, "PATH": os.environ["PATH"]}
        return subprocess.run([self.program, *arguments], env=settings, capture_output=True, check=True).stdout

    def returned(self, form, document):
        """What an import reads of the export of a document, by family."""
        with tempfile.TemporaryDirectory() as folder:
            names = [f"{family}.{form}" for family in FORMATS[form]]
            for name in names:
                Path(folder, name).write_bytes(fetch(self.server, name, document))
            store = os.path.join(folder, "store")
            self.lorekeeper(store, "import", "--no-embed", *[os.path.join(folder, name) for name in names])
            return {family: records(self.lorekeeper(store, "export", f"{family}.ndjson")) for family in FORMATS[form]}


def fields(record):
    """The fields of an entity; of its traits and actions, apart, what they are called and say, and what they roll."""
    for field in sorted(record.keys() - IDENTITY):
        value = record[field]
        if not isinstance(value, list) or not value or "attacks" not in value[0]:
            yield field, value
            continue
        yield field, [{key: part[key] for key in ("name", "text", "usage")} for part in value]
        attacks = [[{key: attack[key] for key in ROLLED} for attack in part["attacks"]] for part in value]
        saves = [[(part["save"] or {}).get(key) for key in ("ability", "dc")] for part in value]
        yield f"{field}: rolls", {"attacks": attacks, "saves": saves, "damage": [part["damage"] for part in value]}


def compare(before, after):
    """Of each field: how many entities have it, of how many it came back, and examples of the others."""
    has, kept, examples = Counter(), Counter(), {}
    for key, record in before.items():
        other = dict(fields(after.get(key, {})))
        for field, value in fields(record):
            old, new = words(value), words(other.get(field))
            if old in NOTHING:
                continue
            has[field] += 1
            if old == new:
                kept[field] += 1
            else:
                examples.setdefault(field, []).append((key[0], value, other.get(field)))
    return has, kept, examples


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://127.0.0.1:8080")
    parser.add_argument("--program", required=True)
    parser.add_argument("--documents", default="srd-2014,srd-2024")
    parser.add_argument("--formats", default=",".join(short(form) for form in FORMATS))
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    losses = Losses(options.server, options.program)
    forms = [form for form in FORMATS if short(form) in options.formats.split(",")]
    table = {}  # (family, field) -> form -> [kept, has]
    for document in options.documents.split(","):
        originals = {family: records(fetch(options.server, f"{family}.ndjson", document).decode())
                     for family in ("creatures", "spells")}
        for form in forms:
            for family, after in losses.returned(form, document).items():
                has, kept, examples = compare(originals[family], after)
                for field, count in has.items():
                    cell = table.setdefault((family, field), {}).setdefault(form, [0, 0])
                    cell[0] += kept[field]
                    cell[1] += count
                for field, found in sorted(examples.items()) if options.show else ():
                    for name, old, new in found[:options.show]:
                        print(f"{document} {form} {field}: {name}: {json.dumps(old)[:300]} -> {json.dumps(new)[:300]}")
    print(f"{'family':10} {'field':28}", *[f"{short(form):>20}" for form in forms])
    for (family, field), cells in sorted(table.items()):
        shares = [f"{cells[form][0]} of {cells[form][1]}" if form in cells else "" for form in forms]
        print(f"{family:10} {field:28}", *[f"{share:>20}" for share in shares])


if __name__ == "__main__":
    main()
