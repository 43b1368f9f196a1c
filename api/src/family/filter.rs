//! Comparison inputs, and how they become SQL conditions.
//!
//! Every comparison is case-insensitive on text, treats an explicit `null` as absent, and binds
//! what the client sent as a parameter.

mod field;
mod relation;
mod target;
mod words;

pub use field::{Counted, Expected, Facet, Field, Share, graphql_name};
pub use relation::{CastersFilter, MOST as MOST_RELATIONS, SpellsFilter};
pub use target::{
    Target, abilities, ability, casting_time, path, place_in_the_rules, size_rank, slug, slugs,
    whether,
};
pub use words::{ListFilter, TextFilter, like_literal};

use super::{ChallengeRating, character_option, cr_text, equipment, rule};
use async_graphql::{Enum, InputObject, InputType};
use sea_orm::ActiveEnum;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Value};

/// A comparison input: knows how to hold a target against what the client asked for.
pub trait Comparison {
    /// Whether it looks into a list.
    const LIST: bool = false;

    /// The condition on `target`; all parts must hold.
    fn on(&self, target: Target) -> Condition;

    /// How many relations it looks through.
    fn relations(&self) -> usize {
        0
    }

    /// Whether it compares with something, rather than only asking whether there is a value.
    #[must_use]
    fn compares(&self) -> bool {
        true
    }

    /// Whether there is a value at `target`.
    #[must_use]
    fn known(target: &Target) -> Expr {
        target.expr.clone().is_not_null()
    }

    /// A stored value as clients write it.
    #[must_use]
    fn shown(stored: String) -> String {
        stored
    }
}

/// A family's filter input.
pub trait Filter: Sized {
    /// The condition on the family's table.
    fn condition(&self) -> Condition;

    /// How many relations it looks through, at any depth.
    fn relations(&self) -> usize;

    /// Its fields, with what the family declares about them.
    fn fields() -> Vec<Field>;

    /// Itself without what it asks of one field; `None` where it asks nothing of that. What stands inside of
    /// `and`, `or` and `not` stays.
    fn without(&self, field: &str) -> Option<Self>;

    /// The fields that it compares with something, however deep.
    fn compared(&self) -> Vec<String>;

    /// What it says about the kind of thing that is meant.
    #[must_use]
    fn divided(&self) -> Self;
}

/// A family's sort keys.
pub trait OrderField: Copy {
    /// The column to sort by.
    fn column(self) -> Expr;
}

/// `NOT` that is true where the inner condition is unknown (a missing value is "not that").
#[must_use]
pub fn negate(condition: Condition) -> Condition {
    let inner = Expr::cust_with_exprs("COALESCE($1, false)", [Expr::from(condition)]);
    Condition::all().add(inner.not())
}

fn is_null(target: &Target, wanted: bool) -> Expr {
    if wanted {
        target.expr.clone().is_null()
    } else {
        target.expr.clone().is_not_null()
    }
}

fn distinct(target: &Target, value: Expr) -> Expr {
    Expr::cust_with_exprs("$1 IS DISTINCT FROM $2", [target.expr.clone(), value])
}

macro_rules! number_filter {
    ($(#[$doc:meta])* $name:ident, $ty:ty, $to:expr $(, shown: $shown:ident)?) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, InputObject)]
        #[graphql(rename_fields = "camelCase")]
        pub struct $name {
            /// Equal to.
            pub eq: Option<$ty>,
            /// Not equal to (a missing value counts as not equal).
            pub ne: Option<$ty>,
            /// One of.
            pub r#in: Option<Vec<$ty>>,
            /// None of.
            pub nin: Option<Vec<$ty>>,
            /// Less than.
            pub lt: Option<$ty>,
            /// Less than or equal to.
            pub lte: Option<$ty>,
            /// Greater than.
            pub gt: Option<$ty>,
            /// Greater than or equal to.
            pub gte: Option<$ty>,
            /// Whether the value is missing.
            pub is_null: Option<bool>,
        }

        impl Comparison for $name {
            fn on(&self, target: Target) -> Condition {
                let to = $to;
                let expr = || target.expr.clone();
                Condition::all()
                    .add_option(self.eq.map(|v| expr().eq(to(v))))
                    .add_option(self.ne.map(|v| distinct(&target, Expr::val(to(v)))))
                    .add_option(self.r#in.as_ref().map(|vs| expr().is_in(vs.iter().map(|v| to(*v)))))
                    .add_option(self.nin.as_ref().map(|vs| {
                        Expr::from(negate(Condition::all().add(expr().is_in(vs.iter().map(|v| to(*v))))))
                    }))
                    .add_option(self.lt.map(|v| expr().lt(to(v))))
                    .add_option(self.lte.map(|v| expr().lte(to(v))))
                    .add_option(self.gt.map(|v| expr().gt(to(v))))
                    .add_option(self.gte.map(|v| expr().gte(to(v))))
                    .add_option(self.is_null.map(|v| is_null(&target, v)))
            }

            fn compares(&self) -> bool {
                Self { is_null: None, ..self.clone() } != Self::default()
            }

            $( fn shown(stored: String) -> String {
                $shown(stored)
            } )?
        }
    };
}

number_filter!(
    /// Compares a whole number.
    IntFilter, i32, |v: i32| v
);
number_filter!(
    /// Compares a number.
    FloatFilter, f64, |v: f64| v
);
/// A stored challenge rating as players write it.
fn as_players_write_it(stored: String) -> String {
    stored.parse().map_or(stored, cr_text)
}

number_filter!(
    /// Compares a challenge rating: a number (`0.25`) or a fraction (`"1/4"`).
    ChallengeRatingFilter, ChallengeRating, |v: ChallengeRating| v.0,
    shown: as_players_write_it
);

/// Compares a truth value.
#[derive(Clone, Debug, Default, PartialEq, InputObject)]
pub struct BoolFilter {
    /// Equal to.
    pub eq: Option<bool>,
    /// Not equal to (a missing value counts as not equal).
    pub ne: Option<bool>,
    /// Whether the value is missing.
    pub is_null: Option<bool>,
}

impl Comparison for BoolFilter {
    fn on(&self, target: Target) -> Condition {
        Condition::all()
            .add_option(self.eq.map(|v| target.expr.clone().eq(v)))
            .add_option(self.ne.map(|v| distinct(&target, Expr::val(v))))
            .add_option(self.is_null.map(|v| is_null(&target, v)))
    }

    fn compares(&self) -> bool {
        self.eq.is_some() || self.ne.is_some()
    }
}

/// Compares one of a fixed set of words.
#[derive(Clone, Debug, PartialEq, InputObject)]
#[graphql(
    concrete(name = "EquipmentKindFilter", params(equipment::Kind)),
    concrete(name = "CharacterOptionKindFilter", params(character_option::Kind)),
    concrete(name = "RuleKindFilter", params(rule::Kind))
)]
pub struct EnumFilter<E: InputType> {
    /// Equal to.
    pub eq: Option<E>,
    /// Not equal to.
    pub ne: Option<E>,
    /// One of.
    pub r#in: Option<Vec<E>>,
    /// None of.
    pub nin: Option<Vec<E>>,
}

