//! The steps that bring a LoreKeeper store to the current layout, one file a step.
//!
//! Steps only ever move forward. The search step is derived data: it could be dropped and rebuilt.

use sea_orm_migration::prelude::*;

mod m0001_store;
mod m0002_search;
mod m0003_freshness;
mod m0004_ranking;
mod m0005_inflicts;

/// Runs the steps in order.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_store::Migration),
            Box::new(m0002_search::Migration),
            Box::new(m0003_freshness::Migration),
            Box::new(m0004_ranking::Migration),
            Box::new(m0005_inflicts::Migration),
        ]
    }
}
