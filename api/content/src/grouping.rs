//! Groups of kinds: the `type` argument of a query, which names kinds as people group them.

use sea_orm::ActiveEnum;
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait};

/// The rest of a query, which a group may depend on.
#[derive(Copy, Clone, Debug)]
pub struct GroupingContext<'a, F> {
    /// The filter.
    pub filter: Option<&'a F>,
    /// The text to search for.
    pub search: Option<&'a str>,
}

impl<F> GroupingContext<'_, F> {
    /// Whether the query has a text to search for.
    pub fn has_search(&self) -> bool {
        self.search.is_some_and(|text| !text.trim().is_empty())
    }
}

/// A group of a family's kinds.
pub trait Grouping: Copy {
    /// The family's kinds.
    type Kind: ActiveEnum<Value = String> + 'static;
    /// The family's filter.
    type Filter;

    /// The kinds that belong to the group.
    fn kinds(self) -> &'static [Self::Kind];

    /// The condition on rows of other kinds that belong to the group too, where the query asks for them.
    fn extra_condition(self, context: &GroupingContext<'_, Self::Filter>) -> Option<Condition> {
        let _ = context;
        None
    }

    /// Advice for a query that finds nothing.
    fn advice(self, context: &GroupingContext<'_, Self::Filter>) -> Option<&'static str> {
        let _ = context;
        None
    }

    /// The group in the context of a query.
    fn grouped(self, context: &GroupingContext<'_, Self::Filter>) -> Grouped {
        let kinds = self.kinds().iter().map(ActiveEnum::to_value);
        Grouped {
            argument: "type",
            condition: Condition::any()
                .add(Expr::col(Alias::new("kind")).is_in(kinds))
                .add_option(self.extra_condition(context)),
            advice: self.advice(context).map(str::to_owned),
        }
    }
}

/// A group in the context of a query.
#[derive(Clone, Debug)]
pub struct Grouped {
    /// Name of the argument.
    pub argument: &'static str,
    /// The condition on the family's table.
    pub condition: Condition,
    /// Advice for a query that finds nothing.
    pub advice: Option<String>,
}
