//! Spellings: every filter field of the schema takes its stored words however they are written, and says what is near
//! where no row has a word.

use super::all_rows;
use crate::nodes::{FAMILIES, list, text};
use lorekeeper_content::Family;
use lorekeeper_content::filter::{Field, Filter};
use lorekeeper_content::{character_option, creature, equipment, rule, spell};
use lorekeeper_search::facets::{self, Value as Counted};
use lorekeeper_tests::harness::{Lore, Reader};
use lorekeeper_tests::upstream::Upstream;
use serde_json::{Map, Value, json};

/// Values of a field that are tried.
const TRIED: usize = 3;

/// Fields that no fixture has a word for.
const WITHOUT_WORDS: [&str; 5] = [
    "SpellFilter.conditionsInflicted", "CreatureFilter.gear", "CreatureFilter.conditionsInflicted",
    "CreatureFilter.lairActions", "RuleFilter.tags",
];

fn fields(family: Family) -> Vec<Field> {
    match family {
        Family::Spell => spell::SpellFilter::fields(),
        Family::Creature => creature::CreatureFilter::fields(),
        Family::Equipment => equipment::EquipmentFilter::fields(),
        Family::CharacterOption => character_option::CharacterOptionFilter::fields(),
        Family::Rule => rule::RuleFilter::fields(),
    }
}

/// The fields of a filter that take words, with whether they look into a list, by the schema.
async fn fields_with_words(lore: &Lore, input: &str) -> Vec<(String, bool)> {
    let query = "query($name: String!) { __type(name: $name) { inputFields { name type { name } } } }";
    let data = lore.query(query, json!({"name": input})).await;
    let fields = list(&data["__type"]["inputFields"]).iter();
    let with_words = fields.filter_map(|field| {
        let is_list = match text(field, "/type/name") {
            "TextFilter" => false,
            "ListFilter" | "SpellRelationFilter" => true,
            _ => return None,
        };
        // The whole text of a row is no word.
        let name = text(field, "/name").to_owned();
        (name != "text").then_some((name, is_list))
    });
    with_words.collect()
}

/// The most frequent values of a field, as people read them.
async fn values(lore: &Lore, family: Family, field: &str) -> Vec<Counted> {
    let fields = fields(family);
    let field = fields.iter().find(|known| known.name == field).expect(field);
    let counted = facets::values(&lore.app.search, family.name(), &field.counted_values()).await;
    let mut counted = counted.expect("values");
    counted.retain(|value| value.value.contains(char::is_alphabetic));
    counted.truncate(TRIED);
    counted
}

