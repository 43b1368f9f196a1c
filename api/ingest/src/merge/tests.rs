use super::*;
use lorekeeper_content::creature::Abilities;
use lorekeeper_content::{creature, rule, spell};

fn draft<R: Default>(source: &str, key: &str, row: R) -> Draft<R> {
    let origin = Origin {
        source: source.into(),
        key: key.into(),
        ..Origin::default()
    };
    Draft {
        row,
        origin,
        section: None,
    }
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
    let mine = spell::Model {
        level: 2,
        school: Some("abjuration".into()),
        ..ward()
    };
    let theirs = spell::Model {
        level: 3,
        school: Some("evocation".into()),
        class_slugs: vec!["wizard".into()],
        saving_throw_success: Some("half".into()),
        ..ward()
    };
    let (rows, faults) = rows(
        vec![
            vec![draft("one", "a", mine)],
            vec![draft("two", "b", theirs)],
        ],
        &BookParts::default(),
        &PrintedTables::default(),
        &Times::new(),
    );
    assert_eq!((rows.len(), faults.len()), (1, 0));
    let row = &rows[0];
    assert_eq!((row.level, row.school.as_deref()), (2, Some("abjuration")));
    assert_eq!(row.class_slugs, ["wizard"]);
    assert_eq!(row.origins.len(), 2);
    let fields: Vec<_> = row
        .field_sources
        .iter()
        .map(|(k, v)| (k.as_str(), v.as_str()))
        .collect();
    assert_eq!(
        fields,
        [("classSlugs", "two"), ("savingThrowSuccess", "two")]
    );
}

/// The row that sources state in these ways, and its disagreements: field and rule.
fn settled<R: Row>(stated: Vec<(&str, R)>) -> (R, Vec<(String, String)>) {
    let sources = stated
        .into_iter()
        .map(|(source, row)| vec![draft(source, source, row)])
        .collect();
    let (mut rows, _) = rows(
        sources,
        &BookParts::default(),
        &PrintedTables::default(),
        &Times::new(),
    );
    let row = rows.remove(0);
    let found = row.disagreements().iter();
    let found = found
        .map(|d| (d.field.clone(), d.settled_by.clone()))
        .collect();
    (row, found)
}

fn with_level(level: i32) -> spell::Model {
    spell::Model { level, ..ward() }
}

fn by(field: &str, rule: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), rule.to_owned())]
}

#[test]
fn what_sources_state_differently_is_kept() {
    let stated = vec![("open5e_v2", with_level(2)), ("dnd5e_api", with_level(3))];
    let (row, found) = settled(stated);
    assert_eq!((row.level, found), (2, by("level", "preferred-source")));
    let values: Vec<_> = row.disagreements[0]
        .values
        .iter()
        .map(|v| (v.source.as_str(), v.value.as_str()))
        .collect();
    assert_eq!(values, [("open5e_v2", "2"), ("dnd5e_api", "3")]);
    assert!(!row.disagreements[0].reason.is_empty());
}

#[test]
fn a_majority_of_independent_sources_is_believed() {
    let (row, found) = settled(vec![
        ("open5e_v2", with_level(2)),
        ("dnd5e_api", with_level(3)),
        ("open5e_v1", with_level(3)),
    ]);
    assert_eq!((row.level, found), (3, by("level", "majority")));
    assert_eq!(
        row.field_sources.get("level").map(String::as_str),
        Some("dnd5e_api")
    );
    // The two versions of Open5e are one voice.
    let (row, found) = settled(vec![
        ("open5e_v2", with_level(2)),
        ("dnd5e_api", with_level(3)),
        ("open5e_v1", with_level(2)),
    ]);
    assert_eq!((row.level, found), (2, by("level", "preferred-source")));
}

#[test]
fn the_text_of_the_record_is_believed() {
    let saves = |ability: &str| spell::Model {
        saving_throw: Some(ability.into()),
        text: "Each toad must make a Wisdom saving throw.".into(),
        ..ward()
    };
    let (row, found) = settled(vec![
        ("open5e_v2", saves("charisma")),
        ("dnd5e_api", saves("wisdom")),
    ]);
    assert_eq!(row.saving_throw.as_deref(), Some("wisdom"));
    assert_eq!(found, by("savingThrow", "spell-saving-throw"));
}

#[test]
fn arithmetic_tells_what_lies_within_a_field() {
    let cut = creature::Model {
        challenge_rating: Some(17.0),
        ability_scores: Abilities::each(|_| Some(20)).into(),
        saving_throws: Abilities::each(|_| Some(1)).into(),
        ..pond_toad()
    };
    let (row, found) = settled(vec![("open5e_v2", cut)]);
    assert_eq!(row.saving_throws.0, Abilities::each(|_| Some(11)));
    assert_eq!(row.all_saving_throws.0, Abilities::each(|_| Some(11)));
    assert_eq!(found.len(), 6);
}

#[test]
fn an_adjudication_is_believed_whatever_the_sources_say() {
    let elk = |armor_class: i32| creature::Model {
        document_key: "srd-2014".into(),
        slug: "giant-elk".into(),
        name: "Giant Elk".into(),
        armor_class: Some(armor_class),
        ..creature::Model::default()
    };
    let all_astray = vec![("open5e_v2", elk(15)), ("open5e_v1", elk(15))];
    let (row, found) = settled(all_astray);
    assert_eq!(row.armor_class, Some(14));
    assert_eq!(found, by("armorClass", "adjudication"));
    let (_, found) = settled(vec![("open5e_v2", elk(14))]);
    assert!(found.is_empty());
}

