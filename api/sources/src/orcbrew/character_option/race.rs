//! Races and subraces.

use super::super::index::Index;
use super::super::{Head, draft, heads, prose};
use super::grant::{self, Grant};
use super::{ability, proficiency, row, traits};
use crate::{Drafts, Records};
use lorekeeper_content::Trait;
use lorekeeper_content::character_option::{Kind, Model};
use serde_json::json;

/// Draws the races and subraces.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    for (endpoint, kind) in [("races", Kind::Race), ("subraces", Kind::Subrace)] {
        for (record, head) in heads(records, endpoint, drafts) {
            let row = race(kind, &head, index);
            let parent = row.parent_slug.clone();
            drafts.character_options.push(draft(row, endpoint, record, parent));
        }
    }
}

fn race(kind: Kind, head: &Head<'_>, index: &Index<'_>) -> Model {
    let item = &head.item;
    let mut traits = traits(head, &head.name);
    let darkvision = item.int("darkvision").filter(|feet| *feet > 0);
    let darkvision = darkvision.and_then(|feet| grant::grant("darkvision", &json!(feet)));
    let increases = ability::words(item).map(|text| Grant {
        name: "Ability Score Increase".to_owned(),
        kind: "ability_score",
        text,
    });
    let granted = increases.into_iter().chain(darkvision).chain(grant::grants(item)).chain(spells(head, index));
    for granted in granted {
        add(&mut traits, granted);
    }
    let mut proficiencies = proficiency::proficiencies(item, 1);
    let mut languages: Vec<String> = item.flags("languages");
    languages.extend(item.child("props").map(|p| p.flags("language")).unwrap_or_default());
    let named = languages.iter().map(|name| named(name, head.book, index));
    let mut named: Vec<String> = named.collect();
    named.dedup();
    let choices: Vec<String> = proficiencies
        .languages
        .take()
        .into_iter()
        .filter(|words| words.contains("choice") || words.contains("Choose"))
        .filter_map(|words| {
            // The fixed ones among them are named already.
            let at = words.find(|c: char| c.is_ascii_digit())?;
            let start = words.get(..at)?.rfind(", ").map_or(0, |comma| comma + 2);
            words.get(start..).map(str::to_owned)
        })
        .collect();
    let words: Vec<String> = named.iter().cloned().chain(choices).collect();
    proficiencies.languages = Some(words.join(", ")).filter(|words| !words.is_empty());
    let mut slugs: Vec<String> = named.iter().map(|name| prose::slug(name)).collect();
    slugs.sort();
    slugs.dedup();
    Model {
        parent_slug: (kind == Kind::Subrace)
            .then(|| item.keyword("race"))
            .flatten()
            .map(|race| index.slug("races", &race, head.book)),
        sizes: item.flags("size").iter().map(|size| prose::slug(size)).collect(),
        speed: item.int("speed").filter(|feet| *feet > 0),
        ability_increases: ability::increases(item).into(),
        languages: slugs,
        age: item.text("age"),
        alignment: item.text("alignment"),
        size_text: item.text("size-text"),
        proficiencies: proficiencies.into(),
        saving_throws: proficiency::saving_throws(item),
        starting_equipment: super::gear::starting(item),
        traits: traits.into(),
        ..row(kind, head)
    }
}

/// A language by its name: races name it as it is written, and the keys that builders use.
fn named(language: &str, book: &str, index: &Index<'_>) -> String {
    match index.find("languages", language, book) {
        Some(_) => index.name("languages", language, book),
        None if language.starts_with(char::is_uppercase) => language.to_owned(),
        None => prose::heading(language),
    }
}

/// A trait that the item does not tell itself.
fn add(traits: &mut Vec<Trait>, granted: Grant) {
    let same = |t: &Trait| t.name.eq_ignore_ascii_case(&granted.name);
    if let Some(known) = traits.iter_mut().find(|t| same(t)) {
        if granted.name != "Darkvision" && !known.text.contains(&granted.text) {
            known.text = format!("{}\n\n{}", known.text, granted.text);
        }
        return;
    }
    traits.push(granted.into());
}

/// Spells that the race knows, by the level from which it does.
fn spells(head: &Head<'_>, index: &Index<'_>) -> Option<Grant> {
    let lines: Vec<String> = head
        .item
        .items("spells")
        .iter()
        .filter_map(|entry| {
            let spell = entry.child("value")?;
            let name = index.name("spells", &spell.keyword("key")?, head.book);
            let mut line = match entry.int("level").filter(|level| *level > 1) {
                Some(level) => format!("- From {} level on: {name}", prose::ordinal(level)),
                None => format!("- {name}"),
            };
            if let Some(ability) = spell.ability("ability") {
                line.push_str(" (");
                line.push_str(&prose::sentence(ability));
                line.push(')');
            }
            Some(line)
        })
        .collect();
    (!lines.is_empty()).then(|| Grant { name: "Innate Spells".to_owned(), kind: "spell", text: lines.join("\n") })
}
