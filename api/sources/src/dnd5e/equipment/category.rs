//! Kind and category of an item.

use crate::dnd5e::wire::Reference;
use lorekeeper_content::equipment::Kind;
use lorekeeper_content::slugify;

/// Upstream's categories of an item, in the fields of either edition.
pub(super) struct Upstream<'a> {
    /// Name of the item.
    pub name: &'a str,
    /// Slugs of all its categories, the coarse and the fine.
    pub slugs: Vec<String>,
    /// Whether it has contents.
    pub has_contents: bool,
}

impl<'a> Upstream<'a> {
    /// Gathers the categories.
    pub fn new(name: &'a str, references: &[&Reference], names: &[Option<&str>]) -> Self {
        let indexes = references.iter().map(|reference| reference.index.as_str());
        let names = names.iter().copied().flatten();
        Self { name, slugs: indexes.chain(names).map(slugify).collect(), has_contents: false }
    }

    /// Whether it belongs to a category of that slug.
    pub fn has(&self, slug: &str) -> bool {
        self.slugs.iter().any(|own| own == slug)
    }
}

/// Kind, category and finer category.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Kind.
    pub kind: Kind,
    /// Category, in the words that all sources share.
    pub category: &'static str,
    /// Upstream's finer category.
    pub subcategory: Option<&'static str>,
}

/// Upstream's category, and ours with the finer one, the most telling first.
const CATEGORIES: [(&str, &str, Option<&str>); 21] = [
    ("ammunition", "ammunition", Some("ammunition")),
    ("equipment-packs", "equipment-pack", None),
    ("artisans-tools", "tools", Some("artisans-tools")),
    ("gaming-sets", "tools", Some("gaming-sets")),
    ("musical-instruments", "tools", Some("musical-instruments")),
    ("musical-instrument", "tools", Some("musical-instruments")),
    ("other-tools", "tools", Some("other-tools")),
    ("tools", "tools", None),
    ("arcane-foci", "spellcasting-focus", Some("arcane-foci")),
    ("druidic-foci", "spellcasting-focus", Some("druidic-foci")),
    ("holy-symbols", "spellcasting-focus", Some("holy-symbols")),
    ("kits", "adventuring-gear", Some("kits")),
    ("standard-gear", "adventuring-gear", Some("standard-gear")),
    ("adventuring-gear", "adventuring-gear", None),
    ("mounts-and-other-animals", "mount", None),
    ("waterborne-vehicles", "waterborne-vehicle", None),
    ("tack-harness-and-drawn-vehicles", "adventuring-gear", Some("tack-and-harness")),
    ("mounts-and-vehicles", "adventuring-gear", None),
    ("poisons", "poison", None),
    ("trade-goods", "trade-good", None),
    ("services", "service", None),
];

/// The vehicles among `Tack, Harness, and Drawn Vehicles`.
const DRAWN_VEHICLES: [&str; 5] = ["carriage", "cart", "chariot", "sled", "wagon"];

/// Sorts an item.
pub(super) fn categorise(upstream: &Upstream) -> Place {
    let of = |kind, category, subcategory| Place { kind, category, subcategory };
    if upstream.has("weapon") || upstream.has("weapons") {
        return of(Kind::Weapon, "weapon", None);
    }
    if upstream.has("armor") {
        return of(Kind::Armor, "armor", None);
    }
    let slug = slugify(upstream.name);
    if upstream.has("tack-harness-and-drawn-vehicles") {
        if DRAWN_VEHICLES.contains(&slug.as_str()) {
            return of(Kind::Gear, "land-vehicle", None);
        }
        if slug.starts_with("stabling") {
            return of(Kind::Gear, "service", None);
        }
    }
    // Not every pack is filed as one, but nothing else has contents.
    if upstream.has_contents {
        return of(Kind::Gear, "equipment-pack", None);
    }
    CATEGORIES
        .iter()
        .find(|(theirs, ..)| upstream.has(theirs))
        .map_or(of(Kind::Gear, "adventuring-gear", None), |(_, ours, finer)| of(Kind::Gear, ours, *finer))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(name: &str, slugs: &[&str]) -> (Kind, &'static str, Option<&'static str>) {
        let upstream = Upstream {
            name,
            slugs: slugs.iter().map(|&slug| slug.to_owned()).collect(),
            has_contents: name.ends_with("Pack"),
        };
        let category = categorise(&upstream);
        (category.kind, category.category, category.subcategory)
    }

    #[test]
    fn items_are_sorted() {
        let tack = "tack-harness-and-drawn-vehicles";
        for (name, slugs, expected) in [
            ("Staff", ["adventuring-gear", "druidic-foci"], (Kind::Gear, "spellcasting-focus", Some("druidic-foci"))),
            ("Quarterstaff", ["arcane-foci", "weapons"], (Kind::Weapon, "weapon", None)),
            ("Kazoo", ["tools", "musical-instrument"], (Kind::Gear, "tools", Some("musical-instruments"))),
            ("Buckler", ["armor", "shields"], (Kind::Armor, "armor", None)),
            ("Cart", ["mounts-and-vehicles", tack], (Kind::Gear, "land-vehicle", None)),
            ("Bridle", ["mounts-and-vehicles", tack], (Kind::Gear, "adventuring-gear", Some("tack-and-harness"))),
            ("Cook's Pack", ["adventuring-gear", ""], (Kind::Gear, "equipment-pack", None)),
            ("Odd Thing", ["", ""], (Kind::Gear, "adventuring-gear", None)),
        ] {
            assert_eq!(sorted(name, &slugs), expected, "{name}");
        }
    }
}
