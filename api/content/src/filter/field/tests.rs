//! Tests of the fields of filters.

use super::*;
use crate::filter::Filter;
use crate::{character_option, creature, equipment, rule, spell};

fn facets<F: Filter>() -> Vec<String> {
    let fields = F::fields().into_iter();
    fields.filter_map(|f| f.facet.map(|facet| facet.name)).collect()
}

#[test]
fn facets_are_what_people_narrow_by() {
    assert_eq!(
        facets::<spell::SpellFilter>(),
        [
            "level", "school", "classes", "castingTime", "concentration", "ritual", "savingThrow", "damageTypes",
            "conditionsInflicted", "effects"
        ]
    );
    assert_eq!(
        facets::<creature::CreatureFilter>(),
        [
            "size", "type", "alignment", "challengeRating", "environments", "conditionsInflicted", "savesForced",
            "damageTypesDealt", "attackKinds", "multiattack", "recoversOn", "spellcastingKinds"
        ]
    );
    assert_eq!(
        facets::<equipment::EquipmentFilter>(),
        ["kind", "category", "damageType", "properties", "rarity", "requiresAttunement"]
    );
    assert_eq!(
        facets::<character_option::CharacterOptionFilter>(),
        ["kind", "featureKind", "level", "activation", "recovery", "casterType", "featCategory"]
    );
    assert_eq!(facets::<rule::RuleFilter>(), ["kind", "section", "chapter", "tags"]);
}

#[test]
fn names_are_in_camel_case() {
    for (ident, name) in [("level", "level"), ("r#type", "type"), ("ac_dexterity_cap", "acDexterityCap")] {
        assert_eq!(graphql_name(ident), name);
    }
}

/// A name that the schema does not have would be a facet that no filter has.
#[test]
fn fields_are_those_of_the_schema() {
    let schema = include_str!("../../../../../schema.graphql");
    for (input, fields) in [
        ("SpellFilter", spell::SpellFilter::fields()),
        ("CreatureFilter", creature::CreatureFilter::fields()),
        ("EquipmentFilter", equipment::EquipmentFilter::fields()),
        ("CharacterOptionFilter", character_option::CharacterOptionFilter::fields()),
        ("RuleFilter", rule::RuleFilter::fields()),
    ] {
        let head = format!("input {input} {{");
        let declared = schema.split(head.as_str()).nth(1).unwrap();
        let declared = declared.split("\n}").next().unwrap();
        for field in fields {
            let line = format!("\n\t{}: ", field.name);
            assert!(declared.contains(&line), "{input}.{}", field.name);
        }
    }
}

#[test]
fn a_filter_lists_its_compared_fields_and_can_drop_one() {
    use crate::filter::{IntFilter, ListFilter};
    use creature::CreatureFilter;
    let forest = || ListFilter { has: Some("forest".into()), ..ListFilter::default() };
    let filter = CreatureFilter {
        environments: Some(forest()),
        armor_class: Some(IntFilter::default()),
        alignment: Some(crate::filter::TextFilter { is_null: Some(true), ..Default::default() }),
        not: Some(Box::new(CreatureFilter {
            or: Some(vec![CreatureFilter { languages: Some(forest()), ..CreatureFilter::default() }]),
            ..CreatureFilter::default()
        })),
        ..CreatureFilter::default()
    };
    // `isNull` compares nothing.
    assert_eq!(filter.compared_fields(), ["environments", "languages"]);
    let without = filter.without("environments").unwrap();
    assert_eq!(without.compared_fields(), ["languages"]);
    assert_eq!(without.not, filter.not);
    // A comparison that is empty, absent or nested cannot be left out.
    assert_eq!(filter.without("armorClass"), None);
    assert_eq!(filter.without("size"), None);
    assert_eq!(filter.without("languages"), None);
    assert!(filter.without("alignment").is_some());
}

#[test]
fn discriminators_are_those_that_must_hold() {
    use crate::filter::BoolFilter;
    use equipment::EquipmentFilter;
    let magic = EquipmentFilter {
        magic: Some(BoolFilter { eq: Some(true), ..BoolFilter::default() }),
        ..EquipmentFilter::default()
    };
    let cheap = || Some(crate::filter::FloatFilter { lt: Some(1.0), ..Default::default() });
    let kept = |filter: EquipmentFilter| filter.discriminators();
    assert_eq!(kept(EquipmentFilter { cost: cheap(), ..magic.clone() }), magic);
    let nested = kept(EquipmentFilter { cost: cheap(), and: Some(vec![magic.clone()]), ..EquipmentFilter::default() });
    assert_eq!((nested.and, nested.cost), (Some(vec![magic.clone()]), None));
    let either = kept(EquipmentFilter {
        or: Some(vec![magic.clone()]),
        not: Some(Box::new(magic)),
        ..EquipmentFilter::default()
    });
    assert!(either.condition().is_empty());
}
