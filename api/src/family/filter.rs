//! Comparison inputs, and how they become SQL conditions.
//!
//! Every comparison is case-insensitive on text, treats an explicit `null` as absent, and binds
//! what the client sent as a parameter.

use super::{ChallengeRating, character_option, equipment, rule};
use async_graphql::{Enum, InputObject, InputType};
use sea_orm::sea_query::{Condition, Expr, ExprTrait, IntoColumnRef, Value};
use sea_orm::{ActiveEnum, Iden};

/// What a comparison looks at: a column, or a place inside a `jsonb` column.
#[derive(Clone, Debug)]
pub struct Target(Expr);

impl<C: Iden + IntoColumnRef + Copy> From<C> for Target {
    fn from(column: C) -> Self {
        Self(Expr::col(column))
    }
}

impl From<Target> for Expr {
    fn from(target: Target) -> Self {
        target.0
    }
}

/// Creature sizes in their order; sizes of other books come after them.
#[must_use]
pub fn size_rank() -> Target {
    Target(Expr::cust(
        "array_position(ARRAY['tiny','small','medium','large','huge','gargantuan','titanic'], size)",
    ))
}

/// Places inside `jsonb` columns. The arguments are names from our own code, never user input.
pub mod path {
    use super::Target;
    use sea_orm::sea_query::Expr;

    /// An integer at a key.
    #[must_use]
    pub fn int(column: &'static str, key: &'static str) -> Target {
        Target(Expr::cust(format!("(\"{column}\"->>'{key}')::int")))
    }

    /// A boolean at a key.
    #[must_use]
    pub fn bool(column: &'static str, key: &'static str) -> Target {
        Target(Expr::cust(format!("(\"{column}\"->>'{key}')::bool")))
    }

    /// The keys of an object whose values are not null, as a list.
    #[must_use]
    pub fn keys(column: &'static str) -> Target {
        Target(Expr::cust(format!(
            "ARRAY(SELECT key FROM jsonb_each(\"{column}\") WHERE value <> 'null')"
        )))
    }

    /// One key of each element of a list, lower case, as a list.
    #[must_use]
    pub fn each(column: &'static str, key: &'static str) -> Target {
        Target(Expr::cust(format!(
            "ARRAY(SELECT lower(x->>'{key}') FROM jsonb_array_elements(\"{column}\") x)"
        )))
    }
}

/// A comparison input: knows how to hold a target against what the client asked for.
pub trait Comparison {
    /// The condition on `target`; all parts must hold.
    fn on(&self, target: Target) -> Condition;
}

/// A family's filter input.
pub trait Filter {
    /// The condition on the family's table.
    fn condition(&self) -> Condition;
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
        target.0.clone().is_null()
    } else {
        target.0.clone().is_not_null()
    }
}

fn distinct(target: &Target, value: Expr) -> Expr {
    Expr::cust_with_exprs("$1 IS DISTINCT FROM $2", [target.0.clone(), value])
}

