//! What ingest draws from records, as JSON: rows and their search text, by family and document.

use crate::inputs::Stored;
use crate::links;
use crate::snapshot::{Line, Snapshot};
use chrono::DateTime;
use lorekeeper_content::Row;
use lorekeeper_content::digest::{canonical, sha256};
use lorekeeper_ingest::{ROWS_VERSION, Times};
use lorekeeper_sources::origin;
use lorekeeper_store::SEARCH_TEXT_VERSION;
use lorekeeper_store::SearchText;
use lorekeeper_tests::rows::rows;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// When every record was fetched, in seconds since 1970.
const FETCHED_AT: i64 = 1_700_000_000;

/// The rows of one family and document, in order.
#[derive(Default)]
struct Group {
    rows: Vec<Value>,
    /// What search reads of each row; documents have none.
    search: Vec<Value>,
}

/// All that is drawn.
pub struct Drawn {
    input: String,
    groups: BTreeMap<String, Group>,
    /// Links of character options that lead nowhere.
    pub broken_links: Vec<String>,
}

impl Drawn {
    /// Draws as ingest does.
    pub fn from(stored: &Stored) -> Self {
        let input = sha256(serde_json::to_vec(stored).unwrap());
        let times = times(stored);
        let rows = rows(stored, &times);
        let mut drawn = Self { input, groups: BTreeMap::new(), broken_links: links::broken(&rows) };
        for document in &rows.documents {
            let name = format!("document/{}", document.key);
            drawn.group(name).rows.push(json!(document));
        }
        drawn.add(&rows.spells);
        drawn.add(&rows.creatures);
        drawn.add(&rows.equipment);
        drawn.add(&rows.character_options);
        drawn.add(&rows.rules);
        drawn.group("skipped".to_owned()).rows = rows.skipped.iter().map(|s| json!(s)).collect();
        drawn.group("faults".to_owned()).rows = rows.faults.iter().map(|id| json!(id)).collect();
        drawn
    }

    fn group(&mut self, name: String) -> &mut Group {
        self.groups.entry(name).or_default()
    }

    fn add<R: Row>(&mut self, rows: &[R]) {
        for row in rows {
            let name = format!("{}/{}", R::FAMILY.name(), row.document_key());
            let group = self.group(name);
            group.rows.push(json!(row));
            group.search.push(search_text(row));
        }
    }

    /// Counts and hashes of it.
    pub fn snapshot(&self) -> Snapshot {
        let hash = |values: &[Value]| sha256(canonical(&Value::Array(values.to_vec())));
        let line =
            |group: &Group| Line { count: group.rows.len(), rows: hash(&group.rows), search: hash(&group.search) };
        let lines = self.groups.iter();
        Snapshot {
            recipe: ROWS_VERSION * 1000 + SEARCH_TEXT_VERSION,
            input: self.input.clone(),
            lines: lines.map(|(name, group)| (name.clone(), line(group))).collect(),
        }
    }

    /// Writes it into a folder, one file a family and document.
    pub fn write(&self, folder: &Path) -> std::io::Result<()> {
        for (name, Group { rows, search }) in &self.groups {
            let mut value = if search.is_empty() {
                json!(rows)
            } else {
                let rows = rows.iter().zip(search);
                rows.map(|(row, search)| json!({"row": row, "search": search})).collect()
            };
            value.sort_all_objects();
            let file = folder.join(format!("{name}.json"));
            std::fs::create_dir_all(file.parent().unwrap_or(folder))?;
            std::fs::write(file, format!("{value:#}\n"))?;
        }
        Ok(())
    }
}

fn search_text<R: Row>(row: &R) -> Value {
    let text = SearchText::from_row(row);
    let passages = text.passages.iter();
    let passages = passages.map(|(p, hash)| json!({"label": p.label, "text": p.text, "hash": hash}));
    json!({
        "facts": text.facts,
        "body": text.body,
        "passages": passages.collect::<Vec<_>>(),
    })
}

/// When the records were fetched: all at once.
fn times(stored: &Stored) -> Times {
    let at = DateTime::from_timestamp(FETCHED_AT, 0).unwrap();
    let mut times = Times::new();
    for (source, records) in stored {
        for (endpoint, records) in &records.0 {
            let origins = records.iter().map(|record| origin(source, endpoint, record));
            times.extend(origins.map(|origin| (origin, at)));
        }
    }
    times
}
