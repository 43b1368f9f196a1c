//! Filter inputs: comparisons that clients send, and the SQL conditions they become.
//!
//! Every comparison ignores the case of text, comparisons of whole words ignore spaces, hyphens and underscores too.
//! Every comparison treats an explicit `null` as absent, and binds the client's values as
//! parameters. A family declares its filter and its sort keys with `family_filter!`.

mod field;
mod phrase;
pub mod query_language;
mod relation;
mod scalar;
mod target;
mod text;

pub(crate) use field::graphql_name;
pub use field::{Expected, Facet, FacetKind, Field, Share};
pub use phrase::PhraseFilter;
pub use relation::{CreatureRelationFilter, MAX_RELATIONS, SpellRelationFilter};
pub use scalar::{BoolFilter, ChallengeRatingFilter, EnumFilter, FloatFilter, IntFilter};
pub use target::Target;
pub(crate) use target::{
    ability, all_texts, casting_time, editions, global_id, path, place_in_the_rules, size_rank, sizes, slug,
    sql_condition,
};
pub use text::{ListFilter, TextFilter, like_literal};

use async_graphql::Enum;
use query_language::ValueKind;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};

/// A comparison input: the values that a client wants a target to be compared with.
pub trait Comparison {
    /// Whether the target is a list.
    const LIST: bool = false;

    /// The condition on `target`; all parts must hold.
    fn condition(&self, target: Target) -> Condition;

    /// How the query language writes the values.
    fn kind() -> ValueKind;

    /// How many relations the comparison looks through.
    fn relation_count(&self) -> usize {
        0
    }

    /// Whether the target is compared with a value, rather than only asked whether it has one.
    fn compares(&self) -> bool {
        true
    }

    /// The words of which the target must have one, or all.
    fn words(&self) -> Vec<String> {
        Vec::new()
    }

    /// The comparison with one word; `None` where the target has no words.
    fn of_word(word: &str) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = word;
        None
    }

    /// Whether there is a value at `target`.
    fn has_value(target: &Target) -> Expr {
        target.expr.clone().is_not_null()
    }

    /// A stored value as clients write it.
    fn display(stored: String) -> String {
        stored
    }
}

/// A family's filter input.
pub trait Filter: Sized {
    /// The condition on the family's table.
    fn condition(&self) -> Condition;

    /// How many relations the filter looks through, at any depth.
    fn relation_count(&self) -> usize;

    /// The fields of the filter, as the family declares them.
    fn fields() -> Vec<Field>;

    /// The filter that holds where this and another one hold.
    fn with(self, other: Self) -> Self;

    /// The filter without the comparison of one field; `None` where that field is not asked for. Parts inside of `and`,
    /// `or` and `not` stay.
    fn without(&self, field: &str) -> Option<Self>;

    /// The fields that are compared with a value, at any depth.
    fn compared_fields(&self) -> Vec<String>;

    /// The words that a field must have, with the names of the fields; those inside of `not` are left out.
    fn words(&self) -> Vec<(String, String)>;

    /// The filter with its discriminators only: the comparisons that say which kind of thing is meant.
    fn discriminators(&self) -> Self;
}

/// What to sort by, and which way.
pub type SortKey = (Expr, Direction);

/// A family's sort keys.
pub trait OrderField: Copy {
    /// The column to sort by.
    fn column(self) -> Expr;
}

/// `NOT` that is true where the inner condition is unknown (a missing value is "not that").
pub fn negate(condition: Condition) -> Condition {
    let inner = Expr::cust_with_exprs("COALESCE($1, false)", [Expr::from(condition)]);
    Condition::all().add(inner.not())
}

/// Which way to sort.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Enum)]
pub enum Direction {
    /// From the least; missing values last.
    #[default]
    Asc,
    /// From the greatest; missing values last.
    Desc,
}

