//! What is known of the fields of a filter: which ones are facets, and which ones every book should fill.

use super::{Comparison, Target};
use sea_orm::sea_query::Expr;

/// A field of a filter, with what its family declares about it.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name as clients write it.
    pub name: String,
    /// Its values and their counts, if people narrow by them.
    pub facet: Option<Facet>,
    /// Who should have a value, if a book without any is a gap.
    pub expected: Option<Expected>,
    /// Whether it says which kind of thing is meant.
    pub divides: bool,
    /// What one comparison with it costs, in comparisons with a short column.
    pub weight: usize,
    target: Expr,
    known: Expr,
    list: bool,
    shown: fn(String) -> String,
}

impl Field {
    /// A field that comparisons of a type look at.
    #[must_use]
    pub fn new<C: Comparison>(ident: &str, target: Target) -> Self {
        Self {
            name: graphql_name(ident),
            facet: None,
            expected: None,
            divides: false,
            weight: target.weight,
            known: C::known(&target),
            target: target.into(),
            list: C::LIST,
            shown: C::shown,
        }
    }

    /// People narrow by it: its values are counted, the most frequent ones first.
    #[must_use]
    pub fn facet(self) -> Self {
        let values = self.target.clone();
        self.counting(values)
    }

    /// The same, where a comparison looks at something else than the values that are shown.
    #[must_use]
    pub fn facet_of(self, values: impl Into<Target>) -> Self {
        self.counting(values.into().into())
    }

    fn counting(mut self, values: Expr) -> Self {
        self.facet = Some(Facet {
            name: self.name.clone(),
            counted: if self.list {
                Counted::Each
            } else {
                Counted::Values
            },
            values,
            rank: None,
            shown: self.shown,
        });
        self
    }

    /// The values have an order of their own.
    #[must_use]
    pub fn ordered_by(mut self, rank: impl Into<Target>) -> Self {
        if let Some(facet) = &mut self.facet {
            facet.rank = Some(rank.into().into());
        }
        self
    }

    /// Everything should have a value.
    #[must_use]
    pub fn expected(self) -> Self {
        self.expect(None, Share::All)
    }

    /// Everything for which a condition (SQL from our own code) holds should have a value.
    #[must_use]
    pub fn expected_where(self, applies: &'static str) -> Self {
        self.expect(Some(applies), Share::All)
    }

    /// Some should have a value, and so does some of any book that is large enough.
    #[must_use]
    pub fn expected_of_some(self) -> Self {
        self.expect(None, Share::Some)
    }

    /// The same among that for which a condition (SQL from our own code) holds.
    #[must_use]
    pub fn expected_of_some_where(self, applies: &'static str) -> Self {
        self.expect(Some(applies), Share::Some)
    }

    /// It says which kind of thing is meant, and with that, which other fields apply.
    #[must_use]
    pub fn divides(mut self) -> Self {
        self.divides = true;
        self
    }

    fn expect(mut self, applies: Option<&'static str>, share: Share) -> Self {
        self.expected = Some(Expected {
            known: self.known.clone(),
            applies,
            share,
        });
        self
    }
}

/// Values that are counted.
#[derive(Clone, Debug)]
pub struct Facet {
    /// Its name as clients write it.
    pub name: String,
    /// What is counted.
    pub counted: Counted,
    /// The value of a row.
    pub values: Expr,
    /// The order of the values, where they have one of their own.
    pub rank: Option<Expr>,
    /// How a stored value is written.
    pub shown: fn(String) -> String,
}

impl Facet {
    /// A facet of the values in a column.
    #[must_use]
    pub fn of(name: &str, counted: Counted, values: Expr) -> Self {
        Self {
            name: name.to_owned(),
            counted,
            values,
            rank: None,
            shown: |value| value,
        }
    }
}

/// What the value of a row is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// One value.
    Values,
    /// A list, each member of which counts.
    Each,
    /// The key of its document.
    Documents,
    /// The key of its document, which stands for the document's game system.
    GameSystems,
}

/// Who should have a value in a field.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Whether a row has one.
    pub known: Expr,
    /// Which rows it applies to, if not to all: SQL from our own code.
    pub applies: Option<&'static str>,
    /// How many of them should have one.
    pub share: Share,
}

/// How many should have a value.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Share {
    /// All.
    All,
    /// Some: that a handful has none means nothing.
    Some,
}

