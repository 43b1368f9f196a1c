//! What a search may find.

use crate::family::Family;
use sea_orm::sea_query::{Alias, Condition, Expr, Query, SelectStatement};

/// What may be found.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// Selects their keys.
    pub ids: SelectStatement,
    /// The family that all of them are of, where it is one: nothing else is looked at then.
    pub family: Option<Family>,
    /// Whether they are all that there is of it, or at all.
    whole: bool,
}

impl Candidates {
    /// What a condition leaves of the table of a family, or of the table of all.
    #[must_use]
    pub fn of(table: &'static str, condition: Condition) -> Self {
        let whole = condition.is_empty();
        let ids = Query::select()
            .expr_as(Expr::cust("id"), Alias::new("id"))
            .from(Alias::new(table))
            .cond_where(condition)
            .to_owned();
        Self {
            ids,
            family: Family::parse(table),
            whole,
        }
    }

    /// Whether they are all that is stored.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        self.whole && self.family.is_none()
    }
}
