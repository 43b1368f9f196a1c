//! Derived fields of a creature: what the game's rules make certain where no source says it.

mod listed_actions;
mod resilience;
mod unprinted;

use super::facts;
use super::spellcasting;
use super::{Abilities, Action, Model};
use crate::condition_extraction::inflicted_conditions;
use crate::vocabulary::WEAPON_DAMAGE;
use crate::vocabulary::condition::INVISIBLE;
use crate::{Pattern, dice_average, experience_points, proficiency_bonus};

/// Derives all that the stat block makes certain.
pub(super) fn apply_all(creature: &mut Model) {
    apply(creature);
    spellcasting::read_prose(creature);
    creature.inflicts = conditions_inflicted(creature);
    facts::apply(creature);
}

/// The book whose stat blocks print all saving throws.
const ALL_SAVES: &str = "srd-2024";

/// Fills in proficiency bonus and experience from the challenge rating, hit points from the dice.
///
/// Of the creatures of rating 0, those that can attack are worth 10 points and the others none.
///
/// Correction (creatures): A resistance to a damage type that the creature is immune to is left out. A missing
/// proficiency bonus, missing experience points and missing average hit points are computed where the rules make
/// them certain.
fn apply(creature: &mut Model) {
    apply_lists(creature);
    if creature.condition_immunities_text.is_none() && !creature.condition_immunities.is_empty() {
        creature.condition_immunities_text = Some(creature.condition_immunities.join(", "));
    }
    resilience::apply(creature);
    listed_actions::sort(creature);
    listed_actions::share_usage(creature);
    listed_actions::share_damage_types(creature);
    listed_actions::name_kinds(creature);
    // Whoever summons it lends it the bonus.
    if creature.challenge_rating.is_none() && creature.document_key == ALL_SAVES {
        creature.proficiency_bonus = None;
        creature.initiative_bonus = None;
    }
    if let Some(cr) = creature.challenge_rating {
        creature.proficiency_bonus = creature.proficiency_bonus.or_else(|| proficiency_bonus(cr));
        let harmless = cr <= 0.0 && creature.actions.iter().all(|action| action.attacks.is_empty());
        let worth = if harmless { Some(0) } else { experience_points(cr) };
        creature.experience_points = creature.experience_points.or(worth);
    }
    unprinted::drop_types(creature);
    // What does no damage at all does not do half of it either.
    let immune = creature.damage_immunities.clone();
    creature.damage_resistances.retain(|kind| !immune.contains(kind));
    // A listed saving throw is one of all six.
    let (listed, all) = (&creature.saving_throws, &creature.all_saving_throws);
    let all = Abilities::each(|ability| listed.get(ability).or(all.get(ability)));
    if creature.document_key == ALL_SAVES {
        creature.saving_throws = all.clone().into();
    }
    creature.all_saving_throws = all.into();
    // What does not fly does not hover.
    let speed = &mut creature.speed;
    if speed.walk.is_some() && speed.fly.is_none() {
        speed.hover = speed.hover.or(Some(false));
    }
    let scores = &creature.ability_scores;
    let modifier = |ability| Some((scores.get(ability)? - 10).div_euclid(2));
    let stated = &creature.modifiers;
    let modifiers = Abilities::each(|ability| modifier(ability).or(stated.get(ability)));
    creature.modifiers = modifiers.into();
    apply_skills(creature);
    creature.hit_dice = creature.hit_dice.as_deref().map(spaced);
    if creature.hit_points.is_none() {
        creature.hit_points = creature.hit_dice.as_deref().and_then(dice_average);
    }
    for part in creature.traits.iter_mut().filter(|t| t.usage.is_some()) {
        without_usage(&mut part.name);
    }
    creature.own_actions_mut().for_each(apply_to_action);
    creature.lair_actions.iter_mut().for_each(apply_to_action);
}

/// How many legendary actions a preamble allows: `Legendary Action Uses: 3 (4 in Lair)`, `can take 3 legendary actions`, `has one
/// legendary action`.
static LEGENDARY_USES: Pattern = Pattern::new(
    r"legendary action uses:\** (?P<uses>\d+)(?: \((?P<lair>\d+) in lair\))?|(?:can take|has) (?P<taken>\d+|one) legendary actions?",
);

/// Groups that are chapters of their books.
const CHAPTERS: [&str; 3] = ["Animals", "Miscellaneous Creatures", "NPCs"];

