//! Variants of magic items, and the slugs that all sources have for them.

use crate::foundry_srd::Document;
use crate::foundry_text::Edition;
use crate::item_text::slug;
use lorekeeper_content::{Pattern, slugify};

/// Folders of 2024 with the variants of one item.
const FOLDERS: [(&str, &str); 10] = [
    ("bags-of-tricks", "bag-of-tricks"),
    ("belts-of-giant-strength", "belt-of-giant-strength"),
    ("elemental-gems", "elemental-gem"),
    ("feather-tokens", "feather-token"),
    ("figurines", "figurine-of-wondrous-power"),
    ("healing", "potions-of-healing"),
    ("horns-of-valhalla", "horn-of-valhalla"),
    ("ioun-stones", "ioun-stone"),
    ("potions-of-giant-strength", "potion-of-giant-strength"),
    ("spell-scrolls", "spell-scroll"),
];

/// The item that a variant is one of.
pub(super) fn group(item: &Document<'_>, own: &str) -> Option<String> {
    let mut folders = item.record.key.split('/');
    let group = match item.edition() {
        Edition::Of2014 => of_2014(item.name).map(|(group, _)| group),
        Edition::Of2024 if own.ends_with("-ring-of-elemental-command") => Some("ring-of-elemental-command"),
        Edition::Of2024 => folders.find_map(|folder| {
            let mut known = FOLDERS.iter();
            known.find(|(name, _)| *name == folder).map(|(_, group)| *group)
        }),
    };
    group.filter(|group| *group != own).map(str::to_owned)
}

/// The slugs of items in the books of 2024, where the documents name all variants at once.
const ALIASES_2024: [(&str, &str); 6] = [
    ("ammunition-1-2-or-3", "ammunition"),
    ("armor-1-2-or-3", "armor"),
    ("shield-1-2-or-3", "shield"),
    ("wand-of-the-war-mage-1-2-or-3", "wand-of-the-war-mage"),
    ("weapon-1-2-or-3", "weapon"),
    // One source misspells the steed.
    ("obsidian-steed", "figurine-of-wondrous-power-obsidian-stead"),
];

/// The slug of a magic item, as all sources have it.
pub(super) fn slug(item: &Document<'_>) -> String {
    let own = slugify(item.name);
    if item.edition() == Edition::Of2014 {
        return of_2014(item.name).map_or_else(
            || respelled(&own).unwrap_or_else(|| slug::magic("2014", item.name)),
            |(group, base)| format!("{group}-{base}"),
        );
    }
    if let Some((_, alias)) = ALIASES_2024.iter().find(|(name, _)| *name == own) {
        return (*alias).to_owned();
    }
    if item.record.key.contains("/figurines/") && !own.starts_with("figurine") {
        return format!("figurine-of-wondrous-power-{own}");
    }
    own
}

/// Words of 2014 before the base of a variant, and behind it, with the item that it is one of.
const BEFORE: [(&str, &str); 3] =
    [("Dancing ", "dancing-sword"), ("Vicious ", "vicious-weapon"), ("Vorpal ", "vorpal-sword")];
const BEHIND: [(&str, &str); 3] = [
    (" of Life Stealing", "sword-of-life-stealing"),
    (" of Sharpness", "sword-of-sharpness"),
    (" of Wounding", "sword-of-wounding"),
];

/// The item that a weapon of 2014 is a variant of, and the slug of the base.
fn of_2014(name: &str) -> Option<(&'static str, String)> {
    let before = BEFORE.iter().find_map(|(words, group)| Some((*group, name.strip_prefix(words)?)));
    let behind = || BEHIND.iter().find_map(|(words, group)| Some((*group, name.strip_suffix(words)?)));
    let (group, base) = before.or_else(behind).filter(|(_, base)| *base != "Oil")?;
    Some((group, slugify(base)))
}

static CARPET: Pattern = Pattern::new(r"^carpet-of-flying-(?P<long>\d)x(?P<wide>\d)$");

/// The slug of a carpet by its size, or of a bag by the color that others spell otherwise.
fn respelled(own: &str) -> Option<String> {
    if own == "bag-of-tricks-grey" {
        return Some("gray-bag-of-tricks".to_owned());
    }
    let found = CARPET.captures(own)?;
    let (long, wide) = (&found["long"], &found["wide"]);
    Some(format!("carpet-of-flying-{long}-ft-{wide}-ft"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_know_their_item() {
        for (name, expected) in [
            ("Vicious Whip", Some(("vicious-weapon", "whip"))),
            ("Rapier of Wounding", Some(("sword-of-wounding", "rapier"))),
            ("Oil of Sharpness", None),
            ("Whip", None),
        ] {
            let expected = expected.map(|(group, base)| (group, base.to_owned()));
            assert_eq!(of_2014(name), expected, "{name}");
        }
        assert_eq!(respelled("carpet-of-flying-3x5").as_deref(), Some("carpet-of-flying-3-ft-5-ft"));
    }
}
