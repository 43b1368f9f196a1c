//! Monsters.

mod action;
mod defence;
mod description;
mod environment;
mod speed;
mod wire;

use super::document::Books;
use super::draft;
use super::wire::{optional_text, text_or_none};
use crate::stat_block::{
    creature_type::creature_type, languages::languages, numbers::Numbers, senses,
};
use crate::{Drafts, Records};
use lorekeeper_content::creature::{Abilities, Model, SkillBonus};
use lorekeeper_content::{Image, Json, slugify};
use serde_json::Value;
use std::collections::BTreeMap;
use wire::Monster;

/// Draws rows from the records.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    for (record, monster) in drafts.parse::<Monster>(records, "monsters") {
        let row = row(monster, books);
        drafts.creatures.push(draft(row, "monsters", record, None));
    }
}

fn row(monster: Monster, books: &Books) -> Model {
    let numbers = numbers(&monster);
    let (creature_type, swarm) = creature_type(&monster.kind);
    let (ranges, passive) = senses::read(&monster.senses);
    let passive_perception = passive_perception(&monster, &numbers);
    let languages_text = text_or_none(&monster.languages);
    let mut row = Model {
        document_key: books.key(&monster.document),
        slug: slugify(&monster.name),
        text: description::text(&monster.desc).unwrap_or_default(),
        size: text_or_none(&monster.size).map(|size| size_category(&size)),
        creature_type,
        subtype: swarm.or_else(|| text_or_none(&monster.subtype).map(|s| s.to_lowercase())),
        group: optional_text(monster.group.as_deref()),
        alignment: alignment(&monster.alignment),
        armor_class: Some(monster.armor_class),
        armor_detail: optional_text(monster.armor_desc.as_deref()),
        hit_points: Some(monster.hit_points).filter(|points| *points > 0),
        hit_dice: text_or_none(&monster.hit_dice),
        // In the rules of 2014 initiative is a Dexterity check.
        initiative_bonus: numbers.modifiers.dexterity,
        speed: speed::speed(&monster.speed).into(),
        ability_scores: numbers.scores.into(),
        modifiers: numbers.modifiers.into(),
        saving_throws: numbers.saves.into(),
        all_saving_throws: numbers.all_saves.into(),
        skills: numbers.skills.into(),
        all_skills: numbers.all_skills.into(),
        senses: ranges.into(),
        passive_perception: passive.or(passive_perception),
        languages: languages_text.as_deref().map(certain).unwrap_or_default(),
        languages_text,
        challenge_rating: Some(monster.cr),
        environments: environment::slugs(&monster.environments),
        illustration: optional_text(monster.img_main.as_deref()).and_then(|url| picture(&url)),
        spell_slugs: spells(&monster.spell_list),
        ..Model::default()
    };
    defence::fill(&monster, &mut row);
    action::fill(&monster, &mut row);
    row.name = monster.name;
    row
}

/// The size in lower case. *Titanic* is larger than the rules have sizes for.
fn size_category(size: &str) -> String {
    match size.to_lowercase().as_str() {
        "titanic" => "gargantuan".to_owned(),
        size => size.to_owned(),
    }
}

/// Lower case; what is left of a subtype that upstream cut in two (`Titan)`) is no alignment.
fn alignment(upstream: &str) -> Option<String> {
    let balanced = upstream.matches('(').count() == upstream.matches(')').count();
    text_or_none(upstream)
        .filter(|_| balanced)
        .map(|a| a.to_lowercase())
}

fn numbers(monster: &Monster) -> Numbers {
    let scores = Abilities {
        strength: Some(monster.strength),
        dexterity: Some(monster.dexterity),
        constitution: Some(monster.constitution),
        intelligence: Some(monster.intelligence),
        wisdom: Some(monster.wisdom),
        charisma: Some(monster.charisma),
    };
    let saves = Abilities {
        strength: monster.strength_save,
        dexterity: monster.dexterity_save,
        constitution: monster.constitution_save,
        intelligence: monster.intelligence_save,
        wisdom: monster.wisdom_save,
        charisma: monster.charisma_save,
    };
    Numbers::new(scores, saves, skills(&monster.skills))
}

/// The passive Perception, where the senses do not say it: from the bonus; one book has the score itself there.
fn passive_perception(monster: &Monster, numbers: &Numbers) -> Option<i32> {
    let skill = numbers.skill("perception");
    match monster.perception {
        Some(score) if score >= 10 && Some(score) != skill => Some(score),
        bonus => bonus.or(skill).map(|bonus| 10 + bonus),
    }
}

/// The skills by their slugs. Upstream cuts names of several words short, and has among them a choice
/// (`any`) and a sense.
fn skills(upstream: &BTreeMap<String, Value>) -> Vec<SkillBonus> {
    const CUT_SHORT: [(&str, &str); 2] = [
        ("sleight", "sleight-of-hand"),
        ("animal", "animal-handling"),
    ];
    const NO_SKILLS: [&str; 2] = ["any", "darkvision"];
    let skills = upstream.iter().filter_map(|(name, bonus)| {
        let slug = slugify(name);
        let whole = CUT_SHORT.iter().find(|(cut, _)| *cut == slug);
        let skill = whole.map_or(slug, |(_, whole)| (*whole).to_owned());
        let bonus = bonus.as_i64().and_then(|bonus| i32::try_from(bonus).ok())?;
        (!NO_SKILLS.contains(&skill.as_str())).then_some(SkillBonus { skill, bonus })
    });
    skills.collect()
}

/// The languages that it knows for certain: not those that it *usually* does.
fn certain(printed: &str) -> Vec<String> {
    let certain = printed.split("usually").next().unwrap_or(printed);
    languages(certain)
}

/// Upstream's own address alone is no picture.
fn picture(url: &str) -> Option<Json<Image>> {
    let path = url.split_once("/static/")?.1;
    let url = format!("/static/{path}");
    Some(Json(Image {
        url,
        ..Image::default()
    }))
}

/// The slugs of the spells whose addresses are listed.
fn spells(addresses: &[String]) -> Vec<String> {
    let names = addresses.iter().filter_map(|address| {
        let name = address.trim_end_matches('/').rsplit('/').next()?;
        Some(slugify(name)).filter(|slug| !slug.is_empty())
    });
    let mut slugs: Vec<String> = names.collect();
    slugs.sort();
    slugs.dedup();
    slugs
}

#[cfg(test)]
mod tests;
