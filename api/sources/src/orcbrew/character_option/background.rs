//! Backgrounds.

use super::super::{draft, heads};
use super::{ability, gear, grant, proficiency, row, traits};
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Benefit, Kind, Model, Proficiencies};

/// Draws the backgrounds.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for (record, head) in heads(records, "backgrounds", drafts) {
        let item = &head.item;
        let proficiencies = proficiency::proficiencies(item, 1);
        let equipment = gear::starting(item);
        let mut benefits = benefits(&proficiencies);
        benefits.extend(
            equipment
                .as_ref()
                .map(|text| benefit("Equipment", "equipment", text)),
        );
        benefits.extend(
            ability::words(item)
                .map(|text| benefit("Ability Score Increase", "ability_score", &text)),
        );
        let features = traits(&head, &head.name);
        benefits.extend(
            features
                .iter()
                .map(|t| benefit(&t.name, "feature", &t.text)),
        );
        benefits.extend(grant::grants(item).into_iter().map(Benefit::from));
        let row = Model {
            languages: languages(item),
            ability_increases: ability::increases(item).into(),
            saving_throws: proficiency::saving_throws(item),
            starting_gold: gear::coins(item),
            starting_equipment: equipment,
            proficiencies: proficiencies.into(),
            benefits: benefits.into(),
            ..row(Kind::Background, &head)
        };
        drafts
            .character_options
            .push(draft(row, "backgrounds", record, None));
    }
}

fn languages(item: &super::super::item::Item<'_>) -> Vec<String> {
    let mut languages = item.flags("languages");
    languages.extend(
        item.child("profs")
            .map(|p| p.flags("language"))
            .unwrap_or_default(),
    );
    let mut slugs: Vec<String> = languages
        .iter()
        .map(|l| super::super::prose::slug(l))
        .collect();
    slugs.sort();
    slugs.dedup();
    slugs
}

fn benefits(proficiencies: &Proficiencies) -> Vec<Benefit> {
    let told = [
        (
            "Skill Proficiencies",
            "skill_proficiency",
            &proficiencies.skills,
        ),
        (
            "Tool Proficiencies",
            "tool_proficiency",
            &proficiencies.tools,
        ),
        ("Languages", "language", &proficiencies.languages),
    ];
    told.into_iter()
        .filter_map(|(name, kind, words)| Some(benefit(name, kind, words.as_ref()?)))
        .collect()
}

fn benefit(name: &str, kind: &str, text: &str) -> Benefit {
    Benefit {
        name: Some(name.to_owned()),
        text: text.to_owned(),
        kind: Some(kind.to_owned()),
    }
}
