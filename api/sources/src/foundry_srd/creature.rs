//! Creatures: the actors of the packs of monsters.

mod action;
mod armor;
mod casting;
mod defence;
mod language;
mod numbers;

use super::Document;
use super::index::Index;
use super::markdown::of_thing;
use crate::Drafts;
use crate::foundry_text::Edition;
use crate::foundry_text::fields::Fields;
use crate::foundry_text::stats::Stats;
use crate::prose::capitalized;
use lorekeeper_content::creature::{Model, Senses, Speed};
use lorekeeper_content::vocabulary::{environments, languages_in};
use lorekeeper_content::{experience_points, slugify};

/// Folders of actors that are no creatures of the book: what spells and items make.
const MADE: [&str; 3] = ["conjurations", "magic-items", "premades"];

/// Among these, the creatures whose stat blocks the book prints with the spell or the item.
const PRINTED: [&str; 3] = ["animated-objects", "avatar-of-death", "giant-fly"];

/// Forms of one creature that only the tabletop has as such.
const FORMS: [&str; 3] = ["celestial-steed", "fey-steed", "fiend-steed"];

/// Draws the creatures.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    for actor in index.of_type("npc") {
        let has_any = |names: &[&str]| {
            let mut folders = actor.record.key.split('/');
            folders.any(|folder| names.contains(&folder))
        };
        let is_other = (has_any(&MADE) && !has_any(&PRINTED)) || has_any(&FORMS);
        if actor.imported.is_some() || !is_other {
            drafts.creatures.push(actor.draft(row(actor, index)));
        }
    }
}

/// An actor with what its texts refer to.
struct Creature<'a> {
    edition: Edition,
    document: &'a Document<'a>,
    wire: Fields<'a>,
    items: Vec<Fields<'a>>,
    stats: Stats,
    index: &'a Index<'a>,
}

impl Creature<'_> {
    /// A text of the creature, or of a thing of it with activities.
    fn text(&self, text: &str, thing: Fields<'_>) -> String {
        of_thing(text, thing, Some(&self.stats), self.document, self.index)
    }
}

fn row(actor: &Document<'_>, index: &Index<'_>) -> Model {
    let wire = actor.fields.at("system");
    let mut items: Vec<Fields<'_>> = actor.fields.list("items").collect();
    items.sort_by_key(|item| item.at("sort").whole());
    let creature = Creature {
        edition: actor.edition(),
        document: actor,
        wire,
        items,
        stats: numbers::stats(wire, actor.name),
        index,
    };
    let (creature_type, subtype) = creature_type(wire.at("details.type"));
    let rating = wire.number("details.cr");
    let hit_dice = wire.filled("attributes.hp.formula");
    let hit_dice = hit_dice.filter(|dice| dice.contains('d') && !dice.starts_with("0d"));
    let languages_text = language::printed(wire.at("traits.languages"), creature.edition);
    let in_lair = wire.is("resources.lair.value") && creature.edition == Edition::Of2024;
    let (armor_class, armor_detail) = armor::class(&creature);
    let passive = creature.stats.numbers.skill("perception");
    let mut row = Model {
        document_key: actor.book().to_owned(),
        slug: slug(actor.name),
        name: actor.name.to_owned(),
        text: lore(&creature),
        size: size(wire.text("traits.size")).map(str::to_owned),
        creature_type,
        subtype,
        alignment: wire.filled("details.alignment").map(|alignment| alignment.to_lowercase()),
        armor_class,
        armor_detail,
        hit_points: wire.whole_amount("attributes.hp.max").filter(|points| *points > 0),
        hit_dice,
        initiative_bonus: numbers::initiative(wire, &creature.stats),
        speed: speed(wire.at("attributes.movement")).into(),
        proficiency_bonus: Some(creature.stats.proficiency).filter(|bonus| *bonus > 0),
        senses: senses(wire.at("attributes.senses")).into(),
        passive_perception: passive.map(|bonus| 10 + bonus),
        languages: languages_text.as_deref().map(languages_in).unwrap_or_default(),
        languages_text,
        challenge_rating: rating,
        experience_points_in_lair: rating.filter(|_| in_lair).and_then(|rating| experience_points(rating + 1.0)),
        environments: habitats(wire.at("details")),
        gear: gear(&creature.items),
        ..Model::default()
    };
    defence::fill(&creature, &mut row);
    creature.stats.numbers.clone().fill(&mut row);
    action::fill(&creature, &mut row);
    casting::fill(&creature, &mut row);
    row
}

