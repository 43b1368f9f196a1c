//! Tables of texts, and rolls on them.

use super::dice::below;
use super::entity::Entity;
use super::loader;
use super::loaders::MentionedEntity;
use super::mentions::CharCounter;
use crate::error::{Error, Result};
use async_graphql::{ComplexObject, Context, SimpleObject};
use lorekeeper_content::table::{self, find_tables};
use lorekeeper_content::{Identity, Mention, Row};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A table of an entity's text.
#[derive(Clone, Debug, SimpleObject)]
pub struct Table {
    /// Its name, as printed above it; empty where there is none.
    pub name: String,
    /// The dice that are rolled on it (`1d8`); null where it is not rolled on.
    pub dice: Option<String>,
    /// The heads of its columns, as Markdown.
    pub head: Vec<String>,
    /// Its rows.
    pub rows: Vec<TableRow>,
}

/// A row of a table.
#[derive(Clone, Debug, SimpleObject)]
#[graphql(complex)]
pub struct TableRow {
    /// The least result of the dice that leads to it; null where the table is not rolled on.
    pub min: Option<u32>,
    /// The greatest result of the dice that leads to it.
    pub max: Option<u32>,
    /// Its cells, as Markdown.
    pub cells: Vec<String>,
    /// What it says, as Markdown: its cells without the results of the dice.
    pub text: String,
    #[graphql(skip)]
    named: Vec<Identity>,
}

#[ComplexObject]
impl TableRow {
    /// The entities that it names.
    async fn links(&self, ctx: &Context<'_>) -> Result<Vec<Entity>> {
        let keys = self.named.iter().cloned().map(MentionedEntity);
        let mut found = loader(ctx)?.load_many(keys).await?;
        let rows = self.named.iter().cloned();
        let rows = rows.filter_map(|named| found.remove(&MentionedEntity(named)));
        Ok(rows.map(Entity::from).collect())
    }
}

/// A roll on a table.
#[derive(Clone, Debug, SimpleObject)]
pub struct TableRoll {
    /// The seed of the roll: with it, the same roll is made again.
    pub seed: i32,
    /// The name of the table.
    pub table: String,
    /// The dice.
    pub dice: String,
    /// What they gave.
    pub result: u32,
    /// The row that the result leads to.
    pub row: TableRow,
}

/// The tables of a row's document.
pub fn tables<R: Row>(row: &R, markdown: &str) -> Vec<Table> {
    let mut chars = CharCounter::new(markdown);
    let found = find_tables(markdown).into_iter();
    found.map(|table| with_links(table, row.mentions(), &mut chars)).collect()
}

/// A table with the entities that its rows name. Rows come in the order of the text.
fn with_links(table: table::Table, mentions: &[Mention], chars: &mut CharCounter<'_>) -> Table {
    let is_rolled = table.dice.is_some();
    let rows = table.rows.into_iter().map(|row| {
        let start = chars.count_before(row.range.start);
        let end = chars.count_before(row.range.end);
        let within = mentions.iter().filter(|named| (start..end).contains(&named.start));
        let said = row.cells.iter().skip(usize::from(is_rolled));
        TableRow {
            min: row.results.map(|(first, _)| first),
            max: row.results.map(|(_, last)| last),
            text: said.cloned().collect::<Vec<_>>().join(" | "),
            named: within.filter_map(|named| Identity::parse(&named.id)).collect(),
            cells: row.cells,
        }
    });
    Table {
        rows: rows.collect(),
        name: table.name,
        dice: table.dice.map(|(count, sides)| format!("{count}d{sides}")),
        head: table.head,
    }
}

/// A roll on one of the tables that are rolled on.
pub fn roll(tables: Vec<Table>, number: i32, seed: Option<i32>) -> Result<TableRoll> {
    let rolled = tables.into_iter().filter(|table| table.dice.is_some());
    let mut rolled: Vec<Table> = rolled.collect();
    let count = rolled.len();
    let number = usize::try_from(number).ok().filter(|number| *number < count);
    let Some(number) = number else {
        return Err(Error::input(match count {
            0 => "The text has no table that is rolled on.".to_owned(),
            count => {
                format!("The text has {count} tables that are rolled on: `table` is a number from 0 to {}.", count - 1)
            }
        }));
    };
    let table = rolled.swap_remove(number);
    let seed = seed.unwrap_or_else(|| fastrand::i32(..));
    let dice = table.dice.unwrap_or_default();
    let (count, sides) = dice.split_once('d').unwrap_or_default();
    let (count, sides): (u32, u32) = (count.parse().unwrap_or(1), sides.parse().unwrap_or(1));
    let mut random = ChaCha8Rng::seed_from_u64(u64::from(seed.cast_unsigned()));
    let each = (0..count).map(|_| below(&mut random, sides) + 1);
    let result = each.sum();
    let led = |row: &TableRow| {
        let ends = row.min.zip(row.max);
        ends.is_some_and(|(first, last)| (first..=last).contains(&result))
    };
    let row = table
        .rows
        .into_iter()
        .find(led)
        .ok_or_else(|| Error::input(format!("The table has no row for the result {result}.")))?;
    Ok(TableRoll { seed, table: table.name, dice, result, row })
}
