use super::fixtures::read;
use super::*;
use crate::import::{ReadError, Reading};
use lorekeeper_content::character_option::Kind;
use serde_json::Value;
use std::fmt::Write;

/// A small pack in the shapes that real files have.
const PACK: &str = include_str!("../../cases/kettle.orcbrew");

fn reading() -> Reading {
    read("packs/kitchen.orcbrew", PACK.as_bytes()).unwrap()
}

#[test]
fn every_type_ends_in_a_row() {
    let reading = reading();
    let drafts = normalise(&reading.records);
    assert_eq!(drafts.skipped, []);
    let book = &drafts.documents[0].row;
    assert_eq!((drafts.documents.len(), book.key.as_str()), (1, "kettle-spoon"));
    assert_eq!(book.name, "Kettle & Spoon");
    assert_eq!(book.aliases, ["Kettle & Spoon", "kitchen"]);
    assert_eq!((drafts.spells.len(), drafts.creatures.len()), (2, 1));
    let kinds = |kind| drafts.character_options.iter().filter(|d| d.row.kind == kind).count();
    assert_eq!(
        [Kind::Race, Kind::Subrace, Kind::Class, Kind::Subclass, Kind::Background, Kind::Feat].map(kinds),
        [1, 1, 1, 1, 1, 2]
    );
    assert_eq!(drafts.rules.len(), 2);
    assert!(drafts.spells.iter().all(|d| d.row.document_key == "kettle-spoon"));
}

