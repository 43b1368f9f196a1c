//! Lexical signal: how much of a query's words, and of its name, the entities have, over the index that the process holds.

pub(crate) mod subject;

use super::analysis::{QueryAnalysis, QueryTerm};
use super::hybrid::SIGNAL_CANDIDATES;
use crate::Result;
use crate::asked_fact::labels_asked;
use crate::constraints::QueryWords;
use crate::index::{Doc, DocSet, Entity, WordIndex};
use crate::wanted::Head;
use lorekeeper_content::Family;
use rustc_hash::FxHashMap;
use subject::{find_kinds, subject};

/// How much the length of a text counts (0 to .6 do alike).
const LENGTH_NORMALIZATION: f32 = 0.4;

/// Different words of a text of average length, over the two SRDs.
const AVERAGE_WORDS: f32 = 65.0;

/// Most words of a query that may be a name; a longer one matches only a name that is the same letter by letter.
const MAX_NAME_WORDS: usize = 6;

/// Most words of a rule's name that are looked for within a query.
const MAX_RULE_WORDS: usize = 4;

/// The likeness of a rule's name that stands in a longer query.
const RULE_WITHIN: f32 = 0.4;

/// How far a name is the query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameMatch {
    /// The name is like it, or like a part of it.
    #[default]
    Like,
    /// The name is what the query asks about.
    Subject,
    /// The name is the query.
    Whole,
}

/// The lexical signal of a query: entities with their scores, the best and what fits all constraints.
#[derive(Clone, Debug)]
pub(crate) struct Lexical {
    /// The scores of words.
    pub words: Vec<(Doc, f64)>,
    /// The scores of names, and how far the name is the query.
    pub names: Vec<(Doc, (f64, NameMatch))>,
    /// The entities that are among the best by words or by name.
    pub best: DocSet,
}

impl Lexical {
    /// The signal among candidates; the noun that names the family (`head`) and what is not wanted are no words of it. A name
    /// may differ from the query where typos are forgiven (`fuzzy`).
    pub fn of(
        index: &WordIndex,
        candidates: &DocSet,
        fitting: &DocSet,
        analysis: &QueryAnalysis,
        head: Option<&Head>,
        unwanted: &[String],
        fuzzy: bool,
    ) -> Result<Self> {
        let mut best = DocSet::empty(index.entities.len());
        let terms = described(analysis, head, unwanted);
        let words = words(index, candidates, &terms)?;
        let words = select(words, fitting, &mut best, |score| *score);
        let names = names(index, candidates, analysis, head, fuzzy);
        let order = |(score, matched): &(f64, NameMatch)| match matched {
            NameMatch::Like => *score,
            NameMatch::Subject | NameMatch::Whole => 1.0 + score,
        };
        let names = select(names, fitting, &mut best, order);
        Ok(Self { words, names, best })
    }
}

/// Words for those who meet a creature, which say nothing about it.
const PARTY: [&str; 5] = ["party", "players", "group", "pcs", "campaign"];

/// The terms but the noun that names the family, which is no word of what is asked for, what is not wanted, and of creatures
/// the party that meets them; all where there are no others.
fn described<'a>(analysis: &'a QueryAnalysis, head: Option<&Head>, unwanted: &[String]) -> Vec<&'a QueryTerm> {
    let name = head.and_then(|head| analysis.words.get(head.place));
    let meets_party = head.is_some_and(|head| head.family == Family::Creature);
    let is_party = |text: &str| text.starts_with("level ") || PARTY.contains(&text);
    let others = analysis.terms.iter().filter(|term| Some(&term.text) != name && !unwanted.contains(&term.text));
    let others: Vec<&QueryTerm> = others.filter(|term| !(meets_party && is_party(&term.text))).collect();
    if others.is_empty() {
        return analysis.terms.iter().collect();
    }
    others
}

