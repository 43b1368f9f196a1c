//! Choices of a character: feats; draconic ancestries and selections, which are feats with a category; and features
//! (eldritch invocations, pact boons, fighting styles).

use super::super::index::Index;
use super::super::item::Item;
use super::super::{draft, heads, prose};
use super::{ability, feature, grant, proficiency, requirement, row};
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Benefit, FeatureKind, Kind};
use lorekeeper_content::slugify;

/// Content types, and the category that their items have.
const CATEGORIES: [(&str, Option<&str>); 6] = [
    ("feats", None),
    ("invocations", Some("eldritch-invocation")),
    ("boons", Some("pact-boon")),
    ("fighting-styles", Some("fighting-style")),
    ("draconic-ancestries", Some("draconic-ancestry")),
    ("selections", Some("selection")),
];

/// Content types of features, with their kind and the class that chooses among them, where it is one.
const FEATURES: [(&str, FeatureKind, Option<&str>); 3] = [
    ("invocations", FeatureKind::Invocation, Some("warlock")),
    ("boons", FeatureKind::PactBoon, Some("warlock")),
    ("fighting-styles", FeatureKind::FightingStyle, None),
];

/// Draws the feats.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    for (endpoint, category) in CATEGORIES {
        for (record, head) in heads(records, endpoint, drafts) {
            let item = &head.item;
            let (name, in_name) = requirement::split_name(&head.name);
            let mut row = row(Kind::Feat, &head);
            let (text, in_text) = requirement::first_line(&row.text);
            let said = requirement::prerequisites(item, head.book, index);
            row.text = text;
            if in_name.is_some() {
                row.slug = Some(slugify(&name)).filter(|s| !s.is_empty()).unwrap_or(row.slug);
                row.name = name;
            }
            row.prerequisites = in_name.or(said).or(in_text);
            row.ability_increases = ability::increases(item).into();
            row.saving_throws = proficiency::saving_throws(item);
            row.proficiencies = proficiency::proficiencies(item, 1).into();
            row.benefits = benefits(&head).into();
            if let Some((_, kind, owner)) = FEATURES.iter().find(|(of, ..)| *of == endpoint) {
                row.kind = Kind::Feature;
                row.feature_kind = Some(*kind);
                row.owner_slug = owner.map(str::to_owned);
                row.owner_kind = owner.map(|_| Kind::Class);
            } else {
                row.feat_category = category.map(str::to_owned);
            }
            if endpoint == "selections" {
                let options = feature::options(item);
                let names: Vec<&str> = options.iter().map(|(name, _)| name.as_str()).collect();
                if row.text.is_empty() && !names.is_empty() {
                    row.text = format!("Options to choose from: {}.", prose::listed(&names));
                }
                row.feat_category = Some(slugify(&row.name)).filter(|slug| !slug.is_empty());
            }
            drafts.character_options.push(draft(row, endpoint, record, category.map(str::to_owned)));
        }
    }
}

fn benefits(head: &super::super::Head<'_>) -> Vec<Benefit> {
    let item = &head.item;
    let mut benefits: Vec<Benefit> = Vec::new();
    benefits.extend(ability::words(item).map(|text| Benefit {
        name: Some("Ability Score Increase".to_owned()),
        text,
        kind: Some("ability_score".to_owned()),
    }));
    benefits.extend(breath(item));
    benefits.extend(grant::grants(item).into_iter().map(Benefit::from));
    let traits = super::traits(head, &head.name).into_iter();
    let traits = traits.map(|t| (t.name, t.text, "feature"));
    let options = feature::options(item).into_iter();
    let options = options.map(|(name, text)| (name, text, "option"));
    benefits.extend(traits.chain(options).map(|(name, text, kind)| Benefit {
        name: Some(name),
        text,
        kind: Some(kind.to_owned()),
    }));
    benefits
}

/// The breath weapon of a draconic ancestry.
fn breath(item: &Item<'_>) -> Option<Benefit> {
    let breath = item.child("breath-weapon")?;
    let damage = prose::lower(&breath.keyword("damage-type")?);
    let feet = |key: &str| breath.int(key).filter(|feet| *feet > 0);
    let area = match (breath.keyword("area-type").as_deref(), feet("length")) {
        (Some("line"), length) => match (feet("line-width"), feet("line-length").or(length)) {
            (Some(width), Some(length)) => {
                format!("in a line {length} feet long and {width} feet wide")
            }
            (None, Some(length)) => format!("in a line {length} feet long"),
            _ => "in a line".to_owned(),
        },
        (Some("cone"), Some(length)) => format!("in a {length}-foot cone"),
        (Some(shape), _) => format!("in a {shape}"),
        (None, _) => String::new(),
    };
    let area = if area.is_empty() { area } else { format!(" {area}") };
    let save = breath.ability("save").map(prose::sentence);
    let save = save.map_or_else(String::new, |save| format!(" The saving throw is {save}."));
    Some(Benefit {
        name: Some("Breath Weapon".to_owned()),
        text: format!("Your breath deals {damage} damage{area}.{save}"),
        kind: Some("feature".to_owned()),
    })
}