/// The names of the items that the stat block lists as gear, with their number where there are several.
fn gear(items: &[Fields<'_>]) -> Vec<String> {
    let is_gear = |item: &&Fields<'_>| item.words("system.properties").contains(&"gear");
    let items = items.iter().filter(is_gear);
    let mut gear: Vec<String> = items
        .map(|item| {
            // In which form it is used stands in brackets.
            let name = item.text("name").split(" (").next().unwrap_or_default();
            match item.int("system.quantity") {
                Some(count @ 2..) if name.ends_with('s') => format!("{name} ({count})"),
                Some(count @ 2..) => format!("{name}s ({count})"),
                _ => name.to_owned(),
            }
        })
        .collect();
    gear.sort();
    gear.dedup();
    gear
}

/// The slug, as all sources have it.
fn slug(name: &str) -> String {
    match slugify(name).as_str() {
        "deep-gnome" => "deep-gnome-svirfneblin".to_owned(),
        slug => slug.to_owned(),
    }
}

/// What the book tells of the creature beside its stat block.
fn lore(creature: &Creature<'_>) -> String {
    let html = creature.wire.text("details.biography.value");
    // The text of the spell or the item that brings it is theirs.
    if html.trim_start().starts_with("<p>@Embed[") && html.contains(".Item.") {
        return String::new();
    }
    let text = creature.text(html, Fields::NOTHING);
    // A group's name alone is no text.
    let paragraphs = text.split("\n\n").filter(|text| !text.starts_with('#'));
    if paragraphs.clone().next().is_none() {
        return String::new();
    }
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// The type, and the subtype or the swarm.
fn creature_type(wire: Fields<'_>) -> (Option<String>, Option<String>) {
    let kind = match wire.text("value") {
        "custom" => wire.filled("custom").map(|kind| kind.to_lowercase()),
        _ => wire.filled("value"),
    };
    let subtype = wire.filled("subtype").map(|words| words.to_lowercase());
    let swarm = size(wire.text("swarm")).zip(kind.as_deref());
    let swarm = swarm.map(|(size, kind)| {
        let kind = match kind {
            "undead" => kind.to_owned(),
            "monstrosity" => "monstrosities".to_owned(),
            kind => format!("{kind}s"),
        };
        format!("swarm of {} {kind}", capitalized(size))
    });
    (kind, swarm.map(|swarm| swarm.to_lowercase()).or(subtype))
}

/// The size of a code.
fn size(code: &str) -> Option<&'static str> {
    const SIZES: [(&str, &str); 6] = [
        ("tiny", "tiny"),
        ("sm", "small"),
        ("med", "medium"),
        ("lg", "large"),
        ("huge", "huge"),
        ("grg", "gargantuan"),
    ];
    SIZES.iter().find(|(known, _)| *known == code).map(|(_, size)| *size)
}

fn speed(wire: Fields<'_>) -> Speed {
    let feet = |path: &str| wire.whole_amount(path).filter(|feet| *feet > 0);
    Speed {
        walk: wire.whole_amount("walk").or(Some(0)),
        fly: feet("fly"),
        swim: feet("swim"),
        climb: feet("climb"),
        burrow: feet("burrow"),
        hover: feet("fly").map(|_| wire.is("hover")),
        unit: Some("feet".to_owned()),
        notes: wire.filled("special"),
        ..Speed::default()
    }
}

fn senses(wire: Fields<'_>) -> Senses {
    let feet = |name: &str| {
        let feet = wire.whole_amount(&format!("ranges.{name}"));
        let feet = feet.or_else(|| wire.whole_amount(name));
        feet.filter(|feet| *feet > 0)
    };
    Senses {
        darkvision: feet("darkvision"),
        blindsight: feet("blindsight"),
        tremorsense: feet("tremorsense"),
        truesight: feet("truesight"),
        notes: wire.filled("special").and_then(|words| {
            let words = words.to_lowercase();
            // Words that name a sense stand for themselves.
            let senses = ["blindsight ", "darkvision ", "tremorsense ", "truesight "];
            if senses.iter().any(|sense| words.starts_with(sense)) {
                return Some(words);
            }
            feet("blindsight").map(|feet| format!("blindsight {feet} ft. ({words})"))
        }),
        ..Senses::default()
    }
}

/// Slugs of the environments. A place within another stands in brackets.
fn habitats(details: Fields<'_>) -> Vec<String> {
    let habitats = details.list("habitat.value").map(|habitat| match (habitat.text("type"), habitat.text("subtype")) {
        ("planar", plane) => plane,
        (kind, _) => kind,
    });
    let printed = ["environment", "habitat.custom"];
    let printed = printed.iter().flat_map(|path| details.text(path).split([',', '(', ')']));
    environments(habitats.chain(printed))
}
