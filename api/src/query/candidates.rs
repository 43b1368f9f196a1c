//! What a search may find.

use crate::family::Family;
use sea_orm::sea_query::{Alias, Condition, Expr, Query, SelectStatement};

/// What may be found.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// Selects their keys (`id`); of entities of several families, these too (`family`).
    pub ids: SelectStatement,
    /// The family that all of them are of, where it is one: nothing else is looked at then.
    pub family: Option<Family>,
    /// Whether they are all that there is of it, or at all.
    pub whole: bool,
}

impl Candidates {
    /// What a condition leaves of the table of a family, or of the table of all.
    #[must_use]
    pub fn of(table: &'static str, condition: Condition) -> Self {
        let family = Family::parse(table);
        let whole = condition.is_empty();
        let mut ids = Query::select();
        ids.expr_as(Expr::cust("id"), Alias::new("id"));
        if family.is_none() {
            ids.expr_as(Expr::cust("family"), Alias::new("family"));
        }
        ids.from(Alias::new(table)).cond_where(condition);
        Self { ids, family, whole }
    }
}
