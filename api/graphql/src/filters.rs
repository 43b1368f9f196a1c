//! Arguments that the plural fields share: sort order, search mode, pages, narrowing.

use super::documents::DocumentOrderField;
use crate::error::{Error, Result};
use async_graphql::{Enum, InputObject, InputType};
use lorekeeper_content::filter::{Direction, OrderField, SortKey};
use lorekeeper_content::grouping::{Grouped, Grouping, GroupingContext};
use lorekeeper_content::{character_option, creature, equipment, rule, spell};
use lorekeeper_search::constraints::Understanding;
use lorekeeper_search::family_query::FamilyQuery;
use lorekeeper_search::page::{MAX_PAGE_SIZE, Paging};
use lorekeeper_search::ranking::{Mode, SearchRequest};

/// A sort key and its direction.
#[derive(Clone, Debug, PartialEq, InputObject)]
#[graphql(
    concrete(name = "SpellOrder", params(spell::SpellOrderField)),
    concrete(name = "CreatureOrder", params(creature::CreatureOrderField)),
    concrete(name = "EquipmentOrder", params(equipment::EquipmentOrderField)),
    concrete(name = "CharacterOptionOrder", params(character_option::CharacterOptionOrderField)),
    concrete(name = "RuleOrder", params(rule::RuleOrderField)),
    concrete(name = "DocumentOrder", params(DocumentOrderField))
)]
pub struct OrderBy<F: InputType> {
    /// The field to sort by.
    pub field: F,
    /// The direction; ascending when left out. Missing values come last either way.
    pub direction: Option<Direction>,
}

impl<F: InputType + OrderField> OrderBy<F> {
    /// The sort key.
    pub fn key(&self) -> SortKey {
        (self.field.column(), self.direction.unwrap_or_default())
    }
}

/// The ranking of a search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Enum)]
#[graphql(remote = "lorekeeper_search::ranking::Mode")]
pub enum SearchMode {
    /// By words, names and meaning together.
    #[default]
    Hybrid,
    /// By meaning only.
    Semantic,
    /// By words and names only.
    Lexical,
}

/// Which results stand for others.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Enum)]
#[graphql(remote = "lorekeeper_search::collapse::Collapse")]
pub enum Collapse {
    /// Each stands for itself.
    None,
    /// One stands for all variants of an item: `edges { variantCount variants { name } }`.
    #[default]
    Variants,
}

/// How many items a list without pages has where `first` is left out.
pub const DEFAULT_COUNT: i32 = 10;

/// The argument `first` of a list without pages.
pub fn check_count(first: Option<i32>) -> Result<usize> {
    let first = first.unwrap_or(DEFAULT_COUNT);
    let count = usize::try_from(first).ok();
    count
        .filter(|count| (1..=MAX_PAGE_SIZE).contains(count))
        .ok_or_else(|| Error::input(format!("first is {first}, but must be from 1 to {MAX_PAGE_SIZE}.")))
}

/// The arguments of a page.
pub fn paging(first: Option<i32>, after: Option<String>, last: Option<i32>, before: Option<String>) -> Paging {
    Paging { first, after, last, before }
}

/// The arguments of a search.
pub fn search_request(search: Option<String>, mode: Option<SearchMode>, min_similarity: Option<f64>) -> SearchRequest {
    SearchRequest { search, mode: mode.map(Mode::from), min_similarity, ..SearchRequest::default() }
}

/// The argument `understand` of a search.
pub fn understanding(understand: Option<bool>) -> Understanding {
    match understand {
        Some(false) => Understanding::Unused,
        _ => Understanding::Used,
    }
}

/// The arguments that narrow a family, its `type` aside.
pub fn family_query<F>(
    filter: Option<F>,
    game_system: Option<String>,
    documents: Option<Vec<String>>,
    name: Option<String>,
) -> FamilyQuery<F> {
    FamilyQuery { grouped: None, filter, filtered_by: &["filter"], game_system, documents, name, changed_since: None }
}

/// The argument `type` in the context of a query.
pub fn grouped<G: Grouping>(group: Option<G>, filter: Option<&G::Filter>, search: Option<&str>) -> Option<Grouped> {
    Some(group?.grouped(&GroupingContext { filter, search }))
}