/// The candidates that have words of the query, with their scores.
fn words(index: &WordIndex, candidates: &DocSet, terms: &[&QueryTerm]) -> Result<Vec<(Doc, f64)>> {
    let entities = &index.entities;
    let (mut sums, mut found) = (vec![(0.0, 0.0); entities.len()], 0.0);
    let mut weights = vec![0.0_f32; entities.len()];
    let mut scored: Vec<Doc> = Vec::new();
    for term in terms {
        let mut having: Vec<Doc> = Vec::new();
        for phrase in &term.phrases {
            let ranks = if phrase.prefix {
                index.postings.prefix_of_name(&phrase.lexemes.concat())?
            } else {
                index.postings.phrase(&phrase.lexemes)?
            };
            let ranks = ranks.into_iter().filter(|(doc, _)| candidates.contains(*doc));
            for (doc, rank) in ranks {
                let at = doc as usize;
                let (Some(entity), Some(best)) = (entities.get(at), weights.get_mut(at)) else {
                    continue;
                };
                if *best == 0.0 {
                    having.push(doc);
                }
                *best = best.max(phrase.weight * prominence(rank, entity));
            }
        }
        if having.is_empty() {
            continue;
        }
        let (all, have) = (count(candidates.len()), count(having.len()));
        let idf = ((all - have + 0.5) / (have + 0.5)).ln_1p();
        found += idf;
        for doc in having {
            let at = doc as usize;
            if let (Some(sum), Some(weight)) = (sums.get_mut(at), weights.get_mut(at)) {
                if sum.1 == 0.0 {
                    scored.push(doc);
                }
                sum.0 += idf * f64::from(std::mem::take(weight));
                sum.1 += idf;
            }
        }
    }
    let found = found.max(0.0001);
    let scored = scored.into_iter().filter_map(|doc| {
        let (weight, share): (f64, f64) = *sums.get(doc as usize)?;
        let score = weight / found * (share / found).sqrt();
        (share > 0.0).then_some((doc, score))
    });
    Ok(scored.collect())
}

/// The rank of a phrase in an entity, less in a long text.
fn prominence(rank: f32, entity: &Entity) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a text has some thousand words at most")]
    let length = entity.words as f32 / AVERAGE_WORDS;
    let normal = 1.0 - LENGTH_NORMALIZATION + LENGTH_NORMALIZATION * length;
    rank / (rank + (1.0 - rank).max(0.0) * normal)
}

/// The candidates with names like the query, with their scores, and how far the name is the query.
fn names(
    index: &WordIndex,
    candidates: &DocSet,
    analysis: &QueryAnalysis,
    head: Option<&Head>,
    fuzzy: bool,
) -> Vec<(Doc, (f64, NameMatch))> {
    let names = &index.names;
    let mut found: FxHashMap<Doc, (f32, NameMatch)> = FxHashMap::default();
    if analysis.words.len() <= MAX_NAME_WORDS && !analysis.name.is_empty() {
        let like = if fuzzy { names.like(&analysis.name) } else { names.containing(&analysis.name) };
        found.extend(like.into_iter().map(|(doc, similarity)| (doc, (similarity, NameMatch::Like))));
    }
    let subject = subject_entities(index, &QueryWords::new(&analysis.words), head);
    let letters = analysis.slugs.iter().map(|slug| slug.replace('-', ""));
    let whole = letters.flat_map(|letters| names.with_letters(&letters));
    let whole = whole.map(|doc| (*doc, NameMatch::Whole));
    // What a `fire spell` is about is a spell.
    let is_wanted = |doc: &&Doc| {
        let entity = index.entities.get(**doc as usize);
        let asks_owner = head.is_some_and(|head| head.asks_owner(&analysis.words));
        entity.is_some_and(|entity| {
            let is_owner = asks_owner && entity.family == Family::CharacterOption;
            // A people has spells of its own (`tiefling spells`).
            let is_people = ["race", "subrace"].contains(&entity.kind.as_str());
            is_owner || is_people || head.is_none_or(|head| entity.family == head.family)
        })
    };
    let subject = subject.iter().filter(is_wanted);
    let subject = subject.map(|doc| (*doc, NameMatch::Subject));
    for (doc, matched) in whole.chain(subject) {
        let similarity = || (names.similarity(&analysis.name, doc), matched);
        let known = &mut found.entry(doc).or_insert_with(similarity).1;
        *known = matched.max(*known);
    }
    for doc in rules_within(index, &analysis.words) {
        let (similarity, _) = found.entry(doc).or_default();
        *similarity = similarity.max(RULE_WITHIN);
    }
    let found = found.into_iter().filter(|(doc, _)| candidates.contains(*doc));
    found.map(|(doc, (similarity, matched))| (doc, (f64::from(similarity), matched))).collect()
}

