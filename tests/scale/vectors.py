#!/usr/bin/env python3
"""Where an approximate index of vectors begins to pay: exact scan beside HNSW, in one run, on one machine.

    pip install numpy 'psycopg[binary]'
    python tests/scale/vectors.py postgres://user@localhost/scratch --sizes 33000,100000 [--real FILE.npy]

Makes a schema `vectors_bench` in the given database (and drops it at the end), fills it with passages as the store
has them, some three and a half an entity, and asks the semantic leg's statement both ways: over all, and under
filters that leave a tenth and a hundredth of the entities. Prints milliseconds (median of the queries, warm),
ratios, and which part of the exact leg's best 100 entities the index gives. Vectors are drawn around centres: the rows of
a .npy file (real vectors of real texts, best), else random ones, which are harder for an index than texts are.
"""

import argparse
import statistics
import time

import numpy
import psycopg

MODEL = "bench"
LEG = 500

EXACT = """
WITH candidate AS MATERIALIZED (SELECT id FROM entity WHERE bucket < %(bucket)s)
SELECT v.entity_id AS id,
    ((max(1 - (v.embedding <=> %(q)s::vector)) + coalesce(max(1 - (v.embedding <=> %(q)s::vector)) FILTER (WHERE v.ord = 0), 0)) / 2)::float8 AS score
FROM passage_vector v JOIN candidate c ON c.id = v.entity_id
WHERE v.model = 'bench' GROUP BY v.entity_id ORDER BY score DESC, id LIMIT {leg}
"""

# The best passages by the index, as they come; then the exact score of the entities that have one of them.
NEAREST = """
WITH candidate AS MATERIALIZED (SELECT id FROM entity WHERE bucket < %(bucket)s),
nearest AS MATERIALIZED (
    SELECT v.entity_id FROM passage_vector v
    WHERE v.model = 'bench' AND (v.entity_id IN (SELECT id FROM candidate)) IS TRUE
    ORDER BY v.embedding::{type}({dimension}) <=> %(q)s::vector::{type}({dimension}) LIMIT {nearest}
)
SELECT v.entity_id AS id,
    ((max(1 - (v.embedding <=> %(q)s::vector)) + coalesce(max(1 - (v.embedding <=> %(q)s::vector)) FILTER (WHERE v.ord = 0), 0)) / 2)::float8 AS score
FROM (SELECT DISTINCT entity_id FROM nearest) n JOIN passage_vector v USING (entity_id)
WHERE v.model = 'bench' GROUP BY v.entity_id ORDER BY score DESC, id LIMIT {leg}
"""


def text(vector):
    return "[" + ",".join(f"{number:.6g}" for number in vector) + "]"


def unit(vectors):
    return vectors / numpy.linalg.norm(vectors, axis=1, keepdims=True)


def draw(centres, count, random):
    """Between two centres, and off the way: texts that resemble others, none twice."""
    first = centres[random.integers(0, len(centres), count)]
    second = centres[random.integers(0, len(centres), count)]
    share = random.uniform(0.0, 0.5, (count, 1)).astype(numpy.float32)
    noise = random.standard_normal((count, centres.shape[1]), dtype=numpy.float32) * 0.5
    return unit((1 - share) * first + share * second + noise / numpy.sqrt(centres.shape[1]))


def fill(db, size, centres, random):
    db.execute("DROP SCHEMA IF EXISTS vectors_bench CASCADE")
    db.execute("CREATE SCHEMA vectors_bench")
    db.execute("SET search_path = vectors_bench, public")
    db.execute("CREATE TABLE entity (id bigint PRIMARY KEY, bucket int NOT NULL)")
    db.execute(
        "CREATE TABLE passage_vector (entity_id bigint NOT NULL, ord int NOT NULL, model text NOT NULL,"
        " embedding vector NOT NULL, PRIMARY KEY (entity_id, ord, model))"
    )
    db.execute("ALTER TABLE passage_vector ALTER COLUMN embedding SET STORAGE PLAIN")
    passages = [(entity, ord) for entity in range(size) for ord in range(1 + random.integers(0, 6))]
    del passages[size:]
    entities = passages[-1][0] + 1
    with db.cursor().copy("COPY entity FROM STDIN") as copy:
        for entity in range(entities):
            copy.write_row((entity, int(random.integers(0, 1000))))
    with db.cursor().copy("COPY passage_vector FROM STDIN WITH (FORMAT BINARY)") as copy:
        copy.write(b"PGCOPY\n\xff\r\n\0" + bytes(8))
        dimension = centres.shape[1]
        head, model = numpy.array([dimension, 0], ">u2").tobytes(), MODEL.encode()
        for start in range(0, size, 10_000):
            part = passages[start : start + 10_000]
            for (entity, ord), vector in zip(part, draw(centres, len(part), random)):
                body = head + vector.astype(">f4").tobytes()
                copy.write(
                    b"\0\4\0\0\0\x08" + entity.to_bytes(8, "big") + b"\0\0\0\4" + int(ord).to_bytes(4, "big")
                    + len(model).to_bytes(4, "big") + model + len(body).to_bytes(4, "big") + body
                )
        copy.write(b"\xff\xff")
    db.execute("VACUUM ANALYZE passage_vector")
    db.execute("VACUUM ANALYZE entity")
    return entities


