//! Schema search: its ranking, and the size of its answers.

use super::*;
use std::sync::LazyLock;

static SEARCH: LazyLock<SchemaSearch> = LazyLock::new(|| SchemaSearch::load().unwrap());

fn names(words: &str) -> Vec<String> {
    let answer = SEARCH.answer(words, 10);
    let results = answer["results"].as_array().unwrap();
    let names = results.iter().map(|result| result["name"].as_str().unwrap());
    names.map(str::to_owned).collect()
}

#[test]
fn words_find_what_they_name_and_describe() {
    for (words, wanted) in [
        ("saving throws a creature forces", "saves"),
        ("conditions inflicted", "onditionsInflicted"),
        ("material cost", "materialCost"),
        ("hit dice", "hitDice"),
        ("encounter difficulty", "ncounter"),
        ("equipmnt rarity", "rarity"),
        ("sort by hit points", "HIT_POINTS"),
        ("casters of a spell", "casters"),
        ("count of all results", "totalCount"),
        ("mode of search semantic", "SearchMode"),
        ("changed since", "changedSince"),
    ] {
        let names = names(words);
        assert!(names.iter().take(5).any(|name| name.contains(wanted)), "{words}: {names:?}");
    }
    assert_eq!(names("SpellFilter level")[0], "SpellFilter.level");
}

#[test]
fn elements_say_what_they_are_and_where() {
    let path = |name: &str| {
        let element = SEARCH.elements.iter().find(|e| e.coordinate() == name);
        element.unwrap_or_else(|| panic!("no {name}")).path.clone()
    };
    for (name, expected) in [
        ("Spell", "spells { nodes { … } }"),
        ("Spell.level", "spells { nodes { level } }"),
        ("Creature.actions", "creatures { nodes { actions { … } } }"),
        ("Query.spells(search:)", "spells(search: …) { … }"),
        ("SpellFilter.level", "spells(filter: {level: …}) { … }"),
        ("Query.encounter", "encounter(creatures: …, party: …) { … }"),
    ] {
        assert_eq!(path(name), expected, "{name}");
    }
}

/// Every path is a query once its gaps are filled, so that none leads astray.
#[test]
fn every_path_is_graphql() {
    let paths = SEARCH.elements.iter().map(|element| &element.path);
    let mut count = 0;
    for path in paths {
        let text = format!("{{ {} }}", path.replace("{ … }", "{ x }").replace("{…}", "{x: 1}").replace('…', "1"));
        let text = text.replace("{ 1 }", "{ x }");
        let parsed = apollo_compiler::ast::Document::parse(text.as_str(), "path");
        assert!(parsed.is_ok(), "{path}: {text}");
        count += 1;
    }
    assert!(count > 1000, "{count}");
}

/// What only mutations and subscriptions take is no part of it.
#[test]
fn only_what_queries_reach_is_found() {
    for name in ["Mutation", "Subscription", "Upload", "WordCase"] {
        assert!(!SEARCH.has_type(name), "{name}");
        assert!(SEARCH.answer(name, 10).get("definitions").is_none(), "{name}");
    }
    assert!(SEARCH.has_type("Spell") && SEARCH.has_type("SpellFilter"));
}

#[test]
fn names_give_definitions() {
    let answer = SEARCH.answer("Damage", 10);
    let sdl = answer["definitions"][0]["sdl"].as_str().unwrap();
    assert!(sdl.starts_with("\"\"\"") && sdl.contains("type Damage {") && sdl.contains("  dice: String"), "{sdl}");
    let answer = SEARCH.answer("ListFilter, Direction", 10);
    assert_eq!(answer["count"], 2);
    let answer = SEARCH.answer("Query.spells", 10);
    let sdl = answer["definitions"][0]["sdl"].as_str().unwrap();
    assert!(sdl.contains("    filter: SpellFilter") && sdl.contains("\"\"\""), "{sdl}");
    // Not all of these are names.
    assert!(SEARCH.answer("Spell level", 10).get("results").is_some());
}

