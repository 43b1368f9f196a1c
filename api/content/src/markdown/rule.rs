//! Rules, conditions and other concepts of the game.

use super::notation::{capitalized, joined, linked_name, linked_names, titled};
use super::prose::contains_phrase;
use super::{Layout, Markdown, Printed};
use crate::rule::{Kind, Model};

impl Printed for Model {
    fn printed(&self, _: Layout) -> Markdown {
        let rule = self;
        let speakers = rule.typical_speakers.iter().filter(|speaker| !contains_phrase(&rule.text, speaker));
        let chapter = rule.chapter.as_deref().map(titled);
        Markdown::new(&rule.name, &rule.document_key)
            .subtitle(&subtitle(rule))
            .facts([
                ("Section", rule.section_name.clone()),
                ("Chapter", chapter.filter(|c| *c != rule.name && Some(c) != rule.section_name.as_ref())),
                ("Part of", part_of(rule)),
                ("Abbreviation", rule.abbreviation.clone()),
                ("Ability", rule.ability.as_deref().map(capitalized)),
                ("Attitude to Society", rule.societal_attitude.as_deref().map(capitalized)),
                ("Morality", rule.morality.as_deref().map(capitalized)),
                ("Script", rule.script.clone()),
                ("Typical Speakers", joined(speakers.map(|s| capitalized(s)))),
                ("Traits", traits(rule)),
                ("Category", category(rule)),
                ("Classes", linked_names(rule, &rule.class_slugs)),
                ("Races", linked_names(rule, &rule.race_slugs)),
                ("Backgrounds", linked_names(rule, &rule.background_slugs)),
                (related_label(rule.kind), linked_names(rule, &rule.related_slugs)),
            ])
            .text(&rule.text)
    }
}

fn subtitle(rule: &Model) -> String {
    let is_mastery = rule.kind == Kind::WeaponProperty && rule.category.as_deref() == Some("Mastery");
    if is_mastery {
        return "Weapon mastery property".to_owned();
    }
    capitalized(rule.kind.describe())
}

fn category(rule: &Model) -> Option<String> {
    let category = rule.category.clone();
    category.filter(|c| c != "Mastery" || rule.kind != Kind::WeaponProperty)
}

fn part_of(rule: &Model) -> Option<String> {
    let parent = rule.parent_slug.as_deref()?;
    (rule.chapter.as_deref() != Some(parent)).then(|| linked_name(rule, parent))
}

/// Special traits of a language or an environment.
fn traits(rule: &Model) -> Option<String> {
    let known = [
        (rule.exotic, "exotic"),
        (rule.secret, "secret"),
        (rule.aquatic, "under water"),
        (rule.planar, "on another plane"),
        (rule.interior, "indoors"),
    ];
    let words = known.into_iter().filter(|(is, _)| *is == Some(true));
    joined(words.map(|(_, word)| word.to_owned())).map(|words| capitalized(&words))
}

fn related_label(kind: Kind) -> &'static str {
    match kind {
        Kind::Section | Kind::Rule | Kind::Plane => "In this section",
        Kind::AbilityScore => "Skills",
        _ => "See also",
    }
}
