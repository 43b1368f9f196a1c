//! Prerequisites of features.

use crate::prose::ordinal;
use crate::{Record, Records};
use serde::Deserialize;

/// A prerequisite of a feature: a level, or a spell or feature by its address.
#[derive(Deserialize)]
pub(super) struct Prerequisite {
    level: Option<i32>,
    spell: Option<String>,
    feature: Option<String>,
}

impl Prerequisite {
    /// The prerequisite in words.
    pub fn words(&self, edition: &str, records: &Records) -> Option<String> {
        let level = self.level.map(|level| format!("{} level", ordinal(level)));
        let spell = self
            .spell
            .as_deref()
            .map(|address| format!("{} spell", name_at(records.endpoint(&format!("{edition}/spells")), address)));
        let feature = self
            .feature
            .as_deref()
            .map(|address| format!("{} feature", name_at(records.endpoint(&format!("{edition}/features")), address)));
        level.or(spell).or(feature)
    }
}

/// The name of the record at that address; in the words of the address when it is not there.
fn name_at(records: &[Record], address: &str) -> String {
    let index = address.rsplit('/').next().unwrap_or_default();
    records
        .iter()
        .find(|record| record.key == index)
        .and_then(|record| record.raw.get("name")?.as_str())
        .map_or_else(|| index.replace('-', " "), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn prerequisites_are_words() {
        let records = Records::default();
        let words = |value| {
            let prerequisite: Prerequisite = serde_json::from_value(value).unwrap();
            prerequisite.words("2014", &records)
        };
        let level = json!({"type": "level", "level": 5});
        let spell = json!({"type": "spell", "spell": "/api/2014/spells/rising-dough"});
        assert_eq!(words(level).as_deref(), Some("5th level"));
        assert_eq!(words(spell).as_deref(), Some("rising dough spell"));
    }
}