/// The entities that a question is about. What has a text stands for what only has the same name, and of a thing and a rule the
/// question is about the thing (`does a toad have darkvision`). Where a family is asked for, several names describe it.
fn subject_entities(index: &WordIndex, words: &QueryWords, head: Option<&Head>) -> Vec<Doc> {
    let entity = |doc: &Doc| index.entities.get(*doc as usize);
    let is_main = |doc: &Doc| entity(doc).is_some_and(|entity| !entity.is_secondary());
    let is_of = |doc: &Doc, families: &[Family]| entity(doc).is_some_and(|entity| families.contains(&entity.family));
    let things = [Family::Spell, Family::Creature];
    let mut subjects = subject(&index.names, words);
    if subjects.is_empty() && !labels_asked(&words.typed).is_empty() {
        let mut kinds = find_kinds(&index.names, words);
        kinds.retain(|doc| is_of(doc, &[Family::Creature, Family::Equipment]));
        subjects.push(kinds);
    }
    if subjects.len() > 1 && head.is_some() {
        return Vec::new();
    }
    // A word for a family tells what is meant (`the shield spell`).
    let families: Vec<Family> = words.singular.iter().filter_map(|word| Family::of_word(word)).collect();
    for named in &mut subjects {
        if named.iter().any(|doc| is_of(doc, &families)) {
            named.retain(|doc| is_of(doc, &families));
        }
        if named.iter().any(is_main) {
            named.retain(is_main);
        }
    }
    let is_thing = |named: &Vec<Doc>| named.iter().all(|doc| is_of(doc, &things));
    let is_about_thing = subjects.iter().any(is_thing);
    let names_rule = |named: &Vec<Doc>| named.iter().any(|doc| is_of(doc, &[Family::Rule]));
    if subjects.len() > 1 && is_about_thing {
        subjects.retain(|named| !names_rule(named));
    }
    subjects.concat()
}

/// The rules whose names stand in a longer query: conditions and entries of the glossary (`can a restrained caster`), and
/// others under a name of several words. Of names at one place, the longest.
fn rules_within(index: &WordIndex, words: &[String]) -> Vec<Doc> {
    let mut found = Vec::new();
    let mut taken = vec![false; words.len()];
    for length in (1..=MAX_RULE_WORDS.min(words.len().saturating_sub(1))).rev() {
        for start in 0..=words.len() - length {
            let (Some(run), Some(places)) = (words.get(start..start + length), taken.get_mut(start..start + length))
            else {
                continue;
            };
            if places.contains(&true) {
                continue;
            }
            let is_named = |doc: &&Doc| {
                let entity = index.entities.get(**doc as usize);
                entity.is_some_and(|entity| {
                    entity.family == Family::Rule
                        && (length > 1 || ["condition", "glossary"].contains(&entity.kind.as_str()))
                })
            };
            let named = index.names.with_letters(&run.concat()).iter();
            let named: Vec<Doc> = named.filter(is_named).copied().collect();
            if !named.is_empty() {
                places.fill(true);
                found.extend(named);
            }
        }
    }
    found
}

/// The best of a signal, which are noted as such, and of the others what fits all constraints.
fn select<T>(mut scored: Vec<(Doc, T)>, fitting: &DocSet, best: &mut DocSet, score: fn(&T) -> f64) -> Vec<(Doc, T)> {
    let others = if scored.len() > SIGNAL_CANDIDATES {
        scored.select_nth_unstable_by(SIGNAL_CANDIDATES, |(one, a), (other, b)| {
            score(b).total_cmp(&score(a)).then(one.cmp(other))
        });
        scored.split_off(SIGNAL_CANDIDATES)
    } else {
        Vec::new()
    };
    for (doc, _) in &scored {
        best.insert(*doc);
    }
    let others = others.into_iter().filter(|(doc, _)| fitting.contains(*doc));
    scored.extend(others);
    scored
}

fn count(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;
