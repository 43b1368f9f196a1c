//! Equipment.

use super::{assert_fields, said};
use lorekeeper_tests::harness::Reader;
use serde_json::{Value, json};

const ITEM: &str = "query($id: ID!) { equipmentItem(id: $id) {
    id name slug family kind text category subcategory cost costPer weight size quantity image { url } sets
    damageDice versatileDice damageType properties { name slug type detail text } mastery range longRange
    weaponRange simple martial improvised ammunition armorCategory acBase acAddsDexterity acDexterityCap
    acDisplay strengthRequired stealthDisadvantage donTime doffTime contents { name slug quantity } speed
    capacity ability utilize { name ability dc } craft rarity rarityRank requiresAttunement
    attunementDetail baseWeaponSlug baseArmorSlug variantSlugs variantOfSlug notes
} }";

async fn item(lore: &Reader, id: &str) -> Value {
    let id = format!("equipment:{id}");
    let found = lore.query(ITEM, json!({"id": id})).await["equipmentItem"].take();
    assert_eq!(found["id"], id);
    found
}

#[tokio::test]
async fn mundane() {
    let lore = Reader::shared().await;

    // Cost and weight come from another listing than the weapon.
    let poker = item(&lore, "hearth-2024:weapon:poker").await;
    assert_fields(
        &poker,
        &json!({
            "kind": "WEAPON", "category": "weapon", "cost": 1.5, "weight": 3.0, "damageDice": "1d6",
            "versatileDice": "1d8", "damageType": "piercing", "mastery": "sear", "range": null,
            "longRange": null, "weaponRange": "melee", "simple": true, "martial": false,
            "improvised": false, "armorCategory": null, "stealthDisadvantage": null, "rarity": null,
            "requiresAttunement": null,
        }),
    );
    assert_eq!(
        said(&poker["properties"]),
        json!([
            {"name": "Sear", "slug": "sear", "type": "Mastery", "text": "What sear means for a utensil."},
            {"name": "Versatile", "slug": "versatile", "detail": "1d8", "text": "What versatile means for a utensil."},
        ])
    );
    let sling = item(&lore, "hearth-2014:weapon:coal-sling").await;
    assert_fields(
        &sling,
        &json!({
            "cost": 0.2, "weight": 0.5, "damageType": "fire", "versatileDice": null, "range": 30,
            "longRange": 120, "weaponRange": "ranged", "simple": false, "martial": true,
            "ammunition": "coal", "mastery": null,
        }),
    );
    // From the D&D 5e API alone: silver pieces become gold, the thrown range is the range.
    let skillet = item(&lore, "srd-2024:weapon:skillet").await;
    assert_fields(
        &skillet,
        &json!({
            "cost": 0.8, "weight": 4.0, "damageDice": "1d4", "damageType": "bludgeoning", "mastery": "sear",
            "range": 20, "longRange": 60, "weaponRange": "melee", "simple": true, "martial": false,
            "notes": "Hot for an hour after cooking",
        }),
    );

    let plate = item(&lore, "hearth-2014:armor:stove-plate").await;
    assert_fields(
        &plate,
        &json!({
            "kind": "ARMOR", "category": "armor", "cost": 900.0, "weight": 60.0, "armorCategory": "heavy",
            "acBase": 17, "acAddsDexterity": false, "acDexterityCap": null, "acDisplay": "17",
            "strengthRequired": 15, "stealthDisadvantage": true, "simple": null,
        }),
    );
    let mail = item(&lore, "srd-2024:armor:lamp-mail").await;
    assert_fields(
        &mail,
        &json!({
            "armorCategory": "medium", "acBase": 13, "acAddsDexterity": true, "acDexterityCap": 2,
            "acDisplay": "13 + Dex modifier (max 2)", "strengthRequired": null, "stealthDisadvantage": true,
            "donTime": "5 minutes", "doffTime": "1 minute",
        }),
    );

    let kettle = item(&lore, "srd-2014:gear:copper-kettle").await;
    assert_fields(
        &kettle,
        &json!({
            "kind": "GEAR", "text": "A kettle that holds 1 gallon.", "category": "adventuring-gear",
            "subcategory": "standard-gear", "cost": 2.0, "weight": 2.0, "sets": ["Kitchenware"],
            "contents": [], "damageDice": null,
        }),
    );
    // A weight of 0.000 is unknown.
    let hamper = item(&lore, "hearth-2014:gear:pilgrims-hamper").await;
    assert_fields(
        &hamper,
        &json!({"category": "equipment-pack", "cost": 9.0, "weight": null}),
    );
    let pack = item(&lore, "srd-2014:gear:lampwrights-pack").await;
    assert_fields(
        &pack,
        &json!({
            "category": "equipment-pack", "cost": 12.0,
            "contents": [
                {"name": "Copper Kettle", "slug": "copper-kettle", "quantity": 1},
                {"name": "Wick", "slug": "wick", "quantity": 10},
            ],
        }),
    );
    let pony = item(&lore, "srd-2014:gear:tea-cart-pony").await;
    assert_fields(
        &pony,
        &json!({"category": "mount", "cost": 30.0, "speed": "40 ft/round", "capacity": "225 lb."}),
    );
    // In 2024 the API prices twenty, which the name of the SRD says.
    let wick = item(&lore, "srd-2024:gear:wick-20").await;
    assert_fields(
        &wick,
        &json!({"name": "Wick", "category": "ammunition", "cost": 0.01, "quantity": 20}),
    );
    let trimmer = item(&lore, "srd-2024:gear:wick-trimmer-5-gp").await;
    assert_fields(
        &trimmer,
        &json!({
            "category": "tools", "subcategory": "artisans-tools", "cost": 5.0, "ability": "dexterity",
            "utilize": [{"name": "Trim a wick in the dark", "ability": "dexterity", "dc": 10}],
            "craft": ["Wick"],
        }),
    );
    let poison = item(&lore, "srd-2024:gear:bitter-almond").await;
    assert_fields(
        &poison,
        &json!({"category": "poison", "subcategory": "ingested", "cost": 150.0}),
    );
    let bed = item(&lore, "hearth-2024:gear:bed-by-the-fire").await;
    assert_fields(
        &bed,
        &json!({"category": "service", "cost": 0.5, "costPer": "1 day"}),
    );
}

