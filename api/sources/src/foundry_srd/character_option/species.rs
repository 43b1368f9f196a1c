//! Species. The packs have a document for each lineage (`Elf, Drow`; `Hill Dwarf`) and none for the species itself: a
//! species is drawn where its text is not mixed with that of a lineage.

use super::{row, text};
use crate::Drafts;
use crate::foundry_srd::Document;
use crate::foundry_srd::index::Index;
use crate::foundry_text::Edition;
use crate::foundry_text::passage::{labelled, passages};
use lorekeeper_content::character_option::{Kind, Model};
use lorekeeper_content::{Pattern, Trait, slugify};
use std::collections::BTreeMap;

/// Species of 2014 that have subraces.
const WITH_SUBRACES: [&str; 4] = ["Dwarf", "Elf", "Gnome", "Halfling"];

/// Draws the species.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    let mut groups: BTreeMap<(&str, &str), Vec<&Document<'_>>> = BTreeMap::new();
    for document in index.of_type("race") {
        let name = document.name.split(',').next().unwrap_or_default().trim();
        let of_subrace = document.edition() == Edition::Of2014
            && WITH_SUBRACES.iter().any(|species| name.strip_suffix(species).is_some_and(|kin| kin.ends_with(' ')));
        if !of_subrace {
            groups.entry((document.book(), name)).or_default().push(document);
        }
    }
    for ((_, name), members) in groups {
        let [first, ..] = members.as_slice() else {
            continue;
        };
        let row = species(first, name, index);
        drafts.character_options.push(first.draft(row));
    }
}

/// The lineage of a species of 2024: a trait document with its row of the species' table. Its species has no document.
pub(super) fn lineage(document: &Document<'_>, index: &Index<'_>) -> Option<Model> {
    let wire = document.fields.at("system");
    let is_trait = wire.text("type.value") == "race" && document.edition() == Edition::Of2024;
    let (group, lineage) = document.name.split_once(", ").filter(|_| is_trait)?;
    let species = wire.text("requirements");
    let (species, _) = species.split_once(" (").unwrap_or((species, ""));
    // The book names the lineages of gnomes with their species.
    let kin = if species == "Gnome" { " Gnome" } else { "" };
    let name = format!("{group}: {lineage}{kin}");
    let mut row = row(document, Kind::Subrace, &name);
    row.parent_slug = Some(slugify(species));
    let text = text(document, index);
    row.text = match document.imported {
        Some(_) => text,
        None => without_lore(&text),
    };
    Some(row)
}

/// A text without the paragraphs that are about the others of the lineage: the reference document has what it does for you alone.
fn without_lore(text: &str) -> String {
    static YOU: Pattern = Pattern::new(r"\byou(?:r|rself)?\b");
    let is_prose = |paragraph: &&str| !paragraph.starts_with(['|', '*', '-', '#']);
    let paragraphs = text.split("\n\n");
    let kept = paragraphs.filter(|paragraph| !is_prose(paragraph) || YOU.is_match(paragraph));
    kept.collect::<Vec<_>>().join("\n\n")
}

fn species(document: &Document<'_>, name: &str, index: &Index<'_>) -> Model {
    let wire = document.fields.at("system");
    let mut row = row(document, Kind::Race, name);
    let text = text(document, index);
    let plain = text.replace("**", "");
    row.creature_type = wire.filled("type.value");
    row.speed = wire.whole_amount("movement.walk");
    let (before, passages) = passages(&text);
    let passage = |label: &str| {
        let mut passages = passages.iter();
        let found = passages.find(|(heading, _)| heading == label);
        found.map(|(_, text)| text.clone())
    };
    row.size_text = labelled(&plain, "Size").map(str::to_owned).or_else(|| passage("Size"));
    let lower = row.size_text.as_deref().unwrap_or_default().to_lowercase();
    let sizes = ["small", "medium"].into_iter();
    row.sizes = sizes.filter(|size| lower.contains(size)).map(str::to_owned).collect();
    row.age = passage("Age");
    row.alignment = passage("Alignment");
    // The table of a lineage is that lineage's.
    let is_lineage = document.name.contains(',');
    let traits = passages.iter().map(|(heading, text)| {
        let paragraphs = text.split("\n\n");
        let common = paragraphs
            .take_while(|paragraph| !is_lineage || !(paragraph.starts_with('|') || paragraph.ends_with("Features**")));
        Trait { name: heading.clone(), text: common.collect::<Vec<_>>().join("\n\n"), ..Trait::default() }
    });
    row.traits = traits.collect::<Vec<_>>().into();
    if document.imported.is_some() {
        row.text = before;
        super::advancement::fill(wire, &mut row);
    }
    row
}
