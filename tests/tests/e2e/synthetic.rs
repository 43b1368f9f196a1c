//! Synthetic data: a sync takes all of a repeated upstream, and copies within the database are like what a sync brings.

use lorekeeper_content::lexemes;
use lorekeeper_store::{self as store, tsvector};
use lorekeeper_tests::harness::{Lore, Model, Synced};
use lorekeeper_tests::recall::recall;
use lorekeeper_tests::synthetic::{multiply, upstream};
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A store with a few dozen synthetic records.
async fn synced() -> (Upstream, Lore, Synced) {
    let upstream = upstream(60).await;
    let lore = Lore::with(&upstream, Model::Words, &[("sources", "open5e_v2")]).await;
    let synced = lore.sync().await;
    (upstream, lore, synced)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sync_takes_all_of_it() {
    let (upstream, lore, synced) = synced().await;
    for listing in &synced.report.listings {
        assert_eq!(listing.problem, None, "{}", listing.endpoint);
        assert!(listing.skipped.is_empty(), "{:?}", listing.skipped);
    }
    assert!(synced.report.rows.skipped.is_empty());
    for (endpoint, table) in [("spells", "spell"), ("creatures", "creature")] {
        let records = upstream.records(endpoint).len();
        assert!(records >= 15, "{endpoint}: {records}");
        let mut tables = synced.report.rows.tables.iter();
        let written = tables.find(|(name, _)| name == table).unwrap().1;
        assert_eq!(written.added, records, "{table}");
    }
    lore.stop().await;
}

/// The definitions of all indexes.
async fn indexes(lore: &Lore) -> Vec<String> {
    let statement = lorekeeper_store::sql("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1");
    let rows = lore.app.store.pool.query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| row.try_get("", "indexdef").unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_are_like_what_a_sync_brings() {
    let (_upstream, lore, _) = synced().await;
    let entities = "SELECT count(*) FROM search_entry";
    let documents = "SELECT count(*) FROM document";
    let before = (lore.number(entities).await, lore.number(documents).await, indexes(&lore).await);

    // In steps, which go on from each other.
    for (factor, added) in [(2, 1), (4, 2), (4, 0)] {
        let copies = multiply(&lore.app.store, factor, &mut |_| {}).await;
        assert_eq!(copies.unwrap(), added, "{factor}");
    }
    assert_eq!(lore.number(entities).await, before.0 * 4);
    assert_eq!(lore.number(documents).await, before.1 * 4);
    assert_eq!(indexes(&lore).await, before.2);
    for (what, statement) in [
        (
            "rows without a search entry",
            "SELECT count(*) FROM spell s WHERE NOT EXISTS (SELECT FROM search_entry e WHERE e.id = s.id AND e.name = s.name AND e.slug = s.slug AND e.document_key = s.document_key)",
        ),
        (
            "entries without a document",
            "SELECT count(*) FROM search_entry WHERE document_key NOT IN (SELECT key FROM document)",
        ),
        (
            "entries without a passage",
            "SELECT count(*) FROM search_entry e WHERE NOT EXISTS (SELECT FROM passage p WHERE p.entity_id = e.id)",
        ),
        (
            "passages without a vector",
            "SELECT count(*) FROM passage p WHERE NOT EXISTS (SELECT FROM passage_vector v WHERE v.entity_id = p.entity_id AND v.ord = p.ord)",
        ),
        (
            "vectors of another family than their entity",
            "SELECT count(*) FROM passage_vector v JOIN search_entry e ON e.id = v.entity_id WHERE v.family::text <> e.family",
        ),
        (
            "vectors that are not of length 1",
            "SELECT count(*) FROM passage_vector WHERE abs(vector_norm(embedding) - 1) > 0.001",
        ),
        (
            "vectors that are their original's",
            "SELECT count(*) FROM passage_vector v JOIN passage_vector o USING (embedding) JOIN search_entry e ON e.id = v.entity_id JOIN search_entry f ON f.id = o.entity_id WHERE e.document_key ~ '-c[0-9]+$' AND f.document_key !~ '-c[0-9]+$'",
        ),
    ] {
        assert_eq!(lore.number(statement).await, 0, "{what}");
    }
    let entries = lorekeeper_store::sql("SELECT name, terms::text AS terms FROM search_entry");
    for entry in lore.app.store.pool.query_all_raw(entries).await.unwrap() {
        let (name, terms): (String, String) = entry.try_get_many("", &["name".into(), "terms".into()]).unwrap();
        let of_name = tsvector::lexemes(&terms).into_iter().filter(|lexeme| !lexeme.positions[0].is_empty());
        let of_name: BTreeSet<String> = of_name.map(|lexeme| lexeme.text).collect();
        assert_eq!(of_name, lexemes(&name).collect(), "{name}");
    }

    // A copy is found by its name, by its fields, and by its meaning.
    let row = lore
        .ask("{ spells(documents: [\"srd-2014-c3\"], first: 1) { nodes { id name level text document { key } } } }")
        .await;
    let copy = row["spells"]["nodes"][0].clone();
    let spells = |mode: &str| {
        format!(
            "query($search: String, $level: Int) {{ spells(search: $search, {mode} documents: [\"srd-2014-c3\"], filter: {{level: {{eq: $level}}}}) {{ nodes {{ id }} }} }}"
        )
    };
    for (mode, search) in
        [("mode: LEXICAL,", copy["name"].clone()), ("", Value::Null), ("mode: SEMANTIC,", copy["text"].clone())]
    {
        let variables = json!({"search": search, "level": copy["level"]});
        let found = lore.query(&spells(mode), variables).await;
        let nodes = found["spells"]["nodes"].as_array().unwrap();
        assert!(nodes.iter().any(|n| n["id"] == copy["id"]), "{mode} {copy}");
    }
    lore.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_index_of_vectors_finds_what_an_exact_search_does() {
    let (_upstream, lore, _) = synced().await;
    if lore.database_url().is_none() {
        eprintln!("skipped: only a Postgres server has an index of vectors");
        lore.stop().await;
        return;
    }
    multiply(&lore.app.store, 3, &mut |_| {}).await.unwrap();
    let built = store::ensure_vector_index(&lore.app.store, "hash-1", 384, 1, &[]).await;
    assert!(built.unwrap());
    // There are far fewer passages than the index gives.
    let found = recall(&lore.app.store, 5, Some(0)).await.unwrap();
    assert_eq!(found.len(), 3);
    assert!(found.iter().all(|of| of.mean > 0.9), "{found:?}");
    lore.stop().await;
}
