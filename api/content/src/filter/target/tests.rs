//! Tests of targets.

use super::*;

#[test]
fn a_class_by_slug_name_or_key() {
    let read = |word| slug("class_slugs").spellings(word);
    assert_eq!(read("Wizard"), ["wizard"]);
    assert_eq!(read("Blood Hunter"), ["blood-hunter"]);
    assert_eq!(read("srd-2024_wizard"), ["srd-2024-wizard", "wizard"]);
    assert_eq!(read("srd_mass_suggestion"), ["srd-mass-suggestion", "mass-suggestion"]);
    // No book is called `mass`.
    assert_eq!(read("mass_suggestion"), ["mass-suggestion"]);
    assert_eq!(read("blood_hunter"), ["blood-hunter"]);
    assert_eq!(read("魔"), ["魔"]);
}

#[test]
fn abilities_by_name_or_abbreviation() {
    let read = |word| ability(crate::spell::Column::SavingThrow).spellings(word);
    for dexterity in ["dex", "DEX", "Dexterity", " dex "] {
        assert_eq!(read(dexterity), ["dexterity"], "{dexterity}");
    }
    assert_eq!(read("Con"), ["constitution"]);
    // The beginning of one, for `startsWith`.
    assert_eq!(read("d"), ["d"]);
    assert_eq!(read("luck"), ["luck"]);
}

#[test]
fn casting_times_as_people_write_them() {
    let read = |word: &str| casting_time().spellings(word).concat();
    for action in ["action", "1 Action", "1action", "ACTION", "1 actions"] {
        assert_eq!(read(action), "action", "{action}");
    }
    for bonus in ["Bonus Action", "1 bonus action", "bonus-action", "bonus_action"] {
        assert_eq!(read(bonus), "bonusaction", "{bonus}");
    }
    for minute in ["1minute", "1 minute", "minute", "1 Minute"] {
        assert_eq!(read(minute), "minute", "{minute}");
    }
    assert_eq!(read("10 minutes"), "10minute");
    assert_eq!(read("12hours"), "12hour");
    assert_eq!(read("1"), "1");
    assert_eq!(read("?"), "?");
}

#[test]
fn words_however_they_are_written() {
    for word in ["very rare", "Very-Rare", "VERY_RARE", "veryRare", " very  rare "] {
        assert_eq!(folded(word), "veryrare", "{word}");
    }
    // What is nothing else matches nothing else.
    assert_eq!((folded("-"), folded("")), ("-".to_owned(), String::new()));
    let rarity = Target::from(crate::equipment::Column::Rarity);
    assert_eq!(rarity.words(&["Very Rare".into()]), ["veryrare"]);
    // Lists of slugs are compared as they are, texts are not.
    let classes = slug("class_slugs");
    assert_eq!(classes.list_words(&["Blood Hunter".into()]), ["blood-hunter"]);
    assert_eq!(classes.words(&["Blood Hunter".into()]), ["bloodhunter"]);
}

#[test]
fn places_in_the_rules_as_people_write_them() {
    let read = |word| place_in_the_rules().spellings(word);
    assert_eq!(read("Damage and Healing"), ["damageandhealing"]);
    assert_eq!(read("damage-and-healing"), ["damageandhealing"]);
    assert_eq!(read("srd-2024_combat"), ["srd2024combat", "combat"]);
}
