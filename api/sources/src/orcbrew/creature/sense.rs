//! Senses and languages, which are printed in one line each.

use super::super::item::Item;
use super::super::prose;
use crate::stat_block::senses;
use lorekeeper_content::creature;
use lorekeeper_content::vocabulary::languages_in;

/// Senses, and the passive Perception that is printed among them.
pub(super) struct Senses {
    pub ranges: creature::Senses,
    pub passive: Option<i32>,
}

impl Senses {
    pub fn of(item: &Item<'_>) -> Self {
        let printed = item.words("senses").unwrap_or_default();
        let (mut ranges, passive) = senses::read(&printed);
        ranges.darkvision = ranges.darkvision.or_else(|| item.int("darkvision"));
        Self { ranges, passive: passive.or_else(|| item.int("passive-perception")) }
    }
}

/// The languages as slugs, and as printed.
pub(super) fn languages(item: &Item<'_>) -> (Vec<String>, Option<String>) {
    let chosen = item.child("props").map(|props| props.flags("language"));
    let mut chosen = chosen.unwrap_or_default();
    let printed = item.words("languages").filter(|t| t.contains(char::is_alphanumeric));
    if printed.is_none() {
        chosen.extend(item.flags("languages"));
    }
    let mut slugs = printed.as_deref().map(languages_in).unwrap_or_default();
    slugs.extend(chosen.iter().map(|language| prose::slug(language)));
    slugs.sort();
    slugs.dedup();
    let names: Vec<String> = chosen.iter().map(|l| prose::heading(l)).collect();
    let words: Vec<String> = printed.into_iter().chain(names).collect();
    (slugs, Some(words.join(", ")).filter(|text| !text.is_empty()))
}
