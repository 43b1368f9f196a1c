#!/usr/bin/env python3
"""Learn the query adapter of search: the matrix that moves a query's vector towards the passages that answer it.

usage: adapter.py DATA_DIR [--held-out]

DATA_DIR is a data directory with the open content and all vectors of the default model. The questions beside this file
are written for it, in our own words; each has the family and slug of its answers in the System Reference Documents.
The loss is InfoNCE over all passages of the answer's family, with a penalty on the size of the matrix.
--held-out learns from two thirds of the questions and measures on the rest instead of writing.

pip install numpy onnxruntime tokenizers
"""
import json
import pathlib
import sys

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

HERE = pathlib.Path(__file__).parent
OUT = HERE.parents[1] / "api/search/src/query_adapter/all-minilm-l6-v2.bin"
DOCUMENTS = {"srd-2014", "srd-2024", "core"}
TEMPERATURE, PENALTY, RATE, EPOCHS, BATCH = 0.05, 0.05, 1e-3, 12, 64


def embed(data, texts):
    """Mean-pooled vectors of length 1, as the program makes them."""
    (model,), (tokens,) = (list(data.glob(f"assets/*/{name}")) for name in ("model.onnx", "tokenizer.json"))
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
    (entities,) = data.glob("search-index/words-*/entities.json")
    named = {e["id"]: e for e in json.loads(entities.read_text())[1] if e["document"] in DOCUMENTS}
    index = json.loads((data / "search-index/vectors.json").read_text())
    numbers = np.fromfile(data / "search-index/vectors.bin", "<i2").reshape(-1, index["dimension"])
    rows = [row for row, key in enumerate(index["keys"]) if key["entity"] in named]
    vectors = numbers[rows] * np.array(index["scales"], np.float32)[rows, None]
    owners = [named[index["keys"][row]["entity"]] for row in rows]
    families = np.array([owner["family"].lower() for owner in owners])
    answers = np.array([f"{owner['family'].lower()}:{owner['slug']}" for owner in owners])
    return vectors.astype(np.float32), families, answers


def adapted(matrix, queries):
    return unit(queries + queries @ matrix.T)


def learn(pairs, queries, vectors, families, answers):
    """The matrix, by Adam. `pairs` are numbers of queries, each with an answer."""
    random = np.random.default_rng(0)
    matrix = np.zeros((vectors.shape[1],) * 2, np.float32)
    mean, square, step = np.zeros_like(matrix), np.zeros_like(matrix), 0
    for _ in range(EPOCHS):
        shuffled = [pairs[n] for n in random.permutation(len(pairs))]
        for family in sorted(set(families)):
            among = families == family
            own = [(query, answer) for query, answer in shuffled if answer.startswith(f"{family}:")]
            for start in range(0, len(own), BATCH):
                batch = own[start : start + BATCH]
                asked = queries[[query for query, _ in batch]]
                moved = asked + asked @ matrix.T
                length = np.linalg.norm(moved, axis=1, keepdims=True)
                moved /= length
                logits = moved @ vectors[among].T / TEMPERATURE
                chance = np.exp(logits - logits.max(1, keepdims=True))
                chance /= chance.sum(1, keepdims=True)
                right = chance * (answers[among] == np.array([[answer] for _, answer in batch]))
                right /= np.maximum(right.sum(1, keepdims=True), 1e-12)
                slope = (chance - right) @ vectors[among] / TEMPERATURE
                slope = (slope - (slope * moved).sum(1, keepdims=True) * moved) / length
                gradient = slope.T @ asked / len(batch) + PENALTY * matrix
                step += 1
                mean += 0.1 * (gradient - mean)
                square += 0.001 * (gradient**2 - square)
                matrix -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return matrix


def found(pairs, queries, vectors, families, answers):
    """The share of answers whose best passage is among the ten nearest of their family."""
    hits = []
    for query, answer in pairs:
        among = families == answer.split(":")[0]
        best = {}
        for name, score in zip(answers[among], vectors[among] @ queries[query]):
            best[name] = max(score, best.get(name, -1.0))
        hits.append(sum(score > best[answer] for score in best.values()) < 10)
    return np.mean(hits)


def main():
    data = pathlib.Path(sys.argv[1])
    vectors, families, answers = passages(data)
    known = set(answers)
    lines = [line.split("\t") for line in (HERE / "questions.tsv").read_text().splitlines()]
    pairs = [(n, answer) for n, (_, given) in enumerate(lines) for answer in given.split() if answer in known]
    queries = embed(data, [question for question, _ in lines])
    content = (vectors, families, answers)
    print(f"{len(lines)} questions, {len(pairs)} answers, {len(vectors)} passages")
    if "--held-out" in sys.argv:
        seen, unseen = ([p for p in pairs if (p[0] % 3 == 0) == held] for held in (False, True))
        matrix = learn(seen, queries, *content)
        for name, some in (("learned from", seen), ("held out", unseen)):
            before, after = found(some, queries, *content), found(some, adapted(matrix, queries), *content)
            print(f"{name}: {before:.3f} among the ten nearest, {after:.3f} adapted")
        return
    matrix = learn(pairs, queries, *content)
    scale = np.float32(np.abs(matrix).max() / 127)
    OUT.write_bytes(scale.tobytes() + np.round(matrix / scale).astype(np.int8).tobytes())


if __name__ == "__main__":
    main()
