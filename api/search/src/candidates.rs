//! What a search may find.

use crate::{Connection, Result, everything};
use lorekeeper_content::Family;
use lorekeeper_store::bound;
use sea_orm::ConnectionTrait;
use sea_orm::sea_query::{Alias, Condition, Expr, PostgresQueryBuilder, Query, SelectStatement};

/// What may be found.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// Selects their keys.
    pub ids: SelectStatement,
    /// The family that all of them are of, where it is one: nothing else is looked at then.
    pub family: Option<Family>,
    /// Whether they are all that is stored: of the family, where it is one.
    pub whole: bool,
}

impl Candidates {
    /// What a condition leaves of the table of a family, or of the table of all.
    pub fn of(table: &'static str, condition: Condition) -> Self {
        let family = Family::parse(table);
        let whole = condition.is_empty();
        let ids = Query::select()
            .expr_as(Expr::cust("id"), Alias::new("id"))
            .from(Alias::new(table))
            .cond_where(condition)
            .to_owned();
        Self { ids, family, whole }
    }

    /// Reads their keys: as one array, since to decode thousands of rows takes longer than to find them.
    pub(crate) async fn read_ids(&self, db: &Connection) -> Result<Vec<i64>> {
        let mut select = Query::select();
        select.expr(Expr::cust("array_agg(id)")).from_subquery(self.ids.clone(), Alias::new("candidate"));
        let (text, values) = select.build(PostgresQueryBuilder);
        let row = db.query_one_raw(bound(&text, values.0)).await?;
        let ids: Option<Vec<i64>> = row.map(|row| row.try_get_by_index(0)).transpose()?.flatten();
        Ok(ids.unwrap_or_default())
    }

    /// Those of some entities; they are candidates already.
    pub(crate) fn only(&self, ids: Vec<i64>) -> Self {
        let table = self.family.map_or(everything::TABLE, Family::name);
        let among = Expr::cust_with_values("id = ANY($1)", [ids]);
        Self::of(table, Condition::all().add(among))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scope::Scope;

    #[test]
    fn whole_is_what_nothing_narrows() {
        for table in ["search_entry", "spell"] {
            let whole = |condition| Candidates::of(table, condition).whole;
            let unscoped = Scope::default().condition();
            assert!(whole(unscoped.add_option(None::<Expr>)));
            let never = Expr::cust_with_values("id = ANY($1)", [Vec::<i64>::new()]);
            assert!(!whole(Condition::all().add(never)));
        }
    }
}
