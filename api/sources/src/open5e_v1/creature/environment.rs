//! Environments.

use lorekeeper_content::slugify;

/// The slugs that version 2 has for what this version calls otherwise.
const OTHERWISE: [(&str, &str); 13] = [
    ("caverns", "caves"),
    ("coastal", "coast"),
    ("hill", "hills"),
    ("ice", "arctic"),
    ("jungle", "forest"),
    ("mountains", "mountain"),
    ("ruin", "ruins"),
    ("settlement", "urban"),
    ("tundra", "arctic"),
    ("underdark", "underworld"),
    ("underwater", "ocean"),
    ("volcano", "mountain"),
    ("water", "ocean"),
];

/// The slugs of environments, sorted. *Any* is none in particular.
///
/// Correction (creatures): Environments under other names (`Tundra`, `Ruin`) get one name each.
pub(super) fn slugs(names: &[String]) -> Vec<String> {
    let slugs = names.iter().map(|name| slugify(name));
    let mut slugs: Vec<String> = slugs
        .filter(|slug| !slug.is_empty() && slug != "any")
        .map(|slug| {
            let other = OTHERWISE.iter().find(|(theirs, _)| *theirs == slug);
            other.map_or(slug, |(_, ours)| (*ours).to_owned())
        })
        .collect();
    slugs.sort();
    slugs.dedup();
    slugs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environments_go_by_one_name() {
        let names = ["Tundra", "Ruin", "Arctic", "Plane Of Fire", "Any"].map(str::to_owned);
        assert_eq!(slugs(&names), ["arctic", "plane-of-fire", "ruins"]);
    }
}
