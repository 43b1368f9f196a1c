use super::*;
use crate::{RowCore, creature, document, markdown, rule, spell};

fn book(key: &str, system: &str) -> document::Model {
    document::Model { key: key.into(), game_system: Some(system.into()), ..document::Model::default() }
}

fn spell_of(document: &str, name: &str, text: &str) -> spell::Model {
    spell::Model {
        document_key: document.into(),
        slug: crate::slugify(name),
        name: name.into(),
        text: text.into(),
        ..spell::Model::default()
    }
}

fn rule_of(document: &str, kind: rule::Kind, name: &str) -> rule::Model {
    rule::Model {
        document_key: document.into(),
        kind,
        slug: crate::slugify(name),
        name: name.into(),
        ..rule::Model::default()
    }
}

fn creature_of(document: &str, name: &str) -> creature::Model {
    creature::Model {
        document_key: document.into(),
        slug: crate::slugify(name),
        name: name.into(),
        ..creature::Model::default()
    }
}

/// The Markdown of the last of the spells, with links.
fn linked(spells: &[spell::Model], rules: &[rule::Model], creatures: &[creature::Model]) -> String {
    let books =
        [book("srd-2014", "5e-2014"), book("srd-2024", "5e-2024"), book("fen", "5e-2014"), book("bog", "5e-2014")];
    let mut finder = MentionFinder::new(&books);
    finder.add(spells);
    finder.add(rules);
    finder.add(creatures);
    let (mut found, _) = finder.find();
    let last = spells.last().unwrap();
    let mentions = found.remove(&last.identity()).unwrap();
    let book = books.iter().find(|book| book.key == last.document_key);
    let markdown = markdown::markdown(last, book);
    link(&markdown, &mentions, str::to_owned)
}

/// The text of a spell of a book with links, beside other rows.
fn text(
    document: &str,
    text: &str,
    spells: &[spell::Model],
    rules: &[rule::Model],
    creatures: &[creature::Model],
) -> String {
    let mut spells = spells.to_vec();
    spells.push(spell_of(document, "Zither Call", text));
    let linked = linked(&spells, rules, creatures);
    let (_, text) = linked.rsplit_once("\n\n---").map_or(("", &*linked), |(text, rest)| (rest, text));
    text.rsplit("\n\n").next().unwrap_or_default().to_owned()
}

#[test]
fn a_spell_is_linked_where_the_text_says_that_it_is_one() {
    let spells = [spell_of("srd-2014", "Glow", ""), spell_of("srd-2014", "Mire Gate", "")];
    for (given, expected) in [
        ("You cast glow.", "You cast [glow](spell:srd-2014:glow)."),
        ("The glow spell ends.", "The [glow](spell:srd-2014:glow) spell ends."),
        ("It ends *glow* here.", "It ends *[glow](spell:srd-2014:glow)* here."),
        ("A faint glow is seen.", "A faint glow is seen."),
        ("*The glow fades.*", "*The glow fades.*"),
        ("As the mire gate does.", "As the [mire gate](spell:srd-2014:mire-gate) does."),
        ("Mire gates? A mire gateway.", "[Mire gates](spell:srd-2014:mire-gate)? A mire gateway."),
        ("[glow](x) and `cast glow`", "[glow](x) and `cast glow`"),
    ] {
        assert_eq!(text("srd-2014", given, &spells, &[], &[]), expected);
    }
}

#[test]
fn conditions_have_capital_letters_in_2024() {
    let rules =
        [rule_of("srd-2014", rule::Kind::Condition, "Muddied"), rule_of("srd-2024", rule::Kind::Condition, "Muddied")];
    let linked = |document: &str, given: &str| text(document, given, &[], &rules, &[]);
    assert_eq!(linked("srd-2014", "It is muddied."), "It is [muddied](rule:srd-2014:condition:muddied).");
    assert_eq!(linked("srd-2024", "It is muddied."), "It is muddied.");
    assert_eq!(
        linked("srd-2024", "It has the Muddied condition."),
        "It has the [Muddied](rule:srd-2024:condition:muddied) condition."
    );
}

