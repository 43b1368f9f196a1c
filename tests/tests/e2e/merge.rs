//! Merging of sources: one record that both carry is one row, filled field by field.

use crate::nodes::{list, text};
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const SOURCE: &str = "source { name key url names raw fields { field source } }";

/// The fields that did not come from the preferred source.
fn filled(source: &Value) -> Vec<&str> {
    let fields = list(&source["fields"]);
    let is_filled = fields.iter().all(|f| f["source"] == "dnd5e_api");
    assert!(is_filled, "{fields:?}");
    fields.iter().map(|f| text(f, "/field")).collect()
}

#[tokio::test]
async fn field_by_field() {
    let upstream = Upstream::start().await;
    let lore = Lore::synced(&upstream, &[]).await;
    let record = |endpoint: &str, key: &str| {
        let is_it = |r: &Value| r["key"] == key || r["index"] == key;
        upstream.records(endpoint).into_iter().find(is_it).unwrap()
    };

    let query = format!(
        "{{ found: spell(slug: \"ember-ward\", document: \"srd-2014\") {{ text classSlugs subclassSlugs damageRoll savingThrow {SOURCE} }} }}"
    );
    let spell = &lore.ask(&query).await["found"];
    // Open5e has the text; only the D&D 5e API knows the classes and what it does.
    assert!(text(spell, "/text").starts_with("A ring of embers"));
    assert_eq!(spell["classSlugs"], json!(["lampwright"]));
    assert_eq!(spell["subclassSlugs"], json!(["wickkeeper"]));
    assert_eq!(spell["damageRoll"], "2d6");
    assert_eq!(spell["savingThrow"], "dexterity");
    let source = &spell["source"];
    assert_eq!(source["name"], "open5e_v2");
    assert_eq!(source["key"], "srd_ember-ward");
    assert_eq!(source["url"], "https://open5e.com/spells/srd_ember-ward");
    assert_eq!(source["names"], json!(["open5e_v2", "dnd5e_api"]));
    assert_eq!(source["raw"], record("spells", "srd_ember-ward"));
    let expected = "classSlugs damageRoll damageTypes savingThrow savingThrowSuccess subclassSlugs";
    assert_eq!(filled(source).join(" "), expected);

    let query = format!(
        "{{ found: creature(slug: \"soot-gremlin\") {{ text proficiencyBonus hitDice traits {{ text }} illustration {{ url }} {SOURCE} }} }}"
    );
    let gremlin = &lore.ask(&query).await["found"];
    assert_eq!(gremlin["text"], record("2014/monsters", "soot-gremlin")["desc"]);
    assert_eq!(gremlin["proficiencyBonus"], 2);
    assert_eq!(gremlin["traits"][0]["text"], "The gremlin can squeeze through a gap as narrow as 1 inch.");
    assert_eq!(gremlin["source"]["names"], json!(["open5e_v2", "dnd5e_api"]));
    assert_eq!(filled(&gremlin["source"]), ["illustration", "proficiencyBonus", "sizes", "text"]);

    let query = format!(
        "{{ found: equipmentItem(slug: \"skillet\", document: \"srd\") {{ kind versatileDice range longRange improvised cost {SOURCE} }} }}"
    );
    let skillet = &lore.ask(&query).await["found"];
    assert_eq!(skillet["kind"], "WEAPON");
    assert_eq!(
        (&skillet["versatileDice"], &skillet["range"], &skillet["longRange"]),
        (&json!("1d6"), &json!(20), &json!(60))
    );
    // What the preferred source says stands, a plain no included.
    assert_eq!((&skillet["improvised"], &skillet["cost"]), (&json!(true), &json!(0.8)));
    assert_eq!(filled(&skillet["source"]), ["longRange", "range", "versatileDice"]);

    let query = format!(
        "{{ found: characterOption(slug: \"lampwright\", document: \"srd\") {{ kind text hitDie levels {{ level }} {SOURCE} }} }}"
    );
    let class = &lore.ask(&query).await["found"];
    assert_eq!((text(class, "/kind"), text(class, "/text")), ("CLASS", "A maker of lamps."));
    assert_eq!(class["source"]["names"], json!(["open5e_v2", "dnd5e_api"]));
    assert!(filled(&class["source"]).contains(&"spellcastingAbility"), "{class:#}");

    // A record of one source only has no field from elsewhere.
    let query = format!("{{ found: spell(slug: \"lamp-dart\") {{ {SOURCE} }} }}");
    let source = &lore.ask(&query).await["found"]["source"];
    assert_eq!((text(source, "/name"), text(source, "/key")), ("dnd5e_api", "lamp-dart"));
    assert_eq!(source["url"], "https://www.dnd5eapi.co/api/2014/spells/lamp-dart");
    assert_eq!(source["raw"], record("2014/spells", "lamp-dart"));
    assert!(filled(source).is_empty());

    // Two books' spells of one name are two.
    let data = lore.ask("{ spells(name: \"ember ward\") { totalCount } }").await;
    assert_eq!(data["spells"]["totalCount"], 2);
    lore.stop().await;
}

#[tokio::test]
async fn disagreements_are_shown() {
    let upstream = Upstream::start().await;
    let mut monsters = upstream.records("2014/monsters");
    let gremlin = monsters.iter_mut().find(|m| m["index"] == "soot-gremlin");
    let gremlin = gremlin.unwrap();
    // The dice give 10 hit points; the armor is anybody's guess.
    gremlin["hit_points"] = json!(12);
    gremlin["armor_class"] = json!([{"type": "natural", "value": 15}]);
    upstream.replace("2014/monsters", monsters);
    let lore = Lore::synced(&upstream, &[]).await;
    let data = lore
        .ask(
            "{ creature(slug: \"soot-gremlin\") { armorClass hitPoints
               source { disagreements { field values { source value } settledBy reason } } } }",
        )
        .await;
    let gremlin = &data["creature"];
    assert_eq!((&gremlin["armorClass"], &gremlin["hitPoints"]), (&json!(13), &json!(10)));
    let found = gremlin["source"]["disagreements"].as_array().unwrap();
    let of = |field: &str| found.iter().find(|d| d["field"] == field).unwrap();
    assert_eq!(
        of("armorClass")["values"],
        json!([{"source": "open5e_v2", "value": "13"}, {"source": "dnd5e_api", "value": "15"}])
    );
    assert_eq!(of("armorClass")["settledBy"], "preferred-source");
    assert_eq!(of("hitPoints")["settledBy"], "hit-points-of-dice");
    assert!(found.iter().all(|d| !text(d, "/reason").is_empty()));
}
