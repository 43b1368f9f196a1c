//! Feats.

use super::super::Named;
use super::super::index::Index;
use super::text;
use crate::foundry_text::fields::Fields;
use crate::foundry_text::notation::title;
use crate::foundry_text::passage::{benefits, passages};
use lorekeeper_content::character_option::{Kind, Model};

/// The row of a feat.
pub(super) fn row(wire: &Named<'_>, index: &Index<'_>) -> Model {
    let mut row = super::row(Kind::Feat, wire.name);
    let (intro, passages) = passages(&text(wire, index));
    row.text = intro;
    let category = wire.fields.filled("category");
    row.feat_category = category.map(|category| category.replace('_', "-"));
    row.prerequisites = wire.fields.list("prerequisites").next().and_then(prerequisite);
    row.repeatable = wire.fields.at("repeatable").truth();
    row.benefits = benefits(passages).into();
    row
}

/// A prerequisite in words.
fn prerequisite(wire: Fields<'_>) -> Option<String> {
    let level = wire.int("level").map(|level| format!("Level {level}+"));
    let feats = wire.words("feats").into_iter();
    let feats = feats.map(|feat| format!("{} Feature", title(feat)));
    let words = level.into_iter().chain(feats).chain(wire.filled("requirement"));
    crate::wire::filled(&words.collect::<Vec<_>>().join(", "))
}