def ask(db, statement, queries, bucket):
    """The median time in milliseconds, and the ids of each query's best 100."""
    took, best = [], []
    for turn in range(2):
        for query in queries:
            start = time.perf_counter()
            rows = db.execute(statement, {"q": query, "bucket": bucket}).fetchall()
            if turn:
                took.append((time.perf_counter() - start) * 1000)
                best.append([row[0] for row in rows[:100]])
    return statistics.median(took), best


def recall(best, truth):
    return statistics.mean(len(set(b) & set(t)) / max(1, len(t)) for b, t in zip(best, truth))


def measure(db, size, centres, queries, nearest, efforts, orders, type):
    random = numpy.random.default_rng(7)
    entities = fill(db, size, centres, random)
    dimension = centres.shape[1]
    db.execute("SET plan_cache_mode = force_custom_plan")
    heap = db.execute("SELECT pg_size_pretty(pg_relation_size('passage_vector'))").fetchone()[0]
    print(f"\n## {size} passages of {dimension} dimensions, {entities} entities, table {heap}", flush=True)
    queries = [text(q) for q in draw(centres, queries, numpy.random.default_rng(11))]
    exact = {}
    for name, bucket in FILTERS:
        exact[bucket] = ask(db, EXACT.format(leg=LEG), queries, bucket)
        print(f"exact               {name:>5}: {exact[bucket][0]:8.1f} ms", flush=True)
    start = time.perf_counter()
    db.execute(
        f"CREATE INDEX nearest ON passage_vector USING hnsw ((embedding::{type}({dimension})) {type}_cosine_ops) WHERE model = 'bench'"
    )
    took = time.perf_counter() - start
    big = db.execute("SELECT pg_size_pretty(pg_relation_size('nearest'))").fetchone()[0]
    print(f"index of {type} built in {took:.0f} s, {big}", flush=True)
    for order in orders:
        db.execute(f"SET hnsw.iterative_scan = {order}")
        for effort in efforts:
            db.execute(f"SET hnsw.ef_search = {effort}")
            for limit in nearest:
                statement = NEAREST.format(leg=LEG, nearest=limit, dimension=dimension, type=type)
                for name, bucket in FILTERS:
                    took, best = ask(db, statement, queries, bucket)
                    base, truth = exact[bucket]
                    print(
                        f"hnsw {order[:7]} ef {effort:4} nearest {limit:4} {name:>5}: {took:8.1f} ms,"
                        f" {took / base:5.2f} of exact, recall@100 {recall(best, truth):.3f}",
                        flush=True,
                    )


FILTERS = [("all", 1000), ("10 %", 100), ("1 %", 10)]


def main():
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("url")
    parse.add_argument("--sizes", default="33000,100000")
    parse.add_argument("--real", help=".npy file of unit vectors to draw around")
    parse.add_argument("--dimension", type=int, default=384, help="of random centres")
    parse.add_argument("--queries", type=int, default=30)
    parse.add_argument("--nearest", default="1000")
    parse.add_argument("--efforts", default="400")
    parse.add_argument("--orders", default="relaxed_order")
    parse.add_argument("--memory", default="2GB", help="maintenance_work_mem while an index is built")
    parse.add_argument("--type", default="halfvec", choices=["vector", "halfvec"], help="of the numbers in the index")
    given = parse.parse_args()
    if given.real:
        centres = unit(numpy.load(given.real).astype(numpy.float32))
    else:
        random = numpy.random.default_rng(3)
        centres = unit(random.standard_normal((4000, given.dimension), dtype=numpy.float32))
    with psycopg.connect(given.url, autocommit=True) as db:
        db.execute("CREATE EXTENSION IF NOT EXISTS vector")
        # As LoreKeeper sets it: else the candidates of a large store are no hash.
        db.execute("SET hash_mem_multiplier = 16")
        db.execute(f"SET maintenance_work_mem = '{given.memory}'")
        numbers = lambda given: [int(number) for number in given.split(",")]
        try:
            for size in numbers(given.sizes):
                numbers_of = (numbers(given.nearest), numbers(given.efforts), given.orders.split(","))
                measure(db, size, centres, given.queries, *numbers_of, given.type)
        finally:
            db.execute("DROP SCHEMA IF EXISTS vectors_bench CASCADE")


if __name__ == "__main__":
    main()
