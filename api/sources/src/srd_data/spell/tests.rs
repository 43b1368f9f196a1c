use super::*;
use crate::Record;
use serde_json::{Value, json};

fn drawn(changes: Value) -> Model {
    let mut raw = json!({
        "slug": "owl-light", "name": "Owl Light", "entry_kind": "spell",
        "description": "It glows. Make a ranged spell attack.\n\nUsing a Higher-Level Spell Slot.It glows more.",
        "level": 2, "school": "evo", "components": ["M", "V"], "ritual": false, "concentration": true,
        "casting_time": {"unit": "bonus", "value": 1, "condition": "a feather"},
        "range": {"units": "ft", "value": 60}, "duration": {"units": "minute", "value": 10},
        "materials": {"value": "a feather worth 50+ GP", "consumed": true, "cost": 0},
        "activities": [{"id": "a", "kind": "save", "save": {"ability": ["wis"]},
            "target": {"affects": {"type": "creature", "count": "@item.level - 1"}, "template": {"type": "sphere", "size": "20"}},
            "damage": {"on_save": "half", "parts": [
                {"number": 2, "denomination": 6, "bonus": "1", "types": ["radiant"], "scaling": {"mode": "whole", "number": 1}}]}}]
    });
    raw.as_object_mut()
        .unwrap()
        .extend(changes.as_object().unwrap().clone());
    let record = |key: &str, raw| Record {
        key: key.into(),
        url: String::new(),
        raw,
    };
    let circle = json!({"name": "Circle of Owls", "granted_features": [
        {"ref_type": "spell", "slug": "owl-light", "level": 3}, {"ref_type": "feature", "slug": "hoot"}]});
    let records = Records(
        [
            ("spells".to_owned(), vec![record("owl-light", raw)]),
            ("subclasses".to_owned(), vec![record("owls", circle)]),
        ]
        .into(),
    );
    let mut drafts = Drafts::default();
    draw(&records, &Index::new(&records), &mut drafts);
    assert_eq!(drafts.skipped, []);
    drafts.spells.remove(0).row
}

#[test]
fn a_spell_is_mapped_whole() {
    let row = drawn(json!({}));
    assert_eq!(
        (row.document_key.as_str(), row.slug.as_str(), row.level),
        ("srd-2024", "owl-light", 2)
    );
    assert_eq!(row.school.as_deref(), Some("evocation"));
    assert_eq!(
        (row.casting_time.as_str(), row.casting_time_label.as_str()),
        ("bonus-action", "1 bonus action")
    );
    assert_eq!(row.reaction_condition, None);
    assert_eq!(
        (row.range_text.as_deref(), row.range),
        (Some("60 feet"), Some(60.0))
    );
    assert_eq!((row.verbal, row.somatic, row.material), (true, false, true));
    assert_eq!(
        (row.material_cost, row.material_consumed),
        (Some(50.0), true)
    );
    assert_eq!(
        (row.duration.as_str(), row.concentration),
        ("10 minutes", true)
    );
    assert_eq!(
        (row.attack_roll, row.attack_type.as_deref()),
        (true, Some("ranged"))
    );
    assert_eq!(
        (
            row.saving_throw.as_deref(),
            row.saving_throw_success.as_deref()
        ),
        (Some("wisdom"), Some("half"))
    );
    assert_eq!(
        (row.area_shape.as_deref(), row.area_size),
        (Some("sphere"), Some(20))
    );
    assert_eq!(row.target_type.as_deref(), Some("creature"));
    assert_eq!(row.damage_roll.as_deref(), Some("2d6 + 1"));
    assert_eq!(row.damage_types, ["radiant"]);
    assert_eq!(row.text, "It glows. Make a ranged spell attack.");
    assert_eq!(row.higher_levels.as_deref(), Some("It glows more."));
    assert_eq!(row.subclass_slugs, ["circle-of-owls"]);
}

#[test]
fn dice_and_targets_grow_with_the_slot() {
    let row = drawn(json!({}));
    let options: Vec<_> = row
        .casting_options
        .iter()
        .map(|o| (o.kind.as_str(), o.damage_roll.as_deref(), o.target_count))
        .collect();
    assert_eq!(options.len(), 7);
    assert_eq!(options[0], ("slot_level_3", Some("3d6 + 1"), Some(2)));
    assert_eq!(options[6], ("slot_level_9", Some("9d6 + 1"), Some(8)));
    let cantrip = drawn(json!({"level": 0}));
    let kinds: Vec<_> = cantrip
        .casting_options
        .iter()
        .map(|o| o.kind.as_str())
        .collect();
    assert_eq!(
        kinds,
        ["player_level_5", "player_level_11", "player_level_17"]
    );
}

#[test]
fn healing_has_its_modifier() {
    let row = drawn(json!({"description": "It mends.", "activities": [
        {"kind": "heal", "healing": {"number": 2, "denomination": 8, "bonus": "@mod", "types": ["healing"],
            "scaling": {"mode": "whole", "number": 2}}}]}));
    assert_eq!(row.healing.as_deref(), Some("2d8 + MOD"));
    assert_eq!(row.casting_options[0].healing.as_deref(), Some("4d8 + MOD"));
    assert_eq!((row.damage_roll, row.attack_roll), (None, false));
}

#[test]
fn a_reaction_has_its_condition() {
    let row = drawn(
        json!({"casting_time": {"unit": "reaction", "value": 1, "condition": "when an owl hoots"}}),
    );
    assert_eq!(row.reaction_condition.as_deref(), Some("when an owl hoots"));
}
