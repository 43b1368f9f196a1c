use super::*;
use equipment::Kind::{Gear, MagicItem, Weapon};
use lorekeeper_content::{equipment, slugify, spell};

fn spell(document: &str, name: &str) -> Draft<spell::Model> {
    let row = spell::Model {
        document_key: document.into(),
        slug: slugify(name),
        name: name.into(),
        ..spell::Model::default()
    };
    Draft { row, ..Draft::default() }
}

/// The identities that a later source's spells get, when an earlier one has the first.
fn resolved(earlier: &[(&str, &str)], later: &[(&str, &str)], parts: &BookParts) -> Vec<String> {
    let drafts = |list: &[(&str, &str)]| list.iter().map(|(book, name)| spell(book, name)).collect();
    let mut sources = [drafts(earlier), drafts(later)];
    resolve(&mut sources, parts);
    let later = sources[1].iter();
    later.map(|draft| format!("{}:{}", draft.row.document_key, draft.row.slug)).collect()
}

#[test]
fn other_spellings_match() {
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
        let found = resolved(&[("pond", earlier)], &[("pond", later)], &BookParts::default());
        assert_eq!(found, [format!("pond:{}", slugify(earlier))], "{later}");
    }
}

#[test]
fn ambiguous_drafts_are_left_alone() {
    let none = BookParts::default();
    for (earlier, later) in [
        // Numbers count.
        (&[("pond", "Newt Charm (+1)")][..], &[("pond", "Newt Charm (+2)")][..]),
        // Another book.
        (&[("pond", "Giant Newt")], &[("lake", "Newt, Giant")]),
        // Two candidates, or two drafts that match one.
        (&[("pond", "Giant Newt"), ("pond", "Newt of the Giant")], &[("pond", "The Newt Giant")]),
        (&[("pond", "Giant Newt")], &[("pond", "Newt, Giant"), ("pond", "Newt (Giant)")]),
        // The later source has the candidate under its own name.
        (&[("pond", "Rest")], &[("pond", "Rest"), ("pond", "Resting")]),
        // Entities of no book.
        (&[("core", "Giant Newt")], &[("core", "Newt, Giant")]),
    ] {
        let expected: Vec<String> = later.iter().map(|(book, name)| format!("{book}:{}", slugify(name))).collect();
        assert_eq!(resolved(earlier, later, &none), expected);
    }
}

#[test]
fn a_whole_book_is_compared_with_its_parts() {
    let book = |key: &str, source: &str| document::Model {
        key: key.into(),
        source: source.into(),
        ..document::Model::default()
    };
    let parts = BookParts::from_documents(&[
        book("pond", "two"),
        book("pond-east", "one"),
        book("pond-west", "one"),
        book("tarn", "one"),
        book("tarn-2", "one"),
        book("mere", "two"),
        book("mere-2", "one"),
        book("well", "orcbrew"),
        book("well-1", "one"),
        book("well-2", "one"),
    ]);
    let found = resolved(
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
    assert_eq!(found, ["pond-east:ripple", "pond:wave", "pond:splash", "tarn:foam", "mere:eddy", "well:drop"]);
}

#[test]
fn equipment_of_another_kind_takes_the_kind() {
    let item = |kind, name: &str| {
        let row =
            equipment::Model { document_key: "pond".into(), kind, slug: slugify(name), ..equipment::Model::default() };
        Draft { row, ..Draft::default() }
    };
    let mut sources = [vec![item(Weapon, "Newt Fork")], vec![item(MagicItem, "Newt Fork"), item(Gear, "Towel")]];
    resolve(&mut sources, &BookParts::default());
    let kinds: Vec<_> = sources[1].iter().map(|draft| draft.row.kind).collect();
    assert_eq!(kinds, [Weapon, Gear]);
}
