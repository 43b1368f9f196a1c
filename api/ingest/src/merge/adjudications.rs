//! Adjudications: disagreements that were settled by hand, each with its evidence in a sentence. `adjudications.json`
//! has them.

use lorekeeper_content::Identity;
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::LazyLock;

/// An adjudication.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Adjudication {
    /// The global id of the entity (`spell:srd-2014:fireball`).
    id: String,
    /// The field (`material_cost`, `speed.walk`).
    pub(super) field: String,
    /// The value that is believed.
    pub(super) value: Value,
    /// Why, in a sentence.
    pub(super) evidence: String,
}

/// The adjudications by the global ids of their entities.
static ADJUDICATIONS: LazyLock<HashMap<String, Vec<Adjudication>>> = LazyLock::new(|| {
    let mut by_id: HashMap<String, Vec<Adjudication>> = HashMap::new();
    for entry in all() {
        by_id.entry(entry.id.clone()).or_default().push(entry);
    }
    by_id
});

#[expect(clippy::expect_used, reason = "the file is a constant, and a test reads it")]
fn all() -> Vec<Adjudication> {
    serde_json::from_str(include_str!("adjudications.json")).expect("adjudications")
}

/// The adjudications of an entity.
pub(super) fn of_entity(identity: &Identity) -> &'static [Adjudication] {
    ADJUDICATIONS.get(&identity.global_id()).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::super::compared;
    use super::*;
    use lorekeeper_content::{Family, character_option, creature, equipment, rule, spell};
    use serde_json::json;

    #[test]
    fn each_entry_is_of_a_field_and_has_its_evidence() {
        let mut known = std::collections::BTreeSet::new();
        for entry in all() {
            let identity = Identity::parse(&entry.id).unwrap();
            let fields = compared::fields(identity.family);
            let row = match identity.family {
                Family::Creature => json!(creature::Model::default()),
                Family::Equipment => json!(equipment::Model::default()),
                Family::Spell => json!(spell::Model::default()),
                Family::CharacterOption => json!(character_option::Model::default()),
                Family::Rule => json!(rule::Model::default()),
            };
            let place = format!("/{}", entry.field.replace('.', "/"));
            let is_known = row.pointer(&place).is_some();
            assert!(is_known || fields.contains(&entry.field.as_str()), "{entry:?}");
            assert!(entry.evidence.ends_with('.'), "{entry:?}");
            assert!(known.insert((entry.id.clone(), entry.field.clone())), "twice: {entry:?}");
        }
    }
}
