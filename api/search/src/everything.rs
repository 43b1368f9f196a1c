//! Queries on all families at once: the arguments that narrow them, and the conditions that they make.

mod conditions;

pub use conditions::Conditions;

use crate::facet_scope::{Facets, Narrowing};
use crate::ranking::SearchHits;
use crate::scope::Scope;
use lorekeeper_content::filter::{Facet, FacetKind};
use lorekeeper_content::{ContentType, Family};
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait};

/// The table with a row for each entity of any family.
pub const TABLE: &str = "search_entry";

/// The arguments that narrow everything.
#[derive(Clone, Debug)]
pub struct EverythingQuery {
    /// The `types` argument.
    pub types: Option<Vec<ContentType>>,
    /// The `families` argument.
    pub families: Option<Vec<Family>>,
    /// The `gameSystem` argument.
    pub game_system: Option<String>,
    /// The `documents` argument.
    pub documents: Option<Vec<String>>,
    /// What the `where` argument leaves.
    pub conditions: Option<Conditions>,
}

impl EverythingQuery {
    /// The arguments that are given, by the names that clients know.
    pub fn given(&self) -> Vec<&'static str> {
        [
            ("types", self.types.is_some()),
            ("families", self.families.is_some()),
            ("documents", self.documents.is_some()),
            ("gameSystem", self.game_system.is_some()),
            ("where", self.conditions.is_some()),
        ]
        .into_iter()
        .filter_map(|(name, given)| given.then_some(name))
        .collect()
    }

    /// The facets of what was found.
    pub fn facets(&self, scope: Scope, found: Option<SearchHits>) -> Facets {
        Facets {
            table: TABLE,
            declared,
            documents: self.documents.clone(),
            game_system: self.game_system.clone(),
            scope,
            thing: None,
            found,
            narrowing: Box::new(self.clone()),
        }
    }
}

/// The facet that the `families` argument narrows by.
const FAMILY: &str = "family";
/// The facet that the `types` argument narrows by.
const TYPE: &str = "type";

/// What people narrow everything by.
fn declared() -> Vec<Facet> {
    let family = Expr::cust("upper(family)");
    vec![Facet::new(FAMILY, FacetKind::Single, family), Facet::new(TYPE, FacetKind::Single, ContentType::entry_expr())]
}

impl Narrowing for EverythingQuery {
    fn narrows(&self, facet: &str) -> bool {
        match facet {
            FAMILY => self.families.is_some(),
            TYPE => self.types.is_some(),
            _ => false,
        }
    }

    fn condition(&self, scope: &Scope, without: Option<&str>) -> Condition {
        let types = self.types.as_deref().filter(|_| without != Some(TYPE));
        let families = self.families.as_ref().filter(|_| without != Some(FAMILY));
        let family = |f: &Family| Expr::val(f.name());
        let in_families = |fs: &Vec<Family>| Expr::col(Alias::new("family")).is_in(fs.iter().map(family));
        scope
            .condition()
            .add_option(types.map(ContentType::any_of))
            .add_option(families.map(in_families))
            .add_option(self.conditions.as_ref().map(Conditions::on_entries))
    }
}