/// The name that clients know a field of ours by: `damage_types` is `damageTypes`, `r#type` is `type`.
#[must_use]
pub fn graphql_name(ident: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::filter::Filter;
    use crate::family::{character_option, creature, equipment, rule, spell};

    fn facets<F: Filter>() -> Vec<String> {
        let fields = F::fields().into_iter();
        fields
            .filter_map(|f| f.facet.map(|facet| facet.name))
            .collect()
    }

    #[test]
    fn facets_are_what_people_narrow_by() {
        assert_eq!(
            facets::<spell::SpellFilter>(),
            [
                "level",
                "school",
                "classes",
                "castingTime",
                "concentration",
                "ritual",
                "savingThrow",
                "damageTypes",
                "inflicts"
            ]
        );
        assert_eq!(
            facets::<creature::CreatureFilter>(),
            [
                "size",
                "type",
                "alignment",
                "challengeRating",
                "environments",
                "inflicts"
            ]
        );
        assert_eq!(
            facets::<equipment::EquipmentFilter>(),
            [
                "kind",
                "category",
                "damageType",
                "properties",
                "rarity",
                "requiresAttunement"
            ]
        );
        assert_eq!(
            facets::<character_option::CharacterOptionFilter>(),
            ["kind", "casterType", "featCategory"]
        );
        assert_eq!(facets::<rule::RuleFilter>(), ["kind", "section", "chapter"]);
    }

    #[test]
    fn names_are_those_of_the_schema() {
        for (ident, name) in [
            ("level", "level"),
            ("r#type", "type"),
            ("ac_dexterity_cap", "acDexterityCap"),
        ] {
            assert_eq!(graphql_name(ident), name);
        }
        // A name that the schema does not have would be a facet that no filter has.
        let schema = crate::graphql::sdl();
        let input = schema.split("input CreatureFilter {").nth(1).unwrap();
        let input = input.split("\n}").next().unwrap();
        for field in creature::CreatureFilter::fields() {
            let line = format!("\n\t{}: ", field.name);
            assert!(input.contains(&line), "{}", field.name);
        }
    }

    #[test]
    fn filters_say_what_they_compare_and_can_do_without_it() {
        use crate::family::filter::{IntFilter, ListFilter};
        use creature::CreatureFilter;
        let forest = || ListFilter {
            has: Some("forest".into()),
            ..ListFilter::default()
        };
        let filter = CreatureFilter {
            environments: Some(forest()),
            armor_class: Some(IntFilter::default()),
            alignment: Some(crate::family::filter::TextFilter {
                is_null: Some(true),
                ..Default::default()
            }),
            not: Some(Box::new(CreatureFilter {
                or: Some(vec![CreatureFilter {
                    languages: Some(forest()),
                    ..CreatureFilter::default()
                }]),
                ..CreatureFilter::default()
            })),
            ..CreatureFilter::default()
        };
        // What is only asked for being there is not compared.
        assert_eq!(filter.compared(), ["environments", "languages"]);
        let without = filter.without("environments").unwrap();
        assert_eq!(without.compared(), ["languages"]);
        assert_eq!(without.not, filter.not);
        // What asks for nothing, or is not there, cannot be left out.
        assert_eq!(filter.without("armorClass"), None);
        assert_eq!(filter.without("size"), None);
        assert_eq!(filter.without("languages"), None);
        assert!(filter.without("alignment").is_some());
    }

    #[test]
    fn kinds_are_told_apart_by_what_must_hold() {
        use crate::family::filter::BoolFilter;
        use equipment::EquipmentFilter;
        let magic = EquipmentFilter {
            magic: Some(BoolFilter {
                eq: Some(true),
                ..BoolFilter::default()
            }),
            ..EquipmentFilter::default()
        };
        let cheap = || {
            Some(crate::family::filter::FloatFilter {
                lt: Some(1.0),
                ..Default::default()
            })
        };
        let told = |filter: EquipmentFilter| filter.divided();
        assert_eq!(
            told(EquipmentFilter {
                cost: cheap(),
                ..magic.clone()
            }),
            magic
        );
        let nested = told(EquipmentFilter {
            cost: cheap(),
            and: Some(vec![magic.clone()]),
            ..EquipmentFilter::default()
        });
        assert_eq!((nested.and, nested.cost), (Some(vec![magic.clone()]), None));
        let either = told(EquipmentFilter {
            or: Some(vec![magic.clone()]),
            not: Some(Box::new(magic)),
            ..EquipmentFilter::default()
        });
        assert!(either.condition().is_empty());
    }
}
