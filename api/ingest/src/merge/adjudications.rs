//! Adjudications: disagreements that were settled by hand, each with its evidence in a sentence. `adjudications.json`
//! has them.

use lorekeeper_content::Identity;
use serde::Deserialize;
use serde_json::Value;
use std::sync::LazyLock;

/// An adjudication.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Adjudication {
    /// The global id of the entity (`spell:srd-2014:fireball`).
    id: String,
    /// The field (`material_cost`, `speed.walk`).
    field: String,
    /// The value that is believed.
    pub(super) value: Value,
    /// Why, in a sentence.
    pub(super) evidence: String,
}

static ADJUDICATIONS: LazyLock<Vec<Adjudication>> = LazyLock::new(|| {
    #[expect(
        clippy::expect_used,
        reason = "the file is a constant, and a test reads it"
    )]
    serde_json::from_str(include_str!("adjudications.json")).expect("adjudications")
});

/// The adjudication of a field of an entity.
pub(super) fn entry(identity: &Identity, field: &str) -> Option<&'static Adjudication> {
    let mut entries = ADJUDICATIONS.iter().filter(|entry| entry.field == field);
    entries.find(|entry| entry.id == identity.global_id())
}

/// The adjudicated fields of an entity.
pub(super) fn fields(identity: &Identity) -> impl Iterator<Item = &'static str> {
    let id = identity.global_id();
    let entries = ADJUDICATIONS.iter().filter(move |entry| entry.id == id);
    entries.map(|entry| entry.field.as_str())
}

#[cfg(test)]
mod tests {
    use super::super::compared;
    use super::*;
    use lorekeeper_content::{Family, creature, equipment, spell};
    use serde_json::json;

    #[test]
    fn each_entry_is_of_a_field_and_has_its_evidence() {
        let mut known = std::collections::BTreeSet::new();
        for entry in ADJUDICATIONS.iter() {
            let identity = Identity::parse(&entry.id).unwrap();
            let fields = compared::fields(identity.family);
            let row = match identity.family {
                Family::Creature => json!(creature::Model::default()),
                Family::Equipment => json!(equipment::Model::default()),
                Family::Spell => json!(spell::Model::default()),
                _ => json!({}),
            };
            let is_known = row.get(&entry.field).is_some();
            assert!(
                is_known || fields.contains(&entry.field.as_str()),
                "{entry:?}"
            );
            assert!(entry.evidence.ends_with('.'), "{entry:?}");
            assert!(known.insert((&entry.id, &entry.field)), "twice: {entry:?}");
        }
    }
}
