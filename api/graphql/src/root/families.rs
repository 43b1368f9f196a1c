//! Query fields of the families: a list and one entity of each, with the same arguments.

use super::find_one;
use crate::connection::Connection;
use crate::entity::{CharacterOption, Creature, Equipment, Rule, Spell};
use crate::error::Result;
use crate::filters::{Collapse, OrderBy, SearchMode, family_query, grouped, paging, search_request, understanding};
use crate::listing::list_family;
use crate::rendered::Rendered;
use crate::where_argument::{FamilyArguments, add_where};
use async_graphql::{Context, ID, Object};
use chrono::{DateTime, Utc};
use lorekeeper_content::{RowCore, character_option, creature, equipment, rule, spell};
use lorekeeper_search::family_query::FamilyQuery;
use lorekeeper_search::load;
use lorekeeper_search::ranking::SearchRequest;

/// A value that only families with kinds have.
macro_rules! if_kinds {
    () => {
        None
    };
    ($value:expr) => {
        $value
    };
}

/// Declares the fields of a family. One with kinds has their type, and the type that the argument `type` takes.
macro_rules! family_fields {
    (
        $query:ident: $object:ty, rows $model:ty, filter $filter:ty, order $order:ty;
        $(kinds $kind:ty, grouped by $group:ty;)?
        $(variants as $collapse:ty;)?
        $list_doc:literal => $list:ident;
        $one_doc:literal => $one:ident;
    ) => {
        /// The fields of a family.
        #[derive(Default)]
        pub struct $query;

        #[Object(cache_control(max_age = 60))]
        impl $query {
            #[doc = $list_doc]
            async fn $list(
                &self,
                ctx: &Context<'_>,
                $(
                    #[graphql(name = "type", desc = "Only entities of this type. Left out: all.")]
                    group: Option<$group>,
                )?
                #[graphql(desc = "Conditions that the results meet. Left out: all results.")]
                filter: Option<$filter>,
                #[graphql(
                    name = "where",
                    desc = "Conditions as text, with the fields of the filter as keys: `level:3 class:wizard -ritual`, `cr>=10 (type:dragon or type:fiend)`, `\"exact words\"`. Words without a key are searched for. Up to 1,000 characters; holds beside `filter` and `search`."
                )]
                where_text: Option<String>,
                #[graphql(desc = "One edition: `5e-2014`, `5e-2024`, `a5e`, ...")]
                game_system: Option<String>,
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
                #[graphql(desc = "What to search for, in natural language. Up to 512 characters.")]
                search: Option<String>,
                #[graphql(desc = "How the search ranks; HYBRID when left out.")]
                mode: Option<SearchMode>,
                #[graphql(
                    desc = "Raise what fits the values that the search names (`rare rings`, `level 3`, `CR 5 undead`); true when left out."
                )]
                understand: Option<bool>,
                #[graphql(desc = "Leave out what ranks below this relevance, 0 to 1.")]
                min_similarity: Option<f64>,
                $(
                    #[graphql(
                        desc = "Which results stand for others. Left out: one for all variants of an item (`+1`, `+2`, `+3`; by weapon, by metal)."
                    )]
                    collapse: Option<$collapse>,
                )?
                #[graphql(
                    desc = "How to sort. Left out: by relevance in a search, else by name and document."
                )]
                order_by: Option<Vec<OrderBy<$order>>>,
                #[graphql(
                    desc = "How many from the front, 0 (none, to count only) to 100; 20 when neither first nor last is given."
                )]
                first: Option<i32>,
                #[graphql(desc = "Only what comes after this cursor.")]
                after: Option<String>,
                #[graphql(desc = "How many from the back, 1 to 100.")]
                last: Option<i32>,
                #[graphql(desc = "Only what comes before this cursor.")]
                before: Option<String>,
            ) -> Result<Connection<Rendered<$object>>> {
                let FamilyArguments { filter, search, arguments } =
                    add_where::<$filter>(<$model as RowCore>::FAMILY, where_text.as_deref(), filter, search)?;
                let query = FamilyQuery {
                    changed_since,
                    filtered_by: arguments,
                    grouped: if_kinds!($(grouped::<$group>(group, filter.as_ref(), search.as_deref()))?),
                    ..family_query(filter, game_system, documents, name)
                };
                let search = SearchRequest {
                    understanding: understanding(understand),
                    $(collapse: collapse.unwrap_or_else(<$collapse>::default).into(),)?
                    ..search_request(search, mode, min_similarity)
                };
                let paging = paging(first, after, last, before);
                // Filters are large.
                Box::pin(list_family::<$model, _, _>(ctx, query, order_by, search, paging)).await
            }

            #[doc = $one_doc]
            async fn $one(
                &self,
                ctx: &Context<'_>,
                #[graphql(desc = "Global id, as `id` fields give it; instead of `slug`.")]
                id: Option<ID>,
                #[graphql(desc = "Slug, name (`Adult Red Dragon`) or global id.")]
                slug: Option<String>,
                #[graphql(
                    desc = "Document by key, name or alias. Left out: the 2024 SRD, else the 2014 SRD, else the first by key."
                )]
                document: Option<String>,
                $(#[graphql(desc = "Kind; any when left out.")] kind: Option<$kind>,)?
            ) -> Result<Option<$object>> {
                let kind = if_kinds!($(kind.map(load::kind_name::<$kind>))?);
                find_one::<$model>(ctx, id, slug, document, kind).await
            }
        }
    };
}

family_fields! {
    SpellQuery: Spell, rows spell::Model, filter spell::SpellFilter, order spell::SpellOrderField;
    "Spells of all books, narrowed and searched by the arguments; by name unless ordered otherwise." => spells;
    "One spell, by id or by slug." => spell;
}

family_fields! {
    CreatureQuery: Creature, rows creature::Model, filter creature::CreatureFilter, order creature::CreatureOrderField;
    "Creatures of all books: monsters, animals, non-player characters. Narrowed and searched by the arguments." => creatures;
    "One creature, by id or by slug." => creature;
}

family_fields! {
    EquipmentQuery: Equipment, rows equipment::Model, filter equipment::EquipmentFilter, order equipment::EquipmentOrderField;
    kinds equipment::Kind, grouped by equipment::EquipmentType;
    variants as Collapse;
    "Weapons, armor, gear and magic items of all books; narrowed and searched by the arguments." => equipment;
    "One piece of equipment, by id or by slug." => equipment_item;
}

family_fields! {
    CharacterOptionQuery: CharacterOption, rows character_option::Model, filter character_option::CharacterOptionFilter, order character_option::CharacterOptionOrderField;
    kinds character_option::Kind, grouped by character_option::CharacterOptionType;
    "Classes, subclasses, races, subraces, backgrounds, feats and features of all books; narrowed and searched by the\narguments." => character_options;
    "One character option, by id or by slug." => character_option;
}

family_fields! {
    RuleQuery: Rule, rows rule::Model, filter rule::RuleFilter, order rule::RuleOrderField;
    kinds rule::Kind, grouped by rule::RuleType;
    "Rules, conditions, and the concepts of the game, of all books; narrowed and searched by the arguments." => rules;
    "One rule, by id or by slug." => rule;
}
