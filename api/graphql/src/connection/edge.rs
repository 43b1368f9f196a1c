//! Edges of connections: how a search found a result, and which variants the result stands for.

use crate::backend;
use crate::entity::Entity;
use crate::error::{Error, Result};
use crate::filters::check_count;
use crate::text_limits;
use async_graphql::{ComplexObject, Context, Enum, SimpleObject};
use lorekeeper_search::hybrid::{Hit, NameMatch};
use lorekeeper_search::load;
use lorekeeper_search::ranking::ResultPage;
use std::sync::Arc;

/// Most characters of the marks around a match.
const MAX_MARK_CHARS: usize = 64;

/// The fields of an edge about the search that found its node.
#[derive(Clone, Debug, Default, SimpleObject)]
#[graphql(complex)]
pub struct EdgeExtras {
    /// Relevance, 0 to 1, by which search results are ordered; null without a search.
    pub score: Option<f64>,
    /// The same value as `score`, present exactly where meaning took part in the ranking.
    pub similarity_score: Option<f64>,
    /// The signals that found the result; empty without a search.
    pub matched_by: Vec<MatchedBy>,
    /// Whether the result is one of those that `matchCount` counts; null without a search.
    pub is_match: Option<bool>,
    /// The keys of the variants of the same item that the result stands for.
    #[graphql(skip)]
    pub variants: Vec<i64>,
    /// The hit, and the page that it is on.
    #[graphql(skip)]
    pub hit: Option<(Hit, Arc<ResultPage>)>,
}

#[ComplexObject]
impl EdgeExtras {
    /// How many other results it stands for: variants of the same item. `collapse: NONE` gives each.
    async fn variant_count(&self) -> i32 {
        i32::try_from(self.variants.len()).unwrap_or(i32::MAX)
    }

    /// The other results that it stands for, variants of the same item: the best first, without a search by name.
    async fn variants(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "How many, 1 to 100; 10 when left out.")] first: Option<i32>,
    ) -> Result<Vec<Entity>> {
        let count = check_count(first)?;
        let ids: Vec<i64> = self.variants.iter().take(count).copied().collect();
        let mut rows = load::any_by_ids(&backend(ctx)?.search.rows(), &ids).await?;
        let rows = ids.iter().filter_map(|id| rows.remove(id));
        Ok(rows.map(Entity::from).collect())
    }

    /// Explanation of the score; null without a search.
    async fn explain(&self) -> Option<Explanation> {
        let (hit, result_page) = self.hit.as_ref()?;
        let signals =
            [MatchedBy::FullText, MatchedBy::Name, MatchedBy::Semantic, MatchedBy::Constraints, MatchedBy::Family];
        let components = signals.into_iter().zip(hit.score_components(&result_page.hits));
        let components = components.filter_map(|(by, component)| {
            component.map(|component| ScoreComponent {
                by,
                score: component.score,
                rank: i32::try_from(component.rank).unwrap_or(i32::MAX),
                weight: component.weight,
            })
        });
        Some(Explanation {
            exact_name: hit.is_exact(),
            asked_name: hit.name_match == NameMatch::Subject,
            score_components: components.collect(),
        })
    }

    /// The passage that matched best, as plain text, with each match between `before` and `after` (at most 64
    /// characters each); null without a search. The text is not escaped for HTML.
    async fn snippet(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Text before a match.", default = "**")] before: String,
        #[graphql(desc = "Text after a match.", default = "**")] after: String,
    ) -> Result<Option<String>> {
        let Some((hit, result_page)) = &self.hit else {
            return Ok(None);
        };
        for (name, mark) in [("before", &before), ("after", &after)] {
            text_limits::check_characters(name, mark)?;
            if mark.chars().count() > MAX_MARK_CHARS {
                return Err(Error::input(format!("{name} is longer than {MAX_MARK_CHARS} characters.")));
            }
        }
        let passage = result_page.passage(&backend(ctx)?.search, hit).await?;
        Ok(passage.map(|passage| passage.snippet.marked(&before, &after)))
    }

    /// The passage that matched best, whole: of a rule the paragraph that decides, with the heading of its section. Null
    /// without a search.
    async fn passage(&self, ctx: &Context<'_>) -> Result<Option<MatchedPassage>> {
        let Some((hit, result_page)) = &self.hit else {
            return Ok(None);
        };
        let passage = result_page.passage(&backend(ctx)?.search, hit).await?;
        Ok(passage.map(|passage| MatchedPassage { label: passage.label.clone(), text: passage.text.clone() }))
    }
}

/// A passage of a search result: a piece of its text that is searched on its own.
#[derive(Clone, Debug, SimpleObject)]
pub struct MatchedPassage {
    /// The heading that it stands under, in a rule with headings; else what it is: `text`, `description`, `trait`,
    /// `action`, ..., or `whole`: the facts and the beginning of the text.
    pub label: String,
    /// The passage, as Markdown.
    pub text: String,
}

/// The explanation of a search result's score.
#[derive(Clone, Debug, Default, PartialEq, SimpleObject)]
pub struct Explanation {
    /// Whether the name equals the query; such a result scores 1 and comes first.
    pub exact_name: bool,
    /// Whether the query is about the name, and its other words only ask (`troll xp`); such a result scores at least 0.8.
    pub asked_name: bool,
    /// The scores by ranking signal; signals that did not find the result are omitted.
    pub score_components: Vec<ScoreComponent>,
}

/// One ranking signal's part in a result's score.
#[derive(Clone, Debug, PartialEq, SimpleObject)]
pub struct ScoreComponent {
    /// The ranking signal.
    pub by: MatchedBy,
    /// The signal's score, 0 to 1.
    pub score: f64,
    /// The result's rank by this signal, from 1; equal scores share a rank.
    pub rank: i32,
    /// The signal's weight in the result's score, 0 to 1.
    pub weight: f64,
}

/// The ranking signals of a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Enum)]
pub enum MatchedBy {
    /// The name resembles the query.
    Name,
    /// Name, facts or text have words of the query.
    FullText,
    /// The meaning is close to the query's.
    Semantic,
    /// Fields have values that the query names (`meta { understood }`).
    Constraints,
    /// The family suits the words of the query: `who` asks for creatures, `can I` for rules.
    Family,
}

impl EdgeExtras {
    /// The fields for a row that no text was compared with.
    pub fn listed(variants: Vec<i64>) -> Self {
        Self { variants, ..Self::default() }
    }

    /// The fields for a hit.
    pub fn of(hit: Hit, semantic: bool, result_page: &Arc<ResultPage>) -> Self {
        let mut matched_by = Vec::new();
        matched_by.extend(hit.name.map(|_| MatchedBy::Name));
        matched_by.extend(hit.lexical.map(|_| MatchedBy::FullText));
        matched_by.extend(hit.semantic.map(|_| MatchedBy::Semantic));
        let fits = hit.fit.filter(|fit| fit.share > 0.0);
        matched_by.extend(fits.map(|_| MatchedBy::Constraints));
        Self {
            score: Some(hit.score),
            similarity_score: semantic.then_some(hit.score),
            matched_by,
            is_match: Some(hit.is_match()),
            variants: hit.variants.clone(),
            hit: Some((hit, Arc::clone(result_page))),
        }
    }
}