/// Sizes, tags and legendary uses follow from each other's printed forms.
///
/// Correction (creatures): A creature of a group that is a chapter (*NPCs*) is in the category of that name. What has the trait
/// *Swarm* is one.
fn apply_lists(creature: &mut Model) {
    let is_among = |size: &String| creature.sizes.contains(size);
    if !creature.size.as_ref().is_some_and(is_among) && creature.size.is_some() {
        creature.sizes = creature.size.clone().into_iter().collect();
    }
    creature.size = creature.sizes.first().cloned();
    let subtype = creature.subtype.as_deref().unwrap_or_default();
    if creature.tags.is_empty() && !subtype.starts_with("swarm of ") {
        let tags = subtype.split(',').map(|tag| tag.trim().to_lowercase());
        creature.tags = tags.filter(|tag| !tag.is_empty()).collect();
    }
    if creature.subtype.is_none() && !creature.tags.is_empty() {
        creature.subtype = Some(creature.tags.join(", "));
    }
    let is_swarm = creature.traits.iter().any(|part| part.name == "Swarm");
    if is_swarm && creature.tags.is_empty() && creature.subtype.is_none() {
        creature.tags = vec!["swarm".to_owned()];
        creature.subtype = Some("swarm".to_owned());
    }
    if let Some(group) = creature.group.as_deref().filter(|group| CHAPTERS.contains(group)) {
        creature.category = Some(group.to_owned());
    }
    let preamble = creature.legendary_preamble.as_deref().unwrap_or_default();
    if let Some(found) = LEGENDARY_USES.captures(preamble) {
        let number = |group: &str| found.name(group)?.as_str().parse().ok();
        let one = found.name("taken").filter(|taken| taken.as_str().eq_ignore_ascii_case("one"));
        let uses = number("uses").or_else(|| number("taken"));
        let uses = uses.or(one.map(|_| 1));
        creature.legendary_uses = creature.legendary_uses.or(uses);
        creature.legendary_uses_in_lair = creature.legendary_uses_in_lair.or(number("lair"));
    }
}

/// How often a trait or an action can be used, behind its name: brackets that say what `usage` says, and no more.
static USAGE: Pattern = Pattern::new(
    r"\s*\((?:recharges? (?:[2-5][-–])?[2-6]|recharges?:? [^)]*rest|\d+ ?/ ?(?:day|rest)(?:, or \d+/day in lair)?)\)$",
);

/// Correction (creatures): How often a trait or an action can be used is its usage, and no part of its name.
fn without_usage(name: &mut String) {
    if let Some(usage) = USAGE.find(name)
        && usage.start() > 0
    {
        name.truncate(usage.start());
    }
}

/// An attack that the text makes against a creature.
static AT_CREATURE: Pattern =
    Pattern::new(r"\b(?:ft\.?|feet),? (?:one|up to \w+)(?P<which>(?: [\w-]+){0,4}) creatures?\b");

/// Whether a text makes an attack against a creature, not against an object or any target.
fn is_at_creature(text: &str) -> bool {
    AT_CREATURE.captures(text).is_some_and(|found| {
        let mut words = found["which"].split(' ');
        !words.any(|word| ["object", "target", "targets"].contains(&word))
    })
}

/// Correction (creatures): An attack whose text says "one creature", or which creatures, is against creatures only.
///
/// Correction (creatures): An attack roll that deals bludgeoning, piercing or slashing damage is that of a weapon, where no source says
/// of what.
fn apply_to_action(action: &mut Action) {
    if action.usage.is_some() {
        without_usage(&mut action.name);
    }
    for attack in &mut action.attacks {
        let mut types = attack.damage.iter().filter_map(|d| d.damage_type.as_deref());
        if attack.attack_type.is_none() && attack.to_hit.is_some() && types.any(|kind| WEAPON_DAMAGE.contains(&kind)) {
            attack.attack_type = Some("WEAPON".to_owned());
        }
    }
    if let [attack] = action.attacks.as_mut_slice()
        && is_at_creature(&action.text)
    {
        attack.creature_only = Some(true);
    }
}

/// A listed skill is one of all. Perception alone, with the bonus that everybody has, is not listed: upstream computed
/// it.
///
/// Correction (creatures): Perception alone with the bonus that everybody has is not listed.
fn apply_skills(creature: &mut Model) {
    let wisdom = creature.ability_scores.wisdom;
    let bare = wisdom.map(|score| (score - 10).div_euclid(2));
    let passive = creature.passive_perception.map(|score| score - 10);
    if let [only] = creature.skills.as_slice()
        && only.skill == "perception"
        && (Some(only.bonus), bare) == (bare, passive)
    {
        creature.skills = Vec::new().into();
    }
    for listed in creature.skills.iter() {
        let mut all = creature.all_skills.iter_mut();
        if let Some(skill) = all.find(|skill| skill.skill == listed.skill) {
            skill.bonus = listed.bonus;
        }
    }
}

/// The conditions that its traits and actions inflict, without invisibility: a boon, which a creature gives itself.
fn conditions_inflicted(creature: &Model) -> Vec<String> {
    let traits = creature.traits.iter().map(|part| part.text.as_str());
    let texts = traits.chain(creature.all_actions().map(|action| action.text.as_str()));
    let mut conditions = inflicted_conditions(&creature.document_key, &creature.name, texts);
    conditions.retain(|condition| condition != INVISIBLE);
    conditions
}

