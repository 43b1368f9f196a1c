//! Actions, reactions, legendary actions and special abilities.

use super::attack::{self, DamageLine};
use super::multiattack::{self, Choice, Part};
use super::spellcasting::Spellcasting;
use super::usage::Usage;
use crate::dnd5e::wire::{self, Dc, Prose};
use crate::stat_block::{form, save};
use lorekeeper_content::creature::{self, Attack};
use lorekeeper_content::{SavingThrowDc, Trait};
use serde::Deserialize;

/// Something that a monster does or is, as the API has it.
#[derive(Deserialize)]
pub(super) struct ActionRecord {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    desc: Prose,
    attack_bonus: Option<i32>,
    #[serde(default)]
    damage: Vec<DamageLine>,
    dc: Option<Dc>,
    usage: Option<Usage>,
    #[serde(default)]
    actions: Vec<Part>,
    action_options: Option<Choice>,
    #[serde(default)]
    attacks: Vec<Effect>,
    options: Option<Effects>,
    spellcasting: Option<Spellcasting>,
}

/// One of several effects of an action (the breaths of a metallic dragon).
#[derive(Deserialize)]
struct Effect {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    dc: Option<Dc>,
    #[serde(default)]
    damage: Vec<DamageLine>,
}

#[derive(Deserialize)]
struct Effects {
    from: EffectOptions,
}

#[derive(Deserialize)]
struct EffectOptions {
    #[serde(default)]
    options: Vec<Effect>,
}

/// Actions or reactions, in the order of the stat block.
pub(super) fn list(actions: &[ActionRecord]) -> Vec<creature::Action> {
    (0..).zip(actions).map(|(order, action)| action.row(order)).collect()
}

/// Legendary actions, with what each costs.
pub(super) fn legendary(actions: &[ActionRecord]) -> Vec<creature::Action> {
    list(actions)
        .into_iter()
        .map(|action| {
            let (name, cost) = cost(&action.name);
            creature::Action { name, legendary_cost: Some(cost), ..action }
        })
        .collect()
}

impl ActionRecord {
    /// The special ability as a trait.
    pub fn as_trait(&self) -> Trait {
        Trait {
            name: title(&self.name),
            text: self.desc.markdown(),
            usage: self.usage.as_ref().and_then(Usage::row),
            ..Trait::default()
        }
    }

    /// The spellcasting that it grants.
    pub fn spellcasting(&self) -> Option<creature::Spellcasting> {
        self.spellcasting.as_ref().map(Spellcasting::row)
    }

    fn row(&self, order: i32) -> creature::Action {
        let text = self.desc.markdown();
        let (name, limited_to_form) = form::split(&title(&self.name));
        let attacks = self.attacks(&name, &text);
        let damage =
            if attacks.iter().any(|attack| attack.to_hit.is_some()) { Vec::new() } else { attack::plain(&self.damage) };
        // Each of several effects has its own.
        let of_text = attacks.iter().all(|attack| attack.save.is_none());
        let of_text = of_text.then(|| save::save(&text)).flatten();
        creature::Action {
            name,
            order: Some(order),
            limited_to_form,
            usage: self.usage.as_ref().and_then(Usage::row),
            save: self.save().or(of_text),
            attacks,
            damage,
            multiattack: multiattack::parts(&self.actions, self.action_options.as_ref()),
            text,
            ..creature::Action::default()
        }
    }

    /// The action's attack, or its several effects.
    fn attacks(&self, name: &str, text: &str) -> Vec<Attack> {
        let effects = self.attacks.iter().chain(self.options.iter().flat_map(|options| &options.from.options));
        let mut attacks: Vec<Attack> = effects
            .map(|effect| Attack {
                name: effect.name.clone(),
                save: effect.dc.as_ref().and_then(Dc::save),
                damage: attack::plain(&effect.damage),
                ..Attack::default()
            })
            .collect();
        let to_hit = self.attack_bonus.filter(|bonus| *bonus != 0 || attack::is_attack(text));
        if let Some(to_hit) = to_hit {
            attacks.extend(attack::attacks(name, to_hit, text, &self.damage));
        }
        attacks
    }