/// Declares a family's filter input and sort keys from one list each. Behind a field stand methods of [`Field`] that
/// declare more about it: `school: TextFilter = Column::School, facet, expected;`.
macro_rules! family_filter {
    (
        $(#[$doc:meta])* $filter:ident {
            $( $(#[$fdoc:meta])* $field:ident : $ty:ty = $target:expr $(, $method:ident $(($argument:expr))?)*; )*
        }
        order $order:ident {
            $( $(#[$odoc:meta])* $variant:ident = $column:expr, )*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, async_graphql::InputObject)]
        pub struct $filter {
            /// All of these must hold.
            pub and: Option<Vec<$filter>>,
            /// At least one of these must hold; an empty one holds for everything.
            pub or: Option<Vec<$filter>>,
            /// This must not hold. A comparison with nothing but nulls excludes nothing.
            pub not: Option<Box<$filter>>,
            $( $(#[$fdoc])* pub $field: Option<$ty>, )*
        }

        /// The family's filter.
        pub type Filter = $filter;

        impl super::filter::Filter for $filter {
            fn condition(&self) -> sea_orm::sea_query::Condition {
                use super::filter::{Comparison, negate};
                use sea_orm::sea_query::{Condition, Expr};
                let mut all = Condition::all();
                // A comparison with nothing but nulls has no condition.
                $( if let Some(comparison) = &self.$field {
                    let condition = comparison.condition($target.into());
                    if !condition.is_empty() {
                        all = all.add(condition);
                    }
                } )*
                for part in self.and.iter().flatten() {
                    let condition = part.condition();
                    if !condition.is_empty() {
                        all = all.add(condition);
                    }
                }
                if let Some(parts) = &self.or {
                    let conditions: Vec<Condition> = parts.iter().map(|part| part.condition()).collect();
                    if conditions.is_empty() {
                        // An empty list has no member that could hold.
                        all = all.add(Expr::val(false));
                    } else if !conditions.iter().any(Condition::is_empty) {
                        all = all.add(conditions.into_iter().fold(Condition::any(), Condition::add));
                    }
                }
                if let Some(part) = &self.not {
                    let condition = part.condition();
                    if !condition.is_empty() {
                        all = all.add(negate(condition));
                    } else if **part == Self::default() {
                        // The empty filter holds for everything.
                        all = all.add(Expr::val(false));
                    }
                }
                all
            }

            fn relation_count(&self) -> usize {
                use super::filter::Comparison;
                let parts = self.and.iter().flatten().chain(self.or.iter().flatten()).chain(self.not.as_deref());
                let own = [$( self.$field.as_ref().map_or(0, Comparison::relation_count), )*];
                own.into_iter().chain(parts.map(|part| part.relation_count())).sum()
            }

            fn fields() -> Vec<super::filter::Field> {
                vec![ $(
                    super::filter::Field::new::<$ty>(stringify!($field), $target.into())
                        $( .$method($($argument)?) )*,
                )* ]
            }

            fn with(mut self, other: Self) -> Self {
                self.and.get_or_insert_default().push(other);
                self
            }

            fn without(&self, field: &str) -> Option<Self> {
                use super::filter::{Comparison, graphql_name};
                let mut rest = self.clone();
                let mut is_compared = false;
                $( if graphql_name(stringify!($field)) == field {
                    let comparison = rest.$field.take();
                    is_compared = comparison.is_some_and(|c| !c.condition($target.into()).is_empty());
                } )*
                is_compared.then_some(rest)
            }

            fn compared_fields(&self) -> Vec<String> {
                use super::filter::{Comparison, graphql_name};
                let mut names = Vec::new();
                $( if self.$field.as_ref().is_some_and(Comparison::compares) {
                    names.push(graphql_name(stringify!($field)));
                } )*
                let parts = self.and.iter().chain(&self.or).flatten();
                names.extend(parts.chain(self.not.as_deref()).flat_map(Self::compared_fields));
                names
            }

            fn words(&self) -> Vec<(String, String)> {
                use super::filter::{Comparison, graphql_name};
                let mut words = Vec::new();
                $( for word in self.$field.iter().flat_map(Comparison::words) {
                    words.push((graphql_name(stringify!($field)), word));
                } )*
                let parts = self.and.iter().chain(&self.or).flatten();
                words.extend(parts.flat_map(Self::words));
                words
            }

            fn discriminators(&self) -> Self {
                let fields = Self::fields();
                let mut kept = Self {
                    and: self.and.as_ref().map(|parts| parts.iter().map(Self::discriminators).collect()),
                    ..Self::default()
                };
                let mut fields = fields.iter();
                $( if fields.next().is_some_and(|f| f.is_discriminator) {
                    kept.$field.clone_from(&self.$field);
                } )*
                kept
            }
        }

        /// What to sort by.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, async_graphql::Enum)]
        pub enum $order {
            $( $(#[$odoc])* $variant, )*
        }

        impl super::filter::OrderField for $order {
            fn column(self) -> sea_orm::sea_query::Expr {
                match self {
                    $( Self::$variant => super::filter::Target::from($column).into(), )*
                }
            }
        }
    };
}
pub(crate) use family_filter;
