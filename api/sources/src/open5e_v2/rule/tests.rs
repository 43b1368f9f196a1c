use super::*;
use serde_json::{Value, json};

fn drawn(endpoints: &[(&str, Vec<Value>)]) -> Drafts {
    let mut records = Records::default();
    for (endpoint, raws) in endpoints {
        let list = raws.iter().map(|raw| Record {
            key: raw["key"].as_str().unwrap_or_default().to_owned(),
            url: String::new(),
            raw: raw.clone(),
        });
        records.0.insert((*endpoint).to_owned(), list.collect());
    }
    let mut drafts = Drafts::default();
    draw(&records, &mut drafts);
    drafts
}

fn described(book: &str, text: &str) -> Value {
    json!({"desc": text, "document": book, "gamesystem": "any"})
}

#[test]
fn a_concept_is_one_row_a_book() {
    let drafts = drawn(&[(
        "conditions",
        vec![json!({
            "key": "dizzy", "name": "Dizzy", "document": {"key": "core"},
            "icon": {"name": "Dizzy", "key": "d", "file_url": "/d.svg", "alt_text": "A spiral.", "attribution": ""},
            "descriptions": [described("old", "Spins."), described("new", "Reels.")]
        })],
    )]);
    let rows: Vec<(&str, &str)> = drafts
        .rules
        .iter()
        .map(|d| (d.row.document_key.as_str(), d.row.text.as_str()))
        .collect();
    assert_eq!(rows, [("old", "Spins."), ("new", "Reels.")]);
    let icon = drafts.rules[0].row.icon.as_ref().unwrap();
    assert_eq!(
        (icon.url.as_str(), icon.attribution.as_deref()),
        ("/d.svg", None)
    );
}

#[test]
fn what_no_book_describes_stays_where_it_is() {
    let drafts = drawn(&[
        (
            "damagetypes",
            vec![json!({"key": "sound", "name": "Sound", "document": "core", "descriptions": []})],
        ),
        (
            "environments",
            vec![json!({
                "key": "mire", "name": "Mire", "desc": "[None provided]", "aquatic": true,
                "planar": false, "interior": false, "document": "core"
            })],
        ),
        (
            "conditions",
            vec![json!({"key": "poisoned", "document": "core"})],
        ),
    ]);
    let [sound, mire] = drafts.rules.as_slice() else {
        panic!("two rows")
    };
    assert_eq!(
        (sound.row.document_key.as_str(), sound.row.text.as_str()),
        ("core", "")
    );
    assert_eq!((mire.row.text.as_str(), mire.row.aquatic), ("", Some(true)));
    assert_eq!(drafts.skipped.len(), 1);
}

#[test]
fn abilities_know_the_skills_of_their_book() {
    let skill = |name: &str, book: &str| {
        json!({"key": name, "name": name, "document": book, "ability": "str",
               "descriptions": [described(book, "Useful.")]})
    };
    let drafts = drawn(&[
        (
            "abilities",
            vec![json!({
                "key": "str", "name": "Strength", "short_desc": "power", "document": "core",
                "descriptions": [described("old", "Lifts."), described("new", "Heaves.")],
                "skills": [skill("Arm Wrestling", "old"), skill("Juggling", "new")]
            })],
        ),
        ("skills", vec![skill("Juggling", "new")]),
    ]);
    let rows: Vec<&Model> = drafts.rules.iter().map(|d| &d.row).collect();
    let strength = rows.iter().find(|r| r.document_key == "old").unwrap();
    assert_eq!(strength.related_slugs, ["arm-wrestling"]);
    assert_eq!(strength.abbreviation.as_deref(), Some("STR"));
    let juggling = rows.iter().find(|r| r.kind == Kind::Skill).unwrap();
    assert_eq!(juggling.ability.as_deref(), Some("strength"));
    assert_eq!(rows.len(), 3);
}

#[test]
fn alignments_are_named_by_their_key() {
    let drafts = drawn(&[(
        "alignments",
        vec![json!({
            "key": "lawful-odd", "morality": "odd", "societal_attitude": "lawful", "short_name": "LO",
            "descriptions": [], "document": {"key": "core"}
        })],
    )]);
    let row = &drafts.rules[0].row;
    assert_eq!(
        (row.name.as_str(), row.slug.as_str()),
        ("Lawful Odd", "lawful-odd")
    );
    assert_eq!(row.abbreviation.as_deref(), Some("LO"));
    assert_eq!(row.morality.as_deref(), Some("odd"));
}

#[test]
fn languages_name_their_script() {
    let language = |key: &str, name: &str, script: Option<&str>| {
        json!({"key": key, "name": name, "desc": "Typical speakers are newts.", "document": "core",
               "is_exotic": true, "is_secret": false, "script_language": script})
    };
    let drafts = drawn(&[(
        "languages",
        vec![
            language("newtish", "Newtish", Some("old-toad")),
            language("old-toad", "Old Toad", None),
        ],
    )]);
    let row = &drafts.rules[0].row;
    assert_eq!(row.script.as_deref(), Some("Old Toad"));
    assert_eq!((row.exotic, row.secret), (Some(true), Some(false)));
    assert_eq!(row.typical_speakers, ["newts"]);
}

#[test]
fn rules_know_their_section() {
    let rule = |name: &str, index: i32| {
        json!({"key": name, "name": name, "desc": "So.", "index": index, "initialHeaderLevel": 2,
               "document": "book", "ruleset": "book_parrying"})
    };
    let rules = vec![rule("Riposte", 2), rule("Feint", 1)];
    let drafts = drawn(&[
        (
            "rulesets",
            vec![
                json!({"key": "book_parrying", "name": "Parrying", "desc": "How to.",
            "document": {"key": "book"}, "rules": rules}),
            ],
        ),
        ("rules", rules),
    ]);
    let [section, riposte, _] = drafts.rules.as_slice() else {
        panic!("three rows")
    };
    assert_eq!(section.row.kind, Kind::Section);
    assert_eq!(section.row.related_slugs, ["feint", "riposte"]);
    assert_eq!(riposte.row.section_slug.as_deref(), Some("parrying"));
    assert_eq!(riposte.row.section_name.as_deref(), Some("Parrying"));
    assert_eq!(
        (riposte.row.order, riposte.row.heading_level),
        (Some(2), Some(2))
    );
    assert_eq!(riposte.section.as_deref(), Some("parrying"));
}