#[test]
fn a_name_is_of_the_own_book_then_of_the_edition() {
    let creatures = [
        creature_of("srd-2014", "Reed Ogre"),
        creature_of("srd-2024", "Reed Ogre"),
        creature_of("fen", "Reed Ogre"),
        creature_of("fen", "Fen Ox"),
    ];
    let linked = |document: &str, given: &str| text(document, given, &[], &[], &creatures);
    for (document, named) in [("fen", "fen"), ("bog", "srd-2014"), ("srd-2014", "srd-2014"), ("srd-2024", "srd-2024")] {
        assert_eq!(linked(document, "See a reed ogre."), format!("See a [reed ogre](creature:{named}:reed-ogre)."));
    }
    // Books other than the reference books are out of each other's reach.
    assert_eq!(linked("bog", "See a fen ox."), "See a fen ox.");
}

#[test]
fn an_entity_is_linked_once_a_paragraph_and_never_in_a_heading_or_its_own_text() {
    let creatures = [creature_of("srd-2014", "Reed Ogre")];
    assert_eq!(
        text("srd-2014", "Two reed ogres fight a reed ogre.", &[], &[], &creatures),
        "Two [reed ogres](creature:srd-2014:reed-ogre) fight a reed ogre."
    );
    let all = linked(
        &[spell_of("srd-2014", "Mire Gate", "## Reed Ogre\n\nMire gate.\n\n***Reed ogre.*** Runs.")],
        &[],
        &creatures,
    );
    assert!(!all.contains("]("), "{all}");
}

#[test]
fn spells_with_common_names_spoil_no_text() {
    let spells = [
        spell_of("fen", "The", ""),
        spell_of("fen", "Fire", ""),
        spell_of("fen", "Attack", ""),
        spell_of("fen", "Огонь", ""),
        spell_of("fen", "火", ""),
        spell_of("fen", "Pipe | Drum", ""),
        spell_of("fen", "Gate (Mire) [x]", ""),
    ];
    for plain in [
        "The fire spreads. The spell attack hits, and the target takes fire damage.",
        "If the attack hits, the fire dies. Casting the spell ends it.",
    ] {
        assert_eq!(text("fen", plain, &spells, &[], &[]), plain);
    }
    assert_eq!(
        text("fen", "You cast *Огонь* and the attack spell.", &spells, &[], &[]),
        "You cast *[Огонь](spell:fen:)* and the [attack](spell:fen:attack) spell."
    );
}

#[test]
fn of_two_names_at_one_place_the_longer_one_is_meant() {
    let creatures = [
        creature_of("srd-2014", "Toad"),
        creature_of("srd-2014", "Giant Toad"),
        creature_of("srd-2014", "Giant Toad Rider"),
    ];
    assert_eq!(
        text("srd-2014", "A giant toad meets a toad.", &[], &[], &creatures),
        "A [giant toad](creature:srd-2014:giant-toad) meets a [toad](creature:srd-2014:toad)."
    );
}

#[test]
fn the_head_of_a_column_and_a_label_say_what_stands_there() {
    let spells = [spell_of("srd-2014", "Glow", "")];
    let table = |head: &str| {
        let cells = format!("| {head} | Fee |\n| --- | --- |\n| Glow | 2 |");
        text("srd-2014", &cells, &spells, &[], &[])
    };
    assert!(table("Spell").contains("[Glow](spell:srd-2014:glow)"));
    assert!(!table("Lamp").contains("]("));
    // The head itself is a heading.
    assert!(!table("Glow").contains("[Glow](spell:srd-2014:glow) | Fee"));
}

#[test]
fn an_exact_name_goes_before_the_plural_of_another() {
    let rules = [
        rule_of("srd-2024", rule::Kind::Glossary, "Mire Toad"),
        rule_of("srd-2024", rule::Kind::Section, "Mire Toads"),
    ];
    assert_eq!(
        text("srd-2024", "It is one of the Mire Toads.", &[], &rules, &[]),
        "It is one of the [Mire Toads](rule:srd-2024:section:mire-toads)."
    );
}

#[test]
fn parts_of_longer_titles_are_no_names() {
    let rules = [rule_of("srd-2024", rule::Kind::Glossary, "Mud")];
    for plain in ["Heavy Mud is worn.", "It reads the Book of Mud here.", "A Mud of Ages rises."] {
        assert_eq!(text("srd-2024", plain, &[], &rules, &[]), plain);
    }
    assert_eq!(
        text("srd-2024", "When Mud rises, it sinks.", &[], &rules, &[]),
        "When [Mud](rule:srd-2024:glossary:mud) rises, it sinks."
    );
}