/// Dice with spaces around their bonus, however the source writes it: `17d12+85` is `17d12 + 85`.
fn spaced(dice: &str) -> String {
    let compact: String = dice.chars().filter(|c| !c.is_whitespace()).collect();
    compact.replace('+', " + ").replace(['-', '−', '–'], " - ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UsageLimit;
    use crate::creature::{Attack, SkillBonus};

    #[test]
    fn a_usage_is_no_part_of_a_name() {
        let action = |name: &str, usage: Option<UsageLimit>| Action { name: name.into(), usage, ..Action::default() };
        let limit = Some(UsageLimit::default());
        let mut creature = Model {
            actions: vec![
                action("Croak (Recharge 5-6)", limit.clone()),
                action("Leap (Toad Form Only, 3/Day)", limit.clone()),
                action("Spit (3/Day)", None),
                action("Bask (3/ Day, or 4/Day in Lair)", limit.clone()),
                action("Nap (Recharges after a Short or Long Rest)", limit.clone()),
                // No usage says this.
                action("Puff (Recharge Special)", limit.clone()),
                action("Hop (1/Day, While Wet)", limit),
            ]
            .into(),
            ..Model::default()
        };
        apply(&mut creature);
        let names: Vec<&str> = creature.actions.iter().map(|a| a.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "Croak", "Leap (Toad Form Only, 3/Day)", "Spit (3/Day)", "Bask", "Nap", "Puff (Recharge Special)",
                "Hop (1/Day, While Wet)"
            ]
        );
    }

    #[test]
    fn an_attack_on_one_creature_is_against_creatures_only() {
        let bite = |text: &str| Action { text: text.into(), attacks: vec![Attack::default()], ..Action::default() };
        let mut creature = Model {
            actions: vec![
                bite("+4 to hit, reach 5 ft., one creature."),
                bite("+4 to hit, reach 5 ft., one target."),
                bite("+4 to hit, reach 5 ft., one Medium or smaller creature."),
                bite("+4 to hit, reach 5 ft., one object or creature."),
            ]
            .into(),
            ..Model::default()
        };
        apply(&mut creature);
        let only = |action: &Action| action.attacks[0].creature_only;
        let only: Vec<_> = creature.actions.iter().map(only).collect();
        assert_eq!(only, [Some(true), None, Some(true), None]);
    }

    #[test]
    fn the_immune_are_not_resistant_too() {
        let kinds = |kinds: &[&str]| kinds.iter().map(|kind| (*kind).to_owned()).collect();
        let mut creature = Model {
            damage_resistances: kinds(&["cold", "poison"]),
            damage_immunities: kinds(&["poison"]),
            ..Model::default()
        };
        apply(&mut creature);
        assert_eq!(creature.damage_resistances, ["cold"]);
        assert_eq!(creature.damage_immunities, ["poison"]);
    }

    #[test]
    fn a_listed_saving_throw_is_one_of_all() {
        let bonus = |bonus: i32| Abilities { wisdom: Some(bonus), ..Abilities::default() };
        let mut creature =
            Model { saving_throws: bonus(11).into(), all_saving_throws: bonus(1).into(), ..Model::default() };
        apply(&mut creature);
        assert_eq!(creature.all_saving_throws.wisdom, Some(11));
    }

    #[test]
    fn perception_that_everybody_has_is_no_listed_skill() {
        let of = |bonus: i32, passive: i32| {
            let perception = |bonus: i32| SkillBonus { skill: "perception".to_owned(), bonus };
            let mut creature = Model {
                ability_scores: Abilities { wisdom: Some(14), ..Abilities::default() }.into(),
                skills: vec![perception(bonus)].into(),
                all_skills: vec![perception(2)].into(),
                passive_perception: Some(passive),
                ..Model::default()
            };
            apply(&mut creature);
            let of_all = creature.all_skills.first().map(|skill| skill.bonus);
            (creature.skills.len(), of_all)
        };
        assert_eq!(of(2, 12), (0, Some(2)));
        assert_eq!(of(5, 15), (1, Some(5)));
    }

    #[test]
    fn hit_dice_are_written_one_way() {
        for (given, written) in [("17d12+85", "17d12 + 85"), ("2d4 −2", "2d4 - 2"), ("3d8", "3d8")] {
            assert_eq!(spaced(given), written);
        }
    }

    #[test]
    fn the_harmless_are_worth_nothing() {
        let mut harmless = Model { challenge_rating: Some(0.0), ..Model::default() };
        let bite = super::super::Action { attacks: vec![super::super::Attack::default()], ..Default::default() };
        let mut biter = Model { actions: vec![bite].into(), ..harmless.clone() };
        apply(&mut harmless);
        apply(&mut biter);
        assert_eq!((harmless.experience_points, biter.experience_points), (Some(0), Some(10)));
    }

    #[test]
    fn what_a_source_says_stands() {
        let mut creature = Model {
            challenge_rating: Some(1.0),
            experience_points: Some(7),
            hit_dice: Some("2d8 + 2".into()),
            ..Model::default()
        };
        apply(&mut creature);
        assert_eq!(
            (creature.experience_points, creature.hit_points, creature.proficiency_bonus),
            (Some(7), Some(11), Some(2))
        );
    }
}
