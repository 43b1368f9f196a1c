//! Best passages: of each entity the passage that is nearest to a query, by words and meaning.

use super::ranking::AnalyzedQuery;
use super::snippet::{MatchedText, PhraseMatcher, Snippet};
use crate::Result;
use lorekeeper_store::{bound, vector_text};
use sea_orm::{DatabaseConnection, FromQueryResult};
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
const MAX_PASSAGES_READ: i64 = 4;

/// A passage of an entity.
#[derive(FromQueryResult)]
struct Passage {
    id: i64,
    ord: i32,
    /// The name of the entity.
    name: String,
    label: String,
    text: String,
    /// The whole text, if this is the beginning of a rule.
    rule: Option<String>,
    similarity: f64,
}

/// Of some entities the passages that are nearest to the query. Of a rule it is the paragraph that decides: its passage
/// as a whole, which has the beginning of all of them, comes last. So does the list of facts, which no book prints, unless
/// words of the query are in it.
pub async fn best_passages(
    db: &DatabaseConnection,
    ids: &[i64],
    query: &AnalyzedQuery,
) -> Result<HashMap<i64, BestPassage>> {
    let vector = query.vector.as_ref();
    let passages = Passage::find_by_statement(bound(
        "SELECT id, ord, name, label, text, rule, similarity FROM (
            SELECT *, row_number() OVER (PARTITION BY id ORDER BY similarity DESC, ord) AS place FROM (
                SELECT p.entity_id AS id, p.ord, e.name, p.label, p.text, r.text AS rule,
                    coalesce(1 - (v.embedding <=> $3::vector), 0) AS similarity
                FROM passage p JOIN search_entry e ON e.id = p.entity_id
                    LEFT JOIN rule r ON r.id = p.entity_id AND p.ord = 0
                    LEFT JOIN passage_vector v ON v.entity_id = p.entity_id AND v.ord = p.ord AND v.model = $2
                WHERE p.entity_id = ANY($1)
            ) compared
        ) placed WHERE place <= $4 OR similarity = 0",
        [
            ids.to_vec().into(),
            vector.map(|v| v.model.clone()).into(),
            vector.map(|v| vector_text(&v.vector)).into(),
            MAX_PASSAGES_READ.into(),
        ],
    ))
    .all(db)
    .await?;
    let phrases = query.analysis.terms.iter().flat_map(|term| &term.phrases);
    let matcher = PhraseMatcher::new(phrases);
    let mut best: HashMap<i64, (Nearness, &Passage)> = HashMap::new();
    for passage in &passages {
        let nearness = Nearness::of(passage, &matcher.matches(&passage.text));
        let known = best.entry(passage.id).or_insert((nearness, passage));
        if nearness.is_before(&known.0) {
            *known = (nearness, passage);
        }
    }
    let told = best.into_values().map(|(_, passage)| {
        let text = passage.told();
        let label = passage
            .rule
            .as_ref()
            .map_or(passage.label.as_str(), |_| "text");
        let best = BestPassage {
            label: label.to_owned(),
            text: text.to_owned(),
            snippet: matcher.matches(text).snippet(),
        };
        (passage.id, best)
    });
    Ok(told.collect())
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
    fn of(passage: &Passage, matches: &MatchedText) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a similarity")]
        let similarity = passage.similarity as f32;
        Self {
            is_whole_rule: passage.rule.is_some(),
            is_other_facts: passage.label == "facts" && !matches.any(),
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
}

/// The text behind a start that is a sentence of its own.
fn without_start<'a>(text: &'a str, start: &str) -> &'a str {
    let rest = text.strip_prefix(start);
    rest.and_then(|rest| rest.strip_prefix(". "))
        .unwrap_or(text)
}
