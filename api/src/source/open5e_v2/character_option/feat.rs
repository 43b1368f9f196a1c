//! Feats.

use super::super::prose;
use super::super::wire::DocumentRef;
use super::{draft, row};
use crate::family::character_option::{Benefit, Kind, Model};
use crate::family::slugify;
use crate::source::{Drafts, Records};
use serde::Deserialize;

#[derive(Deserialize)]
struct Feat {
    name: String,
    desc: String,
    document: DocumentRef,
    benefits: Vec<FeatBenefit>,
    prerequisite: Option<String>,
    #[serde(rename = "type")]
    category: Option<String>,
}

#[derive(Deserialize)]
struct FeatBenefit {
    desc: String,
}

/// Draws the feats.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for (record, feat) in records.parse::<Feat>("feats", drafts) {
        drafts
            .character_options
            .push(draft(feat.row(), "feats", record));
    }
}

impl Feat {
    fn row(&self) -> Model {
        let mut row = row(Kind::Feat, self.document.key(), &self.name, &self.desc);
        let benefits: Vec<Benefit> = self
            .benefits
            .iter()
            .filter_map(|benefit| {
                Some(Benefit {
                    text: prose::text(&benefit.desc)?,
                    ..Benefit::default()
                })
            })
            .collect();
        let texts = benefits.iter().map(|b| b.text.as_str());
        row.repeatable = texts
            .chain([row.text.as_str()])
            .any(says_repeatable)
            .then_some(true);
        row.benefits = benefits.into();
        row.feat_category = self.category.as_deref().and_then(category);
        row.prerequisites = self.prerequisite.as_deref().and_then(prerequisites);
        row
    }
}

/// `GENERAL` and `General` are one category.
fn category(upstream: &str) -> Option<String> {
    let slug = slugify(upstream);
    (!slug.is_empty()).then_some(slug)
}

/// The prerequisites without the italics around them; `N/A` is none.
pub(in crate::source) fn prerequisites(upstream: &str) -> Option<String> {
    let text = prose::text(upstream)?;
    let plain = text
        .strip_prefix('*')
        .and_then(|text| text.strip_suffix('*'))
        .unwrap_or(&text);
    let plain = prose::text(plain)?;
    (!matches!(plain.to_lowercase().as_str(), "n/a" | "none")).then_some(plain)
}

/// Whether a text says plainly that the feat can be taken again.
pub(in crate::source) fn says_repeatable(text: &str) -> bool {
    [
        "You can take this feat more than once",
        "This feat can be selected multiple times",
        "You can select this feat multiple times",
        "You can take this feat multiple times",
        "Repeatable.",
    ]
    .iter()
    .any(|plainly| text.contains(plainly))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_have_one_case() {
        assert_eq!(category("GENERAL").as_deref(), Some("general"));
        assert_eq!(category("Epic Boon").as_deref(), Some("epic-boon"));
        assert_eq!(category(""), None);
    }

    #[test]
    fn prerequisites_are_plain_words() {
        assert_eq!(
            prerequisites("*Wisdom 13 or higher*").as_deref(),
            Some("Wisdom 13 or higher")
        );
        assert_eq!(
            prerequisites("*Fins or the* swim *spell*").as_deref(),
            Some("Fins or the* swim *spell")
        );
        assert_eq!(prerequisites("*N/A*"), None);
        assert_eq!(prerequisites(""), None);
    }

    #[test]
    fn repeatable_is_what_says_so() {
        assert!(says_repeatable(
            "Learn. You can take this feat more than once, but not today."
        ));
        assert!(!says_repeatable("You can't use it again."));
    }
}
