use super::*;
use serde_json::json;

fn records(raws: Vec<Value>) -> Records {
    let records = raws.into_iter().enumerate().map(|(place, raw)| Record {
        key: format!("brew/{place}"),
        url: String::new(),
        raw,
    });
    Records([("monster".to_owned(), records.collect())].into())
}

/// The last of some records, with what it copies, and the changes that cannot be made.
fn last(raws: Vec<Value>) -> Result<(Value, Vec<String>), String> {
    let place = raws.len() - 1;
    let records = records(raws);
    let resolved = resolved("monster", place, &Lookup::new(&records), &mut Budget::default())?;
    Ok((resolved.value.unwrap(), resolved.unmade))
}

fn imp() -> Value {
    json!({
        "name": "Imp", "source": "B", "page": 3, "srd": true, "cr": "1", "str": 14, "dex": 12, "con": 10,
        "int": 8, "wis": 10, "cha": 10, "size": ["H"], "speed": {"walk": 30, "fly": 40}, "skill": {"stealth": "+3"},
        "action": [{"name": "Ladle", "entries": ["The imp hits, {@hit 4}. {@dc 11} Imp."]}, {"name": "Lid", "entries": ["x"]}],
        "trait": [{"name": "Hot", "entries": ["The imp is hot."]}],
        "spellcasting": [{"name": "Spellcasting", "will": ["tea"], "daily": {"1": ["soup"]}, "spells": {"1": {"spells": ["stew"]}}}]
    })
}

fn copy(changes: Value) -> Value {
    json!({"name": "Big Imp", "source": "B", "_copy": {"name": "Imp", "source": "B", "_mod": changes}})
}

#[test]
fn a_copy_has_the_changes() {
    let of = |changes: Value| last(vec![imp(), copy(changes)]).unwrap();
    let plain = of(json!({}));
    assert_eq!(plain.0["name"], "Big Imp");
    assert_eq!((plain.0.get("page"), plain.0.get("srd")), (None, None));
    for (changes, path, expected) in [
        (
            json!({"*": {"mode": "replaceTxt", "replace": "the imp", "with": "the big $0", "flags": "ig"}}),
            "/trait/0/entries/0",
            json!("the big The imp is hot."),
        ),
        (
            json!({"action": {"mode": "replaceName", "replace": "L(\\w+)", "with": "$1er"}}),
            "/action/1/name",
            json!("ider"),
        ),
        (json!({"action": {"mode": "removeArr", "names": "Ladle"}}), "/action/0/name", json!("Lid")),
        (
            json!({"action": [{"mode": "appendArr", "items": {"name": "Z"}}, {"mode": "renameArr", "renames": {"rename": "Z", "with": "Y"}}]}),
            "/action/2/name",
            json!("Y"),
        ),
        (
            json!({"action": {"mode": "prependArr", "items": [{"name": "A"}, {"name": "B"}]}}),
            "/action/1/name",
            json!("B"),
        ),
        (json!({"action": {"mode": "insertArr", "index": 1, "items": {"name": "M"}}}), "/action/1/name", json!("M")),
        (
            json!({"action": {"mode": "replaceArr", "replace": "Lid", "items": {"name": "R"}}}),
            "/action/1/name",
            json!("R"),
        ),
        (
            json!({"action": {"mode": "replaceOrAppendArr", "replace": {"regex": "^Q"}, "items": {"name": "Q"}}}),
            "/action/2/name",
            json!("Q"),
        ),
        (
            json!({"action": {"mode": "replaceArr", "replace": {"index": 0}, "items": {"name": "I"}}}),
            "/action/0/name",
            json!("I"),
        ),
        (json!({"bonus": {"mode": "appendIfNotExistsArr", "items": ["a", "a"]}}), "/bonus", json!(["a"])),
        (json!({"trait": "remove"}), "", json!(null)),
        (
            json!({"_": {"mode": "addSkills", "skills": {"perception": 1, "stealth": 2}}}),
            "/skill",
            json!({"perception": "+2", "stealth": "+5"}),
        ),
        (json!({"_": {"mode": "addSaves", "saves": {"str": 1}}}), "/save/str", json!("+4")),
        (
            json!({"_": {"mode": "addSenses", "senses": {"type": "darkvision", "range": 60}}}),
            "/senses/0",
            json!("darkvision 60 ft."),
        ),
        (
            json!({"_": [{"mode": "scalarAddHit", "scalar": 2}, {"mode": "scalarAddDc", "scalar": 1}]}),
            "/action/0/entries/0",
            json!("The imp hits, {@hit 6}. {@dc 12} Imp."),
        ),
        (json!({"_": {"mode": "maxSize", "max": "M"}}), "/size/0", json!("M")),
        (
            json!({"speed": {"mode": "scalarMultProp", "prop": "*", "scalar": 0.5, "floor": true}}),
            "/speed/fly",
            json!(20),
        ),
        (json!({"skill": {"mode": "scalarAddProp", "prop": "stealth", "scalar": 2}}), "/skill/stealth", json!("+5")),
        (json!({"type.tags": {"mode": "setProp", "value": ["big"]}}), "/type/tags/0", json!("big")),
        (
            json!({"spellcasting": {"mode": "addSpells", "will": ["jam"], "daily": {"1": ["pie"]}}}),
            "/spellcasting/0/daily/1/1",
            json!("pie"),
        ),
        (
            json!({"spellcasting": {"mode": "replaceSpells", "spells": {"1": [{"replace": "stew", "with": "pie"}]}}}),
            "/spellcasting/0/spells/1/spells/0",
            json!("pie"),
        ),
        (
            json!({"spellcasting": {"mode": "removeSpells", "daily": {"1": ["soup"]}}}),
            "/spellcasting/0/daily/1",
            json!([]),
        ),
    ] {
        let (value, unmade) = of(changes.clone());
        assert!(unmade.is_empty(), "{changes}: {unmade:?}");
        if !path.is_empty() {
            assert_eq!(value.pointer(path), Some(&expected), "{changes}");
        }
    }
    assert!(of(json!({"trait": "remove"})).0.get("trait").is_none());
}

