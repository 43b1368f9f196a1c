//! Filter fields and facets: which fields have their values counted, and which ones every book should fill.

#[cfg(test)]
mod tests;

use super::query_language::ValueKind;
use super::{Comparison, Target};
use sea_orm::sea_query::{Condition, Expr};

/// A field of a filter, as its family declares it.
#[derive(Clone, Debug)]
pub struct Field {
    /// Name, as clients write it.
    pub name: String,
    /// The facet that counts the values, if people narrow by them.
    pub facet: Option<Facet>,
    /// Which rows should have a value, if a book without any is a gap.
    pub expected: Option<Expected>,
    /// Whether the field says which kind of thing is meant, and so which other fields apply.
    pub is_discriminator: bool,
    /// Cost of one comparison, in comparisons with a short column.
    pub weight: usize,
    /// How the values are written in the query language.
    pub kind: ValueKind,
    /// Shorter keys of the query language, beside the name.
    pub aliases: &'static [&'static str],
    /// Whether the values are read rather than looked up: `:` of the query language finds words within them.
    pub is_prose: bool,
    /// How queries mention the values. In a pattern, `{}` stands for a value (`immune to {}`); one with an arrow means
    /// that value (`cantrip => 0`); any other means that there is a value, and that it is not false (`ritual`).
    pub mentions: &'static [&'static str],
    mentioned: Option<Expr>,
    target: Target,
    listed: Expr,
    of_word: fn(Target, &str) -> Option<Condition>,
    has_value: Expr,
    is_list: bool,
    /// A stored value as clients write it.
    pub display: fn(String) -> String,
}

impl Field {
    /// A field that is compared by inputs of type `C`.
    pub fn new<C: Comparison>(ident: &str, target: Target) -> Self {
        Self {
            name: graphql_name(ident),
            facet: None,
            expected: None,
            is_discriminator: false,
            mentions: &[],
            mentioned: None,
            kind: C::kind(),
            aliases: &[],
            is_prose: false,
            weight: if C::LIST { target.weight_of_list() } else { target.weight },
            has_value: C::has_value(&target),
            listed: target.clone().into(),
            of_word: |target, word| C::of_word(word).map(|comparison| comparison.condition(target)),
            target,
            is_list: C::LIST,
            display: C::display,
        }
    }

    /// Adds a facet: the values are counted, the most frequent ones first.
    pub fn facet(mut self) -> Self {
        self.facet = Some(self.counted_values());
        self
    }

    /// Adds a facet whose values are in another place than the one that is compared.
    pub fn facet_of(self, values: impl Into<Target>) -> Self {
        self.values_of(values).facet()
    }

    /// Declares where the values stand as people write them, if not where they are compared.
    pub fn values_of(mut self, values: impl Into<Target>) -> Self {
        self.listed = values.into().into();
        self
    }

    /// The values, so that they can be counted, whether the field has a facet or not.
    pub fn counted_values(&self) -> Facet {
        Facet {
            name: self.name.clone(),
            kind: if self.is_list { FacetKind::List } else { FacetKind::Single },
            values: self.listed.clone(),
            rank: None,
            display: self.display,
        }
    }

    /// The condition that a row has a word; `None` where the field has no words.
    pub fn has_word(&self, word: &str) -> Option<Condition> {
        (self.of_word)(self.target.clone(), word)
    }

    /// Gives the values of the facet an order of their own.
    pub fn ordered_by(mut self, rank: impl Into<Target>) -> Self {
        if let Some(facet) = &mut self.facet {
            facet.rank = Some(rank.into().into());
        }
        self
    }

    /// Declares that every row should have a value.
    pub fn expected(self) -> Self {
        self.expect(None, Share::All)
    }

    /// Declares that every row for which a condition (SQL from our own code) holds should have a value.
    pub fn expected_where(self, applies: &'static str) -> Self {
        self.expect(Some(applies), Share::All)
    }

    /// Declares that some rows should have a value, in any book that is large enough.
    pub fn expected_of_some(self) -> Self {
        self.expect(None, Share::Some)
    }

    /// Declares that some of the rows for which a condition (SQL from our own code) holds should have a value.
    pub fn expected_of_some_where(self, applies: &'static str) -> Self {
        self.expect(Some(applies), Share::Some)
    }

    /// Declares that the field says which kind of thing is meant, and so which other fields apply.
    pub fn discriminator(mut self) -> Self {
        self.is_discriminator = true;
        self
    }

    /// Adds shorter keys of the query language: `class` for `classes`.
    pub fn key(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Declares that the values are read rather than looked up.
    pub fn prose(mut self) -> Self {
        self.is_prose = true;
        self
    }

    /// Declares how queries mention the values.
    pub fn mentioned_as(mut self, patterns: &'static [&'static str]) -> Self {
        self.mentions = patterns;
        self
    }

    /// Declares that queries mention single words of the values (`evil`, of `lawful evil`).
    pub fn mentioned_by_word(mut self, patterns: &'static [&'static str]) -> Self {
        let target: Expr = self.target.clone().into();
        self.mentioned = Some(Expr::cust_with_exprs("string_to_array($1, ' ')", [target]));
        self.mentioned_as(patterns)
    }

    /// The value of a row, as queries mention it: what the facet counts, else what is compared.
    pub fn values(&self) -> Expr {
        self.mentioned.as_ref().unwrap_or(&self.listed).clone()
    }

    fn expect(mut self, applies: Option<&'static str>, share: Share) -> Self {
        self.expected = Some(Expected { known: self.has_value.clone(), applies, share });
        self
    }
}

/// A facet: values that are counted.
#[derive(Clone, Debug)]
pub struct Facet {
    /// Name, as clients write it.
    pub name: String,
    /// What the value of a row is.
    pub kind: FacetKind,
    /// The value of a row.
    pub values: Expr,
    /// The order of the values, where they have one of their own.
    pub rank: Option<Expr>,
    /// A stored value as clients write it.
    pub display: fn(String) -> String,
}

impl Facet {
    /// A facet of the values in a column.
    pub fn new(name: &str, kind: FacetKind, values: Expr) -> Self {
        Self { name: name.to_owned(), kind, values, rank: None, display: |value| value }
    }
}

/// What the value of a row is, for a facet.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FacetKind {
    /// A single value.
    Single,
    /// A list, each member of which counts.
    List,
    /// The key of the row's document.
    Document,
    /// The key of the row's document, which stands for the document's game system.
    GameSystem,
}

/// Which rows should have a value in a field.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Whether a row has a value.
    pub known: Expr,
    /// Which rows the field applies to, if not to all: SQL from our own code.
    pub applies: Option<&'static str>,
    /// How many of these rows should have a value.
    pub share: Share,
}

/// How many rows should have a value.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Share {
    /// All rows.
    All,
    /// Some rows: a handful without values means nothing.
    Some,
}

/// The name of a field in GraphQL: `damage_types` is `damageTypes`, `r#type` is `type`.
pub(crate) fn graphql_name(ident: &str) -> String {
    let ident = ident.strip_prefix("r#").unwrap_or(ident);
    let mut words = ident.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}
