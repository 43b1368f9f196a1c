//! Coverage warnings: a filter on what some of the books never say tells so.

use crate::nodes::texts;
use crate::sync::edit;
use lorekeeper_tests::harness::Lore;
use lorekeeper_tests::mcp::Mcp;
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Value, json};

const CREATURES: &str = "query($filter: CreatureFilter, $documents: [String!], $system: String, $search: String) {
    creatures(filter: $filter, documents: $documents, gameSystem: $system, search: $search) { meta { ...M } }
} fragment M on Meta { warnings }";

async fn warnings(lore: &Lore, variables: Value) -> Vec<String> {
    let data = lore.query(CREATURES, variables).await;
    texts(&data["creatures"]["meta"]["warnings"], "")
}

fn volcano() -> Value {
    json!({"environments": {"has": "volcano"}})
}

#[tokio::test]
async fn what_some_books_never_say() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    // Two of the three of *hearth-2014* have one, and nothing elsewhere.
    let said = "environments: known for 2 of 7 creatures. \"srd-2014\", \"hearth-2024\" and \"srd-2024\" never say it, so `filter.environments` cannot tell what is in there.";
    for (variables, expected) in [
        (json!({}), vec![]),
        (json!({"filter": {"type": {"eq": "dragon"}}}), vec![]),
        (json!({"filter": volcano()}), vec![said]),
        (json!({"filter": volcano(), "search": "embers"}), vec![said]),
        // However deep it is compared, it is said once.
        (json!({"filter": {"or": [volcano(), {"not": {"and": [volcano()]}}]}}), vec![said]),
        (json!({"filter": volcano(), "documents": ["hearth-2014"]}), vec![]),
        (
            json!({"filter": volcano(), "system": "5e-2024"}),
            vec![
                "environments: known for 0 of 2 creatures. \"hearth-2024\" and \"srd-2024\" never say it, so `filter.environments` cannot tell what is in there.",
            ],
        ),
        (json!({"filter": volcano(), "documents": []}), vec![]),
        // Whoever asks what is not known is not told that it is not known.
        (json!({"filter": {"environments": {"isEmpty": true}}}), vec![]),
        (json!({"filter": {"environments": {"isNull": false}}}), vec![]),
        (json!({"filter": {"environments": null}}), vec![]),
        // That none of a handful is immune to anything, or flies, means nothing.
        (json!({"filter": {"conditionImmunities": {"has": "prone"}, "flySpeed": {"gt": 1}}}), vec![]),
    ] {
        let told = warnings(&lore, variables.clone()).await;
        assert_eq!(told, expected, "{variables}");
    }
    // The same as data, without the warnings.
    let gaps = "query($filter: CreatureFilter) {
        creatures(filter: $filter) { meta { coverageGaps { field documents message } } }
    }";
    let data = lore.query(gaps, json!({"filter": volcano()})).await;
    assert_eq!(
        data["creatures"]["meta"]["coverageGaps"],
        json!([{
            "field": "environments", "documents": ["srd-2014", "hearth-2024", "srd-2024"], "message": said,
        }])
    );

    // What changes is seen.
    let volcanoes = json!([{"name": "Volcano", "key": "volcano"}]);
    edit(&upstream, "creatures", "srd_soot-gremlin", "environments", volcanoes);
    lore.sync().await;
    let said = warnings(&lore, json!({"filter": volcano()})).await;
    assert_eq!(said.len(), 1);
    assert!(
        said[0].starts_with("environments: known for 3 of 7 creatures. \"hearth-2024\" and \"srd-2024\" never say it"),
        "{said:?}"
    );
    lore.stop().await;
}

#[tokio::test]
async fn what_does_not_apply_is_not_missed() {
    let upstream = Upstream::start().await;
    // The only weapon of a book lost its damage.
    for listing in ["items", "weapons"] {
        let mut records = upstream.records(listing);
        for record in records.iter_mut().filter(|r| r["key"] == "hearth-2024_poker") {
            record["damage_dice"] = json!("");
            if let Some(weapon) = record.get_mut("weapon").filter(|w| w.is_object()) {
                weapon["damage_dice"] = json!("");
            }
        }
        upstream.replace(listing, records);
    }
    let lore = Lore::filled(&upstream).await;
    let query = "query($filter: EquipmentFilter, $type: EquipmentType, $documents: [String!]) {
        equipment(filter: $filter, type: $type, documents: $documents) { totalCount meta { warnings } }
    }";
    let warnings = async |variables: Value| -> Vec<String> {
        let data = lore.query(query, variables).await;
        texts(&data["equipment"]["meta"]["warnings"], "")
    };
    // Mundane things have no rarity, and armor no damage.
    for filter in [
        json!({"rarity": {"eq": "rare"}}),
        json!({"rarityRank": {"gte": 1}, "requiresAttunement": {"eq": true}}),
        json!({"acBase": {"gte": 1}}),
    ] {
        let said = warnings(json!({"filter": filter})).await;
        assert_eq!(said, Vec::<String>::new(), "{filter}");
    }
    let dice = json!({"damageDice": {"eq": "1d6"}});
    let of_hearth = json!({"filter": dice, "documents": ["hearth-2024"]});
    let said = warnings(of_hearth).await;
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].starts_with(
            "damageDice: known for 0 of 1 pieces of equipment that it applies to. \"hearth-2024\" never says it"
        ),
        "{said:?}"
    );
    // Magic items have no price; who asks for mundane ones does not miss that.
    let cheap = json!({"cost": {"lt": 1}});
    let books: Vec<String> = warnings(json!({"filter": cheap, "type": "MAGIC_ITEM"})).await;
    assert_eq!(books.len(), 1, "{books:?}");
    for mundane in [
        json!({"filter": {"cost": {"lt": 1}, "magic": {"eq": false}}}),
        json!({"filter": {"and": [{"cost": {"lt": 1}}, {"kind": {"in": ["WEAPON", "GEAR", "ARMOR"]}}]}}),
        json!({"filter": cheap, "type": "WEAPON"}),
    ] {
        let said = warnings(mundane.clone()).await;
        assert_eq!(said, Vec::<String>::new(), "{mundane}");
    }
    lore.stop().await;
}

#[tokio::test]
async fn tools_say_it_in_their_own_words() {
    let upstream = Upstream::start().await;
    for key in ["hearth-2024_kettle-burst", "hearth-2024_cinder-dart"] {
        edit(&upstream, "spells", key, "classes", json!([]));
    }
    let lore = Lore::filled(&upstream).await;
    let mcp = Mcp::connect(&lore.url).await;
    let arguments = json!({"class_key": "hearthwarden"});
    let found = mcp.call("search_spell", arguments).await;
    let told =
        "classes: known for 7 of 9 spells. \"hearth-2024\" never says it, so class_key cannot tell what is in there.";
    assert_eq!(found["warnings"], json!([told]));
    let found = mcp.call("search_spell", json!({"level": 3})).await;
    assert_eq!(found.get("warnings"), None);
    lore.stop().await;
}
