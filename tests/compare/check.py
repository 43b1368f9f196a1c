"""What the comparison is made of: wants, the report, GraphQL and the game's notations."""
import json
import re
import unicodedata
import urllib.error
import urllib.request
from collections import Counter


class OneOf:
    """Any of these values will do."""

    def __init__(self, *values):
        self.values = values

    def __repr__(self):
        return " or ".join(map(repr, self.values))


class Bag(list):
    """A list whose order does not matter."""


class Unknown:
    """The raw record does not settle the value: it is derived, or another source's. Not compared."""

    def __repr__(self):
        return "(not settled by the record)"


UNKNOWN = Unknown()


def slug(name):
    """The slug of a name: accents and apostrophes dropped, everything else a hyphen."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"['’‘`]", "", plain).lower()).strip("-")


def text(value):
    """A text as it should be served: null when there is none, no hyphens of a typesetter, blanks aside."""
    value = re.sub("[-\u2010\u2011\u00ad]*[\u2010\u2011\u00ad][-\u2010\u2011\u00ad]*", "-", value or "")
    value = re.sub(r"\s+", " ", value).strip()
    return None if re.fullmatch(r"(\[none provided\]|no description provided.*|-|—)?", value, re.I) else value


def money(value):
    return None if value is None else float(value)


def book(record):
    """The key of a record's document."""
    document = record["document"]
    return document["key"] if isinstance(document, dict) else document


def empty(value):
    return value is None or value is False or value == "" or value == [] or (
        isinstance(value, dict) and all(empty(v) for v in value.values()))


class Report:
    """Counts what agrees, and prints what does not."""

    def __init__(self):
        self.compared = self.mismatches = self.records = 0
        self.filled, self.unsettled, self.uncovered, self.by_field = Counter(), Counter(), Counter(), Counter()

    def mismatch(self, where, path, want, have):
        self.mismatches += 1
        self.by_field[f"{where.split()[0]} {re.sub(r'[0-9]+', '#', path)}"] += 1
        shown = [repr(v) if len(repr(v)) < 300 else repr(v)[:300] + "…" for v in (want, have)]
        print(f"MISMATCH {where}: {path}\n    record: {shown[0]}\n    answer: {shown[1]}")

    def compare(self, where, want, have, path="", elsewhere=()):
        """Compares a want with what was answered. `elsewhere`: fields that another source filled."""
        if isinstance(want, Unknown):
            self.unsettled[f"{where.split()[0]} {re.sub(r'[0-9]+', '#', path)}"] += 1
        elif isinstance(want, OneOf):
            if any(agree(value, have) for value in want.values):
                self.compared += 1
            elif any(map(empty, want.values)) and not empty(have) and path in elsewhere:
                self.filled[path] += 1
            else:
                self.mismatch(where, path, want, have)
        elif isinstance(want, dict) and isinstance(have, dict):
            for name in have:
                if name not in want and not empty(have[name]):
                    self.uncovered[f"{where.split()[0]} {path}.{name}".replace(" .", " ")] += 1
            for name, value in want.items():
                below = f"{path}.{name}" if path else name
                if name not in have:
                    self.mismatch(where, below, value, "no such field in the schema")
                else:
                    self.compare(where, value, have[name], below, elsewhere)
        elif isinstance(want, list) and not isinstance(want, Bag) and isinstance(have, list) and len(want) == len(have):
            self.compared += not want
            for i, (w, h) in enumerate(zip(want, have)):
                self.compare(where, w, h, f"{path}[{i}]", elsewhere)
        elif agree(want, have):
            self.compared += 1
        elif empty(want) and path.split(".")[0].split("[")[0] in elsewhere:
            self.filled[path] += 1  # what the preferred source leaves empty comes from the next
        else:
            self.mismatch(where, path, want, have)

    def summary(self):
        def show(title, counter):
            if counter:
                print(f"{title}: " + ", ".join(f"{name} ({n})" for name, n in counter.most_common()))

        print()
        show("Fields with a value that no expectation covers", self.uncovered)
        show("Not settled by the record, so not compared", self.unsettled)
        show("Empty in Open5e v2, filled by another source", self.filled)
        show("Mismatches by field", self.by_field)
        print(f"{self.records} records, {self.compared} values agree, {self.mismatches} mismatches")


def agree(want, have):
    if isinstance(want, OneOf):
        return any(agree(value, have) for value in want.values)
    if isinstance(want, Unknown):
        return True
    if isinstance(want, Bag):
        left = list(have) if isinstance(have, list) else [None]
        for wanted in want:
            found = next((i for i, value in enumerate(left) if agree(wanted, value)), None)
            if found is None:
                return False
            left.pop(found)
        return not left
    if isinstance(want, list):
        return isinstance(have, list) and len(want) == len(have) and all(map(agree, want, have))
    if isinstance(want, dict) and isinstance(have, dict):
        return all(agree(value, have.get(name)) for name, value in want.items())
    if isinstance(want, bool) or isinstance(have, bool):
        return want is have or (want is None and have is False)
    if isinstance(want, (int, float)) and isinstance(have, (int, float)):
        return abs(want - have) < 1e-6
    if isinstance(want, str) and isinstance(have, str):
        return text(want) == text(have)
    return want == have or (empty(want) and empty(have))


def same_raw(want, have):
    """Whether two upstream records are one, but for the address of the service."""
    if isinstance(want, dict):
        return isinstance(have, dict) and want.keys() == have.keys() and all(same_raw(want[k], have[k]) for k in want)
    if isinstance(want, list):
        return isinstance(have, list) and len(want) == len(have) and all(map(same_raw, want, have))
    if isinstance(want, str) and "{{base}}" in want:
        pattern = r"https?://[^/\s]+".join(re.escape(part) for part in want.split("{{base}}"))
        return isinstance(have, str) and re.fullmatch(pattern, have, re.S) is not None
    return want == have


class GraphQL:
    """The server, and what its schema says of each type."""

    def __init__(self, endpoint):
        self.endpoint, self.types = endpoint, {}

    def ask(self, query, variables=None):
        body = json.dumps({"query": query, "variables": variables or {}}).encode()
        request = urllib.request.Request(self.endpoint, body, {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                answer = json.load(answer)
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{self.endpoint} answers {error.code}: {error.read().decode()[:500]}") from None
        if answer.get("errors"):
            raise SystemExit(f"{query}\n{json.dumps(variables)}\n{json.dumps(answer['errors'], indent=2)}")
        return answer["data"]

    def fields(self, name):
        """The fields of a type that take no arguments, each with its type."""
        if name not in self.types:
            kind = "kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } }"
            found = self.ask(f"query($name: String!) {{ __type(name: $name) {{ fields {{ name args {{ name }} "
                             f"type {{ {kind} }} }} }} }}", {"name": name})["__type"]
            self.types[name] = [(f["name"], bare(f["type"])) for f in found["fields"] if not f["args"]]
        return self.types[name]

    def selection(self, name):
        """All fields of a type that are values: no other entities."""
        chosen = []
        for field, of in self.fields(name):
            if field in ("document", "source", "id", "family"):
                continue
            if of["kind"] in ("SCALAR", "ENUM"):
                chosen.append(field)
            elif of["kind"] == "OBJECT" and not of["name"].endswith("Connection"):
                if "id" not in dict(self.fields(of["name"])):
                    chosen.append(f"{field} {{ {self.selection(of['name'])} }}")
        return " ".join(chosen)


def bare(of):
    while of.get("ofType"):
        of = of["ofType"]
    return of
