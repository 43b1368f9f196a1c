//! Golden tests of the formats that people write: small files of invented content in `cases/imports`, and the rows that
//! are drawn from them in `cases/imports/rows`. `LOREKEEPER_BLESS=1` writes the rows anew.

use super::{Reading, read_bytes};
use crate::{Drafts, normaliser};
use lorekeeper_content::Row;
use lorekeeper_content::creature::Model;
use lorekeeper_content::export::{Format, export};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/imports")
}

/// The files with their names, in order.
pub(super) fn files() -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    paths.sort();
    let named = paths.into_iter().map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, fs::read(path).unwrap())
    });
    named.collect()
}

pub(super) async fn reading(name: &str, bytes: Vec<u8>) -> (Reading, Drafts) {
    let shown = String::from_utf8_lossy(&bytes).into_owned();
    let readings = read_bytes(name, bytes).await;
    let mut readings = readings.unwrap_or_else(|error| panic!("{error}\n{shown}"));
    assert_eq!(readings.len(), 1, "{name}");
    let reading = readings.remove(0);
    let drafts = normaliser(&reading.source).unwrap()(&reading.records);
    (reading, drafts)
}

/// A value without the parts in which nothing stands.
fn filled(value: Value) -> Option<Value> {
    match value {
        Value::Null | Value::Bool(false) => None,
        Value::String(text) if text.is_empty() => None,
        Value::Array(items) => {
            let items: Vec<Value> = items.into_iter().filter_map(filled).collect();
            (!items.is_empty()).then(|| items.into())
        }
        Value::Object(fields) => {
            let skipped = ["fetched_at", "id", "modifiers", "all_skills", "all_saving_throws", "unit"];
            let fields = fields.into_iter().filter(|(name, _)| !skipped.contains(&name.as_str()));
            let fields: serde_json::Map<String, Value> =
                fields.filter_map(|(name, value)| Some((name, filled(value)?))).collect();
            (!fields.is_empty()).then(|| fields.into())
        }
        value => Some(value),
    }
}

/// JSON with each value on one line, where it is short.
fn lay_out(value: &Value, depth: usize) -> String {
    let line = value.to_string();
    if line.len() + 2 * depth <= 140 {
        return line;
    }
    let indent = "  ".repeat(depth + 1);
    let (open, parts, close): (_, Vec<String>, _) = match value {
        Value::Array(items) => {
            let items = items.iter().map(|item| lay_out(item, depth + 1));
            ('[', items.collect(), ']')
        }
        Value::Object(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(name, value)| format!("{name:?}: {}", lay_out(value, depth + 1)));
            ('{', fields.collect(), '}')
        }
        _ => return line,
    };
    let parts = parts.join(&format!(",\n{indent}"));
    format!("{open}\n{indent}{parts}\n{}{close}", "  ".repeat(depth))
}

fn told(reading: &Reading, drafts: &Drafts) -> Value {
    let skipped = reading.skipped.iter().chain(&drafts.skipped);
    let skipped: Vec<String> =
        skipped.map(|skipped| format!("{} {}: {}", skipped.endpoint, skipped.key, skipped.reason)).collect();
    let mut told = json!({"source": reading.source, "notes": reading.notes, "skipped": skipped});
    macro_rules! families {
        ($($family:ident)*) => { $(
            let rows: Vec<Value> = drafts.$family.iter().map(|draft| json!(draft.row)).collect();
            told[stringify!($family)] = rows.into();
        )* };
    }
    families!(documents spells creatures equipment character_options rules);
    filled(told).unwrap()
}

#[tokio::test]
async fn files_of_every_format_become_the_rows_of_their_goldens() {
    let mut checked = 0;
    for (name, bytes) in files() {
        let (reading, drafts) = reading(&name, bytes).await;
        let found = told(&reading, &drafts);
        let path = folder().join("rows").join(format!("{name}.json"));
        if std::env::var_os("LOREKEEPER_BLESS").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, lay_out(&found, 0) + "\n").unwrap();
        }
        let expected: Value = fs::read_to_string(&path).unwrap().parse().unwrap();
        let (Value::Object(found), Value::Object(expected)) = (found, expected) else {
            panic!("{name} has no rows");
        };
        for (family, expected) in &expected {
            assert_eq!(found.get(family), Some(expected), "{name}: {family}");
        }
        assert_eq!(found.len(), expected.len(), "{name}");
        checked += 1;
    }
    assert!(checked >= 30, "{checked} files");
}

/// The creatures of all files that a printed block has, completed by the rules of the game.
async fn creatures() -> Vec<Model> {
    let mut found = Vec::new();
    for (name, bytes) in files() {
        let (_, drafts) = reading(&name, bytes).await;
        for draft in drafts.creatures {
            let mut row = draft.row;
            row.apply_rules();
            // A text is known for a stat block by these.
            let lines = [row.armor_class, row.hit_points];
            if row.size.is_some() && lines.iter().all(Option::is_some) {
                found.push(row);
            }
        }
    }
    found
}

/// What a printed block does not tell, and parts without a name, which a plugin's block has no place for.
const DIFFERING: [&str; 6] = [
    "FantasyStatblocks, kettle.yaml, Rafter Crow",
    "FantasyStatblocks, kettle.md, Rafter Crow",
    "FantasyStatblocks, kettle.yaml, Ash Crow",
    "FantasyStatblocks, kettle.md, Ash Crow",
    "Homebrewery, Attic Owlbeast",
    "Homebrewery, Mug Mimic",
];

