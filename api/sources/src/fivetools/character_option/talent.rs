//! Feats, and the options like feats: invocations, styles, maneuvers, boons.

use super::super::index::Index;
use super::super::markdown::{markdown, words};
use super::super::{Head, heads, join_paragraphs};
use super::{grant, prerequisite, row, spells};
use crate::Drafts;
use crate::foundry_text::fields::Fields;
use crate::option_text::feat::says_repeatable;
use lorekeeper_content::character_option::{Benefit, FeatureKind, Kind, Model};
use lorekeeper_content::slugify;

/// Draws the feats and options.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    for head in heads("feat", index, drafts) {
        let row = feat(&head);
        drafts.character_options.push(head.draft(row, "feat"));
    }
    for head in heads("optionalfeature", index, drafts) {
        let row = option(&head);
        drafts.character_options.push(head.draft(row, "optionalfeature"));
    }
}

fn feat(head: &Head<'_>) -> Model {
    let raw = &head.record.raw;
    let text = join_paragraphs([head.text("entries"), spells::list(raw), head.fluff("featFluff")]);
    let category = match head.fields.text("category") {
        "" => None,
        "G" => Some("general".to_owned()),
        "O" => Some("origin".to_owned()),
        "FS" | "FS:P" | "FS:R" => Some("fighting-style".to_owned()),
        "EB" => Some("epic-boon".to_owned()),
        "D" => Some("dragonmark".to_owned()),
        other => crate::wire::filled(&slugify(other)),
    };
    let stated = head.fields.at("repeatable").truth();
    Model {
        prerequisites: prerequisite::prerequisites(head.value("prerequisite")),
        level: prerequisite::level(head.value("prerequisite")),
        ability_increases: grant::increases(head.value("ability")).into(),
        repeatable: stated.or_else(|| says_repeatable(&text).then_some(true)),
        feat_category: category,
        proficiencies: grant::all(raw).into(),
        benefits: benefits(head).into(),
        text,
        ..row(Kind::Feat, head)
    }
}

/// The parts of the text that have names.
fn benefits(head: &Head<'_>) -> Vec<Benefit> {
    let entries = head.value("entries").as_array().into_iter().flatten();
    let named = entries.filter_map(|entry| {
        let name = words(Fields::of(entry).text("name"));
        let text = markdown(entry.get("entries")?, head.index);
        let name = name.trim_end_matches([':', '.']).to_owned();
        (!name.is_empty() && !text.is_empty()).then_some(Benefit { name: Some(name), text, kind: None })
    });
    named.collect()
}

fn option(head: &Head<'_>) -> Model {
    let raw = &head.record.raw;
    let codes = head.fields.words("featureType");
    let kind = codes.iter().find_map(|code| match code.split(':').next() {
        Some("EI") => Some(FeatureKind::Invocation),
        Some("PB") => Some(FeatureKind::PactBoon),
        Some("MM") => Some(FeatureKind::Metamagic),
        Some("FS") => Some(FeatureKind::FightingStyle),
        Some("MV") => Some(FeatureKind::Maneuver),
        _ => None,
    });
    let consumed = head.fields.filled("consumes.name").map(|name| {
        let amount = head.fields.int("consumes.amount").unwrap_or(1);
        format!("**Uses.** {amount} {}", words(&name))
    });
    Model {
        text: join_paragraphs(
            [head.text("entries"), spells::list(raw)]
                .into_iter()
                .chain(consumed)
                .chain([head.fluff("optionalfeatureFluff")]),
        ),
        prerequisites: prerequisite::prerequisites(head.value("prerequisite")),
        level: prerequisite::level(head.value("prerequisite")),
        feature_kind: kind,
        proficiencies: grant::all(raw).into(),
        ..row(Kind::Feature, head)
    }
}
