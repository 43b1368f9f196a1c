//! Feats: documents of their pack. Others of the type are features of something.

use super::text;
use crate::foundry_srd::Document;
use crate::foundry_srd::index::Index;
use crate::foundry_text::passage::{benefits, passages};
use lorekeeper_content::character_option::{Kind, Model};

/// The row of a feat; `None` for a feature.
pub(super) fn row(feat: &Document<'_>, index: &Index<'_>) -> Option<Model> {
    let wire = feat.fields.at("system");
    let is_feat = wire.text("type.value") == "feat";
    if feat.imported.is_none() && !(is_feat && feat.pack.starts_with("feats")) {
        return None;
    }
    // What people export says less often which of the two it is.
    let is_feature = matches!(wire.text("type.value"), "class" | "race" | "background" | "monster");
    let kind = if is_feature { Kind::Feature } else { Kind::Feat };
    let mut row = super::row(feat, kind, feat.name);
    let (intro, passages) = passages(&text(feat, index));
    row.text = intro;
    row.feat_category = category(wire.text("type.subtype")).map(str::to_owned);
    let level = wire.positive("prerequisites.level");
    let words = level.map(|level| format!("Level {level}+")).into_iter();
    let words = words.chain(wire.filled("requirements"));
    row.prerequisites = crate::wire::filled(&words.collect::<Vec<_>>().join(", "));
    row.repeatable = wire.at("prerequisites.repeatable").truth();
    row.benefits = benefits(passages).into();
    Some(row)
}

/// The category of a code.
fn category(code: &str) -> Option<&'static str> {
    Some(match code {
        "general" => "general",
        "origin" => "origin",
        "fightingStyle" => "fighting-style",
        "epicBoon" => "epic-boon",
        _ => return None,
    })
}
