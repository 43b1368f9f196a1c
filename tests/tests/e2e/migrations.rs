//! Migrations of stores that hold something: those of earlier versions come to the layout of this one.

use lorekeeper_migrations::Migrator;
use lorekeeper_store::sql;
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use sea_orm::ConnectionTrait;
use sea_orm_migration::{MigratorTrait, SchemaManager};

/// The table of vectors as it was before they said of which family they are.
const FORMER: &str = "
    CREATE TABLE former AS SELECT entity_id, ord, model, embedding FROM passage_vector;
    DROP TABLE passage_vector;
    DROP TYPE entity_family;
    ALTER TABLE former RENAME TO passage_vector;
    ALTER TABLE passage_vector ADD PRIMARY KEY (entity_id, ord, model),
        ADD FOREIGN KEY (entity_id, ord) REFERENCES passage (entity_id, ord) ON DELETE CASCADE;";

async fn vectors(lore: &Lore) -> Vec<(i64, String, String)> {
    let statement = "SELECT v.entity_id, concat(v.ord, ' ', v.model, ' ', v.embedding) AS vector,
        concat(e.family, ' ', to_jsonb(v) ->> 'family') AS families
        FROM passage_vector v JOIN search_entry e ON e.id = v.entity_id ORDER BY 1, 2";
    let rows = lore.app.store.pool.query_all_raw(sql(statement)).await;
    let read = |row: &sea_orm::QueryResult| {
        let text = |column| row.try_get::<String>("", column).unwrap();
        let id: i64 = row.try_get("", "entity_id").unwrap();
        (id, text("vector"), text("families"))
    };
    rows.unwrap().iter().map(read).collect()
}

#[tokio::test]
async fn vectors_come_to_say_of_which_family_they_are() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let pool = &lore.app.store.pool;
    let before = vectors(&lore).await;
    assert!(before.len() > 100);
    pool.execute_unprepared(FORMER).await.unwrap();
    let migrations = Migrator::migrations();
    let from = migrations
        .iter()
        .position(|step| step.name() == "m0010_vectors_by_family");
    // The column, and its index.
    for step in migrations.iter().skip(from.unwrap()).take(2) {
        step.up(&SchemaManager::new(pool)).await.unwrap();
    }
    assert_eq!(vectors(&lore).await, before);
    for (_, _, families) in &before {
        let (of, said) = families.split_once(' ').unwrap();
        assert_eq!(of, said);
    }

    // What goes takes its vectors along, and comes back with them.
    let forget = "DELETE FROM passage WHERE entity_id % 2 = 0";
    pool.execute_unprepared(forget).await.unwrap();
    assert!(vectors(&lore).await.iter().all(|(id, ..)| id % 2 == 1));
    lore.stop().await;
}
