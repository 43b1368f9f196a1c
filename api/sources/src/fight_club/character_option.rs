//! Races, backgrounds and feats.

use super::{Head, each, heads, one, text};
use crate::foundry_text::fields::Fields;
use crate::option_text::background::{self, benefit};
use crate::option_text::species_trait::fixed;
use crate::option_text::{feat, proficiency};
use crate::{Drafts, Records};
use lorekeeper_content::Trait;
use lorekeeper_content::character_option::{AbilityIncrease, Kind, Model, Proficiencies};
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::{ability_of, is_skill};

/// Draws the races, backgrounds and feats.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    type Row = fn(&Head<'_>) -> Model;
    let types: [(&str, Row); 3] = [("race", race), ("background", background), ("feat", feat)];
    for (endpoint, row) in types {
        for head in heads(records, endpoint, drafts) {
            drafts.character_options.push(head.draft(row(&head), endpoint));
        }
    }
}

/// A row with what all of them have.
pub(super) fn row(kind: Kind, head: &Head<'_>) -> Model {
    Model {
        kind,
        document_key: head.book.to_owned(),
        slug: head.slug.clone(),
        name: head.name.clone(),
        ..Model::default()
    }
}

/// The traits of an element, without the description that stands first under that name.
fn traits(fields: Fields<'_>) -> (String, Vec<Trait>) {
    let mut description = String::new();
    let mut traits = Vec::new();
    for part in each(fields, "trait") {
        let (name, text) = (one(part, "name"), text(part, "text"));
        match name.to_lowercase().as_str() {
            "" | "description" => description = super::joined(&description, &text),
            _ => traits.push(Trait { name, text, kind: None, usage: None }),
        }
    }
    (description, traits)
}

fn race(head: &Head<'_>) -> Model {
    let fields = head.fields;
    let (description, traits) = traits(fields);
    let mut row = Model {
        text: description,
        traits: traits.into(),
        proficiencies: named_proficiencies(&one(fields, "proficiency")).into(),
        spellcasting_ability: ability_of(&one(fields, "spellAbility")).map(str::to_owned),
        ..row(Kind::Race, head)
    };
    crate::option_text::species_trait::fill(&mut row);
    if row.sizes.is_empty() {
        let size = match one(fields, "size").as_str() {
            "T" => "tiny",
            "S" => "small",
            "M" => "medium",
            "L" => "large",
            _ => "",
        };
        row.sizes.extend(crate::wire::filled(size));
    }
    row.speed = crate::stat_block::line::whole(&one(fields, "speed")).or(row.speed);
    let printed = increases(&one(fields, "ability"));
    if !printed.is_empty() {
        row.ability_increases = printed.into();
    }
    row
}

/// The increases of `Str 2, Cha 1`.
fn increases(printed: &str) -> Vec<AbilityIncrease> {
    let parts = printed.split(',').filter_map(|part| {
        let (ability, bonus) = part.trim().split_once(' ')?;
        Some(fixed(ability_of(ability)?, bonus.trim().parse().ok()?))
    });
    parts.collect()
}

fn background(head: &Head<'_>) -> Model {
    let (description, traits) = traits(head.fields);
    let mut row = Model { text: description, ..row(Kind::Background, head) };
    let skills = crate::wire::filled(&one(head.fields, "proficiency"));
    let benefits = benefit("Skill Proficiencies", "skill_proficiency", skills).into_iter();
    let features = traits.into_iter().filter_map(|part| {
        let lower = part.name.to_lowercase();
        let kind = match lower.as_str() {
            "equipment" | "starting equipment" => "equipment",
            "languages" => "language",
            "suggested characteristics" => "suggested_characteristics",
            _ => "feature",
        };
        let name = part.name.strip_prefix("Feature: ").unwrap_or(&part.name);
        benefit(name, kind, crate::wire::filled(&part.text))
    });
    background::fill(&mut row, benefits.chain(features).collect());
    row
}

fn feat(head: &Head<'_>) -> Model {
    let text = text(head.fields, "text");
    let abilities = each(head.fields, "modifier").into_iter().filter_map(|modifier| {
        // `strength +1`
        let words = modifier.word("text").or_else(|| modifier.word(""))?;
        let (ability, bonus) = words.trim().split_once(' ')?;
        Some(fixed(ability_of(ability)?, crate::stat_block::line::whole(bonus)?))
    });
    Model {
        prerequisites: feat::prerequisites(&one(head.fields, "prerequisite")),
        repeatable: feat::says_repeatable(&text).then_some(true),
        proficiencies: named_proficiencies(&one(head.fields, "proficiency")).into(),
        ability_increases: abilities.collect::<Vec<_>>().into(),
        text,
        ..row(Kind::Feat, head)
    }
}

/// Proficiencies of a list of names: skills, saving throws, and what else there is.
pub(super) fn named_proficiencies(printed: &str) -> Proficiencies {
    let (mut skills, mut saves, mut tools) = (Vec::new(), Vec::new(), Vec::new());
    for name in printed.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        if is_skill(&slugify(name)) {
            skills.push(name);
        } else if ability_of(name).is_some() {
            saves.push(name);
        } else {
            tools.push(name);
        }
    }
    let listed = |names: Vec<&str>| crate::wire::filled(&names.join(", "));
    let mut found = Proficiencies {
        skills: listed(skills),
        saving_throws: listed(saves),
        tools: listed(tools),
        ..Proficiencies::default()
    };
    proficiency::complete(&mut found);
    found
}