#[tokio::test]
async fn what_is_exported_comes_back_equal() {
    let (mut checked, mut differing) = (0, Vec::new());
    for creature in creatures().await {
        let name = creature.name.clone();
        for (format, file) in [
            (Format::FantasyStatblocks, "kettle.yaml"),
            (Format::FantasyStatblocks, "kettle.md"),
            (Format::ImprovedInitiative, "kettle.json"),
        ] {
            let made = export(&creature, None, format).unwrap();
            let text =
                if file == "kettle.md" { format!("# Note\n\n```statblock\n{made}\n```\n") } else { made.clone() };
            let (reading, mut drafts) = reading(file, text.into_bytes()).await;
            assert!(reading.skipped.is_empty(), "{name}: {:?}", reading.skipped);
            let mut back = drafts.creatures.remove(0).row;
            back.apply_rules();
            back.document_key.clone_from(&creature.document_key);
            back.slug.clone_from(&creature.slug);
            let again = export(&back, None, format).unwrap();
            if again != made {
                differing.push(format!("{format:?}, {file}, {name}"));
            }
            checked += 1;
        }
        // The reader of printed blocks reads what is printed.
        let made = export(&creature, None, Format::Homebrewery).unwrap();
        let (_, drafts) = reading("kettle.md", made.clone().into_bytes()).await;
        let back = &drafts.creatures[0].row;
        assert_eq!(back.name, name, "{made}");
        let names = |model: &Model| -> Vec<String> { model.actions.iter().map(|action| action.name.clone()).collect() };
        let parts = |model: &Model| {
            json!([
                model.armor_class,
                model.hit_points,
                model.ability_scores,
                model.challenge_rating,
                names(model).len()
            ])
        };
        if parts(back) != parts(&creature) {
            differing.push(format!("Homebrewery, {name}"));
        }
    }
    assert!(checked > 20, "{checked}");
    assert_eq!(differing, DIFFERING);
}

#[tokio::test]
async fn a_damaged_file_is_refused_with_its_place() {
    let brew = fs::read(folder().join("kettle-brew.json")).unwrap();
    let xml = fs::read(folder().join("kettle-brew.xml")).unwrap();
    let bomb = br#"<?xml version="1.0"?><!DOCTYPE c [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><compendium><spell><name>&b;</name></spell></compendium>"#;
    let deep = format!(
        "{{\"spell\": [{{\"name\": \"A\", \"source\": \"B\", \"entries\": {}{}}}]}}",
        "[".repeat(500),
        "]".repeat(500)
    );
    for (file, bytes, expected) in [
        ("brew.json", brew[..brew.len() / 2].to_vec(), "brew.json seems to be JSON that goes wrong at line"),
        ("brew.json", deep.into_bytes(), "brew.json seems to be JSON that goes wrong at line 1"),
        ("brew.xml", xml[..xml.len() / 2].to_vec(), "brew.xml, line "),
        ("brew.xml", bomb.to_vec(), "brew.xml, line 1, column 1: a document type with entities"),
        ("all.xml", b"<collection><doc href=\"a.xml\"/></collection>".to_vec(), "all.xml is a list of compendiums"),
        (&format!("{}.xml", "a".repeat(400)), xml.clone(), "aaaa"),
    ] {
        let refused = read_bytes(file, bytes).await.unwrap_err().to_string();
        assert!(refused.starts_with(expected), "{refused}");
    }
}

#[tokio::test]
async fn a_folder_of_all_formats_is_read_file_by_file() {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in files() {
        fs::write(dir.path().join(name), bytes).unwrap();
    }
    fs::write(dir.path().join("bad.xml"), "<compendium><spell>").unwrap();
    fs::write(dir.path().join("note.md"), "# A note\n\nWords.").unwrap();
    fs::create_dir_all(dir.path().join("packs/pots")).unwrap();
    fs::write(dir.path().join("packs/pots/CURRENT"), "MANIFEST-000004\n").unwrap();
    let readings = super::read(dir.path()).await.unwrap();
    assert_eq!(readings.len(), files().len());
    let notes = readings[0].notes.join(" ");
    assert!(notes.contains("Not read: bad.xml, line 1") && notes.contains("note.md"), "{notes}");
    let database = "packs/pots is a compendium of Foundry as a database";
    assert!(notes.contains(database), "{notes}");
}

/// A bomb of aliases, a map without a name, and lines in a database of Foundry.
#[tokio::test]
async fn odd_blocks_are_named_and_the_others_kept() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let list = vec![format!("*a{}", level - 1); 9].join(", ");
        let line = format!("a{level}: &a{level} [{list}]\n");
        bomb.push_str(&line);
    }
    let text = format!("```statblock\n{bomb}```\n\n```statblock\nname: Pot\nac: 12\n```\n\n```statblock\n- a\n```\n");
    let (read, drafts) = reading("pots.md", text.into_bytes()).await;
    assert_eq!((drafts.creatures.len(), read.skipped.len()), (1, 2), "{:?}", read.skipped);
    assert_eq!(read.skipped[0].key, "line 1");
    let lines = b"{\"name\": \"Iron\", \"type\": \"feat\", \"system\": {\"type\": {\"value\": \"feat\"}}}\n{\"name\": \"Tin\", \"type\": \"odd\", \"system\": {}}\n";
    let (read, drafts) = reading("feats.db", lines.to_vec()).await;
    assert_eq!((drafts.character_options.len(), read.skipped.len()), (1, 1));
}