/// Every type, the longest included, is given in one answer, and with every member.
#[test]
fn every_definition_fits_and_is_whole() {
    for (name, ty) in &SEARCH.schema.types {
        if !SEARCH.has_type(name) {
            continue;
        }
        let answer = SEARCH.answer(name, 10);
        assert!(answer.to_string().len() <= MAX_BYTES, "{name}");
        let sdl = answer["definitions"][0]["sdl"].as_str().unwrap();
        for member in definition::members(ty) {
            assert!(sdl.contains(&format!("  {member}")), "{name}: {member}");
        }
        for member in definition::members(ty) {
            let answer = SEARCH.answer(&format!("{name}.{member}"), 10);
            assert!(answer["definitions"][0]["path"].is_string(), "{name}.{member}");
            assert!(answer.to_string().len() <= MAX_BYTES, "{name}.{member}");
        }
    }
}

#[test]
fn answers_are_bounded_and_say_what_is_left_out() {
    for (words, limit) in [("name of a spell or a creature", 30), ("filter", 30), ("a", 30)] {
        let answer = SEARCH.answer(words, limit);
        assert!(answer.to_string().len() <= MAX_BYTES, "{words}");
        let (count, total) = (answer["count"].as_u64().unwrap(), answer["total"].as_u64().unwrap());
        assert!(count <= 30 && count > 0, "{words}: {count} of {total}");
        assert_eq!(count < total, answer.get("message").is_some(), "{words}");
    }
    let most = "Creature Spell Equipment CharacterOption Rule Query Document CreatureFilter";
    assert!(SEARCH.answer(most, 10).to_string().len() <= MAX_BYTES);
    let nothing = SEARCH.answer("xyzzy", 10);
    assert_eq!(nothing["count"], 0);
    assert!(nothing["message"].as_str().unwrap().contains("spells"), "{nothing}");
}

#[test]
fn hostile_words_are_answered_at_once() {
    let began = std::time::Instant::now();
    for words in [
        "a".repeat(1_000_000),
        "ab ".repeat(300_000),
        "É…💥".repeat(100_000),
        String::new(),
        "..".into(),
        "Query.".into(),
    ] {
        let answer = SEARCH.answer(&words, 30);
        assert!(answer.to_string().len() <= MAX_BYTES);
    }
    assert!(began.elapsed().as_secs() < 10, "{:?}", began.elapsed());
}

#[test]
fn errors_get_the_nearest_names_or_the_definition() {
    let sentence = |text: &str| Advice::Sentence(text.to_owned());
    let definition = |text: &str| Advice::Definition(text.to_owned());
    for (message, advice) in [
        ("Unknown field \"nmae\" on type \"Spell\".", sentence("Did you mean name?")),
        ("Unknown field \"castingTimeLabe\" on type \"Spell\". Did you mean \"castingTimeLabel\"?", Advice::Nothing),
        (
            "Invalid value for argument \"filter\", unknown field \"cost\" of type \"SpellFilter\"",
            sentence("Did you mean materialCost?"),
        ),
        (
            "Invalid value for argument \"orderBy.0.field\", enumeration type \"CreatureOrderField\" does not contain the value \"HITPOINTS\"",
            sentence("Did you mean HIT_POINTS?"),
        ),
        (
            "Invalid value for argument \"a.direction\", enumeration type \"Direction\" does not contain the value \"UP\"",
            sentence("Direction has: ASC, DESC."),
        ),
        (
            "Unknown argument \"filter\" on field \"documents\" of type \"Query\".",
            sentence("Query.documents takes: after, before, first, gameSystem, last, orderBy, source."),
        ),
        (
            "Field \"encounter\" argument \"creatures\" of type \"Query\" is required but not provided",
            definition("Query.encounter"),
        ),
        ("Field \"nodes\" of type \"Spell\" must have a selection of subfields", definition("Spell")),
        ("Unknown field \"x\" on type \"String\".", Advice::Nothing),
        ("The cursor is out of date.", Advice::Nothing),
        ("Unknown field \"", Advice::Nothing),
    ] {
        assert_eq!(SEARCH.advice(message), advice, "{message}");
    }
    let long = format!("Unknown field \"{}\" on type \"Spell\".", "é".repeat(100_000));
    assert_eq!(SEARCH.advice(&long), definition("Spell"));
}
