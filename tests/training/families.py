#!/usr/bin/env python3
"""Learn what families the words of a question ask for: the weights of `api/search/src/wanted/words.txt`.

usage: families.py [--held-out]

The questions beside this file have the family and slug of their answers; those of features.tsv are on features alone, and
the query adapter does not learn from them. Words, the first word, and pairs of neighbours
are the features of a logistic regression over the families, with a penalty on the size of weights. --held-out learns
from four fifths of the answers and measures on the rest instead of writing.
"""
import collections
import math
import pathlib
import random
import re
import sys
import zlib

HERE = pathlib.Path(__file__).parent
OUT = HERE.parents[1] / "api/search/src/wanted/words.txt"
FAMILIES = ["spell", "creature", "equipment", "character_option", "rule"]
LEAST_QUESTIONS, RATE, PENALTY, EPOCHS = 4, 0.5, 0.002, 20


def features(question):
    """As `wanted.rs` makes them."""
    words = re.findall(r"[a-z0-9']+", question.lower())
    pairs = [" ".join(pair) for pair in zip(words, words[1:])]
    return {*words, *pairs, *("^" + word for word in words[:1])}


def chances(weights, present):
    scale = 1 / math.sqrt(len(present) or 1)
    sums = [scale * sum(weights[f][k] for f in present) for k in range(len(FAMILIES))]
    powers = [math.exp(x - max(sums)) for x in sums]
    return [x / sum(powers) for x in powers]


def learn(asked):
    """The weights, by stochastic gradient descent; `asked` are features with the shares of the families."""
    order = random.Random(0)
    known = collections.Counter(f for present, _ in asked for f in present)
    weights = {f: [0.0] * len(FAMILIES) for f, n in known.items() if n >= LEAST_QUESTIONS}
    asked = [([f for f in present if f in weights], right) for present, right in asked]
    for epoch in range(EPOCHS):
        order.shuffle(asked)
        rate = RATE / (1 + epoch)
        for present, right in asked:
            scale = 1 / math.sqrt(len(present) or 1)
            for k, (chance, share) in enumerate(zip(chances(weights, present), right)):
                step = rate * (share - chance)
                for f in present:
                    w = weights[f]
                    w[k] += scale * step - rate * PENALTY * w[k]
    return weights


def main():
    files = [HERE / "questions.tsv", HERE / "features.tsv"]
    lines = [line.split("\t") for file in files for line in file.read_text().splitlines()]
    asked = []
    for question, given in lines:
        of = [answer.split(":")[0] for answer in given.split()]
        asked.append((sorted(features(question)), [of.count(family) / len(of) for family in FAMILIES]))
    if "--held-out" in sys.argv:
        groups = [zlib.crc32(given.split()[0].encode()) % 5 for _, given in lines]
        right = loss = 0.0
        for held in range(5):
            weights = learn([a for a, group in zip(asked, groups) if group != held])
            for (present, shares), group in zip(asked, groups):
                if group == held:
                    guess = chances(weights, [f for f in present if f in weights])
                    right += shares[guess.index(max(guess))]
                    loss -= sum(s * math.log(g + 1e-9) for s, g in zip(shares, guess))
        print(f"{right / len(asked):.3f} of the families are guessed, loss {loss / len(asked):.3f}")
        return
    weights = learn(asked)
    with OUT.open("w") as out:
        out.write("# Learned by tests/training/families.py: words of a question, and hundredths of their weight for\n")
        out.write(f"# {' '.join(FAMILIES)}\n")
        for f in sorted(weights):
            out.write(f"{f}\t{' '.join(str(round(100 * w)) for w in weights[f])}\n")


if __name__ == "__main__":
    main()
