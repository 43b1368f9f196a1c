//! Fixtures, the records that the mock serves: invented ones, in the shapes of the real APIs.

use serde_json::Value;
use std::collections::BTreeMap;

/// The records of every endpoint. Open5e's endpoints are called as they are below `/v2/` (`spells`), those of
/// its version 1 with that (`v1/spells`), the D&D 5e API's by edition and collection (`2014/monsters`).
pub fn records() -> BTreeMap<String, Vec<Value>> {
    FILES
        .iter()
        .flat_map(|(prefix, files)| files.iter().map(move |(name, json)| (prefix, name, json)))
        .map(|(prefix, name, json)| (format!("{prefix}{name}"), parse(json)))
        .collect()
}

/// The records of the D&D 5e API as it is since October 2026, of the endpoints that changed then.
pub fn october() -> BTreeMap<String, Vec<Value>> {
    let files = OCTOBER.iter();
    let files = files.flat_map(|(prefix, files)| files.iter().map(move |file| (prefix, file)));
    let records = files.map(|(prefix, (name, json))| (format!("{prefix}{name}"), parse(json)));
    records.collect()
}

#[expect(clippy::expect_used, reason = "the fixtures are part of the build")]
fn parse(json: &str) -> Vec<Value> {
    serde_json::from_str(json).expect("a fixture is a list of records")
}

macro_rules! files {
    ($folder:literal: $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../fixtures/", $folder, "/", $name, ".json")))),*]
    };
}

/// A file's name and its text.
type File = (&'static str, &'static str);

/// The files of each folder, with what their endpoints' names begin with.
const FILES: [(&str, &[File]); 4] = [
    (
        "",
        files!("open5e":
            "abilities" "alignments" "armor" "backgrounds" "classes" "conditions"
            "creatures" "creaturesets" "creaturetypes" "damagetypes" "documents"
            "environments" "feats" "gamesystems" "itemcategories" "items" "itemsets"
            "languages" "licenses" "magicitems" "publishers" "rules" "rulesets"
            "services" "skills" "species" "spells" "spellschools" "weaponproperties"
            "weapons"
        ),
    ),
    (
        "v1/",
        files!("open5e_v1":
            "armor" "backgrounds" "classes" "documents" "feats" "magicitems" "monsters"
            "planes" "races" "sections" "spelllist" "spells" "weapons"
        ),
    ),
    (
        "2014/",
        files!("dnd5e/2014":
            "ability-scores" "alignments" "backgrounds" "classes" "conditions"
            "damage-types" "equipment" "equipment-categories" "feats" "features"
            "languages" "levels" "magic-items" "magic-schools" "monsters"
            "proficiencies" "races" "rule-sections" "rules" "skills" "spells"
            "subclasses" "subraces" "traits" "weapon-properties"
        ),
    ),
    (
        "2024/",
        files!("dnd5e/2024":
            "ability-scores" "alignments" "backgrounds" "classes" "conditions"
            "damage-types" "equipment" "equipment-categories" "feats" "features"
            "languages" "magic-items" "magic-schools" "monsters" "poisons"
            "proficiencies" "skills" "species" "subclasses" "subspecies" "traits"
            "weapon-mastery-properties" "weapon-properties"
        ),
    ),
];

/// The files of the endpoints that changed in October 2026.
const OCTOBER: [(&str, &[File]); 2] = [
    ("2014/", files!("dnd5e-2026-10/2014": "equipment" "monsters" "rules" "spells")),
    ("2024/", files!("dnd5e-2026-10/2024": "levels" "magic-items" "monsters" "spells")),
];
