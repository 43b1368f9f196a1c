//! Tests of features, on an invented class.

use super::*;
use crate::character_option::{Benefit, ClassLevel, FeatureKind};
use crate::{RowCore, Trait};

fn feature(name: &str, levels: &[i32], text: &str) -> Feature {
    Feature {
        name: name.to_owned(),
        slug: crate::slugify(name),
        text: text.to_owned(),
        levels: levels.to_vec(),
        ..Feature::default()
    }
}

fn owner(kind: Kind, slug: &str, features: Vec<Feature>) -> Model {
    Model {
        kind,
        document_key: "pond".to_owned(),
        slug: slug.to_owned(),
        name: slug.to_owned(),
        features: features.into(),
        ..Model::default()
    }
}

fn derived(mut options: Vec<Model>, stated: &[Model]) -> Vec<Model> {
    derive_features(&mut options, &StatedFeatures::gather(stated));
    options
}

fn find_by_slug<'a>(rows: &'a [Model], slug: &str) -> &'a Model {
    let mut rows = rows.iter();
    rows.find(|row| row.kind == Kind::Feature && row.slug == slug).unwrap_or_else(|| panic!("{slug} is missing"))
}

fn slugs(rows: &[Model]) -> Vec<&str> {
    let features = rows.iter().filter(|row| row.kind == Kind::Feature);
    features.map(|row| row.slug.as_str()).collect()
}

#[test]
fn a_feature_of_a_class_is_a_row() {
    let mut hop = feature("Hop", &[1, 5], "As a Bonus Action, you hop. You can hop twice.");
    hop.details = vec!["5th level: 20 feet".to_owned()];
    let mut class = owner(Kind::Class, "toad", vec![hop]);
    class.levels = vec![ClassLevel {
        level: 1,
        feature_names: vec!["Hop".to_owned(), "Something".to_owned()],
        ..ClassLevel::default()
    }]
    .into();
    let rows = derived(vec![class], &[]);
    let hop = find_by_slug(&rows, "hop");
    assert_eq!(hop.identity().global_id(), "character_option:pond:feature:hop");
    assert_eq!(hop.feature_kind, Some(FeatureKind::ClassFeature));
    assert_eq!((hop.owner_slug.as_deref(), hop.level), (Some("toad"), Some(1)));
    assert_eq!(hop.activation.as_deref(), Some("bonus-action"));
    let grown: Vec<_> = hop.levels.iter().map(|l| (l.level, l.columns.len())).collect();
    assert_eq!(grown, [(1, 0), (5, 1)]);
    // The printed row keeps its names, and a level without one has a row.
    let levels: Vec<_> =
        rows[0].levels.iter().map(|l| (l.level, l.feature_names.len(), l.feature_slugs.len())).collect();
    assert_eq!(levels, [(1, 2, 1), (5, 1, 1)]);
}

#[test]
fn options_in_a_text_are_features_of_their_own() {
    let list = "The following options are available.\n\n### Long Tongue\n\n*Prerequisite: Level 5+ Toad*\n\nYou eat flies.\n\n**Repeatable.** You can take it twice.\n\n### Wet Skin\n\nYou are wet.";
    let class = owner(
        Kind::Class,
        "toad",
        vec![feature("Pond Invocations", &[2], "You learn one."), feature("Pond Invocation Options", &[], list)],
    );
    let rows = derived(vec![class], &[]);
    assert_eq!(slugs(&rows), ["pond-invocations", "long-tongue", "wet-skin"]);
    let tongue = find_by_slug(&rows, "long-tongue");
    assert_eq!(tongue.feature_kind, Some(FeatureKind::Invocation));
    assert_eq!(tongue.prerequisites.as_deref(), Some("Level 5+ Toad"));
    assert_eq!((tongue.level, find_by_slug(&rows, "wet-skin").level), (Some(5), Some(2)));
    assert_eq!(tongue.option_of_slug.as_deref(), Some("pond-invocations"));
    assert_eq!(tongue.text, "You eat flies.\n\n**Repeatable.** You can take it twice.");
    let host = find_by_slug(&rows, "pond-invocations");
    assert_eq!(host.text, "You learn one.\n\nThe following options are available.\n\n- Long Tongue\n- Wet Skin");
}

#[test]
fn names_run_in_are_options_where_the_text_offers_or_announces_them() {
    for (text, expected) in [
        ("Choose one of the following.\n\n***Big Hop.*** You hop.\n\n***Small Hop.*** You step.", 3),
        ("You know two such features: Big Hop and Small Hop.\n\n**Big Hop.** You hop.\n\n**Small Hop.** You step.", 3),
        ("You hop well.\n\n**Range.** Far.\n\n**Noise.** None.", 1),
        ("You gain the following benefits, to choose from.\n\n**Range.** Far.\n\n**Noise.** None.", 1),
    ] {
        let rows = derived(vec![owner(Kind::Subclass, "frog", vec![feature("Hops", &[3], text)])], &[]);
        assert_eq!(slugs(&rows).len(), expected, "{text}");
    }
}

