//! Rarities of magic items.

use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::rarity_rank;

/// A rarity as slug and rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rarity {
    /// Slug (`very-rare`), or `varies`.
    pub slug: String,
    /// Rank, 1 (common) to 6 (artifact); none where it varies.
    pub rank: Option<i32>,
}

/// Reads `Very Rare`, `Rare (+2)`, `Varies`, `Rarity Varies`; several rarities are one that varies.
///
/// Correction (equipment): A rarity in the text becomes one of the rarities of the game.
pub fn rarity(name: &str) -> Option<Rarity> {
    let varies = name.contains(',') || name.to_lowercase().contains("varies");
    if varies {
        return Some(Rarity { slug: "varies".to_owned(), rank: None });
    }
    let slug = slugify(name.split('(').next().unwrap_or_default());
    Some(Rarity { rank: Some(rarity_rank(&slug)?), slug })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rarities_have_ranks() {
        for (name, slug, rank) in [
            ("Common", "common", Some(1)),
            ("Very Rare", "very-rare", Some(4)),
            ("Rare (+2)", "rare", Some(3)),
            ("Varies", "varies", None),
            ("Rarity Varies", "varies", None),
            ("Uncommon (+1), Rare (+2), or Very Rare (+3)", "varies", None),
        ] {
            let rarity = rarity(name).unwrap();
            assert_eq!((rarity.slug.as_str(), rarity.rank), (slug, rank), "{name}");
        }
        assert_eq!(rarity("Shiny"), None);
    }
}
