mod settled;

use super::*;
use lorekeeper_content::{rule, spell};

fn evidence(tables: PrintedTables, times: &Times) -> Evidence<'_> {
    Evidence { tables, lexicon: Lexicon::default(), spell_names: SpellNames::default(), times }
}

fn draft<R: Default>(source: &str, key: &str, row: R) -> Draft<R> {
    let origin = Origin { source: source.into(), key: key.into(), ..Origin::default() };
    Draft { row, origin, section: None, unstated: Vec::new() }
}

fn ward() -> spell::Model {
    spell::Model {
        document_key: "book".into(),
        slug: "ember-ward".into(),
        name: "Ember Ward".into(),
        ..spell::Model::default()
    }
}

#[test]
fn empty_fields_are_filled_by_the_next_source() {
    let mine = spell::Model { level: 2, school: Some("abjuration".into()), ..ward() };
    let theirs = spell::Model {
        level: 3,
        school: Some("evocation".into()),
        class_slugs: vec!["wizard".into()],
        saving_throw_success: Some("half".into()),
        ..ward()
    };
    let (rows, faults) = rows(
        vec![vec![draft("one", "a", mine)], vec![draft("two", "b", theirs)]],
        &BookParts::default(),
        &evidence(PrintedTables::default(), &Times::new()),
    );
    assert_eq!((rows.len(), faults.len()), (1, 0));
    let row = &rows[0];
    assert_eq!((row.level, row.school.as_deref()), (2, Some("abjuration")));
    assert_eq!(row.class_slugs, ["wizard"]);
    assert_eq!(row.origins.len(), 2);
    let fields: Vec<_> = row.field_sources.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    assert_eq!(fields, [("classSlugs", "two"), ("savingThrowSuccess", "two")]);
}

#[test]
fn union_columns_are_united() {
    let of = |classes: &[&str]| spell::Model {
        class_slugs: classes.iter().map(|class| (*class).to_owned()).collect(),
        subclass_slugs: classes.iter().map(|class| (*class).to_owned()).collect(),
        ..ward()
    };
    let (rows, _) = rows(
        vec![vec![draft("one", "a", of(&["wizard", "bard"]))], vec![draft("two", "b", of(&["wizard", "paladin"]))]],
        &BookParts::default(),
        &evidence(PrintedTables::default(), &Times::new()),
    );
    assert_eq!(rows[0].class_slugs, ["bard", "paladin", "wizard"]);
    // Other lists are not united.
    assert_eq!(rows[0].subclass_slugs, ["wizard", "bard"]);
    let fields: Vec<_> = rows[0].field_sources.iter().collect();
    assert_eq!(fields, [(&"classSlugs".to_owned(), &"two".to_owned())]);
}

