//! What resembles an entity.

use super::connection::MatchedBy;
use super::loaders::SimilarTo;
use super::{app, loader, texts};
use crate::error::Error;
use crate::family::{Row, character_option, creature, equipment, rule, spell};
use crate::query::page::MOST;
use async_graphql::{Context, OutputType, SimpleObject};

/// How many there are when the client does not say.
pub const DEFAULT: i32 = 10;

/// Something that resembles an entity.
#[derive(Clone, Debug, SimpleObject)]
#[graphql(
    concrete(name = "SimilarSpell", params(spell::Model)),
    concrete(name = "SimilarCreature", params(creature::Model)),
    concrete(name = "SimilarEquipment", params(equipment::Model)),
    concrete(name = "SimilarCharacterOption", params(character_option::Model)),
    concrete(name = "SimilarRule", params(rule::Model))
)]
pub struct Similar<R: OutputType> {
    /// The thing itself.
    pub node: R,
    /// How similar it is, 0 to 1: the figure that orders them.
    pub score: f64,
    /// What was compared: `SEMANTIC`, the meaning; `FULL_TEXT`, the words of name and facts, where there are no
    /// vectors (yet). Figures of the two do not compare with one another.
    pub matched_by: MatchedBy,
}

/// What resembles `row` most, best first.
pub async fn similar<R: Row + OutputType + Clone>(
    ctx: &Context<'_>,
    row: &R,
    first: Option<i32>,
    documents: Option<Vec<String>>,
    game_system: Option<String>,
) -> async_graphql::Result<Vec<Similar<R>>> {
    texts::check_names("documents", documents.as_ref())?;
    texts::check_names("gameSystem", game_system.as_ref())?;
    let first = first.unwrap_or(DEFAULT);
    let Some(first) = usize::try_from(first)
        .ok()
        .filter(|n| (1..=MOST).contains(n))
    else {
        return Err(
            Error::input(format!("first is {first}, but must be from 1 to {MOST}.")).into(),
        );
    };
    let key = SimilarTo::<R>::new(
        row.id(),
        first,
        documents,
        game_system,
        app(ctx)?.model_id(),
    );
    let found = loader(ctx)?.load_one(key).await?.unwrap_or_default();
    Ok(found
        .into_iter()
        .map(|(node, similar)| Similar {
            node,
            score: similar.score,
            matched_by: if similar.semantic {
                MatchedBy::Semantic
            } else {
                MatchedBy::FullText
            },
        })
        .collect())
}