macro_rules! number_filter {
    ($(#[$doc:meta])* $name:ident, $ty:ty, $to:expr) => {
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
                let expr = || target.0.clone();
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
number_filter!(
    /// Compares a challenge rating: a number (`0.25`) or a fraction (`"1/4"`).
    ChallengeRatingFilter, ChallengeRating, |v: ChallengeRating| v.0
);

/// Compares a text, ignoring case.
#[derive(Clone, Debug, Default, PartialEq, InputObject)]
pub struct TextFilter {
    /// Equal to.
    pub eq: Option<String>,
    /// Not equal to (a missing value counts as not equal).
    pub ne: Option<String>,
    /// One of.
    pub r#in: Option<Vec<String>>,
    /// None of.
    pub nin: Option<Vec<String>>,
    /// Contains.
    pub contains: Option<String>,
    /// Starts with.
    pub starts_with: Option<String>,
    /// Whether the value is missing.
    pub is_null: Option<bool>,
}

impl Comparison for TextFilter {
    fn on(&self, target: Target) -> Condition {
        let lower = || Expr::cust_with_exprs("lower($1)", [target.0.clone()]);
        let fold = |v: &String| v.to_lowercase();
        let one_of = |vs: &Vec<String>| lower().is_in(vs.iter().map(fold));
        Condition::all()
            .add_option(self.eq.as_ref().map(|v| lower().eq(fold(v))))
            .add_option(self.ne.as_ref().map(|v| {
                Expr::cust_with_exprs("$1 IS DISTINCT FROM $2", [lower(), Expr::val(fold(v))])
            }))
            .add_option(self.r#in.as_ref().map(one_of))
            .add_option(
                self.nin
                    .as_ref()
                    .map(|vs| Expr::from(negate(Condition::all().add(one_of(vs))))),
            )
            .add_option(
                self.contains
                    .as_ref()
                    .map(|v| lower().like(format!("%{}%", like_literal(&fold(v))))),
            )
            .add_option(
                self.starts_with
                    .as_ref()
                    .map(|v| lower().like(format!("{}%", like_literal(&fold(v))))),
            )
            .add_option(self.is_null.map(|v| is_null(&target, v)))
    }
}

/// Escapes what `LIKE` would take for a wildcard.
#[must_use]
pub fn like_literal(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_")
}

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
            .add_option(self.eq.map(|v| target.0.clone().eq(v)))
            .add_option(self.ne.map(|v| distinct(&target, Expr::val(v))))
            .add_option(self.is_null.map(|v| is_null(&target, v)))
    }
}

/// Looks into a list, ignoring case.
#[derive(Clone, Debug, Default, PartialEq, InputObject)]
pub struct ListFilter {
    /// Has this value.
    pub has: Option<String>,
    /// Has any of these values.
    pub has_any: Option<Vec<String>>,
    /// Has all of these values.
    pub has_all: Option<Vec<String>>,
    /// Whether the list is empty.
    pub is_empty: Option<bool>,
    /// Whether nothing is known: the same as `isEmpty`.
    pub is_null: Option<bool>,
}

impl Comparison for ListFilter {
    fn on(&self, target: Target) -> Condition {
        let list = |vs: &[String]| {
            let folded: Vec<String> = vs.iter().map(|v| v.to_lowercase()).collect();
            Expr::val(Value::from(folded))
        };
        let holds = |operator: &str, vs: &[String]| {
            Expr::cust_with_exprs(format!("$1 {operator} $2"), [target.0.clone(), list(vs)])
        };
        let empty = |wanted: bool| {
            let expr = Expr::cust_with_exprs("cardinality($1) = 0", [target.0.clone()]);
            if wanted { expr } else { expr.not() }
        };
        Condition::all()
            .add_option(
                self.has
                    .as_ref()
                    .map(|v| holds("@>", std::slice::from_ref(v))),
            )
            .add_option(self.has_any.as_ref().map(|vs| holds("&&", vs)))
            .add_option(self.has_all.as_ref().map(|vs| holds("@>", vs)))
            .add_option(self.is_empty.map(empty))
            .add_option(self.is_null.map(empty))
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
        let expr = || target.0.clone();
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

/// Declares a family's filter input and sort keys from one list each.
macro_rules! family_filter {
    (
        $(#[$doc:meta])* $filter:ident {
            $( $(#[$fdoc:meta])* $field:ident : $ty:ty = $target:expr; )*
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
            /// At least one of these must hold.
            pub or: Option<Vec<$filter>>,
            /// This must not hold.
            pub not: Option<Box<$filter>>,
            $( $(#[$fdoc])* pub $field: Option<$ty>, )*
        }

        impl super::filter::Filter for $filter {
            fn condition(&self) -> sea_orm::sea_query::Condition {
                use super::filter::{negate, Comparison};
                use sea_orm::sea_query::{Condition, Expr};
                let mut all = Condition::all();
                $( if let Some(comparison) = &self.$field {
                    all = all.add(comparison.on($target.into()));
                } )*
                for part in self.and.iter().flatten() {
                    all = all.add(part.condition());
                }
                if let Some(parts) = &self.or {
                    // An empty list has no member that could hold.
                    let any = parts.iter().fold(Condition::any(), |any, part| any.add(part.condition()));
                    all = if parts.is_empty() { all.add(Expr::val(false)) } else { all.add(any) };
                }
                if let Some(part) = &self.not {
                    all = all.add(negate(part.condition()));
                }
                all
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
