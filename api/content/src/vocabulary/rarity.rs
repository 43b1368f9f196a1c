//! Rarities of magic items, by rank.

const RARITIES: [&str; 6] = ["common", "uncommon", "rare", "very-rare", "legendary", "artifact"];

/// The rank of a rarity by its slug, 1 (common) to 6 (artifact).
pub fn rarity_rank(slug: &str) -> Option<i32> {
    (1..).zip(RARITIES).find_map(|(rank, known)| (known == slug).then_some(rank))
}
