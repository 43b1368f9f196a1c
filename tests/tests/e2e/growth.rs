//! Content that grows: a sync takes all of it, and copies within the database are like what a sync brings.

use lorekeeper::query::semantic;
use lorekeeper::store;
use lorekeeper_tests::growth::{self, Asked};
use lorekeeper_tests::harness::{Lore, Model, Synced};
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use std::net::Ipv4Addr;

/// A two-hundredth of the open content, synced.
async fn small() -> (Upstream, Lore, Synced) {
    let address = (Ipv4Addr::LOCALHOST, 0).into();
    let upstream = growth::serve(address, 0.005).await.unwrap();
    let lore = Lore::with(&upstream, Model::Words, &[("sources", "open5e_v2")]).await;
    let synced = lore.sync().await;
    (upstream, lore, synced)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sync_takes_all_of_it() {
    let (upstream, lore, synced) = small().await;
    for listing in &synced.report.listings {
        assert_eq!(listing.problem, None, "{}", listing.endpoint);
        assert_eq!(listing.notice, None, "{}", listing.endpoint);
        assert!(listing.skipped.is_empty(), "{:?}", listing.skipped);
    }
    assert!(synced.report.drawn.skipped.is_empty());
    assert_eq!(synced.report.listings.len(), 30);
    for (endpoint, table) in [("spells", "spell"), ("creatures", "creature")] {
        let mut tables = synced.report.drawn.tables.iter();
        let written = tables.find(|(name, _)| name == table).unwrap().1;
        assert_eq!(written.added, upstream.records(endpoint).len(), "{table}");
    }

    // What is read of a record is what the record says.
    let record = &upstream.records("creatures")[3];
    let found = lore
        .query(
            "query($name: String) { creatures(name: $name) { nodes { name challengeRating actions { name attacks { toHit } } document { key } } } }",
            json!({"name": record["name"]}),
        )
        .await;
    let nodes = found["creatures"]["nodes"].as_array().unwrap();
    let of_book = |node: &&Value| node["document"]["key"] == record["document"]["key"];
    let node = nodes.iter().find(of_book).unwrap();
    let actions = record["actions"].as_array().unwrap().len();
    assert_eq!(node["actions"].as_array().map_or(0, Vec::len), actions);
    lore.stop().await;
}

async fn number(lore: &Lore, statement: &str) -> i64 {
    let statement = lorekeeper::db::sql(statement);
    let row = lore.app.db.pool.query_one_raw(statement).await.unwrap();
    row.unwrap().try_get_by_index(0).unwrap()
}

/// Names and definitions of all indexes and references.
async fn laid_out(lore: &Lore) -> Vec<String> {
    let statement = lorekeeper::db::sql(
        "SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'public' \
         UNION ALL SELECT conname || pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' ORDER BY 1",
    );
    let rows = lore.app.db.pool.query_all_raw(statement).await.unwrap();
    let lines = rows.iter().map(|row| row.try_get("", "line").unwrap());
    lines.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_are_like_what_a_sync_brings() {
    let (_upstream, lore, _) = small().await;
    let Some(url) = lore.database_url().map(str::to_owned) else {
        eprintln!("skipped: only a store on a Postgres server can be multiplied");
        lore.stop().await;
        return;
    };
    let entities = "SELECT count(*) FROM search_entry";
    let before = (number(&lore, entities).await, laid_out(&lore).await);
    let documents = number(&lore, "SELECT count(*) FROM document").await;

    // In steps, which go on from each other.
    let mut said = Vec::new();
    let mut say = |text| said.push(text);
    let first = growth::multiply(&url, 2, &mut say).await.unwrap();
    let then = growth::multiply(&url, 4, &mut say).await.unwrap();
    assert_eq!((first.from, first.to, then.from, then.to), (1, 2, 2, 4));
    let again = growth::multiply(&url, 4, &mut say).await.unwrap();
    assert_eq!((again.entities, again.vectors), (0, 0));

    assert_eq!(number(&lore, entities).await, before.0 * 4);
    assert_eq!(laid_out(&lore).await, before.1);
    let copied = number(&lore, "SELECT count(*) FROM document").await;
    assert_eq!(copied, documents * 4);
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
            "terms that are not those of the name",
            "SELECT count(*) FROM search_entry WHERE NOT terms @@ phraseto_tsquery('lore', name)",
        ),
    ] {
        assert_eq!(number(&lore, statement).await, 0, "{what}");
    }

    // A copy is found by its name, by its fields, and by its meaning.
    let row = lore
        .ask("{ spells(documents: [\"srd-2014-c3\", \"srd-2024-c3\", \"ashfolio-c3\"], first: 1) { nodes { id name level text document { key } } } }")
        .await;
    let copy = row["spells"]["nodes"][0].clone();
    let key = copy["document"]["key"].clone();
    let spells = |mode: &str| {
        format!(
            "query($search: String, $key: String!, $level: Int) {{ spells(search: $search, {mode} documents: [$key], filter: {{level: {{eq: $level}}}}) {{ nodes {{ id }} }} }}"
        )
    };
    for (mode, search) in [
        ("mode: LEXICAL,", copy["name"].clone()),
        ("", Value::Null),
        ("mode: SEMANTIC,", copy["text"].clone()),
    ] {
        let variables = json!({"search": search, "key": key, "level": copy["level"]});
        let found = lore.query(&spells(mode), variables).await;
        let nodes = found["spells"]["nodes"].as_array().unwrap();
        assert!(nodes.iter().any(|n| n["id"] == copy["id"]), "{mode} {copy}");
    }

    // Where the index is used it finds what an exact search does: there are far fewer than it gives.
    let (model, dimension) = ("hash-1", 384);
    assert!(
        store::keep_nearest(&lore.app.db, model, dimension, 1, &[])
            .await
            .unwrap()
    );
    let index = semantic::index(&lore.app.db.pool, model, dimension)
        .await
        .unwrap();
    assert!(index.is_some());
    let asked = Asked {
        queries: 5,
        index_from: Some(0),
    };
    let found = growth::recall(&url, asked).await.unwrap();
    assert_eq!(found.len(), 6);
    assert!(found.iter().all(|of| of.recall.0 > 0.9), "{found:?}");
    lore.stop().await;
}