#[test]
fn a_copy_that_cannot_be_made_says_why() {
    let reason = |raws| last(raws).err().unwrap_or_default();
    assert!(reason(vec![copy(json!({}))]).contains("\"Imp\" of B"), "no original");
    let itself = json!({"name": "Imp", "source": "B", "_copy": {"name": "Imp", "source": "B"}});
    assert_eq!(reason(vec![itself]), "it copies itself");
    let a = json!({"name": "A", "source": "B", "_copy": {"name": "B", "source": "B"}});
    let b = json!({"name": "B", "source": "B", "_copy": {"name": "A", "source": "B"}});
    assert_eq!(reason(vec![a, b]), "it copies itself");
    for unknown in [
        json!({"action": {"mode": "explode"}}),
        json!({"action": {"mode": "replaceTxt", "replace": "(?=x)", "with": ""}}),
        json!({"action": {"mode": "replaceArr", "replace": "None", "items": []}}),
        json!({"_": "x"}),
        json!({"cr": {"mode": "appendArr", "items": [1]}}),
    ] {
        let (_, unmade) = last(vec![imp(), copy(unknown.clone())]).unwrap();
        assert_eq!(unmade.len(), 1, "{unknown}");
    }
}

#[test]
fn copies_do_not_grow_without_end() {
    let double = json!({"mode": "replaceTxt", "replace": "i", "with": "iiiiiiiiiiiiiiii", "flags": "g"});
    let resolved = last(vec![imp(), copy(json!({"trait": vec![double; 40]}))]);
    let length = resolved.map_or(0, |(value, _)| text_length(&value));
    assert!(length <= MAX_TEXT, "{length}");
    let mut raws = vec![json!({"name": "Imp", "source": "B", "entries": vec!["x"; 200_000]})];
    raws.extend((0..20).map(|_| copy(json!({}))));
    let records = records(raws);
    let lookup = Lookup::new(&records);
    let mut budget = Budget::default();
    let made = (0..21).filter(|place| resolved_is_ok(*place, &lookup, &mut budget));
    assert!(made.count() < 15);
}

fn resolved_is_ok(place: usize, lookup: &Lookup<'_>, budget: &mut Budget) -> bool {
    resolved("monster", place, lookup, budget).is_ok()
}
