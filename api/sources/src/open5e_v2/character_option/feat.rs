//! Feats.

use super::super::wire::DocumentRef;
use super::{draft, row};
use crate::option_text::feat::{prerequisites, says_repeatable};
use crate::prose;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Benefit, Kind, Model};
use lorekeeper_content::slugify;
use serde::Deserialize;

#[derive(Deserialize)]
struct Feat {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    desc: String,
    #[serde(default)]
    document: DocumentRef,
    #[serde(default)]
    benefits: Vec<FeatBenefit>,
    prerequisite: Option<String>,
    #[serde(rename = "type")]
    category: Option<String>,
}

/// What upstream writes where a book has no categories.
const DEFAULT_CATEGORY: &str = "general";

/// The book whose feats have categories.
const HAS_CATEGORIES: &str = "srd-2024";

#[derive(Deserialize)]
struct FeatBenefit {
    #[serde(default)]
    desc: String,
}

/// Draws the feats.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for (record, feat) in drafts.parse::<Feat>(records, "feats") {
        drafts.character_options.push(draft(feat.row(), "feats", record));
    }
}

impl Feat {
    fn row(&self) -> Model {
        let mut row = row(Kind::Feat, self.document.key(), &self.name, &self.desc);
        let benefits: Vec<Benefit> = self
            .benefits
            .iter()
            .filter_map(|benefit| Some(Benefit { text: prose::text(&benefit.desc)?, ..Benefit::default() }))
            .collect();
        let texts = benefits.iter().map(|b| b.text.as_str());
        row.repeatable = texts.chain([row.text.as_str()]).any(says_repeatable).then_some(true);
        row.benefits = benefits.into();
        let category = self.category.as_deref().and_then(category);
        row.feat_category =
            category.filter(|category| category != DEFAULT_CATEGORY || row.document_key == HAS_CATEGORIES);
        row.prerequisites = self.prerequisite.as_deref().and_then(prerequisites);
        row
    }
}

/// `GENERAL` and `General` are one category.
///
/// Correction (character options): `GENERAL` and `General` become one category, which only feats of the 2024 rules have.
fn category(upstream: &str) -> Option<String> {
    let slug = slugify(upstream);
    (!slug.is_empty()).then_some(slug)
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
}
