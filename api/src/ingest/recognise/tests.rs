//! Who is recognised as whom.

use super::*;
use crate::family::{equipment, slugify, spell};
use equipment::Kind::{Gear, MagicItem, Weapon};

fn spell(document: &str, name: &str) -> Draft<spell::Model> {
    let row = spell::Model {
        document_key: document.into(),
        slug: slugify(name),
        name: name.into(),
        ..spell::Model::default()
    };
    Draft {
        row,
        ..Draft::default()
    }
}

/// The identities that a later source's spells get, when an earlier one has the first.
fn met(earlier: &[(&str, &str)], later: &[(&str, &str)], parts: &Parts) -> Vec<String> {
    let drafts =
        |list: &[(&str, &str)]| list.iter().map(|(book, name)| spell(book, name)).collect();
    let mut sources = [drafts(earlier), drafts(later)];
    recognise(&mut sources, parts);
    let later = sources[1].iter();
    later
        .map(|draft| format!("{}:{}", draft.row.document_key, draft.row.slug))
        .collect()
}

#[test]
fn other_spellings_are_recognised() {
    for (earlier, later) in [
        ("Hand of the Newt", "Newt, Hand"),
        ("Newt (Giant)", "Giant Newt"),
        ("Salt & Vinegar", "Salt and Vinegar"),
        ("Lair Action", "Lair Actions"),
        ("Resting", "Rest"),
        ("Reed Armor", "Reed"),
        ("Fire-Newt", "Firenewt"),
        ("Sallamander Form", "Salamander Form"),
    ] {
        let found = met(&[("pond", earlier)], &[("pond", later)], &Parts::default());
        assert_eq!(found, [format!("pond:{}", slugify(earlier))], "{later}");
    }
}

#[test]
fn what_is_not_certain_is_left_alone() {
    let none = Parts::default();
    for (earlier, later) in [
        // Numbers count.
        (
            &[("pond", "Newt Charm (+1)")][..],
            &[("pond", "Newt Charm (+2)")][..],
        ),
        // Another book.
        (&[("pond", "Giant Newt")], &[("lake", "Newt, Giant")]),
        // Two partners, or two who ask.
        (
            &[("pond", "Giant Newt"), ("pond", "Newt of the Giant")],
            &[("pond", "The Newt Giant")],
        ),
        (
            &[("pond", "Giant Newt")],
            &[("pond", "Newt, Giant"), ("pond", "Newt (Giant)")],
        ),
        // The partner is there under its own name.
        (
            &[("pond", "Rest")],
            &[("pond", "Rest"), ("pond", "Resting")],
        ),
        // The concepts of no book.
        (&[("core", "Giant Newt")], &[("core", "Newt, Giant")]),
    ] {
        let expected: Vec<String> = later
            .iter()
            .map(|(book, name)| format!("{book}:{}", slugify(name)))
            .collect();
        assert_eq!(met(earlier, later, &none), expected);
    }
}

#[test]
fn a_whole_book_is_compared_with_its_parts() {
    let book = |key: &str, source: &str| document::Model {
        key: key.into(),
        source: source.into(),
        ..document::Model::default()
    };
    let parts = Parts::of(&[
        book("pond", "two"),
        book("pond-east", "one"),
        book("pond-west", "one"),
        book("tarn", "one"),
        book("tarn-2", "one"),
        book("mere", "two"),
        book("mere-2", "one"),
        book("well", orcbrew::NAME),
        book("well-1", "one"),
        book("well-2", "one"),
    ]);
    let found = met(
        &[
            ("pond-east", "Ripple"),
            ("pond-east", "Wave"),
            ("pond-west", "Wave"),
            ("tarn-2", "Foam"),
            ("mere-2", "Eddy"),
            ("well-1", "Drop"),
        ],
        &[
            ("pond", "Ripple"),
            ("pond", "Wave"),
            ("pond", "Splash"),
            ("tarn", "Foam"),
            ("mere", "Eddy"),
            ("well", "Drop"),
        ],
        &parts,
    );
    // Two parts have the wave; a tarn is a book beside another, and one edition of a mere is no part of it.
    assert_eq!(
        found,
        [
            "pond-east:ripple",
            "pond:wave",
            "pond:splash",
            "tarn:foam",
            "mere:eddy",
            "well:drop"
        ]
    );
}

#[test]
fn what_is_filed_as_another_kind_of_equipment_takes_the_kind() {
    let item = |kind, name: &str| {
        let row = equipment::Model {
            document_key: "pond".into(),
            kind,
            slug: slugify(name),
            ..equipment::Model::default()
        };
        Draft {
            row,
            ..Draft::default()
        }
    };
    let mut sources = [
        vec![item(Weapon, "Newt Fork")],
        vec![item(MagicItem, "Newt Fork"), item(Gear, "Towel")],
    ];
    recognise(&mut sources, &Parts::default());
    let kinds: Vec<_> = sources[1].iter().map(|draft| draft.row.kind).collect();
    assert_eq!(kinds, [Weapon, Gear]);
}
