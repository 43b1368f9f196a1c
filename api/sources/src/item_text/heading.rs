//! Heading of a magic item, the line below its name: `Weapon (longsword), rare (requires attunement by a bard)`.

use crate::wire::filled;
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::rarity_rank;

/// The fields in the heading.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// Category (`wondrous-item`).
    pub category: Option<&'static str>,
    /// The mundane item that it is based on (`longsword`, `any sword`).
    pub base: Option<String>,
    /// The base with its category, as printed (`Weapon (any sword)`); the whole line where that has several rarities.
    pub made_from: Option<String>,
    /// Whether the line says that it requires attunement.
    pub requires_attunement: bool,
    /// Who can attune (`by a bard`).
    pub attunement_detail: Option<String>,
}

const CATEGORIES: [&str; 10] =
    ["ammunition", "armor", "potion", "ring", "rod", "scroll", "staff", "wand", "weapon", "wondrous-item"];

/// The category that a word names, in the singular or the plural.
pub fn category(word: &str) -> Option<&'static str> {
    let slug = slugify(word);
    let mut categories = CATEGORIES.into_iter();
    categories.find(|name| slug.strip_prefix(name).is_some_and(|end| matches!(end, "" | "s")))
}

/// Reads the line; `None` when it is no heading but already the description.
///
/// Correction (equipment): Category, rarity, base item and attunement of a magic item, which are a line of its
/// text, become fields.
pub fn heading(line: &str) -> Option<Heading> {
    let line = line.trim();
    let head = line.split([',', '(']).next().unwrap_or_default();
    // One heading has a typing error.
    let category = category(&head.replace("Wondous", "Wondrous"))?;
    let (made_from, attunement) = match line.to_lowercase().find("(requires attunement") {
        Some(at) => line.split_at_checked(at)?,
        None => (line, ""),
    };
    let base = made_from
        .get(head.len()..)
        .and_then(|rest| rest.strip_prefix('('))
        .and_then(|rest| rest.split(')').next())
        .and_then(filled)
        // A variant's heading has its rarity there.
        .filter(|base| rarity_rank(&slugify(base)).is_none());
    let detail = attunement.trim_end_matches(')').get("(requires attunement".len()..).and_then(filled);
    let category = match base.as_deref().map(str::to_lowercase).as_deref() {
        Some("any ammunition" | "arrow") => "ammunition",
        _ => category,
    };
    // What has several rarities says which is whose: `uncommon (+1), rare (+2)`.
    let has_several = made_from.to_lowercase().contains("rare (");
    let whole = has_several.then(|| made_from.trim().trim_end_matches(',').to_owned());
    let named = || Some(format!("{} ({})", head.trim(), base.as_ref()?));
    Some(Heading {
        category: Some(category),
        made_from: whole.or_else(named),
        base,
        requires_attunement: !attunement.is_empty(),
        attunement_detail: detail,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_feed_fields() {
        let read = heading("Weapon (longsword), rare (requires attunement by a bard)").unwrap();
        assert_eq!(read.category, Some("weapon"));
        assert_eq!(read.base.as_deref(), Some("longsword"));
        assert_eq!(read.made_from.as_deref(), Some("Weapon (longsword)"));
        assert!(read.requires_attunement);
        assert_eq!(read.attunement_detail.as_deref(), Some("by a bard"));

        let read = heading("Wondous item, rare (requires attunement)").unwrap();
        assert_eq!(read.category, Some("wondrous-item"));
        assert!(read.requires_attunement);
        assert_eq!((read.attunement_detail, read.base), (None, None));

        let read = heading("Weapon (any ammunition), uncommon (+1), or rare (+2)").unwrap();
        assert_eq!(read.category, Some("ammunition"));
        assert!(!read.requires_attunement);

        let read = heading("Armor (medium or heavy, but not hide), uncommon").unwrap();
        assert_eq!(read.base.as_deref(), Some("medium or heavy, but not hide"));

        assert_eq!(heading("Weapon (Very Rare)").unwrap().base, None);
        assert_eq!(heading("Rod").unwrap().category, Some("rod"));
    }

    #[test]
    fn a_description_is_no_heading() {
        assert_eq!(heading("This rod, when held, hums."), None);
        assert_eq!(heading(""), None);
    }
}
