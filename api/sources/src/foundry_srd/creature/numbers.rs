//! Scores, saving throws, skills and initiative of an actor, which has them as marks of proficiency.

use crate::foundry_text::fields::Fields;
use crate::foundry_text::notation::{skill, sum};
use crate::foundry_text::stats::Stats;
use crate::stat_block::numbers::Numbers;
use lorekeeper_content::creature::{Abilities, SkillBonus};
use lorekeeper_content::proficiency_bonus;
use lorekeeper_content::vocabulary::skill_ability;

/// The numbers that the texts of an actor refer to.
pub(super) fn stats(wire: Fields<'_>, name: &str) -> Stats {
    let code = |name: &str| name.get(..3).unwrap_or_default().to_owned();
    let scores = Abilities::each(|name| wire.int(&format!("abilities.{}.value", code(name))));
    let rating = wire.number("details.cr").unwrap_or_default();
    let mut stats = Stats {
        name: name.to_owned(),
        dragon: wire.text("details.type.value") == "dragon",
        numbers: Numbers::new(scores, Abilities::default(), Vec::new()),
        proficiency: proficiency_bonus(rating).unwrap_or_default(),
        casting: wire.filled("attributes.spellcasting"),
    };
    let saves = Abilities::each(|name| {
        let ability = wire.at(&format!("abilities.{}", code(name)));
        let trained = ability.positive("proficient").map_or(0, |_| stats.proficiency);
        let more = trained + bonus(ability.text("bonuses.save"), &stats);
        let own = stats.numbers.modifiers.get(name)?;
        (more != 0).then_some(own + more)
    });
    let skills = wire.entries("skills").filter_map(|(code, trained)| {
        let level = trained.number("value").unwrap_or_default();
        let slug = skill(code)?;
        let ability = trained.text("ability");
        let modifier = stats.modifier(ability).or_else(|| stats.numbers.modifiers.get(skill_ability(slug)?))?;
        let more = bonus(trained.text("bonuses.check"), &stats);
        // An actor has half of its proficiency in some skills.
        let trained = (level * f64::from(stats.proficiency)).floor();
        (level > 0.0 || more != 0)
            .then(|| SkillBonus { skill: slug.to_owned(), bonus: modifier + whole(trained) + more })
    });
    let skills = skills.collect();
    stats.numbers = Numbers::new(stats.numbers.scores.clone(), saves, skills);
    stats
}

/// The bonus to initiative, where the actor has scores.
pub(super) fn initiative(wire: Fields<'_>, stats: &Stats) -> Option<i32> {
    let modifier = stats.numbers.modifiers.dexterity?;
    Some(modifier + bonus(wire.text("attributes.init.bonus"), stats))
}

fn bonus(formula: &str, stats: &Stats) -> i32 {
    sum(formula, |name| stats.value(name, None)).unwrap_or_default()
}

#[expect(clippy::cast_possible_truncation, reason = "a proficiency bonus is a small number")]
fn whole(number: f64) -> i32 {
    number as i32
}
