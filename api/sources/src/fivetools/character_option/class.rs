//! Classes and subclasses.

use super::super::index::Index;
use super::super::markdown::words;
use super::super::{Head, heads, join_paragraphs};
use super::{class_table, feature, grant, row, spells};
use crate::Drafts;
use crate::foundry_text::fields::Fields;
use crate::option_text::{hit_points, proficiency};
use lorekeeper_content::character_option::{AbilityMinimum, Kind, Model, Multiclassing, Proficiencies};
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::ability_of;
use serde_json::Value;

/// Draws the classes and subclasses.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    for head in heads("class", index, drafts) {
        let row = class(&head);
        drafts.character_options.push(head.draft(row, "class"));
    }
    for head in heads("subclass", index, drafts) {
        let row = subclass(&head);
        drafts.character_options.push(head.draft(row, "subclass"));
    }
}

fn class(head: &Head<'_>) -> Model {
    let fields = head.fields;
    let saves = grant::abilities(&fields.words("proficiency"));
    let mut row = Model {
        text: join_paragraphs([head.fluff("classFluff"), spells::list(&head.record.raw)]),
        proficiencies: proficiencies(head, &saves).into(),
        saving_throws: saves,
        primary_abilities: primary_abilities(fields),
        starting_equipment: grant::equipment(&head.record.raw),
        summary: fields.filled("subclassTitle").map(|title| words(&title)),
        multiclassing: multiclassing(head.value("multiclassing")).map(Into::into),
        features: feature::features(head, "classFeature", "classFeatures").into(),
        ..row(Kind::Class, head)
    };
    hit_points(&mut row, fields.int("hd.faces"));
    class_table::fill(head, true, &mut row);
    row
}

fn subclass(head: &Head<'_>) -> Model {
    let fields = head.fields;
    let mut features = feature::features(head, "subclassFeature", "subclassFeatures");
    // The first feature introduces the subclass, under its name.
    let names = [slugify(&head.name), slugify(fields.text("shortName"))];
    let first = features.iter().position(|feature| names.contains(&feature.slug));
    let introduction = first.map(|first| features.remove(first).text).unwrap_or_default();
    let mut row = Model {
        text: join_paragraphs([introduction, head.fluff("subclassFluff"), spells::list(&head.record.raw)]),
        parent_slug: crate::wire::filled(&slugify(fields.text("className"))),
        proficiencies: grant::all(&head.record.raw).into(),
        features: features.into(),
        ..row(Kind::Subclass, head)
    };
    class_table::fill(head, false, &mut row);
    row
}

fn primary_abilities(fields: Fields<'_>) -> Vec<String> {
    let sets = fields.list("primaryAbility").flat_map(|set| set.entries(""));
    let named = sets.filter(|(_, is)| is.truth() == Some(true));
    let mut found: Vec<String> = named.filter_map(|(code, _)| ability_of(code)).map(str::to_owned).collect();
    found.dedup();
    found
}

fn proficiencies(head: &Head<'_>, saves: &[String]) -> Proficiencies {
    let starting = head.value("startingProficiencies");
    let list = |field: &str| {
        let values = starting.get(field).and_then(Value::as_array).into_iter().flatten();
        let texts = values.filter_map(|value| {
            let fields = Fields::of(value);
            let full = fields.filled("full").or_else(|| fields.filled("proficiency"));
            match full {
                Some(full) => Some(words(&full)),
                None => grant::proficiencies(value),
            }
        });
        crate::wire::filled(&texts.collect::<Vec<_>>().join(", "))
    };
    let mut found = Proficiencies {
        armor: list("armor"),
        weapons: list("weapons"),
        tools: list("tools").or_else(|| grant::proficiencies(starting.get("toolProficiencies")?)),
        skills: list("skills")
            .map(|text| text.strip_prefix("choose").map_or(text.clone(), |rest| format!("Choose{rest}"))),
        saving_throws: crate::wire::filled(
            &saves.iter().map(|save| crate::prose::capitalized(save)).collect::<Vec<_>>().join(", "),
        ),
        ..Proficiencies::default()
    };
    proficiency::complete(&mut found);
    found
}

fn multiclassing(value: &Value) -> Option<Multiclassing> {
    let fields = Fields::of(value);
    let alternatives = fields.list("requirements.or").flat_map(|set| set.entries(""));
    let any_of = fields.at("requirements.or").is_there();
    let all = fields.entries("requirements").chain(alternatives);
    let prerequisites = all.filter_map(|(code, minimum)| {
        Some(AbilityMinimum { ability: ability_of(code)?.to_owned(), minimum: minimum.whole()? })
    });
    let gained = ["armor", "weapons", "tools", "skills"];
    let gained = gained.iter().filter_map(|kind| {
        let list = value.get("proficienciesGained")?.get(*kind)?.as_array()?;
        let named = list.iter().filter_map(|value| {
            let full = Fields::of(value).filled("full");
            full.map(|full| words(&full)).or_else(|| grant::proficiencies(value))
        });
        Some(named.collect::<Vec<_>>())
    });
    let multiclassing = Multiclassing {
        prerequisites: prerequisites.collect(),
        any_of,
        proficiencies: gained.flatten().map(|name| name.to_lowercase()).collect(),
        ..Multiclassing::default()
    };
    (multiclassing != Multiclassing::default()).then_some(multiclassing)
}