#[test]
fn a_printed_score_is_believed_over_a_computed_one() {
    let toad = |score: i32| creature::Model {
        ability_scores: Abilities {
            wisdom: Some(14),
            ..Abilities::default()
        }
        .into(),
        passive_perception: Some(score),
        ..pond_toad()
    };
    let (row, found) = settled(vec![("open5e_v2", toad(12)), ("open5e_v1", toad(17))]);
    assert_eq!(row.passive_perception, Some(17));
    assert_eq!(found, by("passivePerception", "printed-score"));
    let (row, _) = settled(vec![("open5e_v2", toad(13)), ("open5e_v1", toad(11))]);
    assert_eq!(row.passive_perception, Some(13));
}

fn pond_toad() -> creature::Model {
    creature::Model {
        document_key: "pond".into(),
        slug: "toad".into(),
        name: "Toad".into(),
        ..creature::Model::default()
    }
}

#[test]
fn the_list_of_a_class_has_no_spells_of_its_subclasses() {
    let of = |classes: &[&str]| spell::Model {
        class_slugs: classes.iter().map(|class| (*class).to_owned()).collect(),
        ..ward()
    };
    let (row, found) = settled(vec![
        ("open5e_v2", of(&["cleric", "wizard"])),
        ("dnd5e_api", of(&["paladin", "wizard"])),
    ]);
    assert_eq!(row.class_slugs, ["paladin", "wizard"]);
    assert_eq!(found, by("classSlugs", "class-list"));
}

#[test]
fn the_printed_table_is_believed() {
    use lorekeeper_content::equipment::{Kind, Model, WeaponProperty};
    let of = |slugs: &[&str]| Model {
        document_key: "book".into(),
        slug: "reed-knife".into(),
        kind: Kind::Weapon,
        properties: slugs
            .iter()
            .map(|slug| WeaponProperty {
                slug: (*slug).to_owned(),
                text: "Explained.".into(),
                ..WeaponProperty::default()
            })
            .collect::<Vec<_>>()
            .into(),
        ..Model::default()
    };
    let table = rule::Model {
        document_key: "book".into(),
        text: "| Name | Cost | Damage | Weight | Properties |\n|---|---|---|---|---|\n\
            | Reed knife | 2 gp | 1d4 piercing | 1 lb. | Light, finesse |\n"
            .into(),
        ..rule::Model::default()
    };
    let (rows, _) = rows(
        vec![
            vec![draft("open5e_v2", "a", of(&["light"]))],
            vec![draft("dnd5e_api", "b", of(&["finesse", "light"]))],
        ],
        &BookParts::default(),
        &PrintedTables::from_rules([&draft("open5e_v2", "t", table)]),
        &Times::new(),
    );
    let row = &rows[0];
    let properties = row.properties.iter();
    let properties: Vec<_> = properties
        .map(|p| (p.slug.as_str(), p.text.as_str()))
        .collect();
    assert_eq!(
        properties,
        [("finesse", "Explained."), ("light", "Explained.")]
    );
    assert_eq!(row.disagreements[0].settled_by, "printed-table");
    assert_eq!(row.disagreements[0].values.len(), 3);
}

#[test]
fn union_columns_are_united() {
    let of = |classes: &[&str]| spell::Model {
        class_slugs: classes.iter().map(|class| (*class).to_owned()).collect(),
        subclass_slugs: classes.iter().map(|class| (*class).to_owned()).collect(),
        ..ward()
    };
    let (rows, _) = rows(
        vec![
            vec![draft("one", "a", of(&["wizard", "bard"]))],
            vec![draft("two", "b", of(&["wizard", "paladin"]))],
        ],
        &BookParts::default(),
        &PrintedTables::default(),
        &Times::new(),
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
        vec![
            vec![draft("one", "a", book(&["the-pond"]))],
            vec![draft("two", "b", book(&["pnd", "The-Pond", "Pond"]))],
        ],
        &Times::new(),
    );
    assert_eq!(rows[0].aliases, ["the-pond", "pnd"]);
    assert!(!rows[0].field_sources.contains_key("aliases"));
}

#[test]
fn slugs_of_the_same_name_in_one_book_are_disambiguated() {
    let rule = |section: Option<&str>, key: &str| Draft {
        row: rule::Model {
            document_key: "book".into(),
            slug: "checks".into(),
            ..rule::Model::default()
        },
        origin: Origin {
            key: key.into(),
            ..Origin::default()
        },
        section: section.map(str::to_owned),
    };
    let (rows, _) = rows(
        vec![vec![
            rule(Some("Abilities"), "book_a"),
            rule(Some("Skills"), "book_b"),
            rule(None, "book_c"),
        ]],
        &BookParts::default(),
        &PrintedTables::default(),
        &Times::new(),
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
    let core = vec![
        language("core", "owlish", Some("Hoots")),
        language("core", "mothic", None),
    ];
    let book = vec![language("book", "owlish", None)];
    let (rows, _) = rows(
        vec![core, book],
        &BookParts::default(),
        &PrintedTables::default(),
        &Times::new(),
    );
    let ids: Vec<_> = rows
        .iter()
        .map(|r| (r.document_key.as_str(), r.slug.as_str()))
        .collect();
    assert_eq!(ids, [("book", "owlish"), ("core", "mothic")]);
    assert_eq!(rows[0].script.as_deref(), Some("Hoots"));
    assert_eq!(
        rows[0].field_sources.get("script").map(String::as_str),
        Some("core")
    );
}

#[test]
fn two_books_are_never_merged() {
    let other = spell::Model {
        document_key: "other".into(),
        ..ward()
    };
    let (rows, _) = rows(
        vec![vec![draft("one", "a", ward()), draft("one", "b", other)]],
        &BookParts::default(),
        &PrintedTables::default(),
        &Times::new(),
    );
    assert_eq!(rows.len(), 2);
}
