#!/usr/bin/env python3
"""A sample of cards to be read against the book, so that the linter is not its own judge.

    sample.py draw BASE_URL SEED FORM.md [--cards 100] [--document KEY]    writes a form with that many cards
    sample.py count FORM.md                                                counts what was written into it

BASE_URL is a server that has synced everything (http://127.0.0.1:8080). The seed makes the sample: a new release takes a new
one, and the note on the reading names it. Each family has a share by its number of entries, and each book within it.
The form has, below each card, three lines to fill:

    - read: yes            whether the card was compared with the book
    - faults: 0            how many values or sentences are not what the book prints
    - what:                each fault in words, divided by semicolons

Python 3.9 or newer, standard library only."""

import argparse
import json
import random
import re
import sys
import urllib.parse
import urllib.request

FAMILIES = ["spells", "creatures", "equipment", "character-options", "rules"]


def get(url):
    with urllib.request.urlopen(url, timeout=120) as answer:
        return answer.read().decode()


def ids(base, family, document):
    rows = get(f"{base}/export/{family}.ndjson").splitlines()
    rows = [json.loads(row) for row in rows if row.strip()]
    return sorted(row["id"] for row in rows if document in (None, row["id"].split(":")[1]))


def draw(args):
    base = args.base.rstrip("/")
    families = {family: ids(base, family, args.document) for family in FAMILIES}
    total = sum(map(len, families.values()))
    if not total:
        sys.exit("There is nothing to draw from: is the server filled, and is the key of the document right?")
    chance = random.Random(args.seed)
    drawn = []
    for family, known in families.items():
        share = round(args.cards * len(known) / total)
        drawn += chance.sample(known, min(share, len(known)))
    with open(args.form, "w") as form:
        form.write(f"# Cards of the sample {args.seed}\n\n{len(drawn)} of {total} entries.\n")
        for number, entry in enumerate(drawn, 1):
            card = get(f"{base}/entity/{urllib.parse.quote(entry, safe=':')}.md").strip()
            form.write(f"\n---\n\n## {number}. `{entry}`\n\n{card}\n\n- read:\n- faults:\n- what:\n")
    print(f"{len(drawn)} cards are in {args.form}.")


def count(args):
    text = open(args.form).read()
    read = re.findall(r"^- read: *(yes)\b.*\n- faults: *(\d+)", text, re.M)
    cards = len(re.findall(r"^## \d+\. `", text, re.M))
    faults = [int(number) for _, number in read]
    if not read:
        sys.exit("No card says `- read: yes` with a number of faults.")
    faulty = sum(1 for number in faults if number)
    print(f"{len(read)} of {cards} cards read: {sum(faults)} faults in {faulty} cards.")
    for card, what in re.findall(r"^## \d+\. `([^`]+)`(?:(?!^## \d+\. `).)*?^- what: *(\S[^\n]*)", text, re.M | re.S):
        print(f"  {card}: {what}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("base")
    drawing.add_argument("seed", type=int)
    drawing.add_argument("form")
    drawing.add_argument("--cards", type=int, default=100)
    drawing.add_argument("--document")
    drawing.set_defaults(run=draw)
    counting = commands.add_parser("count")
    counting.add_argument("form")
    counting.set_defaults(run=count)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
