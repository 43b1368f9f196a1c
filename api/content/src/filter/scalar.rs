//! Comparisons of numbers, truth values and members of a fixed set.

use super::query_language::ValueKind;
use super::{Comparison, Target, negate};
use crate::{ChallengeRating, character_option, cr_text, equipment, rule};
use async_graphql::resolver_utils::EnumType;
use async_graphql::{InputObject, InputType};
use sea_orm::ActiveEnum;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Value};

fn is_null(target: &Target, wanted: bool) -> Expr {
    if wanted { target.expr.clone().is_null() } else { target.expr.clone().is_not_null() }
}

fn distinct(target: &Target, value: Expr) -> Expr {
    Expr::cust_with_exprs("$1 IS DISTINCT FROM $2", [target.expr.clone(), value])
}

macro_rules! number_filter {
    ($(#[$doc:meta])* $name:ident, $ty:ty, $kind:ident, $to:expr $(, display: $display:ident)?) => {
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
            fn condition(&self, target: Target) -> Condition {
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

            fn kind() -> ValueKind {
                ValueKind::$kind
            }

            fn compares(&self) -> bool {
                Self { is_null: None, ..self.clone() } != Self::default()
            }

            $( fn display(stored: String) -> String {
                $display(stored)
            } )?
        }
    };
}

number_filter!(
    /// Compares a whole number.
    IntFilter, i32, Integer, |v: i32| v
);
number_filter!(
    /// Compares a number.
    FloatFilter, f64, Number, |v: f64| v
);

/// A stored challenge rating as players write it.
fn challenge_rating(stored: String) -> String {
    stored.parse().map_or(stored, cr_text)
}

number_filter!(
    /// Compares a challenge rating: a number (`0.25`) or a fraction (`"1/4"`).
    ChallengeRatingFilter, ChallengeRating, Rating, |v: ChallengeRating| v.0,
    display: challenge_rating
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
    fn condition(&self, target: Target) -> Condition {
        Condition::all()
            .add_option(self.eq.map(|v| target.expr.clone().eq(v)))
            .add_option(self.ne.map(|v| distinct(&target, Expr::val(v))))
            .add_option(self.is_null.map(|v| is_null(&target, v)))
    }

    fn kind() -> ValueKind {
        ValueKind::Truth
    }

    fn compares(&self) -> bool {
        self.eq.is_some() || self.ne.is_some()
    }
}

/// Compares one of a fixed set of words; in variables neither case nor spaces, hyphens and underscores matter
/// (`magic item`).
#[derive(Clone, Debug, PartialEq, InputObject)]
#[graphql(
    concrete(name = "EquipmentKindFilter", params(equipment::Kind)),
    concrete(name = "CharacterOptionKindFilter", params(character_option::Kind)),
    concrete(name = "FeatureKindFilter", params(character_option::FeatureKind)),
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

impl<E: InputType + EnumType + ActiveEnum + Copy> Comparison for EnumFilter<E>
where
    Value: From<E::Value>,
{
    fn condition(&self, target: Target) -> Condition {
        let value = |v: &E| Expr::val(Value::from(ActiveEnum::to_value(v)));
        let expr = || target.expr.clone();
        Condition::all()
            .add_option(self.eq.as_ref().map(|v| expr().eq(value(v))))
            .add_option(self.ne.as_ref().map(|v| expr().ne(value(v))))
            .add_option(self.r#in.as_ref().map(|vs| expr().is_in(vs.iter().map(value))))
            .add_option(self.nin.as_ref().map(|vs| expr().is_not_in(vs.iter().map(value))))
    }

    fn kind() -> ValueKind {
        let words = E::items().iter().map(|item| item.name.to_owned());
        ValueKind::OneOf(words.collect())
    }

    fn compares(&self) -> bool {
        self.eq.is_some() || self.ne.is_some() || self.r#in.is_some() || self.nin.is_some()
    }
}
