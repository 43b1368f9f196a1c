#!/usr/bin/env python3
"""Sentences that are in no transcription of a book: what is served is held against what other people typed off the same book.

    transcriptions.py BASE_URL DOCUMENT FILE...    prints the share by family, and writes the sentences to DOCUMENT.tsv

BASE_URL is a server that has synced everything (http://127.0.0.1:8080), DOCUMENT the key of a book (srd-2014). Each FILE is a
transcription of that book, as Markdown, HTML or plain text; several are better than one, since each has misprints. Two
sentences are one if they have the same letters and digits. Lines of a card that no book has (its source, a heading of our
own) are counted too: what matters is the difference between two versions, and the list.

Python 3.9 or newer, standard library only."""

import html
import json
import re
import sys
import unicodedata
import urllib.request

FAMILIES = ["spells", "creatures", "equipment", "characterOptions", "rules"]

# Shorter pieces are in every book.
MIN_LETTERS = 12

QUERY = """query($after: String, $documents: [String!]) {
  page: %s(documents: $documents, first: 100, after: $after) {
    nodes { id markdown }
    pageInfo { endCursor hasNextPage }
  }
}"""


def ask(base, query, variables):
    body = json.dumps({"query": query, "variables": variables}).encode()
    request = urllib.request.Request(f"{base}/graphql", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=120) as answer:
        data = json.load(answer)
    if "errors" in data:
        sys.exit(data["errors"][0]["message"])
    return data["data"]


def plain(text):
    text = re.sub(r"</(p|tr|td|th|li|h\d|div)>|<br\s*/?>", "\n", html.unescape(text))
    text = re.sub(r"<[^>]+>|[*_`]+", "", text)
    return re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)


def letters(text):
    text = unicodedata.normalize("NFKD", text.lower())
    return re.sub(r"[^a-z0-9+]", "", re.sub(r"(\d),(\d{3})", r"\1\2", text))


def sentences(text):
    for line in plain(text).splitlines():
        for cell in line.split("|"):
            cell = re.sub(r"\b(ft|lb|vs)\.", r"\1", cell)
            yield from re.split(r"(?<=[.!?:;])[\"')]*\s+", cell.strip("# -"))


def nodes(base, family, document):
    after, more = None, True
    while more:
        page = ask(base, QUERY % family, {"after": after, "documents": [document]})["page"]
        yield from page["nodes"]
        after, more = page["pageInfo"]["endCursor"], page["pageInfo"]["hasNextPage"]


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    base, document, *files = sys.argv[1:]
    books = [letters(plain(open(file, encoding="utf-8", errors="replace").read())) for file in files]
    with open(f"{document}.tsv", "w") as out:
        for family in FAMILIES:
            count = missing = 0
            for node in nodes(base.rstrip("/"), family, document):
                # Below the line is the source.
                for sentence in sentences(node["markdown"].split("\n---\n")[0]):
                    known = letters(sentence)
                    if len(known) < MIN_LETTERS:
                        continue
                    count += 1
                    if not any(known in book for book in books):
                        missing += 1
                        out.write(f"{node['id']}\t{sentence}\n")
            share = 100 * missing / max(count, 1)
            print(f"{family}: {missing} of {count} sentences ({share:.2f} %) are in no transcription", flush=True)


if __name__ == "__main__":
    main()
