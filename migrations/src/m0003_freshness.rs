//! When each listing is due, and what of it was left out.

use sea_orm_migration::prelude::*;

/// The step.
pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0003_freshness"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .get_connection()
            .execute_unprepared(include_str!("m0003_freshness.sql"))
            .await?;
        Ok(())
    }
}
