//! Text search, passages and their vectors.

use sea_orm_migration::prelude::*;

/// The step.
pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0002_search"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .get_connection()
            .execute_unprepared(include_str!("m0002_search.sql"))
            .await?;
        Ok(())
    }
}
