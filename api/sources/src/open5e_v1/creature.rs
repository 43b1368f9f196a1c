//! Monsters.

mod action;
mod defence;
mod description;
mod speed;
mod spell_list;
mod wire;

use super::document::Books;
use super::draft;
use super::wire::{optional_text, text_or_none};
use crate::stat_block::creature_type::{creature_type, whole_alignment};
use crate::stat_block::{defence::armor_detail, numbers::Numbers, senses};
use crate::{Drafts, Records};
use lorekeeper_content::creature::{Model, SkillBonus};
use lorekeeper_content::vocabulary::{environments, languages_in};
use lorekeeper_content::{Image, Json, slugify};
use serde_json::Value;
use spell_list::SpellNames;
use std::collections::BTreeMap;
use wire::Monster;

/// Draws rows from the records.
pub(super) fn draw(books: &Books, records: &Records, drafts: &mut Drafts) {
    let names = SpellNames::read(records);
    for (record, monster) in drafts.parse::<Monster>(records, "monsters") {
        let row = row(monster, books, &names);
        drafts.creatures.push(draft(row, "monsters", record, None));
    }
}

fn row(monster: Monster, books: &Books, names: &SpellNames) -> Model {
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
        alignment: text_or_none(&monster.alignment).and_then(|text| whole_alignment(&text)),
        armor_class: monster.armor_class,
        armor_detail: optional_text(monster.armor_desc.as_deref()).map(|detail| armor_detail(&detail)),
        hit_points: monster.hit_points.filter(|points| *points > 0),
        hit_dice: text_or_none(&monster.hit_dice),
        // In the rules of 2014 initiative is a Dexterity check.
        initiative_bonus: numbers.modifiers.dexterity,
        speed: speed::speed(&monster.speed).into(),
        senses: ranges.into(),
        passive_perception: passive.or(passive_perception),
        languages: languages_text.as_deref().map(languages_in).unwrap_or_default(),
        languages_text,
        challenge_rating: monster.cr,
        environments: environments(&monster.environments),
        illustration: optional_text(monster.img_main.as_deref()).and_then(|url| picture(&url)),
        spell_slugs: spells(&monster.spell_list),
        ..Model::default()
    };
    numbers.fill(&mut row);
    defence::fill(&monster, &mut row);
    action::fill(&monster, names, &mut row);
    row.name = monster.name;
    row
}

/// The size in lower case. *Titanic* is larger than the rules have sizes for.
///
/// Correction (creatures): The size *Titanic* becomes gargantuan.
fn size_category(size: &str) -> String {
    match size.to_lowercase().as_str() {
        "titanic" => "gargantuan".to_owned(),
        size => size.to_owned(),
    }
}

fn numbers(monster: &Monster) -> Numbers {
    Numbers::new(monster.scores(), monster.saves(), skills(&monster.skills))
}

fn whole(number: &Value) -> Option<i32> {
    number.as_i64().and_then(|number| i32::try_from(number).ok())
}

/// The passive Perception, where the senses do not say it: from the bonus; one book has the score itself there, which is
/// 10 or more, or that much above the modifier.
///
/// Correction (creatures): A passive Perception where the bonus of the skill should be counts as the passive score.
fn passive_perception(monster: &Monster, numbers: &Numbers) -> Option<i32> {
    let skill = numbers.skill("perception");
    let modifier = numbers.modifiers.wisdom.unwrap_or_default();
    match monster.perception {
        Some(score) if score >= 10.min(10 + modifier) && Some(score) != skill => Some(score),
        bonus => bonus.or(skill).map(|bonus| 10 + bonus),
    }
}

/// The skills by their slugs. Upstream cuts names of several words short, and has among them a choice
/// (`any`) and a sense.
///
/// Correction (creatures): Skills that are cut short (`sleight`) are completed. A choice or a sense among the
/// skills is left out.
fn skills(upstream: &BTreeMap<String, Value>) -> Vec<SkillBonus> {
    const CUT_SHORT: [(&str, &str); 2] = [("sleight", "sleight-of-hand"), ("animal", "animal-handling")];
    const NO_SKILLS: [&str; 2] = ["any", "darkvision"];
    let skills = upstream.iter().filter_map(|(name, bonus)| {
        let slug = slugify(name);
        let whole = CUT_SHORT.iter().find(|(cut, _)| *cut == slug);
        let skill = whole.map_or(slug, |(_, whole)| (*whole).to_owned());
        let bonus = self::whole(bonus)?;
        (!NO_SKILLS.contains(&skill.as_str())).then_some(SkillBonus { skill, bonus })
    });
    skills.collect()
}

/// Upstream's own address alone is no picture.
///
/// Correction (creatures): An address without a path is not an illustration.
fn picture(url: &str) -> Option<Json<Image>> {
    let path = url.split_once("/static/")?.1;
    let url = format!("/static/{path}");
    Some(Json(Image { url, ..Image::default() }))
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
