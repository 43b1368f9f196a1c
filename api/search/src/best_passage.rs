//! Best passages: of each entity the passage that is nearest to a query, by words and meaning. Of a thing that a question asks
//! a fact of, it is the fact.

use super::asked_fact::labels_asked;
use super::load::any_by_ids;
use super::passage_cache::Passage;
use super::query_vector::QueryVector;
use super::ranking::AnalyzedQuery;
use super::snippet::{MatchedText, PhraseMatcher, Snippet};
use crate::{Connection, Result, Search};
use lorekeeper_content::tokens;
use lorekeeper_store::{bound, vector_text};
use sea_orm::ConnectionTrait;
use std::collections::HashMap;

/// The passage of an entity that is nearest to a query, and what of it matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestPassage {
    /// The heading that it stands under, in a rule with headings, or its kind (`description`, `trait`).
    pub label: String,
    /// The passage, as Markdown.
    pub text: String,
    /// The piece of it that matches best.
    pub snippet: Snippet,
}

/// The passages of an entity, the most similar ones, whose words are looked at.
const MAX_PASSAGES_READ: usize = 4;

/// The passages of some entities that have vectors, by entity, with their similarity to a query.
type Similarities = HashMap<i64, Vec<(i32, f32)>>;

/// Of some entities the passages that are nearest to the query. Of a rule it is the paragraph that decides: its passage
/// as a whole, which has the beginning of all of them, comes last. So does the list of facts, which no book prints, unless
/// words of the query are in it.
/// Of what the query names (`named`), the facts that it asks for stand for all passages.
pub async fn best_passages(
    search: &Search,
    ids: &[i64],
    named: &[i64],
    query: &AnalyzedQuery,
) -> Result<HashMap<i64, BestPassage>> {
    let db = &search.connection();
    let mut similarities = match &query.vector {
        Some(vector) => similarities(search, db, ids, vector).await?,
        None => Similarities::new(),
    };
    for passages in similarities.values_mut() {
        passages.sort_by(|(a, one), (b, other)| other.total_cmp(one).then(a.cmp(b)));
    }
    let index = search.index.index().await?;
    let read = search.passages.read(db, &index.words, ids).await?;
    let phrases = query.analysis.terms.iter().flat_map(|term| &term.phrases);
    let matcher = PhraseMatcher::new(phrases);
    let mut best: HashMap<i64, (Nearness, &Passage)> = HashMap::new();
    for passage in read.iter().flat_map(|passages| passages.iter()) {
        let known = similarities.get(&passage.id).map_or(&[][..], Vec::as_slice);
        let place = known.iter().position(|(ord, _)| *ord == passage.ord);
        if place.is_some_and(|place| place >= MAX_PASSAGES_READ) {
            continue;
        }
        let similarity = place.and_then(|place| known.get(place)).map_or(0.0, |(_, similarity)| *similarity);
        let nearness = Nearness::of(passage, similarity, &matcher.matches(&passage.text));
        let known = best.entry(passage.id).or_insert((nearness, passage));
        if nearness.is_before(&known.0) {
            *known = (nearness, passage);
        }
    }
    let mut quoted: HashMap<i64, BestPassage> = HashMap::new();
    let words = &query.analysis.words;
    if !named.is_empty() && !labels_asked(words).is_empty() {
        let rows = any_by_ids(&search.rows(), named).await?;
        quoted.extend(rows.into_iter().filter_map(|(id, row)| {
            // A word of the name asks for nothing (`heavy crossbow damage`).
            let own = tokens(row.name());
            let others: Vec<String> = words.iter().filter(|word| !own.contains(word)).cloned().collect();
            let text = row.fact(&labels_asked(&others))?;
            let snippet = matcher.matches(&text).snippet();
            Some((id, BestPassage { label: FACTS.to_owned(), text, snippet }))
        }));
    }
    let told = best.into_values().filter(|(_, passage)| !quoted.contains_key(&passage.id)).map(|(_, passage)| {
        let text = passage.told();
        let label = passage.rule.as_ref().map_or(passage.label.as_str(), |_| "text");
        let best = BestPassage {
            label: label.to_owned(),
            text: text.to_owned(),
            snippet: matcher.matches(passage.without_facts()).snippet(),
        };
        (passage.id, best)
    });
    let told: Vec<(i64, BestPassage)> = told.collect();
    quoted.extend(told);
    Ok(quoted)
}

