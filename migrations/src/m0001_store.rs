//! Upstream records, the documents and the five families.

use sea_orm_migration::prelude::*;

/// The step.
pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0001_store"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .get_connection()
            .execute_unprepared(include_str!("m0001_store.sql"))
            .await?;
        manager
            .get_connection()
            .execute_unprepared(include_str!("m0001_content.sql"))
            .await?;
        Ok(())
    }
}
