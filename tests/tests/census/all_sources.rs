//! All sources together, as they are captured: what the later ones fill and add, and that nothing is there twice.

use lorekeeper_content::Row;
use lorekeeper_ingest::{Rows, Times};
use lorekeeper_sources::open5e_v1;
use lorekeeper_tests::capture::{self, Capture};
use lorekeeper_tests::rows::rows;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The rows of all sources, drawn once; `None`, and a word about it, when there is no capture.
fn all() -> Option<&'static Rows> {
    static ALL: LazyLock<Option<Rows>> = LazyLock::new(draw);
    if ALL.is_none() {
        eprintln!("skipped: there are no captured records");
    }
    ALL.as_ref()
}

fn draw() -> Option<Rows> {
    let mut records = BTreeMap::new();
    for api in capture::all() {
        records.insert(api.name, Capture::read(api)?.records());
    }
    let rows = rows(&records, &Times::new());
    assert!(rows.faults.is_empty(), "{:?}", rows.faults);
    Some(rows)
}

/// Whether version 1 alone has a row.
fn is_added<R: Row>(row: &R) -> bool {
    row.origins().iter().all(|origin| origin.source == open5e_v1::NAME)
}

/// How many rows have a field from version 1.
fn filled<R: Row>(rows: &[R], field: &str) -> usize {
    let by_v1 = |row: &&R| row.field_sources().get(field).is_some_and(|s| s == open5e_v1::NAME);
    rows.iter().filter(by_v1).count()
}

/// How much version 1 alone has, by book and kind.
fn added<R: Row>(rows: &[R]) -> BTreeMap<(String, String), usize> {
    let mut added = BTreeMap::new();
    for row in rows.iter().filter(|row| is_added(*row)) {
        let place = (row.document_key().to_owned(), row.kind_name());
        *added.entry(place).or_default() += 1;
    }
    added
}

/// The key by which a name is the same in any spelling: its words without endings, sorted.
fn loose(slug: &str) -> String {
    const SMALL: [&str; 7] = ["a", "an", "and", "armor", "of", "or", "the"];
    let words = slug.split('-').filter(|word| !SMALL.contains(word));
    let mut words: Vec<&str> = words.map(|word| word.trim_end_matches('s')).collect();
    words.sort_unstable();
    words.dedup();
    words.join("-")
}

/// Rows of one book whose names are the same in another spelling, where version 1 alone has one of them.
fn doubles<R: Row>(rows: &[R]) -> Vec<String> {
    let mut places: BTreeMap<(String, String, String), Vec<&R>> = BTreeMap::new();
    for row in rows {
        let place = (row.document_key().to_owned(), row.match_group(), loose(row.slug()));
        places.entry(place).or_default().push(row);
    }
    let doubled = places.into_values().filter(|same| same.len() > 1);
    doubled
        .filter(|same| same.iter().any(|row| is_added(*row)))
        .flatten()
        .map(|row| row.identity().global_id())
        .collect()
}

#[test]
fn nothing_doubles() {
    let Some(all) = all() else {
        return;
    };
    let doubles = [
        doubles(&all.spells),
        doubles(&all.creatures),
        doubles(&all.equipment),
        doubles(&all.character_options),
        doubles(&all.rules),
    ];
    assert!(doubles.iter().all(Vec::is_empty), "{doubles:#?}");
    let books: Vec<&str> = all.documents.iter().map(|book| book.key.as_str()).collect();
    for slug in "menagerie blackflag cc dmag o5e taldorei warlock wotc-srd".split(' ') {
        assert!(!books.contains(&slug), "{slug} is a book of its own");
        let known = all.documents.iter().filter(|book| book.aliases.iter().any(|name| name == slug));
        assert_eq!(known.count(), 1, "{slug}");
    }
}

#[test]
fn version_1_fills_what_version_2_leaves_empty() {
    let Some(all) = all() else {
        return;
    };
    for (what, found, least) in [
        ("texts of creatures", filled(&all.creatures, "text"), 725),
        ("legendary preambles", filled(&all.creatures, "legendaryPreamble"), 119),
        ("actions", filled(&all.creatures, "actions"), 196),
        ("subtypes", filled(&all.creatures, "subtype"), 290),
        ("groups", filled(&all.creatures, "group"), 380),
        ("classes of spells", filled(&all.spells, "classSlugs"), 534),
        ("texts of options", filled(&all.character_options, "text"), 55),
        ("traits of races", filled(&all.character_options, "traits"), 1),
    ] {
        assert!(found >= least, "{what}: {found}");
    }
    let actions = all.creatures.iter().filter(|row| row.document_key == "tob3");
    let attacks = actions.filter(|row| row.actions.iter().any(|action| !action.attacks.is_empty()));
    assert!(attacks.count() >= 380, "the attacks of a book in short are not read");
}

#[test]
fn version_1_adds_only_what_the_others_lack() {
    let Some(all) = all() else {
        return;
    };
    assert!(added(&all.spells).is_empty());
    // Stat blocks in the texts of items that only version 1 has.
    let creatures = added(&all.creatures);
    assert!(creatures.keys().all(|(book, _)| book == "a5e"), "{creatures:?}");
    assert!(added(&all.character_options).is_empty());
    let counts = |added: BTreeMap<(String, String), usize>| {
        let counts = added.into_iter();
        let counts = counts.map(|((book, kind), count)| format!("{book} {kind}: {count}"));
        counts.collect::<Vec<_>>().join(", ")
    };
    let expected =
        "a5e magic_item: 546, tdcs magic_item: 1, toh armor: 5, toh magic_item: 29, toh weapon: 31, vom magic_item: 51";
    assert_eq!(counts(added(&all.equipment)), expected);
    let expected = "srd-2014 plane: 2, srd-2014 rule: 1, srd-2014 section: 1";
    assert_eq!(counts(added(&all.rules)), expected);
    let added = all.equipment.iter().filter(|row| is_added(*row));
    let grouped = added.filter(|row| !row.variant_slugs.is_empty());
    assert!(grouped.count() >= 40, "the variants of items are not related");
}