#[test]
fn a_document_has_the_aliases_of_all_sources() {
    let book = |aliases: &[&str]| document::Model {
        key: "pond".into(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        ..document::Model::default()
    };
    let rows = documents(
        vec![vec![draft("one", "a", book(&["the-pond"]))], vec![draft("two", "b", book(&["pnd", "The-Pond", "Pond"]))]],
        &Times::new(),
    );
    assert_eq!(rows[0].aliases, ["the-pond", "pnd"]);
    assert!(!rows[0].field_sources.contains_key("aliases"));
}

#[test]
fn slugs_of_the_same_name_in_one_book_are_disambiguated() {
    let rule = |section: Option<&str>, key: &str| Draft {
        row: rule::Model { document_key: "book".into(), slug: "checks".into(), ..rule::Model::default() },
        origin: Origin { key: key.into(), ..Origin::default() },
        section: section.map(str::to_owned),
        unstated: Vec::new(),
    };
    let (rows, _) = rows(
        vec![vec![rule(Some("Abilities"), "book_a"), rule(Some("Skills"), "book_b"), rule(None, "book_c")]],
        &BookParts::default(),
        &evidence(PrintedTables::default(), &Times::new()),
    );
    let slugs: Vec<&str> = rows.iter().map(|r| r.slug.as_str()).collect();
    assert_eq!(slugs, ["checks", "checks-abilities", "checks-skills"]);
}

#[test]
fn books_inherit_core_fields_and_core_keeps_what_no_book_has() {
    let language = |book: &str, slug: &str, script: Option<&str>| {
        let row = rule::Model {
            document_key: book.into(),
            slug: slug.into(),
            script: script.map(str::to_owned),
            ..rule::Model::default()
        };
        draft(book, slug, row)
    };
    let core = vec![language("core", "owlish", Some("Hoots")), language("core", "mothic", None)];
    let book = vec![language("book", "owlish", None)];
    let (rows, _) = rows(vec![core, book], &BookParts::default(), &evidence(PrintedTables::default(), &Times::new()));
    let ids: Vec<_> = rows.iter().map(|r| (r.document_key.as_str(), r.slug.as_str())).collect();
    assert_eq!(ids, [("book", "owlish"), ("core", "mothic")]);
    assert_eq!(rows[0].script.as_deref(), Some("Hoots"));
    assert_eq!(rows[0].field_sources.get("script").map(String::as_str), Some("core"));
}

#[test]
fn two_books_are_never_merged() {
    let other = spell::Model { document_key: "other".into(), ..ward() };
    let (rows, _) = rows(
        vec![vec![draft("one", "a", ward()), draft("one", "b", other)]],
        &BookParts::default(),
        &evidence(PrintedTables::default(), &Times::new()),
    );
    assert_eq!(rows.len(), 2);
}

#[test]
fn features_are_filled_one_by_one() {
    use lorekeeper_content::character_option::{Feature, Model};
    let class = |levels: &[i32], slugs: &[&str]| Model {
        document_key: "book".into(),
        slug: "toad".into(),
        features: slugs
            .iter()
            .map(|slug| Feature { slug: (*slug).to_owned(), levels: levels.to_vec(), ..Feature::default() })
            .collect::<Vec<_>>()
            .into(),
        ..Model::default()
    };
    let (rows, _) = rows(
        vec![
            vec![draft("one", "a", class(&[], &["leap", "rest"]))],
            vec![draft("two", "b", class(&[3], &["croak", "leap"]))],
        ],
        &BookParts::default(),
        &evidence(PrintedTables::default(), &Times::new()),
    );
    let features = rows[0].features.iter();
    let levels: Vec<_> = features.map(|feature| (feature.slug.as_str(), feature.levels.as_slice())).collect();
    assert_eq!(levels, [("leap", &[3][..]), ("rest", &[][..])]);
}

#[test]
fn a_book_that_is_no_record_came_with_the_records_of_its_source() {
    let origin = |source, key| draft(source, key, ()).origin;
    let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
    let times = Times::from([(origin("one", "a"), at(1)), (origin("one", "b"), at(2)), (origin("two", "c"), at(3))]);
    assert_eq!(latest(&[origin("one", "a")], &times), at(1));
    assert_eq!(latest(&[origin("one", "book")], &times), at(2));
}

#[test]
fn what_a_record_does_not_state_comes_from_another() {
    let spell = |source: &str, level: i32| {
        let origin = Origin { source: source.into(), ..Origin::default() };
        let row = spell::Model { document_key: "book".into(), slug: "croak".into(), level, ..spell::Model::default() };
        Draft::new(row, origin)
    };
    let drawn = |drafts: Vec<Draft<spell::Model>>| {
        let sources = drafts.into_iter().map(|draft| vec![draft]).collect();
        let (rows, faults) = rows(sources, &BookParts::default(), &evidence(PrintedTables::default(), &Times::new()));
        assert!(faults.is_empty(), "{faults:?}");
        let [row] = <[spell::Model; 1]>::try_from(rows).unwrap();
        (row.level, row.field_sources.get("level").cloned())
    };
    let unstated = || spell("pond", 0).unstated([("level", true)]);
    let other = drawn(vec![unstated(), spell("lake", 3)]);
    assert_eq!(other, (3, Some("lake".to_owned())));
    assert_eq!(drawn(vec![spell("lake", 3), unstated()]), (3, None));
    assert_eq!(drawn(vec![unstated()]), (0, None));
}
