//! The conditions that spells and creatures inflict.

use sea_orm_migration::prelude::*;

/// The step.
pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0005_inflicts"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .get_connection()
            .execute_unprepared(include_str!("m0005_inflicts.sql"))
            .await?;
        Ok(())
    }
}
