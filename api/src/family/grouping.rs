//! The `type` argument: kinds as people group them.

use sea_orm::ActiveEnum;
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait};

/// What else a query asks for: a group may depend on it.
#[derive(Copy, Clone, Debug)]
pub struct Asked<'a, F> {
    /// The filter.
    pub filter: Option<&'a F>,
    /// The text to search for.
    pub search: Option<&'a str>,
}

impl<F> Asked<'_, F> {
    /// Whether something is searched for.
    #[must_use]
    pub fn searches(&self) -> bool {
        self.search.is_some_and(|text| !text.trim().is_empty())
    }
}

/// A group of a family's kinds.
pub trait Grouping: Copy {
    /// The family's kinds.
    type Kind: ActiveEnum<Value = String> + 'static;
    /// The family's filter.
    type Filter;

    /// The kinds that belong to it.
    fn kinds(self) -> &'static [Self::Kind];

    /// What belongs to it besides, where the query asks for it.
    fn besides(self, asked: &Asked<'_, Self::Filter>) -> Option<Condition> {
        let _ = asked;
        None
    }

    /// What may help when nothing is found.
    fn advice(self, asked: &Asked<'_, Self::Filter>) -> Option<&'static str> {
        let _ = asked;
        None
    }

    /// The group as a query means it.
    fn grouped(self, asked: &Asked<'_, Self::Filter>) -> Grouped {
        let kinds = self.kinds().iter().map(ActiveEnum::to_value);
        Grouped {
            condition: Condition::any()
                .add(Expr::col(Alias::new("kind")).is_in(kinds))
                .add_option(self.besides(asked)),
            advice: self.advice(asked),
        }
    }
}

/// A group as a query means it.
#[derive(Clone, Debug)]
pub struct Grouped {
    /// The condition on the family's table.
    pub condition: Condition,
    /// What may help when nothing is found.
    pub advice: Option<&'static str>,
}
