//! Environments under one name each, that of the game where it has one.

use crate::slugify;
use std::collections::BTreeSet;

/// What sources call otherwise.
const OTHERWISE: [(&str, &str); 38] = [
    ("arctic-or-tundra", "arctic"),
    ("astral", "astral-plane"),
    ("caverns", "caves"),
    ("coast", "coastal"),
    ("elemental", "elemental-planes"),
    ("elemental-plane-of-air", "plane-of-air"),
    ("elemental-plane-of-earth", "plane-of-earth"),
    ("elemental-plane-of-fire", "plane-of-fire"),
    ("elemental-plane-of-water", "plane-of-water"),
    ("elementalplane", "elemental-planes"),
    ("elementalplane-of-air", "plane-of-air"),
    ("elementalplane-of-earth", "plane-of-earth"),
    ("elementalplane-of-fire", "plane-of-fire"),
    ("elementalplane-of-water", "plane-of-water"),
    ("ethereal", "ethereal-plane"),
    ("forest-or-jungle", "forest"),
    ("grassland-or-plains", "grassland"),
    ("grasslands", "grassland"),
    ("hills", "hill"),
    ("ice", "arctic"),
    ("jungle", "forest"),
    ("lower", "lower-planes"),
    ("mountains", "mountain"),
    ("nine", "hell"),
    ("nine-hells", "hell"),
    ("ocean", "underwater"),
    ("ruin", "ruins"),
    ("settlement", "urban"),
    ("sewers", "sewer"),
    ("swamp-or-marsh", "swamp"),
    ("the-abyss", "abyss"),
    ("the-nine-hells", "hell"),
    ("tombs", "tomb"),
    ("tundra", "arctic"),
    ("underworld", "underdark"),
    ("upper", "upper-planes"),
    ("urban-areas", "urban"),
    ("water", "underwater"),
];

/// The slugs of environments as the game calls them, sorted. *Any* is none in particular.
///
/// Correction (creatures): Environments under other names (`Tundra`, `Hills`, `Underworld`) get one name each.
pub fn environments<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Vec<String> {
    let slugs = names.into_iter().map(|name| slugify(name.as_ref()));
    let known = slugs.filter(|slug| !slug.is_empty() && slug != "any");
    let ours = known.map(|slug| {
        let other = OTHERWISE.iter().find(|(theirs, _)| *theirs == slug);
        other.map_or(slug, |(_, ours)| (*ours).to_owned())
    });
    ours.collect::<BTreeSet<_>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environments_go_by_one_name() {
        let names = ["Tundra", "Ruin", "Arctic", "Plane Of Fire", "Any", ""];
        assert_eq!(environments(names), ["arctic", "plane-of-fire", "ruins"]);
    }
}
