//! Query fields: character options.

use super::find_one;
use crate::connection::Connection;
use crate::entity::CharacterOption;
use crate::error::Result;
use crate::filters::{
    OrderBy, SearchMode, family_query, grouped, paging, search_request, understanding,
};
use crate::listing::list_family;
use async_graphql::{Context, ID, Object};
use chrono::{DateTime, Utc};
use lorekeeper_content::character_option;
use lorekeeper_search::family_query::FamilyQuery;
use lorekeeper_search::load;
use lorekeeper_search::ranking::SearchRequest;

/// The fields of character options.
#[derive(Default)]
pub struct CharacterOptionQuery;

#[Object(cache_control(max_age = 60))]
impl CharacterOptionQuery {
    /// Classes, subclasses, races, subraces, backgrounds, feats and features of all books; narrowed and searched by the
    /// arguments.
    async fn character_options(
        &self,
        ctx: &Context<'_>,
        #[graphql(name = "type", desc = "Only entities of this type. Left out: all.")]
        group: Option<character_option::CharacterOptionType>,
        #[graphql(desc = "Conditions that the results meet. Left out: all results.")]
        filter: Option<character_option::CharacterOptionFilter>,
        #[graphql(desc = "One edition: `5e-2014`, `5e-2024`, `a5e`, ...")] game_system: Option<
            String,
        >,
        #[graphql(desc = "Documents by key, name or alias. Left out: all; an empty list: none.")]
        documents: Option<Vec<String>>,
        #[graphql(
            desc = "Name, ignoring case; `*` and `%` are wildcards. Without one: the exact name, else the slug, else names that contain it."
        )]
        name: Option<String>,
        #[graphql(
            desc = "Only what was added or changed in this store at this time or later: the `meta { completeUntil }` of an earlier answer."
        )]
        changed_since: Option<DateTime<Utc>>,
        #[graphql(desc = "What to search for, in natural language. Up to 512 characters.")] search: Option<String>,
        #[graphql(desc = "How the search ranks; HYBRID when left out.")] mode: Option<SearchMode>,
        #[graphql(
            desc = "Raise what fits the values that the search names (`rare rings`, `level 3`, `CR 5 undead`); true when left out."
        )]
        understand: Option<bool>,
        #[graphql(desc = "Leave out what ranks below this relevance, 0 to 1.")]
        min_similarity: Option<f64>,
        #[graphql(
            desc = "How to sort. Left out: by relevance in a search, else by name and document."
        )]
        order_by: Option<Vec<OrderBy<character_option::CharacterOptionOrderField>>>,
        #[graphql(
            desc = "How many from the front, 0 (none, to count only) to 100; 20 when neither first nor last is given."
        )]
        first: Option<i32>,
        #[graphql(desc = "Only what comes after this cursor.")] after: Option<String>,
        #[graphql(desc = "How many from the back, 1 to 100.")] last: Option<i32>,
        #[graphql(desc = "Only what comes before this cursor.")] before: Option<String>,
    ) -> Result<Connection<CharacterOption>> {
        let query = FamilyQuery {
            grouped: grouped(group, filter.as_ref(), search.as_deref()),
            changed_since,
            ..family_query(filter, game_system, documents, name)
        };
        let search = SearchRequest {
            understanding: understanding(understand),
            ..search_request(search, mode, min_similarity)
        };
        let paging = paging(first, after, last, before);
        list_family::<character_option::Model, _, _>(ctx, query, order_by, search, paging).await
    }

    /// One character option, by id or by slug.
    async fn character_option(
        &self,
        ctx: &Context<'_>,
        #[graphql(desc = "Global id, as `id` fields give it; instead of `slug`.")] id: Option<ID>,
        #[graphql(desc = "Slug, name (`Adult Red Dragon`) or global id.")] slug: Option<String>,
        #[graphql(
            desc = "Document by key, name or alias. Left out: the 2024 SRD, else the 2014 SRD, else the first by key."
        )]
        document: Option<String>,
        #[graphql(desc = "Kind; any when left out.")] kind: Option<character_option::Kind>,
    ) -> Result<Option<CharacterOption>> {
        let kind = kind.map(load::kind_name);
        find_one::<character_option::Model>(ctx, id, slug, document, kind).await
    }
}
