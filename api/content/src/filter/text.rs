//! Comparisons of texts and of lists of texts: whole words ignoring case, spaces, hyphens and underscores, parts of them
//! ignoring case.

use super::query_language::ValueKind;
use super::{Comparison, Target, negate};
use async_graphql::InputObject;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Value};

/// Compares a text, ignoring case; `eq`, `ne`, `in` and `nin` ignore spaces, hyphens and underscores, too (`very rare`,
/// `Very-Rare` and `VERY_RARE` are one word).
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
    fn condition(&self, target: Target) -> Condition {
        let anywhere = |test: &dyn Fn(Expr) -> Expr| {
            target.all().fold(Condition::any(), |any, place| any.add(test(Expr::cust_with_exprs("lower($1)", [place]))))
        };
        let one_of = |words: &[String]| {
            let words = target.words(words);
            target.folded().fold(Condition::any(), |any, place| any.add(place.is_in(words.iter().cloned())))
        };
        let like = |word: &String, before: &str| {
            let mut spellings = target.spellings(word);
            // `Chaotic-Evil` is a part of `chaotic evil`.
            let apart: Vec<String> = spellings.iter().map(|word| word.replace(['-', '_'], " ")).collect();
            spellings.extend(apart.into_iter().filter(|apart| apart.trim() == apart));
            spellings.dedup();
            spellings.iter().fold(Condition::any(), |any, word| {
                let pattern = format!("{before}{}%", like_literal(word));
                any.add(anywhere(&|place| place.like(pattern.clone())))
            })
        };
        let missing = |wanted: bool| {
            let all = target.all().fold(Condition::all(), |all, place| all.add(place.is_null()));
            if wanted { all } else { negate(all) }
        };
        let one = std::slice::from_ref;
        Condition::all()
            .add_option(self.eq.as_ref().map(|v| one_of(one(v))))
            .add_option(self.ne.as_ref().map(|v| negate(one_of(one(v)))))
            .add_option(self.r#in.as_deref().map(one_of))
            .add_option(self.nin.as_deref().map(|vs| negate(one_of(vs))))
            .add_option(self.contains.as_ref().map(|v| like(v, "%")))
            .add_option(self.starts_with.as_ref().map(|v| like(v, "")))
            .add_option(self.is_null.map(missing))
    }

    fn kind() -> ValueKind {
        ValueKind::Text
    }

    fn compares(&self) -> bool {
        let compared = Self { is_null: None, ..self.clone() };
        compared != Self::default()
    }

    fn words(&self) -> Vec<String> {
        let one_of = self.r#in.iter().flatten();
        self.eq.iter().chain(one_of).cloned().collect()
    }

    fn of_word(word: &str) -> Option<Self> {
        Some(Self { eq: Some(word.to_owned()), ..Self::default() })
    }

    fn has_value(target: &Target) -> Expr {
        target.expr.clone().ne("")
    }
}

/// A text as a literal in a `LIKE` pattern: the wildcards are escaped.
pub fn like_literal(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// Looks into a list, ignoring case, spaces, hyphens and underscores.
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
    const LIST: bool = true;

    fn condition(&self, target: Target) -> Condition {
        let any_of = |words: &[String]| {
            let words = target.list_words(words);
            Expr::cust_with_exprs("$1 && $2", [target.list(), Expr::val(Value::from(words))])
        };
        let one = |word: &String| any_of(std::slice::from_ref(word));
        let empty = |wanted: bool| {
            let expr = Expr::cust_with_exprs("cardinality($1) = 0", [target.expr.clone()]);
            if wanted { expr } else { expr.not() }
        };
        let mut all =
            Condition::all().add_option(self.has.as_ref().map(one)).add_option(self.has_any.as_deref().map(any_of));
        for word in self.has_all.iter().flatten() {
            all = all.add(one(word));
        }
        all.add_option(self.is_empty.map(empty)).add_option(self.is_null.map(empty))
    }

    fn kind() -> ValueKind {
        ValueKind::List
    }

    fn compares(&self) -> bool {
        self.has.is_some() || self.has_any.is_some() || self.has_all.is_some()
    }

    fn words(&self) -> Vec<String> {
        let lists = self.has_any.iter().chain(&self.has_all).flatten();
        self.has.iter().chain(lists).cloned().collect()
    }

    fn of_word(word: &str) -> Option<Self> {
        Some(Self { has: Some(word.to_owned()), ..Self::default() })
    }

    fn has_value(target: &Target) -> Expr {
        // A list may be one of a member that every element lacks.
        Expr::cust_with_exprs("cardinality(array_remove($1, NULL)) > 0", [target.expr.clone()])
    }
}
