//! Migrations: the steps that bring a LoreKeeper store to the current layout, one file of SQL a step (the first has
//! two).
//!
//! Steps only ever move forward, and a step that has landed is never edited: `checksums.txt` and its test keep that.
//! The search step is derived data: it could be dropped and rebuilt.

use sea_orm_migration::prelude::*;

/// The migrator, which runs the steps in order.
pub struct Migrator;

/// A step: the name under which stores record it, and its statements.
struct Step(&'static str, &'static [&'static str]);

const STEPS: [Step; 24] = [
    // Upstream records, the documents and the five families.
    Step(
        "m0001_store",
        &[
            include_str!("m0001_store.sql"),
            include_str!("m0001_content.sql"),
        ],
    ),
    // Text search, passages and their vectors.
    Step("m0002_search", &[include_str!("m0002_search.sql")]),
    // When each listing is due, and which of its records were left out.
    Step("m0003_freshness", &[include_str!("m0003_freshness.sql")]),
    // How many different words an entity has, for ranking.
    Step("m0004_ranking", &[include_str!("m0004_ranking.sql")]),
    // The conditions that creatures and spells inflict.
    Step("m0005_inflicts", &[include_str!("m0005_inflicts.sql")]),
    // Indexes for filters and relations.
    Step("m0006_lookups", &[include_str!("m0006_lookups.sql")]),
    // Indexes for orders and rankings.
    Step("m0007_orders", &[include_str!("m0007_orders.sql")]),
    // The identity of the store.
    Step("m0008_identity", &[include_str!("m0008_identity.sql")]),
    // Indexes for orders, with all of their columns.
    Step(
        "m0009_whole_orders",
        &[include_str!("m0009_whole_orders.sql")],
    ),
    // The family of each vector.
    Step(
        "m0010_vectors_by_family",
        &[include_str!("m0010_vectors_by_family.sql")],
    ),
    // An index of vectors by family.
    Step(
        "m0011_family_of_vectors",
        &[include_str!("m0011_family_of_vectors.sql")],
    ),
    // Imports that are under way, and how large a listing was.
    Step(
        "m0012_imports_and_shrinking",
        &[include_str!("m0012_imports_and_shrinking.sql")],
    ),
    // What sources state differently.
    Step(
        "m0013_disagreements",
        &[include_str!("m0013_disagreements.sql")],
    ),
    // Indexes for filters on words, however they are written.
    Step("m0014_words", &[include_str!("m0014_words.sql")]),
    // The words of names are in the search index of the process.
    Step("m0015_name_words", &[include_str!("m0015_name_words.sql")]),
    // When rows were added or changed, and which went away.
    Step("m0016_changes", &[include_str!("m0016_changes.sql")]),
    // Derived facts of creatures.
    Step("m0017_facts", &[include_str!("m0017_facts.sql")]),
    // Starting equipment as a structure.
    Step(
        "m0018_starting_items",
        &[include_str!("m0018_starting_items.sql")],
    ),
    // Imports that are under way, as the embedded store needs them.
    Step(
        "m0019_logged_imports",
        &[include_str!("m0019_logged_imports.sql")],
    ),
    // Full text without a dictionary of the database.
    Step(
        "m0020_words_of_the_process",
        &[include_str!("m0020_words_of_the_process.sql")],
    ),
    // An ANALYZE of vectors in little memory.
    Step(
        "m0021_statistics_of_vectors",
        &[include_str!("m0021_statistics_of_vectors.sql")],
    ),
    // Times of changes that never go back, and removals of imported books.
    Step(
        "m0022_times_of_changes",
        &[include_str!("m0022_times_of_changes.sql")],
    ),
    // What stat blocks of 2024 print.
    Step(
        "m0023_stat_blocks_of_2024",
        &[include_str!("m0023_stat_blocks_of_2024.sql")],
    ),
    // Features of classes, species, backgrounds and feats.
    Step("m0024_features", &[include_str!("m0024_features.sql")]),
];

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        STEPS
            .into_iter()
            .map(|step| Box::new(step) as Box<dyn MigrationTrait>)
            .collect()
    }
}

impl MigrationName for Step {
    fn name(&self) -> &str {
        self.0
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Step {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for statements in self.1 {
            manager
                .get_connection()
                .execute_unprepared(statements)
                .await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
