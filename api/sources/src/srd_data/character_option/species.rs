//! Species. The package has a record for every lineage (`Elf, Drow`) and none for the species itself: what all of
//! its lineages have in common is the species', the rest each lineage's.

use super::super::index::Index;
use super::super::{Named, draft, named};
use super::feature::{granted, read};
use super::{row, text};
use crate::foundry_text::passage::{labelled, passages};
use crate::{Drafts, Records};
use lorekeeper_content::Trait;
use lorekeeper_content::character_option::{Kind, Model};
use lorekeeper_content::slugify;
use std::collections::BTreeMap;

/// The book's names for the choice of a lineage, and for each lineage.
const LINEAGES: [(&str, &str, &str); 3] =
    [("Elf", "Elven Lineage", "Elf"), ("Gnome", "Gnomish Lineage", "Gnome"), ("Tiefling", "Fiendish Legacy", "")];

/// Draws the species and their lineages.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    let mut groups: BTreeMap<&str, Vec<Named<'_>>> = BTreeMap::new();
    for wire in named(records, "species", drafts) {
        let name = wire.name.split(',').next().unwrap_or(wire.name).trim();
        groups.entry(name).or_default().push(wire);
    }
    for (name, members) in groups {
        let race = members.first().map(|first| (race(first, name, index), first.record));
        let lineages = members.iter().filter_map(|wire| {
            let row = lineage(wire, name, &members, index)?;
            Some((row, wire.record))
        });
        let rows = race.into_iter().chain(lineages);
        let rows = rows.map(|(row, record)| draft(row, "species", record));
        drafts.character_options.extend(rows);
    }
}

/// The species itself.
fn race(wire: &Named<'_>, name: &str, index: &Index<'_>) -> Model {
    let mut row = row(Kind::Race, name);
    let text = text(wire, index);
    fill(wire, &text, &mut row);
    let (_, passages) = passages(&text);
    // The table of a lineage is that lineage's.
    let traits = passages.into_iter().map(|(heading, text)| Trait {
        text: without_table(&text, wire.name),
        name: heading,
        ..Trait::default()
    });
    row.traits = lines(&text).into_iter().chain(traits).collect::<Vec<_>>().into();
    row
}

/// The lineage; `None` where the species has none.
fn lineage(wire: &Named<'_>, species: &str, members: &[Named<'_>], index: &Index<'_>) -> Option<Model> {
    let (_, own) = wire.name.split_once(',')?;
    let own = own.trim();
    let name = match LINEAGES.iter().find(|(name, ..)| *name == species) {
        Some((_, choice, kin)) if kin.is_empty() || own == "Drow" => format!("{choice}: {own}"),
        Some((_, choice, kin)) => format!("{choice}: {own} {kin}"),
        None => wire.name.to_owned(),
    };
    let mut row = row(Kind::Subrace, &name);
    row.parent_slug = Some(slugify(species));
    fill(wire, "", &mut row);
    let shared = |slug: &str| {
        let mut others = members.iter().filter(|other| other.name != wire.name);
        others.any(|other| {
            let mut grants = other.fields.list("granted_features");
            grants.any(|grant| grant.text("slug") == slug)
        })
    };
    let own = granted(wire.fields, "granted_features").map(|grant| grant.text("slug"));
    let features = own.filter(|slug| !shared(slug)).filter_map(|slug| read(None, slug, 0, index));
    let traits = features.map(|feature| Trait { name: feature.name, text: feature.text, ..Trait::default() });
    row.traits = traits.collect::<Vec<_>>().into();
    Some(row)
}

fn fill(wire: &Named<'_>, text: &str, row: &mut Model) {
    row.creature_type = wire.fields.filled("creature_type.value");
    row.speed = wire.fields.int("movement.walk");
    row.size_text = labelled(text, "Size").map(str::to_owned);
    // Where the player chooses, the line says so.
    let lower = row.size_text.as_deref().unwrap_or_default().to_lowercase();
    let sizes = ["small", "medium"].into_iter().filter(|size| lower.contains(size));
    row.sizes = sizes.map(str::to_owned).collect();
    if row.sizes.is_empty() {
        row.sizes.extend(wire.fields.filled("size"));
    }
}

/// The lines before the traits proper.
fn lines(text: &str) -> Vec<Trait> {
    let labels = [("Creature Type", "CREATURE_TYPE"), ("Size", "SIZE"), ("Speed", "SPEED")];
    let found = labels.iter().filter_map(|(label, kind)| {
        Some(Trait {
            name: (*label).to_owned(),
            text: labelled(text, label)?.to_owned(),
            kind: Some((*kind).to_owned()),
            ..Trait::default()
        })
    });
    found.collect()
}

/// A trait's text up to the table of one lineage, whose cells upstream has as paragraphs.
fn without_table(text: &str, lineage: &str) -> String {
    let Some((_, own)) = lineage.split_once(',') else {
        return text.to_owned();
    };
    let own = own.trim();
    let kept = text.split("\n\n").take_while(|paragraph| {
        !(paragraph.contains(own) && !paragraph.ends_with('.') && paragraph.split(' ').count() < 6)
    });
    kept.collect::<Vec<_>>().join("\n\n")
}
