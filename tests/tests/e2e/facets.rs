//! Facets: the values of a result and their counts, a facet leaving out its own filter.

use crate::nodes::{FAMILIES, list, texts};
use lorekeeper_tests::harness::Reader;
use serde_json::{Map, Value, json};

/// What a query on a family asks for.
#[derive(Clone, Debug, Default)]
struct Asked {
    filter: Map<String, Value>,
    documents: Value,
    system: Value,
    search: Value,
    mode: Value,
}

impl Asked {
    fn variables(&self) -> Value {
        json!({"filter": self.filter, "documents": self.documents, "system": self.system,
            "search": self.search, "mode": self.mode})
    }

    /// The same with one value of one facet instead of what narrows by that facet.
    fn with(&self, types: &Value, facet: &str, value: &str) -> Self {
        let mut asked = self.clone();
        match facet {
            "document" => asked.documents = json!([value]),
            "gameSystem" => asked.system = json!(value),
            _ => {
                asked.filter.insert(facet.to_owned(), comparison(types, facet, value));
            }
        }
        asked
    }
}

/// The comparison with a value, for the type that a field of a filter has.
fn comparison(types: &Value, field: &str, value: &str) -> Value {
    let mut fields = list(&types["__type"]["inputFields"]).iter();
    let field = fields.find(|f| f["name"] == field).expect(field);
    match field["type"]["name"].as_str().unwrap() {
        "IntFilter" => json!({"eq": value.parse::<i32>().unwrap()}),
        "BoolFilter" => json!({"eq": value.parse::<bool>().unwrap()}),
        "ListFilter" => json!({"has": value}),
        _ => json!({"eq": value}),
    }
}

async fn facets(lore: &Reader, field: &str, filter: &str, asked: &Asked) -> Vec<Value> {
    let query = format!(
        "query($filter: {filter}, $documents: [String!], $system: String, $search: String, $mode: SearchMode) {{
            {field}(filter: $filter, documents: $documents, gameSystem: $system, search: $search, mode: $mode) {{
                facets {{ name values {{ value label count }} }}
            }}
        }}"
    );
    let mut data = lore.query(&query, asked.variables()).await;
    match data[field]["facets"].take() {
        Value::Array(facets) => facets,
        other => panic!("{other}"),
    }
}

/// How many results each of several queries has.
async fn totals(lore: &Reader, field: &str, filter: &str, asked: &[Asked]) -> Vec<i64> {
    let (mut names, mut fields) = (Vec::new(), Vec::new());
    let mut variables = Map::new();
    for (n, asked) in asked.iter().enumerate() {
        names.push(format!(
            "$filter{n}: {filter}, $documents{n}: [String!], $system{n}: String, $search{n}: String, $mode{n}: SearchMode"
        ));
        fields.push(format!(
            "n{n}: {field}(filter: $filter{n}, documents: $documents{n}, gameSystem: $system{n}, search: $search{n}, mode: $mode{n}) {{ totalCount }}"
        ));
        for (name, value) in asked.variables().as_object().unwrap() {
            variables.insert(format!("{name}{n}"), value.clone());
        }
    }
    let (names, fields) = (names.join(", "), fields.join(" "));
    let query = format!("query({names}) {{ {fields} }}");
    let data = lore.query(&query, Value::Object(variables)).await;
    (0..asked.len()).map(|n| data[format!("n{n}")]["totalCount"].as_i64().unwrap()).collect()
}

fn values(facet: &Value) -> Vec<(&str, i64)> {
    let values = list(&facet["values"]).iter();
    values.map(|v| (v["value"].as_str().unwrap(), v["count"].as_i64().unwrap())).collect()
}

fn named<'a>(facets: &'a [Value], name: &str) -> Vec<(&'a str, i64)> {
    values(facets.iter().find(|f| f["name"] == name).expect(name))
}

/// Every value of every facet leads to as many results as it says; how many values that are.
async fn verify(lore: &Reader, field: &str, filter: &str, types: &Value, asked: &Asked) -> usize {
    let mut seen = 0;
    for facet in facets(lore, field, filter, asked).await {
        let name = facet["name"].as_str().unwrap();
        let values = values(&facet);
        if values.is_empty() {
            continue;
        }
        let narrowed: Vec<Asked> = values.iter().map(|(value, _)| asked.with(types, name, value)).collect();
        let counts: Vec<i64> = values.iter().map(|(_, count)| *count).collect();
        let found = totals(lore, field, filter, &narrowed).await;
        assert_eq!(counts, found, "{field}.{name} of {asked:?}: {values:?}");
        seen += values.len();
    }
    seen
}

