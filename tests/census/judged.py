#!/usr/bin/env python3
"""What a reader judged of mentions, effects and creatures, held against a running server; and new samples to judge.

    judged.py check BASE_URL                     counts the judged right that are there, the wrong and the missing that are not
    judged.py draw BASE_URL SEED OUT [--count 300]   writes mentions of the SRDs with their surroundings, to be read

judged/mentions.tsv has spans of texts (seed 20261240) and of forty long texts of classes (20261129, without a place),
judged/recall.tsv names in a hundred texts that had no span (20261241) and in the forty, judged/effects.tsv effects of sixty spells (20261232), judged/creatures.tsv numbers of sixty creatures. A
verdict is of the text that was read: where a text has changed, its spans may be gone for that reason.

Python 3.9 or newer, standard library only."""

import argparse
import csv
import json
import pathlib
import random
import urllib.request

JUDGED = pathlib.Path(__file__).parent / "judged"
BOOKS = ["srd-2014", "srd-2024"]
FAMILIES = ["spells", "creatures", "equipment", "characterOptions", "rules"]


def ask(base, query):
    body = json.dumps({"query": query}).encode()
    request = urllib.request.Request(base + "/graphql", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        answer = json.load(answer)
    if "errors" in answer:
        raise SystemExit(answer["errors"][0]["message"])
    return answer["data"]


def read(name):
    with open(JUDGED / f"{name}.tsv") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def fields(base, ids, selection):
    """The selection of each entity, by id; null where it is gone."""
    found, ids = {}, sorted(set(ids))
    for start in range(0, len(ids), 20):
        part = ids[start : start + 20]
        query = " ".join(f'n{n}: node(id: "{id}") {{ {selection} }}' for n, id in enumerate(part))
        data = ask(base, f"{{ {query} }}")
        found.update((id, data[f"n{n}"]) for n, id in enumerate(part))
    return found


def spans(entity):
    """The words and the target of each span of an entity."""
    entity = entity or {"markdown": "", "mentions": []}
    text = entity["markdown"]
    words = lambda span: text[span["start"] : span["end"]].replace("\n", " ")
    return {(words(span), span["id"] or span["kind"]) for span in entity["mentions"]}


def report(name, right, wrong):
    kept, gone = sum(ok for _, ok in right), sum(ok for _, ok in wrong)
    print(f"{name}: {kept} of {len(right)} right ones are there, {gone} of {len(wrong)} others are mended.")
    for what, ok in right + wrong:
        if not ok:
            print("  ", *what)


def check(args):
    base = args.base.rstrip("/")
    mentions, recall = read("mentions"), read("recall")
    ids = [row["entity"] for row in mentions + recall]
    known = fields(base, ids, "... on Entity { markdown mentions { kind start end id } }")
    known = {id: spans(entity) for id, entity in known.items()}
    right, wrong = [], []
    for row in mentions:
        target = row["target"] if row["kind"] == "ENTITY" else row["kind"]
        there = (row["words"], target) in known[row["entity"]]
        what = (row["entity"], row["words"], target, row["verdict"])
        if row["verdict"].startswith("right"):
            right.append((what, there))
        else:
            wrong.append((what, not there))
    report("Mentions", right, wrong)
    named = [(row, any(target == row["target"] for _, target in known[row["entity"]])) for row in recall]
    report("Names without a mention", [], [((row["entity"], row["missing"], row["kind"]), ok) for row, ok in named])
    effects = read("effects")
    known = fields(base, [row["spell"] for row in effects], "... on Spell { effects }")
    right, wrong = [], []
    for row in effects:
        there = row["effect"] in (known[row["spell"]] or {"effects": []})["effects"]
        side = right if row["verdict"] == "right" else wrong
        side.append(((row["spell"], row["effect"], row["verdict"]), there == (row["verdict"] != "wrong")))
    report("Effects", right, wrong)
    numbers = read("creatures")
    selection = " ".join(sorted({row["field"] for row in numbers}))
    known = fields(base, [row["creature"] for row in numbers], f"... on Creature {{ {selection} }}")
    right, wrong = [], []
    for row in numbers:
        value = json.dumps((known[row["creature"]] or {}).get(row["field"]))
        same = value == row["value"] or value.strip('"') == row["value"]
        side = right if row["verdict"].startswith("right") else wrong
        side.append(((row["creature"], row["field"], row["value"], row["verdict"]), same == row["verdict"].startswith("right")))
    report("Creatures", right, wrong)


def draw(args):
    base, every = args.base.rstrip("/"), []
    for family in FAMILIES:
        for book in BOOKS:
            after = ""
            while True:
                page = f'{family}(documents: ["{book}"], first: 50{after})'
                selection = "pageInfo { hasNextPage endCursor } nodes { id markdown mentions { kind start end id } }"
                page = ask(base, f"{{ page: {page} {{ {selection} }} }}")["page"]
                every += [(node, span) for node in page["nodes"] for span in node["mentions"]]
                if not page["pageInfo"]["hasNextPage"]:
                    break
                after = f', after: "{page["pageInfo"]["endCursor"]}"'
    drawn = random.Random(args.seed).sample(every, min(args.count, len(every)))
    with open(args.out, "w") as out:
        for node, span in drawn:
            text, start, end = node["markdown"], span["start"], span["end"]
            around = f"{text[max(0, start - 120) : start]}>>{text[start:end]}<<{text[end : end + 120]}"
            target = span["id"] or span["kind"]
            print(node["id"], target, around.replace("\n", " / "), "", sep="\t", file=out)
    print(f"{len(drawn)} of {len(every)} spans are in {args.out}.")


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
commands = parser.add_subparsers(required=True)
command = commands.add_parser("check")
command.add_argument("base")
command.set_defaults(run=check)
command = commands.add_parser("draw")
command.add_argument("base")
command.add_argument("seed", type=int)
command.add_argument("out")
command.add_argument("--count", type=int, default=300)
command.set_defaults(run=draw)
arguments = parser.parse_args()
arguments.run(arguments)
