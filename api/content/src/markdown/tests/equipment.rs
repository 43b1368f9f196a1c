//! Equipment.

use crate::equipment::{self, WeaponProperty};
use crate::markdown::{Layout, Printed as _};
use crate::{Json, Quantity};

#[test]
fn a_weapon() {
    let weapon = equipment::Model {
        name: "Ladle".into(),
        kind: equipment::Kind::Weapon,
        martial: Some(true),
        weapon_range: Some("melee".into()),
        damage_dice: Some("1d8".into()),
        versatile_dice: Some("1d10".into()),
        damage_type: Some("bludgeoning".into()),
        properties: Json(vec![
            WeaponProperty {
                name: "Versatile".into(),
                detail: Some("1d10".into()),
                text: "Use both hands.".into(),
                ..WeaponProperty::default()
            },
            WeaponProperty {
                name: "Stir".into(),
                kind: Some("Mastery".into()),
                text: "It stirs.".into(),
                ..WeaponProperty::default()
            },
        ]),
        mastery: Some("stir".into()),
        cost: Some(0.5),
        weight: Some(0.25),
        ..equipment::Model::default()
    };
    let document = weapon.printed(Layout::Rules2014);
    assert_eq!(
        document.render(None),
        "# Ladle

*Martial melee weapon*

- **Damage:** 1d8 bludgeoning
- **Properties:** Versatile (1d10)
- **Mastery:** Stir
- **Cost:** 5 sp
- **Weight:** 1/4 lb.

## Properties

***Versatile.*** Use both hands.

***Stir.*** It stirs.
"
    );
    assert_eq!(document.excerpt(50), "Martial melee weapon. Damage: 1d8 bludgeoning…");
}

#[test]
fn armor_and_magic_and_packs() {
    let mail = equipment::Model {
        name: "Pot Mail".into(),
        kind: equipment::Kind::MagicItem,
        category: Some("armor".into()),
        armor_category: Some("heavy".into()),
        ac_display: Some("16".into()),
        strength_required: Some(13),
        stealth_disadvantage: Some(true),
        rarity: Some("very-rare".into()),
        requires_attunement: Some(true),
        attunement_detail: Some("by a cook".into()),
        base_armor_slug: Some("chain-mail".into()),
        cost: Some(0.0),
        text: "It clatters.".into(),
        ..equipment::Model::default()
    };
    assert_eq!(
        mail.printed(Layout::Rules2014).render(None),
        "# Pot Mail

*Armor (chain mail), very rare (requires attunement by a cook)*

- **Armor Class:** 16
- **Strength:** 13
- **Stealth:** Disadvantage

It clatters.
"
    );
    let pack = equipment::Model {
        name: "Cook's Pack".into(),
        category: Some("equipment-pack".into()),
        cost: Some(1.0),
        quantity: Some(20),
        contents: Json(vec![Quantity { name: "Candle".into(), slug: "candle".into(), quantity: 5 }]),
        ..equipment::Model::default()
    };
    assert_eq!(
        pack.printed(Layout::Rules2014).render(None),
        "# Cook's Pack

*Equipment pack*

- **Cost:** 1 gp for 20

## Contents

- Candle (5)
"
    );
}
