//! Vulnerabilities, resistances and immunities.

use super::input;
use crate::wire::{Named, bare, text};
use lorekeeper_content::vocabulary::{CONDITIONS, conditions_in, damage_types_in};
use lorekeeper_content::{Pattern, creature, slugify};

/// Fills in the vulnerabilities, resistances and immunities.
pub fn fill(row: &mut creature::Model, wire: &input::Defences) {
    let (immunities, conditions) = split_conditions(&wire.damage_immunities_display);
    row.damage_vulnerabilities = types(&wire.damage_vulnerabilities, &wire.damage_vulnerabilities_display);
    row.damage_resistances = types(&wire.damage_resistances, &wire.damage_resistances_display);
    row.damage_immunities = types(&wire.damage_immunities, &wire.damage_immunities_display);
    row.damage_vulnerabilities_text = spaced(&wire.damage_vulnerabilities_display);
    row.damage_resistances_text = spaced(&wire.damage_resistances_display);
    row.damage_immunities_text = immunities;
    row.condition_immunities = slugs(&wire.condition_immunities);
    row.condition_immunities.extend(conditions.iter().map(|c| slugify(c)));
    let printed = &wire.condition_immunities_display;
    if !printed.to_lowercase().contains("except") {
        row.condition_immunities.extend(conditions_in(printed));
    }
    row.condition_immunities.sort();
    row.condition_immunities.dedup();
    row.condition_immunities_text =
        spaced(&wire.condition_immunities_display).or_else(|| (!conditions.is_empty()).then(|| conditions.join(", ")));
}

/// The printed detail of an armor class that lost a letter at each end, as if they were brackets.
static CUT_FORMS: Pattern = Pattern::new(r"^n (?P<forms>.* for)$");

/// The printed detail of an armor class, whole.
///
/// Correction (creatures): An armor detail that lost its outer letters (`n humanoid form, 11 in hybrid for`) has them.
pub fn armor_detail(printed: &str) -> String {
    CUT_FORMS.replace(printed, "in ${forms}m").into_owned()
}

/// Slugs of references, sorted.
pub fn slugs(named: &[Named]) -> Vec<String> {
    let mut slugs: Vec<String> = named.iter().map(|n| slugify(bare(&n.key))).collect();
    slugs.sort();
    slugs.dedup();
    slugs
}

/// The damage types that the printed line names, or those listed if the line is empty. Where a line leaves open which
/// types hold, the list and the other parts of the line are believed.
///
/// Correction (creatures): Three types of weapon damage for a line that prints one, and types that the print has and the
/// list lost, become those of the printed line.
fn types(listed: &[Named], display: &str) -> Vec<String> {
    if let Some(types) = damage_types_in(display).filter(|types| !types.is_empty()) {
        return types;
    }
    let parts = display.split(';').filter_map(damage_types_in).flatten();
    let mut types = slugs(listed);
    types.extend(parts);
    types.sort();
    types.dedup();
    types
}

/// Conditions that are printed among the damage immunities, apart from these.
///
/// Correction (creatures): Conditions among the damage immunities become condition immunities.
fn split_conditions(display: &str) -> (Option<String>, Vec<String>) {
    let is_condition = |part: &str| CONDITIONS.contains(&part.trim().to_lowercase().as_str());
    if !display.split(',').any(is_condition) {
        return (spaced(display), Vec::new());
    }
    let (conditions, rest): (Vec<&str>, Vec<&str>) = display.split(',').partition(|p| is_condition(p));
    let conditions = conditions.iter().map(|c| c.trim().to_lowercase()).collect();
    (spaced(&rest.join(",")), conditions)
}

/// A list as printed, with a space after every comma.
fn spaced(display: &str) -> Option<String> {
    static COMMA: Pattern = Pattern::new(r"\s*,\s*");
    text(&COMMA.replace_all(display, ", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(keys: &[&str]) -> Vec<Named> {
        keys.iter().map(|k| Named { name: k.to_uppercase(), key: (*k).to_owned() }).collect()
    }

    #[test]
    fn an_armor_detail_has_its_outer_letters() {
        for (printed, whole) in [
            (
                "n hen form, 12 (natural armor) in owl and hybrid for",
                "in hen form, 12 (natural armor) in owl and hybrid form",
            ),
            ("natural armor", "natural armor"),
            ("in hen form", "in hen form"),
        ] {
            assert_eq!(armor_detail(printed), whole);
        }
    }

    #[test]
    fn lists_and_texts_go_side_by_side() {
        let wire = input::Defences {
            damage_resistances: named(&["fire", "cold"]),
            damage_resistances_display: "cold,fire while wet".to_owned(),
            condition_immunities: named(&["prone"]),
            condition_immunities_display: "prone".to_owned(),
            ..input::Defences::default()
        };
        let mut row = creature::Model::default();
        fill(&mut row, &wire);
        assert_eq!(row.damage_resistances, ["cold", "fire"]);
        assert_eq!(row.damage_resistances_text.as_deref(), Some("cold, fire while wet"));
        assert_eq!(row.damage_immunities_text, None);
        assert_eq!(row.condition_immunities, ["prone"]);
    }

    #[test]
    fn conditions_among_damage_immunities_move() {
        let wire = input::Defences {
            damage_immunities: named(&["acid"]),
            damage_immunities_display: "acid,poisoned,Charmed,Jelly Resilience".to_owned(),
            ..input::Defences::default()
        };
        let mut row = creature::Model::default();
        fill(&mut row, &wire);
        assert_eq!(row.damage_immunities_text.as_deref(), Some("acid, Jelly Resilience"));
        assert_eq!(row.condition_immunities, ["charmed", "poisoned"]);
        assert_eq!(row.condition_immunities_text.as_deref(), Some("poisoned, charmed"));
    }

    #[test]
    fn the_printed_line_is_believed() {
        let listed = named(&["bludgeoning", "piercing", "slashing"]);
        assert_eq!(types(&listed, "cold, slashing from wood"), ["cold", "slashing"]);
        assert_eq!(
            types(&listed, "fire; one of the types of its rattle"),
            ["bludgeoning", "fire", "piercing", "slashing"]
        );
        assert_eq!(types(&named(&["fire"]), ""), ["fire"]);
    }
}