#[tokio::test]
async fn every_value_leads_to_as_many_results() {
    let lore = Reader::shared().await;
    for (field, family) in FAMILIES {
        let filter = &format!("{family}Filter");
        let types = lore
            .query(
                "query($name: String!) { __type(name: $name) { inputFields { name type { name } } } }",
                json!({"name": filter}),
            )
            .await;
        let all = Asked::default();
        let seen = verify(&lore, field, filter, &types, &all).await;
        assert!(seen > 10, "{field}: {seen}");
        // Narrowed by two of them and by both arguments.
        let found = facets(&lore, field, filter, &all).await;
        let mut narrowed = all.clone();
        for facet in found.iter().rev() {
            let first = values(facet).first().map(|(value, _)| (*value).to_owned());
            let name = facet["name"].as_str().unwrap();
            let argument = ["document", "gameSystem"].contains(&name);
            if let Some(value) = first
                && (argument || narrowed.filter.len() < 2)
            {
                narrowed = narrowed.with(&types, name, &value);
            }
        }
        assert_eq!(narrowed.filter.len(), 2);
        verify(&lore, field, filter, &types, &narrowed).await;
        // In a search, alone and narrowed.
        let searched = Asked { search: json!("ember lamp fire"), ..all };
        assert!(verify(&lore, field, filter, &types, &searched).await > 0);
        let searched = Asked {
            search: json!("a lampwright in the dark"),
            mode: json!("LEXICAL"),
            filter: narrowed.filter,
            ..Asked::default()
        };
        verify(&lore, field, filter, &types, &searched).await;
    }
}

/// Some facets are counted by the combinations of their values, many are counted row by row.
#[tokio::test]
async fn a_facet_alone_is_the_same_as_among_all() {
    let lore = Reader::shared().await;
    for (field, family) in FAMILIES {
        let filter = &format!("{family}Filter");
        let all = facets(&lore, field, filter, &Asked::default()).await;
        assert!(all.len() > 4, "{field}: {all:?}");
        for of in [1, 3] {
            for some in all.chunks(of) {
                let names: Vec<&Value> = some.iter().map(|facet| &facet["name"]).collect();
                let query = format!(
                    "query($names: [String!]) {{ {field} {{ facets(names: $names) {{ name values {{ value label count }} }} }} }}"
                );
                let data = lore.query(&query, json!({"names": names})).await;
                assert_eq!(data[field]["facets"], json!(some));
            }
        }
    }
}

#[tokio::test]
async fn a_facet_leaves_out_its_own_filter() {
    let lore = Reader::shared().await;
    let spells = async |filter: Value, documents: Value, system: Value| {
        let Value::Object(filter) = filter else { panic!("{filter}") };
        let asked = Asked { filter, documents, system, ..Asked::default() };
        facets(&lore, "spells", "SpellFilter", &asked).await
    };
    let all = spells(json!({}), Value::Null, Value::Null).await;
    let expected = "level school classes castingTime concentration ritual savingThrow damageTypes conditionsInflicted effects document gameSystem";
    assert_eq!(texts(&json!(all), "/name").join(" "), expected);
    assert_eq!(named(&all, "level"), [("0", 2), ("1", 3), ("2", 1), ("3", 2), ("4", 1)]);
    assert_eq!(named(&all, "school"), [("evocation", 4), ("conjuration", 3), ("abjuration", 2)]);
    assert_eq!(named(&all, "gameSystem"), [("5e-2014", 6), ("5e-2024", 3)]);
    assert_eq!(all[10]["values"][0], json!({"value": "srd-2014", "label": "5e 2014 Rules", "count": 4}));

    let both = json!({"level": {"eq": 3}, "school": {"eq": "conjuration"}});
    let found = spells(both, Value::Null, Value::Null).await;
    assert_eq!(named(&found, "level"), [("1", 1), ("2", 1), ("4", 1)]);
    assert_eq!(named(&found, "school"), [("evocation", 2)]);
    // Nothing is a conjuration of level 3.
    assert_eq!(named(&found, "classes"), []);
    assert_eq!(named(&found, "document"), []);

    // Deeper, a comparison is never left out.
    for deeper in [
        json!({"and": [{"level": {"eq": 3}}]}),
        json!({"or": [{"level": {"eq": 3}}]}),
        json!({"not": {"level": {"ne": 3}}}),
    ] {
        let found = spells(deeper.clone(), Value::Null, Value::Null).await;
        assert_eq!(named(&found, "level"), [("3", 2)], "{deeper}");
    }

    // Both arguments are filters of their own facets.
    let found = spells(json!({}), json!(["srd"]), json!("5e-2024")).await;
    assert_eq!(named(&found, "document"), [("hearth-2024", 2), ("srd-2024", 1)]);
    assert_eq!(named(&found, "gameSystem"), [("5e-2014", 4)]);
    assert_eq!(named(&found, "level"), []);
    let none = spells(json!({}), json!([]), Value::Null).await;
    assert_eq!(named(&none, "document"), named(&all, "document"));
    assert_eq!(named(&none, "school"), []);
}