#[test]
fn texts_write_either_apostrophe() {
    let spells = [spell_of("srd-2014", "Toad's Mire Song", "")];
    assert_eq!(
        text("srd-2014", "As in the toad’s mire song.", &spells, &[], &[]),
        "As in the [toad’s mire song](spell:srd-2014:toads-mire-song)."
    );
}

#[test]
fn rules_on_one_subject_are_not_meant_elsewhere() {
    let of_chapter = |chapter: &str, name: &str| rule::Model {
        section_slug: Some(chapter.into()),
        ..rule_of("srd-2014", rule::Kind::Rule, name)
    };
    let rules = [
        of_chapter("multiclassing", "Pond Features"),
        of_chapter("monsters", "Actions"),
        of_chapter("casting-a-spell", "Mud Action"),
        of_chapter("your-turn", "Mud Actions"),
        of_chapter("combat", "Making an Attack"),
    ];
    let said =
        "You have all pond features and use your mud action, before making an attack roll. It takes making an attack.";
    assert_eq!(
        self::text("srd-2014", said, &[], &rules, &[]),
        "You have all pond features and use your [mud action](rule:srd-2014:rule:mud-actions), before making an attack \
         roll. It takes [making an attack](rule:srd-2014:rule:making-an-attack)."
    );
}

#[test]
fn a_term_in_small_letters_is_linked_once() {
    let rules = [
        rule_of("srd-2014", rule::Kind::Rule, "Saving Throws"),
        rule_of("srd-2014", rule::Kind::Rule, "Advantage and Disadvantage"),
        rule_of("srd-2024", rule::Kind::Glossary, "Saving Throw"),
    ];
    let whole = |document: &str, given: &str| {
        let given = spell_of(document, "Zither Call", given);
        linked(&[given], &rules, &[])
    };
    for (document, target) in
        [("srd-2014", "rule:srd-2014:rule:saving-throws"), ("srd-2024", "rule:srd-2024:glossary:saving-throw")]
    {
        let text = whole(document, "Make a saving throw.\n\nRepeat the saving throw.");
        assert_eq!(text.matches(target).count(), 1, "{text}");
    }
    let edge = whole("srd-2014", "You have advantage on it, and take advantage of it.");
    let link = "have [advantage](rule:srd-2014:rule:advantage-and-disadvantage) on it, and take advantage of";
    assert!(edge.contains(link), "{edge}");
    let rules = [rule_of("srd-2014", rule::Kind::Rule, "Reactions")];
    let text = text("srd-2014", "It uses its reaction. The reaction of the frog is a croak.", &[], &rules, &[]);
    assert_eq!(text, "It uses its [reaction](rule:srd-2014:rule:reactions). The reaction of the frog is a croak.");
}

#[test]
fn cells_of_spells_and_schools_are_linked() {
    let spells = [spell_of("srd-2014", "Glow", "")];
    let rules = [rule_of("srd-2014", rule::Kind::MagicSchool, "Bogcraft")];
    for (head, is_linked) in [("Fen Spells | School", true), ("Level 3 | School", true), ("Colour | Mood", false)] {
        let table = format!("| {head} |\n|---|---|\n| Glow | Bogcraft |");
        let text = text("srd-2014", &table, &spells, &rules, &[]);
        let row = "| [Glow](spell:srd-2014:glow) | [Bogcraft](rule:srd-2014:magic_school:bogcraft) |";
        assert_eq!(text.contains(row), is_linked, "{text}");
    }
}

/// *Poison* among immunities is a type of damage, no rule of that name.
#[test]
fn a_line_of_damage_leads_to_conditions_alone() {
    let toad = creature::Model {
        damage_immunities: vec!["poison".into()],
        damage_immunities_text: Some("Poison".into()),
        condition_immunities: vec!["poisoned".into()],
        condition_immunities_text: Some("Poisoned".into()),
        ..creature_of("srd-2024", "Wet Toad")
    };
    let poison = rule_of("srd-2024", rule::Kind::Rule, "Poison");
    let poisoned = rule_of("srd-2024", rule::Kind::Condition, "Poisoned");
    let books = [book("srd-2024", "5e-2024")];
    let mut finder = MentionFinder::new(&books);
    finder.add(std::slice::from_ref(&toad));
    finder.add(&[poison, poisoned]);
    let (found, _) = finder.find();
    let named: Vec<String> = found[&toad.identity()].iter().map(|mention| mention.id.clone()).collect();
    assert_eq!(named, ["rule:srd-2024:condition:poisoned"]);
}
