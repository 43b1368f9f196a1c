//! Query fields: combat encounters.

use crate::encounter::{self, CandidateConnection, Encounter, EncounterCreature, RulesChoice, Wish, candidates};
use crate::error::Result;
use crate::filters::{family_query, paging, search_request};
use async_graphql::{Context, Object};
use lorekeeper_content::creature::CreatureFilter;
use lorekeeper_content::encounter::{Difficulty, Rules};

/// The fields of encounters.
#[derive(Default)]
pub struct EncounterQuery;

#[Object(cache_control(max_age = 60))]
impl EncounterQuery {
    /// How hard a combat encounter is for a party, by the rules of 2014 or of 2024.
    async fn encounter(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Level of each character, 1 to 20; at most 12 characters.")] party: Vec<i32>,
        #[graphql(desc = "The creatures, at most 20 kinds and 100 in all.")] creatures: Vec<EncounterCreature>,
        #[graphql(
            desc = "The rules to judge by. Left out: those that have `difficulty`, else those of the creatures' edition or of `gameSystem`, else RULES_2024."
        )]
        rules: Option<Rules>,
        #[graphql(desc = "The difficulty that the encounter is meant to have: chooses the rules, and no more.")]
        difficulty: Option<Difficulty>,
        #[graphql(desc = "The edition whose rules apply where nothing else chooses: `5e-2014` or `5e-2024`.")]
        game_system: Option<String>,
    ) -> Result<Encounter> {
        let rules = RulesChoice { rules, difficulty, game_system: game_system.as_deref() };
        encounter::judge(ctx, &party, creatures, rules).await
    }

    /// Creatures that fit into a combat encounter: of each at least `count` can be added to `creatures` without making
    /// it harder than the difficulty. Those worth most come first; in a search, the most relevant ones. By the rules of
    /// 2014 a hard encounter is one from the hard threshold to just below the deadly one, and not every creature reaches
    /// it. The budgets of 2024 are what may be spent: with `maxCount` of any candidate the encounter has the difficulty.
    async fn encounter_candidates(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Level of each character, 1 to 20; at most 12 characters.")] party: Vec<i32>,
        #[graphql(desc = "The difficulty that the encounter is to have. Left out: MODERATE or MEDIUM.")]
        difficulty: Option<Difficulty>,
        #[graphql(
            desc = "The rules to judge by. Left out: those that have the difficulty, else those of the creatures' edition or of `gameSystem`, else RULES_2024."
        )]
        rules: Option<Rules>,
        #[graphql(desc = "How many of each candidate are to fit, 1 to 100; 1 when left out.")] count: Option<i32>,
        #[graphql(desc = "The creatures that the encounter has already, at most 20 kinds.")] creatures: Option<
            Vec<EncounterCreature>,
        >,
        #[graphql(desc = "What to search for, in natural language. Up to 512 characters.")] search: Option<String>,
        #[graphql(desc = "Conditions that the results meet. Left out: all results.")] filter: Option<CreatureFilter>,
        #[graphql(desc = "Documents by key, name or alias. Left out: all; an empty list: none.")] documents: Option<
            Vec<String>,
        >,
        #[graphql(desc = "One edition: `5e-2014`, `5e-2024`, `a5e`, ...")] game_system: Option<String>,
        #[graphql(
            desc = "Only creatures of the edition of the rules, where neither `documents` nor `gameSystem` is given; false when left out."
        )]
        edition_of_rules: Option<bool>,
        #[graphql(desc = "How many, 0 (none, to count only) to 100; 20 when left out.")] first: Option<i32>,
        #[graphql(desc = "Only what comes after this cursor.")] after: Option<String>,
    ) -> Result<CandidateConnection> {
        let wish =
            Wish { party, difficulty, rules, count, creatures, edition_of_rules: edition_of_rules.unwrap_or_default() };
        let query = family_query(filter, game_system, documents, None);
        let search = search_request(search, None, None);
        // The filter is large.
        Box::pin(candidates(ctx, wish, query, search, paging(first, after, None, None))).await
    }
}
