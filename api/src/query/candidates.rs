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
    /// Whether they are all that is stored.
    pub everything: bool,
}

impl Candidates {
    /// What a condition leaves of the table of a family, or of the table of all.
    #[must_use]
    pub fn of(table: &'static str, condition: Condition) -> Self {
        let family = Family::parse(table);
        let everything = family.is_none() && condition.is_empty();
        let ids = Query::select()
            .expr_as(Expr::cust("id"), Alias::new("id"))
            .from(Alias::new(table))
            .cond_where(condition)
            .to_owned();
        Self {
            ids,
            family,
            everything,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::scope::Scope;

    #[test]
    fn everything_is_what_nothing_narrows() {
        let everything = |table, condition| Candidates::of(table, condition).everything;
        let unscoped = Scope::default().condition();
        assert!(everything(
            "search_entry",
            unscoped.add_option(None::<Expr>)
        ));
        assert!(!everything("spell", Condition::all()));
        let never = Expr::cust_with_values("id = ANY($1)", [Vec::<i64>::new()]);
        assert!(!everything("search_entry", Condition::all().add(never)));
    }
}