/// The examples of the documentation are read whole: nothing is left out, and no property is unknown.
#[test]
fn examples_of_the_documentation_are_read() {
    let guide = include_str!("../../../../docs/guides/importing.md");
    let reference = include_str!("../../../../docs/reference/orcbrew.md");
    for (page, spell, creatures) in [(guide, "Ladle of Warding", 0), (reference, "Soup Storm", 1)] {
        let (_, example) = page.split_once("```clojure\n").expect("an example");
        let (example, _) = example.split_once("```").expect("its end");
        let reading = read("homebrew.orcbrew", example.as_bytes()).unwrap();
        assert_eq!(reading.skipped, []);
        assert!(reading.notes.is_empty(), "{:?}", reading.notes);
        let drafts = normalise(&reading.records);
        assert_eq!(drafts.skipped, []);
        assert_eq!(drafts.documents[0].row.name, "My Book");
        assert_eq!(drafts.creatures.len(), creatures);
        let row = &drafts.spells[0].row;
        assert_eq!((drafts.spells.len(), row.name.as_str()), (1, spell));
        assert!(row.verbal && row.somatic && !row.class_slugs.is_empty());
        assert!(row.school.is_some() && !row.text.is_empty());
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let reading = reading();
    assert_eq!(reading.skipped.len(), 1);
    assert_eq!(reading.skipped[0].key, "Kettle & Spoon/orcpub.dnd.e5/spells/broken");
    assert_eq!(reading.skipped[0].reason, "it is a number, not a map");
    assert!(reading.notes[0].contains("orcpub.dnd.e5/mysteries"));
    let spell = &reading.records.endpoint("spells")[1];
    assert_eq!(spell.key, "kettle-spoon/steam-burst");
    assert_eq!(spell.url, "orcbrew:packs/kitchen.orcbrew#Kettle & Spoon/orcpub.dnd.e5/spells/steam-burst");
    assert_eq!(spell.raw["spell-lists"]["bard"], false);
    assert_eq!(spell.raw.get("edit-event"), None);
}

#[test]
fn an_option_pack_is_the_book_unless_it_says_nothing() {
    for (pack, around, expected) in [
        (r#""Own""#, Some(r#""Around""#), "own"),
        (r#""""#, Some(r#""Around""#), "around"),
        ("5", Some(r#""Around""#), "around"),
        (r#""2017""#, Some(r#""Around""#), "around"),
        ("nil", Some(r#""Default Option Source""#), "file"),
        (r#""Default Option Source""#, None, "file"),
        (r#""srd-2014""#, None, "srd-2014-orcbrew"),
    ] {
        let item = format!("{{:orcpub.dnd.e5/feats {{:x {{:name \"X\" :option-pack {pack}}}}}}}");
        let text = match around {
            Some(around) => format!("{{{around} {item}}}"),
            None => item,
        };
        let reading = read("file.orcbrew", text.as_bytes()).unwrap();
        assert_eq!(reading.records.endpoint("feats")[0].key, format!("{expected}/x"), "{text}");
    }
}

#[test]
fn the_oldest_files_are_read() {
    let text = r#"{:orcpub.dnd.e5/plugins {:old-pack {:orcpub.dnd.e5.options/name "Old Pack"
        :orcpub.dnd.e5.options/owner nil
        :orcpub.dnd.e5.options/races [] :orcpub.dnd.e5.options/feats [{:key :nap :name "Nap"}]}}}"#;
    let reading = read("x.orcbrew", text.as_bytes()).unwrap();
    assert_eq!(reading.records.endpoint("feats")[0].key, "old-pack/nap");
}

#[test]
fn same_keys_count_once_and_like_keys_twice() {
    let text = r#"{"A" {:orcpub.dnd.e5/feats {:tough {:name "One" :option-pack "B"}
                                             :tough- {:name "Two" :option-pack "B"}}}
                  "B" {:disabled? true :orcpub.dnd.e5/feats {:tough {:name "Three"} :tough {:name "Four"}}}}"#;
    let reading = read("x.orcbrew", text.as_bytes()).unwrap();
    let keys: Vec<_> =
        reading.records.endpoint("feats").iter().map(|r| (r.key.as_str(), r.raw["name"].as_str().unwrap())).collect();
    assert_eq!(keys, [("b/tough", "Four"), ("b/tough-2", "Two")]);
    assert_eq!(reading.notes.len(), 3, "{:?}", reading.notes);
}

#[test]
fn what_is_no_orcbrew_file_is_refused() {
    for (text, line, column) in [("{:a 1\n :b [1 2}", 2, 9), ("{:a \"x", 1, 5), ("{:a}", 1, 4)] {
        match read("x.orcbrew", text.as_bytes()) {
            Err(ReadError::Syntax { line: l, column: c, .. }) => assert_eq!((l, c), (line, column)),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(matches!(read("x", b"{:a {:b 1}}"), Err(ReadError::Unknown { .. })));
    assert!(matches!(read("x", b"[1 2]"), Err(ReadError::Syntax { .. })));
    assert_eq!(read("x", b"{}").unwrap().records, Records::default());
}

#[test]
fn edn_is_told_from_json() {
    for (text, expected) in [
        ("\u{feff} ; hello\n{\"Book\" {}}", true),
        ("#:orcpub.dnd.e5{:spells {}}", true),
        ("{nil nil, :a 1}", true),
        ("{\"a\": {\"b\": 1}}", false),
        ("{\"a\\\" \" : 1}", false),
        ("{}", false),
        ("[1]", false),
        ("SQLite format 3\0", false),
        ("PK\u{3}\u{4}", false),
        ("", false),
    ] {
        assert_eq!(recognises(text.as_bytes()), expected, "{text}");
    }
    let utf16: Vec<u8> = "\u{feff}{:a {}}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(recognises(&utf16));
}

#[test]
fn files_of_the_second_format_are_read() {
    let text = r#"{:orcbrew/format-version 2 :orcbrew/requires [:grants]
        :orcbrew/content {"Kettle" {:orcpub.dnd.e5/fighting-styles {:pan {:key :pan :name "Pan"}}}}}"#;
    let reading = read("x.orcbrew", text.as_bytes()).unwrap();
    assert_eq!(reading.records.endpoint("fighting-styles")[0].key, "kettle/pan");
    assert_eq!(reading.records.endpoint("books")[0].url, "orcbrew:x.orcbrew#Kettle");
    assert_eq!(reading.notes, Vec::<String>::new());
}

#[test]
fn several_books_and_a_single_one_are_read() {
    for (text, books) in [
        (
            r#"{"A" {:orcpub.dnd.e5/feats {:x {:name "X"}}} "B" {:orcpub.dnd.e5/feats {:x {:name "X"}}}}"#,
            &["a", "b"][..],
        ),
        (r#"{"A" {:orcpub.dnd.e5/feats {:x {:name "X"}}}} {"B" {:orcpub.dnd.e5/feats {:x {:name "X"}}}}"#, &["a", "b"]),
        (r#"{:orcpub.dnd.e5/feats {:x {:name "X"}}}"#, &["my-file"]),
        (r#"#:orcpub.dnd.e5{:feats {:x {:name "X" :option-pack "Own"} :y {:name "Y"}}}"#, &["my-file", "own"]),
        (r#"{"" {:orcpub.dnd.e5/feats {:x {:name "X" :option-pack 2017}}}}"#, &["my-file"]),
    ] {
        let reading = read("My File.orcbrew", text.as_bytes()).unwrap();
        let mut found: Vec<_> = normalise(&reading.records).documents.into_iter().map(|d| d.row.key).collect();
        found.sort();
        assert_eq!(found, books, "{text}");
    }
}

#[test]
fn what_is_too_deep_is_refused_in_a_sentence() {
    let deep =
        format!("{{\"B\" {{:orcpub.dnd.e5/feats {{:x {{:name \"X\" :a {}1{}}}}}}}}}", "[".repeat(150), "]".repeat(150));
    let reading = read("x.orcbrew", deep.as_bytes()).unwrap();
    assert_eq!(reading.skipped[0].reason, "it is nested more than 100 deep");
    let deeper = "[".repeat(1_000_000);
    let refused = read("x.orcbrew", format!("{{:a {deeper}").as_bytes()).unwrap_err().to_string();
    assert!(refused.ends_with("more than 256 brackets lie within each other"), "{refused}");
}

#[test]
fn a_file_of_many_megabytes_is_read_in_seconds() {
    let mut text = String::from("{\"Large\" {:orcpub.dnd.e5/spells {");
    let words = "Each creature in a 20-foot-radius sphere must make a Dexterity saving throw, taking 3d6 fire damage on a failed save.\n";
    for n in 0..4500 {
        write!(
            text,
            ":spell-{n} {{:name \"Spell {n}\", :key :spell-{n}, :level {}, :school \"evocation\", :casting-time \"1 action\", \
             :range \"60 feet\", :duration \"Instantaneous\", :components {{:verbal true}}, :spell-lists {{:wizard true}}, \
             :description \"{}\"}}, ",
            n % 10,
            words.repeat(5).replace('\n', "\\n")
        )
        .unwrap();
    }
    text.push_str("}}}");
    assert!(text.len() > 3_500_000, "{}", text.len());
    let begun = std::time::Instant::now();
    let reading = read("large.orcbrew", text.as_bytes()).unwrap();
    let seconds = begun.elapsed().as_secs_f64();
    assert_eq!(reading.records.endpoint("spells").len(), 4500);
    // It takes well under one, also unoptimised; machines that do other things besides get time to spare.
    assert!(seconds < 10.0, "{seconds} s");
}

#[test]
fn a_name_that_all_below_it_would_repeat_is_bounded() {
    let long = "n".repeat(100_000);
    let items = (0..500).map(|n| format!(":i{n} {{:name \"Spoon {n}\"}}"));
    let items: String = items.collect();
    let good = "\"Pans\" {:orcpub.dnd.e5/spells {:pan {:name \"Pan\"}}}";
    for book in [
        format!("\"{long}\" {{:orcpub.dnd.e5/spells {{{items}}}}}"),
        format!("\"B\" {{:name \"{long}\" :orcpub.dnd.e5/spells {{{items}}}}}"),
        format!("\"B\" {{:orcpub.dnd.e5/spells {{:{long} {{:name \"Spoon\"}}}}}}"),
    ] {
        let text = format!("{{{book} {good}}}");
        let reading = read("pans.orcbrew", text.as_bytes()).unwrap();
        assert_eq!(reading.records.endpoint("spells").len(), 1);
        assert_eq!(reading.skipped.len(), 1);
        assert!(reading.skipped[0].reason.contains("longer than 300"));
        assert!(reading.skipped[0].key.len() < 200);
    }
    let refused = read(&format!("{long}.orcbrew"), b"{}").unwrap_err();
    assert!(refused.to_string().contains("rename it"), "{refused}");
}

#[test]
fn many_items_of_like_keys_are_told_apart_in_a_moment() {
    let items =
        (0..20_000).map(|n| format!(":pan{} {{:name \"Pan\"}} ", "!".repeat(n % 142 + 1) + &"?".repeat(n / 142)));
    let text = format!("{{\"Pans\" {{:orcpub.dnd.e5/spells {{{}}}}}}}", items.collect::<String>());
    let start = std::time::Instant::now();
    let reading = read("pans.orcbrew", text.as_bytes()).unwrap();
    let spells = reading.records.endpoint("spells");
    let keys: std::collections::BTreeSet<&str> = spells.iter().map(|r| r.key.as_str()).collect();
    assert_eq!(keys.len(), 20_000);
    assert!(keys.contains("pans/pan") && keys.contains("pans/pan-20000"));
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn the_rows_of_a_whole_file_have_what_its_items_say() {
    let expected: Value = serde_json::from_str(include_str!("../../cases/kitchen.json")).unwrap();
    crate::cases::check("kitchen", &expected["rows"], &fixtures::drafts());
}
