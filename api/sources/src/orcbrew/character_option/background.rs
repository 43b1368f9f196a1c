//! Backgrounds.

use super::super::{draft, heads};
use super::{ability, gear, grant, proficiency, row, traits};
use crate::option_text::background::benefit;
use crate::{Drafts, Records};
use lorekeeper_content::character_option::{Benefit, Kind, Model, Proficiencies};

/// Draws the backgrounds.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for (record, head) in heads(records, "backgrounds", drafts) {
        let item = &head.item;
        let proficiencies = proficiency::proficiencies(item, 1);
        let equipment = gear::starting(item);
        let mut benefits = benefits(&proficiencies);
        benefits.extend(benefit("Equipment", "equipment", equipment.clone()));
        benefits.extend(benefit("Ability Score Increase", "ability_score", ability::words(item)));
        let features = traits(&head, &head.name).into_iter();
        benefits.extend(features.filter_map(|t| benefit(&t.name, "feature", Some(t.text))));
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
        drafts.character_options.push(draft(row, "backgrounds", record, None));
    }
}

fn languages(item: &super::super::item::Item<'_>) -> Vec<String> {
    let mut languages = item.flags("languages");
    languages.extend(item.child("profs").map(|p| p.flags("language")).unwrap_or_default());
    let mut slugs: Vec<String> = languages.iter().map(|l| super::super::prose::slug(l)).collect();
    slugs.sort();
    slugs.dedup();
    slugs
}

fn benefits(proficiencies: &Proficiencies) -> Vec<Benefit> {
    let told = [
        ("Skill Proficiencies", "skill_proficiency", &proficiencies.skills),
        ("Tool Proficiencies", "tool_proficiency", &proficiencies.tools),
        ("Languages", "language", &proficiencies.languages),
    ];
    let told = told.into_iter();
    told.filter_map(|(name, kind, words)| benefit(name, kind, words.clone())).collect()
}