#[test]
fn parts_named_like_known_features_improve_them() {
    let class = owner(
        Kind::Class,
        "toad",
        vec![
            feature("Arts", &[2], "Choose one of the following.\n\n**Big Hop.** You hop.\n\n**Leap.** You leap."),
            feature(
                "Better Arts",
                &[9],
                "The options grow as told below, each of the following options.\n\n**Big Hop.** Farther.\n\n**Leap.** Higher.",
            ),
        ],
    );
    let rows = derived(vec![class], &[]);
    assert_eq!(slugs(&rows), ["arts", "better-arts", "big-hop", "leap"]);
    assert!(find_by_slug(&rows, "better-arts").text.contains("Farther."));
}

#[test]
fn what_another_source_has_is_added_or_shows_what_an_option_is() {
    let text =
        "You meet its prerequisites.\n\n### Long Tongue\n\nYou eat flies with an action.\nWet Skin\n\nYou are wet.";
    let own = owner(Kind::Class, "toad", vec![feature("Tricks", &[2], text)]);
    let long = "You croak so loud that all frogs of the pond turn their heads to you.";
    let mut tongue = feature("Long Tongue", &[7], "You eat the flies.");
    tongue.activation = Some("action".to_owned());
    let other = owner(
        Kind::Class,
        "toad",
        vec![
            tongue,
            feature("Wet Skin", &[2], "You are wet."),
            feature("Tricks", &[2], "Tricks."),
            feature("Loud Croak", &[3], long),
            feature("Pond Circle feature", &[6], long),
            feature("Triks", &[2], "No."),
        ],
    );
    let rows = derived(vec![own], &[other]);
    assert_eq!(slugs(&rows), ["tricks", "long-tongue", "wet-skin", "loud-croak"]);
    let tongue = find_by_slug(&rows, "long-tongue");
    assert_eq!((tongue.text.as_str(), tongue.level), ("You eat flies with an action.", Some(7)));
    assert_eq!(tongue.activation.as_deref(), Some("action"));
    assert_eq!(find_by_slug(&rows, "wet-skin").text, "You are wet.");
}

#[test]
fn an_improvement_in_brackets_is_the_same_feature() {
    let class = owner(
        Kind::Class,
        "toad",
        vec![
            feature("Hop", &[3], "You hop."),
            feature("Hop (Enhanced)", &[9], "You hop farther."),
            feature("Spawn (table)", &[1], "| a |"),
        ],
    );
    let rows = derived(vec![class], &[]);
    assert_eq!(slugs(&rows), ["hop", "spawn"]);
    let hop = find_by_slug(&rows, "hop");
    assert_eq!(hop.text, "You hop.\n\n**9th level.** You hop farther.");
    assert_eq!(hop.levels.len(), 2);
}

#[test]
fn traits_and_benefits_are_features_unless_they_are_facts() {
    let part = |name: &str| Trait { name: name.to_owned(), text: "You hop.".to_owned(), ..Trait::default() };
    let mut race = owner(Kind::Race, "frogling", Vec::new());
    race.traits = vec![part("Speed"), part("Ability Score Increase"), part("Sticky Feet")].into();
    let benefit = |name: Option<&str>, kind: Option<&str>| Benefit {
        name: name.map(str::to_owned),
        text: "You hop.".to_owned(),
        kind: kind.map(str::to_owned),
    };
    let mut background = owner(Kind::Background, "ferryman", Vec::new());
    background.benefits =
        vec![benefit(Some("Free Passage"), Some("feature")), benefit(Some("Tools"), Some("equipment"))].into();
    let mut feat = owner(Kind::Feat, "swimmer", Vec::new());
    feat.benefits =
        vec![benefit(Some("Deep Breath"), None), benefit(None, None), benefit(Some("Swimmer"), None)].into();
    let rows = derived(vec![race, background, feat], &[]);
    assert_eq!(slugs(&rows), ["sticky-feet", "free-passage", "deep-breath"]);
    let kinds: Vec<_> = rows.iter().filter_map(|row| row.feature_kind).collect();
    assert_eq!(kinds, [FeatureKind::SpeciesTrait, FeatureKind::BackgroundFeature, FeatureKind::FeatBenefit]);
}

#[test]
fn slugs_are_unique_in_a_book() {
    let hops = |slug: &str| owner(Kind::Class, slug, vec![feature("Hop", &[1], "You hop.")]);
    let mut twice = hops("frog");
    twice.features.push(feature("Hop!", &[2], "You hop on."));
    twice.features.push(feature("跳", &[3], ""));
    twice.features.push(feature(" ", &[3], "It has no name."));
    let mut invocation = owner(Kind::Feature, "hop-toad", Vec::new());
    invocation.owner_kind = Some(Kind::Class);
    invocation.owner_slug = Some("nobody".to_owned());
    let rows = derived(vec![hops("toad"), twice, invocation], &[]);
    let mut slugs = slugs(&rows);
    slugs.sort_unstable();
    assert_eq!(slugs, ["feature", "hop-frog", "hop-frog-2", "hop-toad", "hop-toad-2"]);
    // Owners refer to what they grant, and no owner is named that is in no book.
    assert_eq!(rows[0].features[0].slug, "hop-toad-2");
    assert_eq!(rows[1].levels[1].feature_slugs, ["hop-frog-2"]);
    assert_eq!(find_by_slug(&rows, "hop-toad").owner_slug, None);
}

