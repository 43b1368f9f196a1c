//! Ability score increases of feats, read from their texts.

use super::{AbilityIncrease, Model};
use crate::vocabulary::ABILITIES;
use crate::{Regex, pattern};
use std::sync::LazyLock;

/// An increase: of one ability, of one of several, or of any one.
static INCREASE: LazyLock<Regex> = LazyLock::new(|| {
    let any = ABILITIES.join("|");
    pattern(&format!(
        r"\b(?:increase )?(?:your (?P<abilities>(?:{any})(?:(?:, (?:or )?| or )(?:{any}))*) scores?|(?P<any>one ability score|an ability score|the chosen ability score)(?: of your choice)?)(?: increases?)? by (?P<bonus>\d)\b(?P<after>, or increase)?"
    ))
});

static ABILITY: LazyLock<Regex> = LazyLock::new(|| pattern(&ABILITIES.join("|")));

/// The increase that the text of a feat, or one of its benefits, grants. None where the text offers two kinds of increase.
///
/// Correction (character options): The ability score increase of a feat is read from its text.
pub(super) fn feat_increases(feat: &Model) -> Vec<AbilityIncrease> {
    let benefits = feat.benefits.iter().map(|benefit| benefit.text.as_str());
    let mut texts = std::iter::once(feat.text.as_str()).chain(benefits);
    let increase = texts.find_map(|text| {
        let found = INCREASE.captures(text)?;
        if found.name("after").is_some() {
            return Some(None);
        }
        let bonus = found.name("bonus")?.as_str().parse().ok()?;
        let named = found.name("abilities").map_or("", |named| named.as_str());
        let mut abilities: Vec<String> =
            ABILITY.find_iter(named).map(|ability| ability.as_str().to_lowercase()).collect();
        let increase = if abilities.len() == 1 {
            AbilityIncrease { ability: abilities.pop(), bonus, ..AbilityIncrease::default() }
        } else {
            AbilityIncrease { bonus, choose: Some(1), among: abilities, ..AbilityIncrease::default() }
        };
        Some(Some(increase))
    });
    increase.flatten().into_iter().collect()
}

/// The increases of a background of 2024, which lists three abilities: one by 2 and another by 1.
///
/// Correction (character options): The abilities that a background lists increase by 2 and 1.
pub(super) fn background_increases(background: &Model) -> Vec<AbilityIncrease> {
    let mut benefits = background.benefits.iter();
    let listed = benefits.find(|benefit| benefit.kind.as_deref() == Some("ability_score"));
    let text = listed.map_or("", |benefit| benefit.text.as_str());
    let abilities = ABILITY.find_iter(text);
    let among: Vec<String> = abilities.map(|ability| ability.as_str().to_lowercase()).collect();
    let is_list = among.len() == 3 && among.join(", ") == text.to_lowercase();
    let increase =
        |bonus| AbilityIncrease { bonus, choose: Some(1), among: among.clone(), ..AbilityIncrease::default() };
    if is_list { vec![increase(2), increase(1)] } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::Benefit;
    use super::*;

    #[test]
    fn backgrounds_increase_two_of_three_abilities() {
        let increases = |text: &str| {
            let benefit = Benefit { kind: Some("ability_score".into()), text: text.into(), ..Benefit::default() };
            let background = Model { benefits: vec![benefit].into(), ..Model::default() };
            let increases = background_increases(&background).into_iter();
            let increases = increases.map(|increase| (increase.bonus, increase.among.join(" ")));
            increases.collect::<Vec<_>>()
        };
        let among = "strength wisdom charisma".to_owned();
        assert_eq!(increases("Strength, Wisdom, Charisma"), [(2, among.clone()), (1, among)]);
        assert_eq!(increases("+1 to Wisdom and one other ability score."), []);
    }

    #[test]
    fn texts_of_feats_grant_increases() {
        let increases = |text: &str| feat_increases(&Model { text: text.to_owned(), ..Model::default() });
        let [one] = increases("You croak. Your Wisdom score increases by 1, to a maximum of 20.").try_into().unwrap();
        assert_eq!((one.ability.as_deref(), one.bonus), (Some("wisdom"), 1));
        let [two] = increases("Increase your Strength or Dexterity score by 1.").try_into().unwrap();
        assert_eq!((two.choose, two.among.len()), (Some(1), 2));
        let [any] =
            increases("Increase one ability score of your choice by 1, to a maximum of 30.").try_into().unwrap();
        assert_eq!((any.ability, any.choose), (None, Some(1)));
        let open = "Increase one ability score of your choice by 2, or increase two ability scores by 1.";
        assert!(increases(open).is_empty());
        assert!(increases("Your passive Perception score increases by 5.").is_empty());
    }
}