impl<E: InputType + ActiveEnum + Copy> Comparison for EnumFilter<E>
where
    Value: From<E::Value>,
{
    fn on(&self, target: Target) -> Condition {
        let value = |v: &E| Expr::val(Value::from(ActiveEnum::to_value(v)));
        let expr = || target.expr.clone();
        Condition::all()
            .add_option(self.eq.as_ref().map(|v| expr().eq(value(v))))
            .add_option(self.ne.as_ref().map(|v| expr().ne(value(v))))
            .add_option(
                self.r#in
                    .as_ref()
                    .map(|vs| expr().is_in(vs.iter().map(value))),
            )
            .add_option(
                self.nin
                    .as_ref()
                    .map(|vs| expr().is_not_in(vs.iter().map(value))),
            )
    }

    fn compares(&self) -> bool {
        self.eq.is_some() || self.ne.is_some() || self.r#in.is_some() || self.nin.is_some()
    }
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

/// Declares a family's filter input and sort keys from one list each. Behind a field stands what else there is to
/// say about it, in the words of [`Field`]'s methods: `school: TextFilter = Column::School, facet, expected;`.
macro_rules! family_filter {
    (
        $(#[$doc:meta])* $filter:ident {
            $( $(#[$fdoc:meta])* $field:ident : $ty:ty = $target:expr $(, $said:ident $(($with:expr))?)*; )*
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

        impl super::filter::Filter for $filter {
            fn condition(&self) -> sea_orm::sea_query::Condition {
                use super::filter::{negate, Comparison};
                use sea_orm::sea_query::{Condition, Expr};
                let mut all = Condition::all();
                // What only says null says nothing.
                $( if let Some(comparison) = &self.$field {
                    let condition = comparison.on($target.into());
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

            fn relations(&self) -> usize {
                use super::filter::Comparison;
                let parts = self.and.iter().flatten().chain(self.or.iter().flatten()).chain(self.not.as_deref());
                let own = [$( self.$field.as_ref().map_or(0, Comparison::relations), )*];
                own.into_iter().chain(parts.map(|part| part.relations())).sum()
            }

            fn fields() -> Vec<super::filter::Field> {
                vec![ $(
                    super::filter::Field::new::<$ty>(stringify!($field), $target.into())
                        $( .$said($($with)?) )*,
                )* ]
            }

            fn without(&self, field: &str) -> Option<Self> {
                use super::filter::{Comparison, graphql_name};
                $( if graphql_name(stringify!($field)) == field {
                    let asks = !self.$field.as_ref()?.on($target.into()).is_empty();
                    return asks.then(|| Self { $field: None, ..self.clone() });
                } )*
                None
            }

            fn compared(&self) -> Vec<String> {
                use super::filter::{Comparison, graphql_name};
                let mut names = Vec::new();
                $( if self.$field.as_ref().is_some_and(Comparison::compares) {
                    names.push(graphql_name(stringify!($field)));
                } )*
                let parts = self.and.iter().chain(&self.or).flatten();
                names.extend(parts.chain(self.not.as_deref()).flat_map(Self::compared));
                names
            }

            fn divided(&self) -> Self {
                let fields = Self::fields();
                let mut told = Self {
                    and: self.and.as_ref().map(|parts| parts.iter().map(Self::divided).collect()),
                    ..Self::default()
                };
                let mut fields = fields.iter();
                $( if fields.next().is_some_and(|f| f.divides) {
                    told.$field.clone_from(&self.$field);
                } )*
                told
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