#[test]
fn texts_say_how_a_feature_is_used() {
    let used = |text: &str| {
        let mut feature = feature("Hop", &[1], text);
        usage::read(&mut feature);
        (feature.activation, feature.uses, feature.recovery.join(" "))
    };
    for (text, action, uses, recovery) in [
        (
            "As an action, you hop. Once you use this feature, you can't use it again until you finish a short or long rest.",
            "action",
            "1",
            "short-rest long-rest",
        ),
        ("You can use your reaction to hop.", "reaction", "", ""),
        ("When you use your bonus action to croak, you hop, too.", "", "", ""),
        ("You can still take your bonus action to croak.", "", "", ""),
        (
            "You learn to croak.\n\n**_Loud._** As an action, you croak.\n\n**_Low._** As a bonus action, you hum.",
            "",
            "",
            "",
        ),
        (
            "As a Magic action, you hop. You can do so a number of times equal to your Wisdom modifier (minimum of once), and you regain all expended uses when you finish a Long Rest.",
            "action",
            "Wisdom modifier (minimum of once)",
            "long-rest",
        ),
        (
            "You can use this hop twice. You regain one of its expended uses when you finish a Short Rest, and you regain all expended uses when you finish a Long Rest.",
            "",
            "2",
            "short-rest long-rest",
        ),
        (
            "You can use it three times. When you finish a short or long rest, you regain your expended uses.",
            "",
            "3",
            "short-rest long-rest",
        ),
        ("You must then finish a short or long rest to use your hop again.", "", "1", "short-rest long-rest"),
        (
            "You regain hit points at the end of a short rest. Once a creature has croaked, it can't do so again until it finishes a long rest.",
            "",
            "",
            "",
        ),
        ("The dice are regained only after you finish a long rest.", "", "", "long-rest"),
        ("You hop each dawn. The frog can use its action to hop.", "", "", ""),
        ("You can't use it again until the next dawn.", "", "1", "day"),
        ("You use your reaction and hop.", "reaction", "", ""),
        ("Once per day when you finish a short rest, you croak.", "", "1", "day"),
        (
            "You can croak at will. You must finish a long rest before you can croak on the same creature again.",
            "",
            "",
            "",
        ),
        (
            "You can croak once with this trait and regain the ability to do so when you finish a long rest.",
            "",
            "1",
            "long-rest",
        ),
        (
            "You can hop a number of times equal to 1 + your Charisma modifier. You regain all when you finish a long rest.",
            "",
            "1 + Charisma modifier",
            "long-rest",
        ),
    ] {
        let (activation, counted, rests) = used(text);
        assert_eq!(
            (activation.as_deref().unwrap_or_default(), counted.as_deref().unwrap_or_default(), rests.as_str()),
            (action, uses, recovery),
            "{text}"
        );
    }
}

#[test]
fn a_feature_grows_at_the_levels_that_its_text_names() {
    for (text, levels) in [
        ("You hop. At 14th level, you hop twice.", "3 14"),
        ("The die grows at 5th (d8), 11th level (d10), and 17th level (d12).", "3 5 11 17"),
        ("The die becomes a d8 at level 5, a d10 at level 10, and a d12 at level 15.", "3 5 10 15"),
        ("It grows when you reach Toad levels 10 (3d6) and 14 (4d6).", "3 10 14"),
        ("You can cast it at 9th level.", "3"),
        ("| Toad Level | Croaks |\n|---|---|\n| 3rd | Low |\n| 7th | Loud |", "3 7"),
        ("| Spell Level | Croaks |\n|---|---|\n| 7th | Loud |", "3"),
    ] {
        let class = owner(Kind::Class, "toad", vec![feature("Hop", &[3], text)]);
        let rows = derived(vec![class], &[]);
        let grown: Vec<String> =
            find_by_slug(&rows, "hop").levels.iter().map(|level| level.level.to_string()).collect();
        assert_eq!(grown.join(" "), levels, "{text}");
    }
}

#[test]
fn a_trait_has_the_level_that_it_begins_at() {
    let mut newt = owner(Kind::Race, "newt", Vec::new());
    let part = |name: &str, text: &str| Trait { name: name.to_owned(), text: text.to_owned(), ..Trait::default() };
    newt.traits = vec![
        part("Fins", "When you reach character level 5, you swim. At level 9, you dive."),
        part("Tail", "You have a tail."),
    ]
    .into();
    let rows = derived(vec![newt], &[]);
    assert_eq!((find_by_slug(&rows, "fins").level, find_by_slug(&rows, "tail").level), (Some(5), None));
}