#[tokio::test]
async fn values_stand_in_the_order_of_the_game() {
    let lore = Reader::shared().await;
    let data = lore
        .ask(
            "{ creatures { facets(names: [\"size\", \"challengeRating\"]) { name values { value count } } }
               equipment(type: WEAPON, filter: {rarity: {eq: \"rare\"}}) { facets(names: [\"kind\", \"rarity\"]) { name values { value count } } }
               magic: equipment(type: MAGIC_ITEM) { facets(names: [\"rarity\"]) { values { value count } } }
               named: spells(name: \"kettle-burst\", filter: {level: {eq: 9}}) { facets(names: [\"level\", \"level\"]) { name values { value count } } } }",
        )
        .await;
    let creatures = data["creatures"]["facets"].as_array().unwrap();
    for (facet, expected) in [
        ("size", "tiny 1, small 1, medium 2, large 2, huge 1"),
        ("challengeRating", "1/8 1, 1/4 1, 1 1, 3 1, 5 1, 6 1, 12 1"),
    ] {
        let found = named(creatures, facet).into_iter();
        let found: Vec<String> = found.map(|(value, count)| format!("{value} {count}")).collect();
        assert_eq!(found.join(", "), expected, "{facet}");
    }
    // `type` narrows by the kind.
    let weapons = data["equipment"]["facets"].as_array().unwrap();
    assert_eq!(named(weapons, "rarity"), []);
    assert_eq!(named(weapons, "kind").len(), 1);
    assert_eq!(named(weapons, "kind")[0].0, "MAGIC_ITEM");
    let rarities = &data["magic"]["facets"][0];
    let order = "common uncommon rare very-rare legendary artifact varies";
    let place = |value: &str| order.split(' ').position(|rarity| rarity == value);
    let places = values(rarities).into_iter().map(|(value, _)| place(value));
    let places: Vec<Option<usize>> = places.collect();
    assert!(places.len() > 3 && places.is_sorted() && !places.contains(&None), "{rarities}");
    // The name always counts.
    assert_eq!(data["named"]["facets"], json!([{"name": "level", "values": [{"value": "3", "count": 2}]}]));
}

#[tokio::test]
async fn everything_has_families_and_types() {
    let lore = Reader::shared().await;
    let search = "query($types: [ContentType!], $families: [Family!], $documents: [String!], $system: String, $mode: SearchMode) {
        search(query: \"ember\", types: $types, families: $families, documents: $documents, gameSystem: $system, mode: $mode, collapse: NONE) {
            totalCount facets { name values { value label count } }
        }
    }";
    let narrowed = json!({"types": ["SPELL", "RULE"], "families": ["RULE", "CREATURE"],
        "documents": ["srd", "core", "srd-2024"], "system": "5e-2024"});
    for mode in ["HYBRID", "LEXICAL"] {
        for narrowed in [&json!({}), &narrowed] {
            let mut variables = narrowed.clone();
            variables["mode"] = json!(mode);
            let data = lore.query(search, variables.clone()).await;
            let facets = list(&data["search"]["facets"]);
            let names = texts(&data["search"]["facets"], "/name");
            assert_eq!(names, ["family", "type", "document", "gameSystem"]);
            assert!(*narrowed != json!({}) || named(facets, "family").len() > 1);
            for facet in facets {
                let argument = match facet["name"].as_str().unwrap() {
                    "family" => "families",
                    "type" => "types",
                    "document" => "documents",
                    _ => "system",
                };
                for (value, count) in values(facet) {
                    let mut variables = variables.clone();
                    variables[argument] = if argument == "system" { json!(value) } else { json!([value]) };
                    let data = lore.query(search, variables.clone()).await;
                    assert_eq!(data["search"]["totalCount"], count, "{variables}");
                }
            }
        }
    }
}

#[tokio::test]
async fn facets_that_are_not_there_are_refused() {
    let lore = Reader::shared().await;
    let query = "query($names: [String!]) { creatures { facets(names: $names) { name } } }";
    let wrong = json!({"names": ["type", "armorClass"]});
    let message = lore.refuses(query, wrong, "BAD_USER_INPUT", "").await;
    assert_eq!(
        message,
        "\"armorClass\" is no facet here. `names` can be \"size\", \"type\", \"alignment\", \"challengeRating\", \"environments\", \"conditionsInflicted\", \"savesForced\", \"damageTypesDealt\", \"attackKinds\", \"multiattack\", \"recoversOn\", \"spellcastingKinds\", \"document\" and \"gameSystem\"."
    );
    let data = lore.query(query, json!({"names": []})).await;
    assert_eq!(data["creatures"]["facets"], json!([]));
}
