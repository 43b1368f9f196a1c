//! Candidates of an encounter: the creatures that fit into what is left of a party's budget.

use super::chosen::read_count;
use super::{
    EncounterBasis, EncounterCreature, EncounterThreshold, RulesChoice, chosen, foreign_difficulty, over_budget,
    read_party,
};
use crate::backend;
use crate::connection::{EdgeExtras, connection};
use crate::counted::Counted;
use crate::cursor::Cursor;
use crate::entity::Creature;
use crate::error::{Error, Result};
use crate::facets::FacetedExtras;
use crate::filters::OrderBy;
use crate::listing::{Listed, list_rows};
use async_graphql::connection::{Connection as Relay, ConnectionNameType, EdgeNameType};
use async_graphql::{Context, OutputType, SimpleObject};
use lorekeeper_content::creature::{self, CreatureFilter, CreatureOrderField};
use lorekeeper_content::encounter::{Budget, Difficulty, Rules};
use lorekeeper_content::filter::Direction;
use lorekeeper_search::family_query::FamilyQuery;
use lorekeeper_search::page::Paging;
use lorekeeper_search::ranking::SearchRequest;

/// A page of candidates.
pub type CandidateConnection = Relay<
    Cursor,
    Creature,
    CandidateFields,
    Counted<CandidateEdgeFields, true>,
    CandidateConnectionName,
    CandidateEdgeName,
>;

/// The name of the connection.
pub struct CandidateConnectionName;

impl ConnectionNameType for CandidateConnectionName {
    fn type_name<T: OutputType>() -> String {
        "EncounterCandidateConnection".to_owned()
    }
}

/// The name of its edges.
pub struct CandidateEdgeName;

impl EdgeNameType for CandidateEdgeName {
    fn type_name<T: OutputType>() -> String {
        "EncounterCandidateEdge".to_owned()
    }
}

/// The fields of a page of candidates about its whole result.
#[derive(SimpleObject)]
pub struct CandidateFields {
    /// The fields of every page of creatures.
    #[graphql(flatten)]
    pub listed: FacetedExtras,
    /// What the encounter may be worth.
    pub budget: EncounterBudget,
}

/// The fields of an edge about a candidate.
#[derive(Clone, Debug, SimpleObject)]
pub struct CandidateEdgeFields {
    /// The fields of every edge.
    #[graphql(flatten)]
    pub listed: EdgeExtras,
    /// How many of the creature fit into what is left of the budget, at most 100 with those given already.
    pub max_count: i32,
    /// Experience points of one.
    pub experience_points: i32,
}

/// What an encounter of a difficulty may be worth.
#[derive(Clone, Debug, SimpleObject)]
pub struct EncounterBudget {
    /// The rules that were applied.
    pub rules: Rules,
    /// The difficulty that the encounter is to have.
    pub difficulty: Difficulty,
    /// The most adjusted experience points that it may have. By the rules of 2024: the party's budget of the difficulty.
    /// By those of 2014, whose thresholds are where a difficulty begins: just below the next threshold; for `TRIVIAL`
    /// just below the lowest; for `DEADLY`, which has no end in the book, the deadly threshold and once more the step
    /// from hard to deadly.
    pub experience_points: i64,
    /// How many of them the creatures given leave, with the multiplier of their number; less than 0 where they take more.
    /// By the rules of 2014 one more creature may raise the multiplier, so that it does not fit into what is left.
    pub remaining: i64,
    /// The difficulty of the creatures given; the lowest where none are given.
    pub reached: Difficulty,
    /// The party's thresholds, or its budgets by the rules of 2024; the lowest first.
    pub thresholds: Vec<EncounterThreshold>,
    /// Warnings about the creatures given: a name that several books have, no challenge rating, more than the high budget.
    pub warnings: Vec<String>,
    /// Where the rule is printed.
    pub basis: EncounterBasis,
}

/// What the encounter is to be.
pub struct Wish {
    /// The argument `party`.
    pub party: Vec<i32>,
    /// The argument `difficulty`.
    pub difficulty: Option<Difficulty>,
    /// The argument `rules`.
    pub rules: Option<Rules>,
    /// The argument `count`.
    pub count: Option<i32>,
    /// The argument `creatures`.
    pub creatures: Option<Vec<EncounterCreature>>,
    /// The argument `editionOfRules`.
    pub edition_of_rules: bool,
}

/// Lists the creatures that fit: the body of the field `encounterCandidates`.
pub async fn candidates(
    ctx: &Context<'_>,
    wish: Wish,
    mut query: FamilyQuery<CreatureFilter>,
    search: SearchRequest,
    paging: Paging,
) -> Result<CandidateConnection> {
    let party = read_party(&wish.party)?;
    let count = read_count("`count` is", wish.count)?;
    let mut chosen = chosen::choose(backend(ctx)?, wish.creatures.unwrap_or_default()).await?;
    let choice =
        RulesChoice { rules: wish.rules, difficulty: wish.difficulty, game_system: query.game_system.as_deref() };
    let rules = choice.resolve(&mut chosen)?;
    let difficulty = wish.difficulty.unwrap_or(rules.default_difficulty());
    let groups = chosen.groups();
    let Some(budget) = Budget::new(&party, rules, difficulty, &groups) else {
        return Err(Error::input(foreign_difficulty(rules)));
    };
    if wish.edition_of_rules && query.game_system.is_none() && query.documents.is_none() {
        query.game_system = Some(rules.game_system().to_owned());
    }
    query.grouped = Some(budget.candidates(count));
    // What is worth most reaches the difficulty first, so that order puts what reaches it before what does not. A search
    // ranks by itself.
    let is_search = search.search.as_deref().is_some_and(|text| !text.trim().is_empty());
    let order_by = (!is_search)
        .then(|| vec![OrderBy { field: CreatureOrderField::ExperiencePoints, direction: Some(Direction::Desc) }]);
    let judgement = party.judge(rules, &groups);
    chosen.warnings.extend(over_budget(&judgement));
    let needed = ["experience_points"];
    let listed = list_rows::<creature::Model, _, _>(ctx, query, order_by, search, paging, &needed);
    // The filter is large.
    let Listed { page, fingerprint, extras } = Box::pin(listed).await?;
    let fields = CandidateFields {
        listed: extras,
        budget: EncounterBudget {
            rules,
            difficulty,
            experience_points: budget.limit,
            remaining: budget.remaining().max(i32::MIN.into()),
            reached: judgement.difficulty,
            thresholds: judgement.thresholds.into_iter().map(Into::into).collect(),
            warnings: chosen.warnings,
            basis: rules.basis().into(),
        },
    };
    Ok(connection(page, fingerprint, fields, |(row, listed)| {
        let experience_points = row.experience_points.unwrap_or_default();
        let max_count = budget.max_count(experience_points.into());
        let fields =
            CandidateEdgeFields { listed, max_count: i32::try_from(max_count).unwrap_or(i32::MAX), experience_points };
        (row.into(), fields)
    }))
}
