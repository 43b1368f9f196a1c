//! Readers of item text: the heading of a magic item, rarities, and the slugs that sources agree on.

use crate::prose;

pub mod armor;
pub mod code;
pub mod heading;
pub mod measure;
pub mod rarity;
pub mod slug;
pub mod weapon;

/// Who can attune (`by a wizard`): upstream repeats that attunement is required, in either case.
///
/// Correction (equipment): *Requires attunement* is left out where the field should say only by whom.
pub fn attunement_detail(upstream: &str) -> Option<String> {
    let detail = prose::text(upstream)?.to_lowercase();
    let detail = detail.strip_prefix("requires attunement").unwrap_or(&detail);
    prose::text(detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attunement_says_by_whom() {
        for upstream in [
            "requires attunement by a bard or a druid",
            "Requires Attunement by a Bard or a Druid",
            "by a bard or a druid",
        ] {
            assert_eq!(attunement_detail(upstream).as_deref(), Some("by a bard or a druid"));
        }
        assert_eq!(attunement_detail("requires attunement"), None);
    }
}