    /// Whether the number is one to escape by, which is no saving throw.
    ///
    /// Correction (creatures): The number by which one escapes a grapple is no saving throw.
    fn only_escapes(&self) -> bool {
        let text = self.desc.markdown().to_lowercase();
        text.contains("escape dc") && !text.contains("saving throw")
    }

    /// The saving throw that it calls for, or that a part of its damage does.
    fn save(&self) -> Option<SavingThrowDc> {
        let of_damage = || {
            self.damage.iter().find_map(|line| match line {
                DamageLine::Plain(dice) => dice.dc.as_ref(),
                DamageLine::Choice { .. } => None,
            })
        };
        let dc = self.dc.as_ref().filter(|_| !self.only_escapes());
        dc.or_else(of_damage).and_then(Dc::save)
    }
}

/// A heading without the full stop that it is printed with.
fn title(name: &str) -> String {
    name.trim().trim_end_matches('.').to_owned()
}

/// `Wing Attack (Costs 2 Actions)` is `Wing Attack`, at a cost of 2; others cost 1.
///
/// Correction (creatures): `(Costs 2 Actions)` in a name becomes `legendaryCost`.
fn cost(name: &str) -> (String, i32) {
    name.split_once(" (Costs ")
        .and_then(|(name, rest)| Some((name.to_owned(), wire::leading_number(rest)?)))
        .unwrap_or_else(|| (name.to_owned(), 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(raw: &str) -> ActionRecord {
        serde_json::from_str(raw).unwrap()
    }

    #[test]
    fn names_lose_what_fields_say() {
        assert_eq!(cost("Beat Wings (Costs 2 Actions)"), ("Beat Wings".into(), 2));
        assert_eq!(cost("Detect"), ("Detect".into(), 1));
        assert_eq!(title("Swallow."), "Swallow");
    }

    #[test]
    fn damage_without_an_attack_is_the_actions_own() {
        let action = action(
            r#"{"name":"Belch","desc":"Each creature burps.","dc":{"dc_type":{"index":"con"},"dc_value":11,"success_type":"half"},
            "damage":[{"damage_type":{"index":"poison"},"damage_dice":"4d6"}],"usage":{"type":"per day","times":1}}"#,
        );
        let row = action.row(2);
        assert!(row.attacks.is_empty());
        assert_eq!(row.damage.first().unwrap().dice.as_deref(), Some("4d6"));
        assert_eq!(row.save.unwrap().dc, Some(11));
        assert_eq!(row.order, Some(2));
    }

    #[test]
    fn a_bonus_of_nothing_is_no_attack() {
        let row = action(r#"{"name":"Ink","desc":"A cloud spreads.","attack_bonus":0}"#).row(0);
        assert!(row.attacks.is_empty());
    }

    #[test]
    fn each_breath_has_its_save() {
        let row = action(
            r#"{"name":"Breaths","desc":"It breathes.","options":{"choose":1,"type":"attack","from":{"option_set_type":"options_array","options":[
            {"option_type":"breath","name":"Ash","dc":{"dc_type":{"index":"dex"},"dc_value":15,"success_type":"half"},
                "damage":[{"damage_type":{"index":"fire"},"damage_dice":"5d6"}]},
            {"option_type":"breath","name":"Doze","dc":{"dc_type":{"index":"con"},"dc_value":15,"success_type":"none"}}]}}}"#,
        )
        .row(0);
        let saves: Vec<_> =
            row.attacks.iter().map(|a| (a.name.as_str(), a.save.clone().unwrap().ability, a.to_hit)).collect();
        assert_eq!(saves, [("Ash", "dexterity".to_owned(), None), ("Doze", "constitution".to_owned(), None)]);
    }
}
