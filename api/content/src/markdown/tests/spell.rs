//! Spells.

use super::book;
use crate::Json;
use crate::markdown::{Layout, Printed as _};
use crate::spell;

#[test]
fn a_spell() {
    let spell = spell::Model {
        document_key: "hearth".into(),
        name: "Kettle Wall".into(),
        level: 3,
        school: Some("evocation".into()),
        ritual: true,
        casting_time_label: "1 reaction".into(),
        reaction_condition: Some("a kettle boils over".into()),
        range_text: Some("Self".into()),
        area_shape: Some("cone".into()),
        area_size: Some(15),
        area_unit: Some("feet".into()),
        verbal: true,
        material: true,
        material_text: Some("A copper lid worth at least 10 gp.".into()),
        duration: "1 minute".into(),
        concentration: true,
        damage_roll: Some("2d6".into()),
        damage_types: vec!["fire".into()],
        saving_throw: Some("dexterity".into()),
        saving_throw_success: Some("half".into()),
        class_slugs: vec!["hearthwarden".into(), "wizard".into()],
        text: "Steam rises. It deals 2d6 fire damage.\n| d4 | Lid |\n|---|---|\n| 1 | Tin |".into(),
        higher_levels: Some("One die more for each slot level above 3rd.".into()),
        casting_options: Json(vec![spell::CastingOption {
            kind: "slot_level_4".into(),
            damage_roll: Some("3d6".into()),
            ..spell::CastingOption::default()
        }]),
        ..spell::Model::default()
    };
    let document = spell.printed(Layout::Rules2014);
    assert_eq!(
        document.render(Some(&book())),
        "# Kettle Wall

*3rd-level evocation (ritual)*

- **Casting Time:** 1 reaction, which you take when a kettle boils over
- **Range:** Self (15-foot cone)
- **Components:** V, M (a copper lid worth at least 10 gp)
- **Duration:** Concentration, up to 1 minute
- **Classes:** Hearthwarden, Wizard

Steam rises. It deals 2d6 fire damage.

| d4 | Lid |
|---|---|
| 1 | Tin |

***At Higher Levels.*** One die more for each slot level above 3rd.

---

*Source: The Hearthside Compendium (hearth), Kettle Press, Creative Commons Attribution 4.0*
"
    );
    assert_eq!(document.excerpt(240), "Steam rises. It deals 2d6 fire damage.");
}

#[test]
fn a_cantrip_without_a_text() {
    let spell = spell::Model {
        name: "Spark".into(),
        school: Some("evocation".into()),
        casting_time_label: "1 action".into(),
        duration: "instantaneous".into(),
        damage_roll: Some("1d4".into()),
        damage_types: vec!["fire".into()],
        casting_options: Json(vec![
            spell::CastingOption {
                kind: "player_level_5".into(),
                damage_roll: Some("2d4".into()),
                ..spell::CastingOption::default()
            },
            spell::CastingOption { kind: "slot_level_2".into(), ..spell::CastingOption::default() },
        ]),
        ..spell::Model::default()
    };
    assert_eq!(
        spell.printed(Layout::Rules2014).render(None),
        "# Spark

*Evocation cantrip*

- **Casting Time:** 1 action
- **Duration:** Instantaneous

- **Damage:** 1d4 fire

| Cast | Change |
| --- | --- |
| Character level 5 | 2d4 damage |
"
    );
}

#[test]
fn spells_of_2024() {
    let spell = spell::Model {
        document_key: "hearth".into(),
        name: "Kettle Wall".into(),
        level: 3,
        school: Some("evocation".into()),
        ritual: true,
        casting_time_label: "1 action".into(),
        range_text: Some("150 feet".into()),
        verbal: true,
        duration: "Instantaneous".into(),
        class_slugs: vec!["hearthwarden".into(), "wizard".into()],
        text: "Steam rises.".into(),
        higher_levels: Some("One die more for each spell slot level above 3.".into()),
        ..spell::Model::default()
    };
    assert_eq!(
        spell.printed(Layout::Rules2024).render(None),
        "# Kettle Wall

*Level 3 Evocation (Hearthwarden, Wizard)*

- **Casting Time:** Action or Ritual
- **Range:** 150 feet
- **Components:** V
- **Duration:** Instantaneous

Steam rises.

***Using a Higher-Level Spell Slot.*** One die more for each spell slot level above 3.

---

*Source: hearth*
"
    );
    let cantrip = spell::Model { level: 0, ritual: false, casting_time_label: "1 bonus action".into(), ..spell };
    let document = cantrip.printed(Layout::Rules2024).render(None);
    for line in [
        "*Evocation Cantrip (Hearthwarden, Wizard)*",
        "- **Casting Time:** Bonus Action\n",
        "***Cantrip Upgrade.*** One die",
    ] {
        assert!(document.contains(line), "{line} in {document}");
    }
}