/// A word in three spellings: `VERY_RARE`, `Very Rare`, `very-rare`.
fn spellings(word: &str) -> [String; 3] {
    let separated = |separator: &str| word.replace([' ', '-', '_'], separator);
    let title = separated(" ");
    let title: Vec<String> = title.split(' ').map(capitalised).collect();
    [separated("_").to_uppercase(), title.join(" "), separated("-").to_lowercase()]
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// How many rows each of the filters leaves.
async fn counts(lore: &Lore, plural: &str, input: &str, filters: &[Value]) -> Vec<i64> {
    let mut counts = Vec::new();
    let rows = all_rows(plural);
    for filters in filters.chunks(8) {
        let names: Vec<String> = (0..filters.len()).map(|n| format!("f{n}")).collect();
        let variables = names.iter().map(|n| format!("${n}: {input}")).collect::<Vec<_>>();
        let aliases = names.iter().map(|n| format!("{n}: {plural}(filter: ${n}, first: 1{rows}) {{ totalCount }}"));
        let query = format!("query({}) {{ {} }}", variables.join(", "), aliases.collect::<Vec<_>>().join(" "));
        let given: Map<String, Value> = names.iter().cloned().zip(filters.iter().cloned()).collect();
        let data = lore.query(&query, json!(given)).await;
        counts.extend(names.iter().filter_map(|n| data[n]["totalCount"].as_i64()));
    }
    counts
}

#[tokio::test]
async fn every_field_of_the_schema_in_three_spellings() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    let mut tried = 0;
    let mut without = Vec::new();
    for (family, (plural, name)) in Family::ALL.into_iter().zip(FAMILIES) {
        let input = format!("{name}Filter");
        let all = counts(&lore, plural, &input, &[json!({})]).await[0];
        for (field, is_list) in fields_with_words(&lore, &input).await {
            let values = values(&lore, family, &field).await;
            if values.is_empty() {
                without.push(format!("{input}.{field}"));
            }
            for Counted { value, count, .. } in values {
                let mut filters = Vec::new();
                let mut expected = Vec::new();
                for word in spellings(&value) {
                    let operators = if is_list {
                        vec![json!({"has": word}), json!({"hasAny": [word]}), json!({"hasAll": [word]})]
                    } else {
                        vec![json!({"eq": word}), json!({"in": [word]})]
                    };
                    expected.extend(vec![count; operators.len()]);
                    filters.extend(operators);
                    if !is_list {
                        filters.extend([json!({"ne": word}), json!({"nin": [word]})]);
                        expected.extend([all - count; 2]);
                    }
                }
                let filters: Vec<Value> = filters.into_iter().map(|f| json!({&field: f})).collect();
                let found = counts(&lore, plural, &input, &filters).await;
                for ((filter, found), expected) in filters.iter().zip(found).zip(expected) {
                    tried += 1;
                    assert_eq!(found, expected, "{input} {filter}, of {all}: {value:?}");
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
    assert_eq!(without, WITHOUT_WORDS);
    lore.stop().await;
}

/// Kinds are enums: literals are spelled as the schema does, variables in any way.
#[tokio::test]
async fn kinds_in_variables() {
    let lore = Reader::shared().await;
    for (plural, input, kind) in [
        ("equipment", "EquipmentFilter", "MAGIC_ITEM"),
        ("rules", "RuleFilter", "DAMAGE_TYPE"),
        ("characterOptions", "CharacterOptionFilter", "SUBCLASS"),
    ] {
        let query = format!("query($filter: {input}) {{ {plural}(filter: $filter) {{ totalCount }} }}");
        let count = async |word: String| {
            let variables = json!({"filter": {"kind": {"in": [word]}}});
            lore.query(&query, variables).await[plural]["totalCount"].as_i64()
        };
        let expected = count(kind.to_owned()).await;
        assert!(expected > Some(0), "{plural}");
        for word in spellings(kind) {
            assert_eq!(count(word.clone()).await, expected, "{word}");
        }
        let unknown = json!({"filter": {"kind": {"eq": "soup"}}});
        lore.refuses(&query, unknown, "BAD_USER_INPUT", "soup").await;
    }
}

#[tokio::test]
async fn a_word_that_no_row_has() {
    let upstream = Upstream::start().await;
    let lore = Lore::filled(&upstream).await;
    for (family, (plural, name)) in Family::ALL.into_iter().zip(FAMILIES) {
        let input = format!("{name}Filter");
        let query =
            format!("query($filter: {input}) {{ {plural}(filter: $filter) {{ totalCount meta {{ message }} }} }}");
        for (field, is_list) in fields_with_words(&lore, &input).await {
            if ["name", "slug"].contains(&field.as_str()) {
                continue;
            }
            let Some(value) = values(&lore, family, &field).await.into_iter().next() else {
                continue;
            };
            // Two letters too many.
            let word = format!("{}zq", value.value);
            let operator = if is_list { "has" } else { "eq" };
            let data = lore.query(&query, json!({"filter": {&field: {operator: word}}})).await;
            assert_eq!(data[plural]["totalCount"], 0, "{input}.{field}: {word}");
            let message = text(&data[plural], "/meta/message");
            let said = format!("as `filter.{field}`. ");
            assert!(message.contains(&said), "{input}.{field}: {message}");
            let near = format!("\"{}\" ({})", value.value, value.count);
            let long = value.value.chars().count() > 58;
            assert!(long || message.contains(&near), "{input}.{field}: {message}");
        }
    }
    lore.stop().await;
}
