//! Spells with what they lead to: their book, classes, and the conditions that they put others in.

use super::{Baseline, Protocol, Scenario, int, length};
use crate::baseline::Statement;
use crate::samples::pick;
use serde_json::json;

pub const SCENARIO: Scenario = Scenario {
    name: "nested",
    about: "20 spells with book, classes and conditions",
    protocol: Protocol::Graphql(
        "query($level: Int, $most: Int, $first: Int = 20) {
            spells(filter: {level: {gte: $level, lte: $most}}, orderBy: [{field: LEVEL}, {field: NAME}], first: $first) {
                nodes {
                    name level
                    document { name }
                    classes { name document { name } }
                    inflictedConditions { name }
                }
            }
        }",
    ),
    variables: |_, number| json!({"level": pick(&[0, 1, 2, 3, 4], number), "most": 10 + number}),
    rows: |answer| length(answer, "/data/spells/nodes"),
    // Of things that share a slug, the nearest: of the same book, edition, all editions, any.
    baseline: Baseline::Sql(Statement {
        sql: "SELECT s.name, s.level, d.name,
                (SELECT jsonb_agg(jsonb_build_array(c.name, c.book)) FROM (
                    SELECT DISTINCT ON (o.slug) o.name, b.name AS book
                    FROM character_option o JOIN document b ON b.key = o.document_key
                    WHERE o.slug = ANY(s.class_slugs) AND o.kind = 'CLASS'
                    ORDER BY o.slug, o.document_key <> s.document_key, b.game_system IS DISTINCT FROM d.game_system, b.key DESC
                ) AS c),
                (SELECT jsonb_agg(r.name) FROM (
                    SELECT DISTINCT ON (r.slug) r.name
                    FROM rule r JOIN document b ON b.key = r.document_key
                    WHERE r.slug = ANY(s.inflicts) AND r.kind = 'CONDITION'
                    ORDER BY r.slug, r.document_key <> s.document_key, b.game_system IS DISTINCT FROM d.game_system, b.key DESC
                ) AS r)
            FROM (
                SELECT * FROM spell WHERE level >= $1 AND level <= $2
                ORDER BY level, name, document_key, id LIMIT 20
            ) AS s JOIN document d ON d.key = s.document_key
            ORDER BY s.level, s.name, s.document_key, s.id",
        parameters: |variables| vec![int(variables, "level"), int(variables, "most")],
    }),
};
