//! Migrations: the steps that bring a LoreKeeper store to the current layout, one file of SQL a step.
//!
//! Steps only ever move forward, and a step that has landed is never edited: `checksums.txt` and its test keep that.

use sea_orm_migration::prelude::*;

/// The migrator, which runs the steps in order.
pub struct Migrator;

/// The names of all steps, in their order.
pub fn step_names() -> impl Iterator<Item = &'static str> {
    STEPS.into_iter().map(|Step(name, _)| name)
}

/// A step: the name under which stores record it, and its statements.
struct Step(&'static str, &'static str);

const STEPS: [Step; 8] = [
    // Records of the sources, the documents and the five families, search text, passages and vectors.
    Step("m0001_baseline", include_str!("m0001_baseline.sql")),
    // Features of classes, species, backgrounds and feats.
    Step("m0002_features", include_str!("m0002_features.sql")),
    // What the texts of rows name.
    Step("m0003_mentions", include_str!("m0003_mentions.sql")),
    // Effects of spells; numbers, spellcasting and lairs of creatures.
    Step("m0004_effects", include_str!("m0004_effects.sql")),
    // Removals of books of all import formats.
    Step("m0005_imports", include_str!("m0005_imports.sql")),
    // Hit points of summoned creatures.
    Step("m0006_hit_points", include_str!("m0006_hit_points.sql")),
    // Settings of imported books, and which books are private.
    Step("m0007_books", include_str!("m0007_books.sql")),
    // Tags of entries of the glossary.
    Step("m0008_rule_tags", include_str!("m0008_rule_tags.sql")),
];

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        STEPS.into_iter().map(|step| Box::new(step) as Box<dyn MigrationTrait>).collect()
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
        let connection = manager.get_connection();
        connection.execute_unprepared(self.1).await.map(|_| ())
    }
}

#[cfg(test)]
mod tests;
