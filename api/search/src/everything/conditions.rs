//! Conditions on several families at once: one text of the query language of filters, as the filter of each family that
//! has its keys and values.

use crate::{Error, Result};
use lorekeeper_content::Family;
use lorekeeper_content::filter::MAX_RELATIONS;
use lorekeeper_content::filter::query_language::{Mistake, Query};
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait, Query as Select};

impl From<Mistake> for Error {
    fn from(mistake: Mistake) -> Self {
        Self::input(mistake.to_string())
    }
}

/// What a text leaves of each family; nothing of those that are not named.
#[derive(Clone, Debug)]
pub struct Conditions(Vec<(Family, Condition)>);

impl Conditions {
    /// What a text leaves of some families, and its words, which are searched for.
    pub fn of(families: &[Family], text: &str) -> Result<(Self, Option<String>)> {
        let query = Query::parse(text)?;
        let translations = query.conditions(families)?;
        let words = translations.first().and_then(|(_, asked)| asked.words.clone());
        let mut conditions = Vec::new();
        let mut relations = 0;
        for (family, asked) in translations {
            let (condition, followed) = asked.filter.unwrap_or((Condition::all(), 0));
            conditions.push((family, condition));
            relations += followed;
        }
        if relations > MAX_RELATIONS {
            return Err(Error::input(format!(
                "`where` looks through {relations} relations, but at most {MAX_RELATIONS} are followed at once. Ask \
                 in several queries."
            )));
        }
        Ok((Self(conditions), words))
    }

    /// The condition on the table of all entities.
    pub fn on_entries(&self) -> Condition {
        self.0.iter().fold(Condition::any(), |any, (family, condition)| {
            let of_family = Expr::col(Alias::new("family")).eq(family.name());
            let mut all = Condition::all().add(of_family);
            if !condition.is_empty() {
                let ids = Select::select()
                    .expr(Expr::cust("id"))
                    .from(Alias::new(family.name()))
                    .cond_where(condition.clone())
                    .to_owned();
                all = all.add(Expr::col(Alias::new("id")).in_subquery(ids));
            }
            any.add(all)
        })
    }
}
