//! Backgrounds.

use super::super::wire::DocumentRef;
use super::{draft, row};
use crate::option_text::{background, species_trait::fixed};
use crate::prose;
use crate::{Drafts, Records};
use lorekeeper_content::Pattern;
use lorekeeper_content::character_option::{AbilityIncrease, Benefit, Kind, Model};
use serde::Deserialize;

#[derive(Deserialize)]
struct Background {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    desc: String,
    #[serde(default)]
    document: DocumentRef,
    #[serde(default)]
    benefits: Vec<BackgroundBenefit>,
}

#[derive(Deserialize)]
struct BackgroundBenefit {
    name: Option<String>,
    #[serde(default)]
    desc: String,
    #[serde(rename = "type")]
    kind: Option<String>,
}

/// Draws the backgrounds.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for (record, background) in drafts.parse::<Background>(records, "backgrounds") {
        drafts.character_options.push(draft(background.row(), "backgrounds", record));
    }
}

impl Background {
    fn row(&self) -> Model {
        let mut row = row(Kind::Background, self.document.key(), &self.name, &self.desc);
        background::fill(&mut row, self.benefits.iter().map(BackgroundBenefit::read).collect());
        let mut benefits = row.benefits.iter();
        let scores = benefits.find(|benefit| benefit.kind.as_deref() == Some("ability_score"));
        row.ability_increases = scores.map(|scores| ability_increases(&scores.text)).unwrap_or_default().into();
        row
    }
}

impl BackgroundBenefit {
    fn read(&self) -> Benefit {
        Benefit {
            name: self.name.as_deref().and_then(prose::text),
            text: prose::text(&self.desc).unwrap_or_default(),
            kind: self.kind.as_deref().and_then(prose::text).map(|kind| kind.to_lowercase()),
        }
    }
}

/// `+1 to Wisdom and one other ability score.` What else there is leaves more open.
fn ability_increases(text: &str) -> Vec<AbilityIncrease> {
    static NAMED: Pattern = Pattern::new(r"(?-i)^\+1 (?:to )?(\w+) and one other ability score");
    let named = NAMED.capture(text);
    let Some(ability) = named.as_deref().and_then(prose::ability) else {
        return Vec::new();
    };
    let other = AbilityIncrease { ability: None, bonus: 1, choose: Some(1), among: Vec::new() };
    vec![fixed(ability, 1), other]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn increases_are_read_where_they_are_certain() {
        let [wisdom, other] = ability_increases("+1 to Wisdom and one other ability score.").try_into().unwrap();
        assert_eq!((wisdom.ability.as_deref(), wisdom.bonus), (Some("wisdom"), 1));
        assert_eq!((other.ability, other.choose), (None, Some(1)));
        assert!(ability_increases("Strength, Wisdom, Charisma").is_empty());
    }
}