/// How similar the passages of some entities are to a query: from the index, or from the store where the index does not
/// hold the vectors of the query's model.
async fn similarities(
    search: &Search,
    db: &Connection,
    ids: &[i64],
    QueryVector { model, vector }: &QueryVector,
) -> Result<Similarities> {
    let index = search.index.index().await?;
    if let Some(held) = index.held(model) {
        let of = |id: &i64| (*id, held.vectors.of_entity(*id, vector));
        return Ok(ids.iter().map(of).collect());
    }
    let rows = db
        .query_all_raw(bound(
            "SELECT entity_id, ord, (1 - (embedding <=> $3::vector))::real FROM passage_vector \
             WHERE entity_id = ANY($1) AND model = $2",
            [ids.to_vec().into(), model.as_str().into(), vector_text(vector).into()],
        ))
        .await?;
    let mut similarities = Similarities::new();
    for row in rows {
        let of_entity = similarities.entry(row.try_get_by_index(0)?).or_default();
        of_entity.push((row.try_get_by_index(1)?, row.try_get_by_index(2)?));
    }
    Ok(similarities)
}

/// How near a passage is to a query.
#[derive(Clone, Copy)]
struct Nearness {
    is_whole_rule: bool,
    is_other_facts: bool,
    score: f32,
    ord: i32,
}

impl Nearness {
    fn of(passage: &Passage, similarity: f32, matches: &MatchedText) -> Self {
        Self {
            is_whole_rule: passage.rule.is_some(),
            is_other_facts: passage.label == FACTS && !matches.any(),
            score: similarity + matches.score(),
            ord: passage.ord,
        }
    }

    fn is_before(&self, other: &Self) -> bool {
        let kind = |of: &Self| (of.is_whole_rule, of.is_other_facts);
        let by_score = other.score.total_cmp(&self.score);
        let order = kind(self).cmp(&kind(other)).then(by_score);
        order.then(self.ord.cmp(&other.ord)).is_lt()
    }
}

impl Passage {
    /// The text without what it repeats: the name of its entity, and its label.
    fn told(&self) -> &str {
        let bare = match &self.rule {
            Some(rule) => rule,
            None => without_start(&self.text, &self.name),
        };
        without_start(bare, &self.label)
    }

    /// What books print of it: the passage of the whole without its list of facts, where it has a text.
    fn without_facts(&self) -> &str {
        let told = self.told();
        let behind_facts = told.split_once(". ").map(|(_, text)| text.trim());
        behind_facts.filter(|text| self.rule.is_none() && self.label == WHOLE && !text.is_empty()).unwrap_or(told)
    }
}

/// The label of facts.
const FACTS: &str = "facts";

/// The label of the first passage of an entity: its name, its facts, and the beginning of its text.
const WHOLE: &str = "whole";

/// The text behind a start that is a sentence of its own.
fn without_start<'a>(text: &'a str, start: &str) -> &'a str {
    let rest = text.strip_prefix(start);
    rest.and_then(|rest| rest.strip_prefix(". ")).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip_facts(label: &str, text: &str) -> String {
        let passage = Passage {
            id: 1,
            ord: 0,
            name: "Ember Ward".to_owned(),
            label: label.to_owned(),
            text: text.to_owned(),
            rule: None,
        };
        passage.without_facts().to_owned()
    }

    #[test]
    fn a_snippet_has_the_words_of_the_book() {
        let whole = "Ember Ward. level 2 spell, abjuration, 1 action. Embers circle you. They glow.";
        assert_eq!(strip_facts("whole", whole), "Embers circle you. They glow.");
        assert_eq!(strip_facts("whole", "Ember Ward. . Embers."), "Embers.");
        assert_eq!(strip_facts("whole", "Ember Ward. level 2 spell. "), "level 2 spell. ");
        let part = "Ember Ward. Embers circle you. They glow.";
        assert_eq!(strip_facts("text", part), "Embers circle you. They glow.");
    }
}
