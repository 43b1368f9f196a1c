//! Complexity test of text readers: four times the text is at most some four times the work, whatever it repeats.
//!
//! Each text of the records of the fixtures, in each source, grows by a unit that a reader of texts looks for. What the
//! readers look at is counted ([`lorekeeper_content::reading`]), from the record to rows, search text, lint, Markdown and
//! exports; no time is measured. `LOREKEEPER_LINEAR=<text>` prints the counts of the fields with that text in their path.

#![cfg(test)]

mod fields;
#[path = "../rows/inputs.rs"]
#[expect(dead_code, reason = "the starter pack and the capture have the same fields")]
mod inputs;

use fields::{Field, fields, with_text};
use lorekeeper_content::export::{Format, export};
use lorekeeper_content::lint::lint;
use lorekeeper_content::markdown::excerpt;
use lorekeeper_content::record::Records;
use lorekeeper_content::{Row, families, reading};
use lorekeeper_ingest::Times;
use lorekeeper_store::SearchText;
use std::collections::BTreeMap;
use std::hint::black_box;

/// What readers look for, and what wears them out.
const UNITS: [&str; 32] = [
    "(",
    "ab ",
    "1d6 + ",
    " ",
    "a",
    "**",
    "*a ",
    "| a | b |\n",
    "a\n",
    "# \n",
    "`",
    "_a_ ",
    "[a](b) [",
    "Foo. ",
    "fire; cold, and ",
    "the target is frightened or ",
    "DC 15 Constitution saving throw or be poisoned ",
    "Hit: 7 (1d8 + 3) slashing damage. ",
    "1st level (4 slots): ",
    "\"",
    "{@x ",
    "<b>",
    "- a\n  ",
    "[[/damage 1d6 fire]] ",
    "is charmed. ",
    "regain it on a long rest ",
    "free (DC 13 Str) ",
    "takes 1d6 fire, ",
    "<td>",
    "5 gp, ",
    "a\tb\n",
    "(1/day: ",
];

/// Length of the shorter text, in bytes: beyond what a reader looks back and forth.
const LENGTH: usize = 1_500;

/// The longer text is so many times the shorter.
const TIMES: usize = 4;

/// What the readers look at in all that is made of records.
fn work(source: &str, records: Records) -> usize {
    let records = BTreeMap::from([(source, records)]);
    let ((), read) = reading::counted(|| {
        let rows = lorekeeper_tests::rows::rows(&records, &Times::new());
        macro_rules! render_families {
            ($(($module:ident, $variant:ident, $plural:ident),)*) => { $(
                rows.$plural.iter().for_each(render);
            )* };
        }
        families!(render_families);
    });
    read
}

/// Makes of a row what is made of it.
fn render<R: Row>(row: &R) {
    const FORMATS: [Format; 9] = [
        Format::Markdown,
        Format::Json,
        Format::ImprovedInitiative,
        Format::FantasyStatblocks,
        Format::Homebrewery,
        Format::Obsidian,
        Format::Foundry,
        Format::FiveETools,
        Format::FightClub,
    ];
    black_box(SearchText::from_row(row));
    black_box(excerpt(row, 200));
    black_box((lint(row).count(), row.told(), row.computed()));
    for format in FORMATS {
        black_box(export(row, None, format));
    }
}

/// The findings about a field: units with which the work grows faster than the text.
fn findings(source: &str, field: &Field) -> Vec<String> {
    let shown = std::env::var("LOREKEEPER_LINEAR").is_ok_and(|path| field.path.contains(&path));
    let mut found = Vec::new();
    for unit in UNITS {
        let of = |length: usize| {
            let more = unit.repeat(length / unit.len());
            work(source, with_text(field, &more))
        };
        let (less, more) = (of(LENGTH), of(TIMES * LENGTH));
        let line = format!("{source} {}: {unit:?}: {less} -> {more}", field.path);
        if shown {
            eprintln!("{line}");
        }
        // Half as much again for what a text has to be long for.
        if more * 2 > less * TIMES * 3 {
            found.push(line);
        }
    }
    found
}

/// The findings about some fields. On one thread, whose work is counted.
fn all_findings(fields: &[(&str, Field)]) -> Vec<String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.unwrap().install(|| {
        let found = fields.iter().map(|(source, field)| findings(source, field));
        found.flatten().collect()
    })
}

#[tokio::test]
async fn the_work_of_readers_grows_with_the_text() {
    let stored = inputs::fixtures().await;
    let mut all: Vec<(&str, Field)> = Vec::new();
    for (source, records) in &stored {
        let fields = fields(records);
        assert!(fields.len() > 3, "{source}");
        all.extend(fields.into_iter().map(|field| (*source, field)));
    }
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let share = all.len().div_ceil(threads);
    let found: Vec<String> = std::thread::scope(|scope| {
        let shares = all.chunks(share);
        let working: Vec<_> = shares.map(|share| scope.spawn(|| all_findings(share))).collect();
        let found = working.into_iter().map(|thread| thread.join().unwrap());
        found.flatten().collect()
    });
    assert!(found.is_empty(), "{found:#?}");
}