#[tokio::test]
async fn magic() {
    let lore = Reader::shared().await;
    let brand = item(&lore, "hearth-2014:magic_item:emberbrand-1").await;
    assert_fields(
        &brand,
        &json!({
            "name": "Emberbrand (+1)", "kind": "MAGIC_ITEM", "category": "weapon", "rarity": "uncommon",
            "rarityRank": 2, "requiresAttunement": false, "attunementDetail": null,
            // A price of 0.00 is unknown, not nothing.
            "cost": null, "weight": 3.0,
            // It is a poker, and has what a poker has.
            "baseWeaponSlug": "poker", "damageDice": "1d6", "versatileDice": "1d8",
            "damageType": "piercing", "simple": true, "baseArmorSlug": null,
        }),
    );
    let apron = item(&lore, "hearth-2024:magic_item:apron-of-the-oven").await;
    assert_fields(
        &apron,
        &json!({
            "category": "armor", "rarity": "legendary", "rarityRank": 5, "requiresAttunement": true,
            "attunementDetail": "by a hearthwarden", "cost": null, "baseArmorSlug": "oven-mail",
            "armorCategory": "medium", "acBase": 14, "acDexterityCap": 2, "stealthDisadvantage": false,
        }),
    );
    let kettle = item(&lore, "hearth-2014:magic_item:everwarm-kettle").await;
    assert_fields(
        &kettle,
        &json!({"category": "wondrous-item", "rarity": "common", "rarityRank": 1, "cost": null, "weight": null}),
    );
    // Rarity and attunement are in the first paragraph of the D&D 5e API's text.
    let cloak = item(&lore, "srd-2014:magic_item:cloak-of-cinders").await;
    assert_fields(
        &cloak,
        &json!({
            "text": "While wearing this cloak you have resistance to fire damage.", "cost": 50.0,
            "rarity": "rare", "rarityRank": 3, "requiresAttunement": true,
            "attunementDetail": "by a lampwright",
            "image": {"url": "/api/images/magic-items/cloak-of-cinders.png"},
        }),
    );
    let cloak = item(&lore, "srd-2024:magic_item:cloak-of-cinders").await;
    assert_fields(
        &cloak,
        &json!({
            "text": "This cloak smoulders without burning.", "rarity": "rare", "requiresAttunement": true,
            "attunementDetail": "by a lampwright",
        }),
    );
    let ladle = item(&lore, "srd-2014:magic_item:lucky-ladle-1-or-2").await;
    assert_fields(
        &ladle,
        &json!({"rarity": "varies", "rarityRank": null, "variantSlugs": ["lucky-ladle-1"], "variantOfSlug": null}),
    );
    let variant = item(&lore, "srd-2014:magic_item:lucky-ladle-1").await;
    assert_fields(
        &variant,
        &json!({
            "text": "The soup comes out a little better.", "rarity": "uncommon", "variantSlugs": [],
            "variantOfSlug": "lucky-ladle-1-or-2",
        }),
    );
}
