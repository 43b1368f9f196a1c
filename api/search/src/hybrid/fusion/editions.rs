//! Editions: of one thing in several books, that of a preferred book comes first, and of several things that a query names, the
//! best of each.

use crate::hybrid::Hit;
use crate::index::{Doc, DocSet, Entity};
use crate::lexical::NameMatch;
use lorekeeper_content::{Family, other_editions};
use rustc_hash::FxHashMap;

/// One thing, whatever book has it: the family, the kind, the name, the name of the owner of a feature, and how far it fits what the
/// query says about fields.
type Thing<'a> = (Family, &'a str, &'a str, Option<&'a str>, u64);

/// Gives what the preferred books have the score of the same thing in the books behind them, and those its score. Their texts
/// differ by a few words, which are no reason to show an older edition first.
pub fn put_preferred_first(entities: &[Entity], books: &[&str], hits: &mut FxHashMap<Doc, Hit>, best: &mut DocSet) {
    let mut things: FxHashMap<Thing<'_>, Vec<(usize, Doc)>> = FxHashMap::default();
    for (doc, hit) in &*hits {
        let Some(entity) = entities.get(*doc as usize) else {
            continue;
        };
        let owner = entity.owner.and_then(|id| {
            let place = entities.binary_search_by_key(&id, |e| e.id).ok()?;
            Some(entities.get(place)?.name.as_str())
        });
        let fit = hit.fit.map_or(0, |fit| fit.share.to_bits());
        // An entry of the glossary takes the place of a section.
        let kind = match entity.kind.as_str() {
            "section" | "glossary" => "rule",
            kind => kind,
        };
        let is_renamed = other_editions(&entity.slug).next().is_some();
        let name = if is_renamed { entity.first_name() } else { entity.name.as_str() };
        let thing = (entity.family, kind, name, owner, fit);
        let place = books.iter().position(|book| *book == entity.document);
        let place = place.unwrap_or(books.len());
        things.entry(thing).or_default().push((place, *doc));
    }
    for mut editions in things.into_values() {
        let score = |doc: &Doc| hits.get(doc).map_or(0.0, |hit| hit.score);
        // The best of each book, the preferred book first.
        editions.sort_by(|(one, a), (other, b)| {
            let by_score = score(b).total_cmp(&score(a));
            one.cmp(other).then(by_score).then(a.cmp(b))
        });
        editions.dedup_by_key(|(place, _)| *place);
        let scored = editions.iter().map(|(_, doc)| (score(doc), best.contains(*doc)));
        let mut scored: Vec<(f64, bool)> = scored.collect();
        scored.sort_by(|one, other| other.0.total_cmp(&one.0));
        for ((_, doc), (score, is_best)) in editions.into_iter().zip(scored) {
            if is_best {
                best.insert(doc);
            }
            if let Some(hit) = hits.get_mut(&doc) {
                hit.score = score;
            }
        }
    }
}

/// Puts the best of each of several things that a query is about before their other editions (`wizard or sorcerer`): the same
/// scores, in that order.
pub fn alternate_subjects(entities: &[Entity], hits: &mut FxHashMap<Doc, Hit>) {
    let subjects = hits.iter().filter(|(_, hit)| hit.name_match == NameMatch::Subject);
    let named = subjects.filter_map(|(doc, hit)| Some((*doc, hit.score, entities.get(*doc as usize)?)));
    let mut named: Vec<(Doc, f64, &Entity)> = named.collect();
    named.sort_by(|(one, a, _), (other, b, _)| b.total_cmp(a).then(one.cmp(other)));
    let scores: Vec<f64> = named.iter().map(|(_, score, _)| *score).collect();
    let mut times: FxHashMap<&str, usize> = FxHashMap::default();
    let mut turns: Vec<(usize, Doc)> = Vec::with_capacity(named.len());
    for (doc, _, entity) in named {
        let turn = times.entry(entity.name.as_str()).or_default();
        turns.push((*turn, doc));
        *turn += 1;
    }
    // Stable: within a turn the best comes first.
    turns.sort_by_key(|(turn, _)| *turn);
    for ((_, doc), score) in turns.into_iter().zip(scores) {
        if let Some(hit) = hits.get_mut(&doc) {
            hit.score = score;
        }
    }
}
