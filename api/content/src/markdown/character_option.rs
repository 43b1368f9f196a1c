//! Classes, subclasses, races, subraces, backgrounds, feats and features.

use super::notation::{alternatives, capitalized, joined, linked_name, names, titled, words};
use super::prose::{contains_phrase, inline, normalise, run_in};
use super::{Layout, Markdown, Printed, class_table, feature, notation};
use crate::character_option::{FeatureKind, Kind, Model, Multiclassing};
use crate::letters;

impl Printed for Model {
    fn printed(&self, layout: Layout) -> Markdown {
        let option = self;
        let is_2024 = layout == Layout::Rules2024;
        let proficiencies = &option.proficiencies;
        let unmentioned = |name: &str, fact: Option<String>| fact.filter(|_| !has_part(option, name));
        let saves = proficiencies.saving_throws.clone();
        Markdown::new(&option.name, &option.document_key)
            .subtitle(&subtitle(option, layout))
            .facts([
                ("Hit Die", option.hit_die.map(|sides| format!("d{sides}"))),
                (
                    if is_2024 { "Hit Points at Level 1" } else { "Hit Points at 1st Level" },
                    option.hit_points_at_first_level.clone(),
                ),
                (
                    if is_2024 { "Hit Points per Additional Level" } else { "Hit Points at Higher Levels" },
                    option.hit_points_at_higher_levels.clone(),
                ),
                ("Primary Abilities", names(&option.primary_abilities)),
                ("Saving Throws", saves.or_else(|| names(&option.saving_throws))),
                ("Armor", proficiencies.armor.clone()),
                ("Weapons", proficiencies.weapons.clone()),
                ("Tools", unmentioned("tool", proficiencies.tools.clone())),
                ("Skills", unmentioned("skill", proficiencies.skills.clone())),
                ("Languages", unmentioned("language", languages(option))),
                ("Proficiencies", other_proficiencies(option)),
                ("Spellcasting", spellcasting(option)),
                ("Creature Type", option.creature_type.as_deref().map(capitalized)),
                ("Size", unmentioned("size", option.size_text.clone().or_else(|| alternatives(&option.sizes)))),
                ("Speed", unmentioned("speed", option.speed.map(|feet| format!("{feet} ft.")))),
                ("Ability Scores", unmentioned("ability score", increases(option))),
                ("Age", unmentioned("age", option.age.clone())),
                ("Alignment", unmentioned("alignment", option.alignment.clone())),
                ("Starting Gold", starting_gold(option)),
                ("Repeatable", repeatable(option)),
                ("Level", levels(option)),
                ("Activation", option.activation.as_deref().map(spell_out)),
                ("Uses", option.uses.as_deref().map(inline)),
                ("Recovery", recovery(option)),
            ])
            .text(&option.text)
            .fact_section("Starting Equipment", starting_equipment(option))
            .fact_section(
                "Multiclassing",
                option
                    .multiclassing
                    .iter()
                    .map(|m| multiclassing(m, option.text.contains("Multiclass Character")))
                    .collect(),
            )
            .fact_section(
                &if option.kind == Kind::Feature { "By Level".to_owned() } else { format!("The {}", option.name) },
                vec![class_table::render(&option.levels, layout)],
            )
            .section("Spellcasting", spellcasting_text(option))
            .section("Features", feature::features(option, layout))
            .section("Traits", option.traits.iter().map(|t| run_in(&t.name, &t.text, 3)).collect())
            .parts(feature::benefits(option))
    }
}

/// `Druid subclass. Druid Circle`, `General Feat (Prerequisite: Level 4+)`.
fn subtitle(option: &Model, layout: Layout) -> String {
    let is_2024 = layout == Layout::Rules2024;
    let parent = option.parent_slug.as_deref();
    let parent = parent.map(|slug| linked_name(option, slug));
    let what = match (option.kind, parent) {
        (Kind::Class, _) => "Class".to_owned(),
        (Kind::Subclass, Some(class)) if is_2024 => format!("{class} Subclass"),
        (Kind::Subclass, Some(class)) => format!("{class} subclass"),
        (Kind::Subclass, None) => "Subclass".to_owned(),
        (Kind::Race, _) if is_2024 => "Species".to_owned(),
        (Kind::Race, _) => "Race".to_owned(),
        (Kind::Subrace, Some(species)) if is_2024 => format!("{species} lineage"),
        (Kind::Subrace, Some(race)) => format!("{race} subrace"),
        (Kind::Subrace, None) => "Subrace".to_owned(),
        (Kind::Background, _) => "Background".to_owned(),
        (Kind::Feat, _) => match option.feat_category.as_deref() {
            Some(category) => format!("{} Feat", titled(category)),
            None => "Feat".to_owned(),
        },
        (Kind::Feature, _) => feature(option, is_2024),
    };
    let what = match option.prerequisites.as_deref().map(inline) {
        Some(needed) if !needed.is_empty() => {
            format!("{what} (Prerequisite: {})", needed.trim_end_matches('.'))
        }
        _ => what,
    };
    // A class's summary is what it calls its subclasses.
    match option.summary.as_deref().map(inline) {
        Some(subclasses) if option.kind == Kind::Class => {
            format!("{what}. Subclasses: {subclasses}")
        }
        Some(summary) if !contains_phrase(&option.text, &summary) => {
            format!("{what}. {}", summary.trim_end_matches('.'))
        }
        _ => what,
    }
}

/// `Warlock eldritch invocation`.
fn feature(option: &Model, is_2024: bool) -> String {
    let kind = option.feature_kind.map_or("feature", |kind| kind.describe(is_2024));
    let list = option.option_of_slug.as_deref().map(|slug| linked_name(option, slug));
    // An eldritch invocation is an option by its kind.
    if let Some(list) = list.filter(|_| option.feature_kind.is_some_and(FeatureKind::is_granted)) {
        return format!("{} (option of {list})", feature_of(option, kind));
    }
    feature_of(option, kind)
}

fn feature_of(option: &Model, kind: &str) -> String {
    match option.owner_slug.as_deref() {
        Some(owner) => format!("{} {kind}", linked_name(option, owner)),
        None => capitalized(kind),
    }
}

/// The levels at which a feature is gained or grows; the text of a class has those of its table.
fn levels(option: &Model) -> Option<String> {
    if option.kind != Kind::Feature {
        return None;
    }
    let gained = option.levels.iter().map(|level| level.level.to_string());
    joined(gained).or_else(|| Some(option.level?.to_string()))
}

fn recovery(option: &Model) -> Option<String> {
    alternatives(&option.recovery).map(|when| spell_out(&when))
}

/// Spells out a code: `Bonus action` for `bonus-action`.
fn spell_out(code: &str) -> String {
    capitalized(&words(code))
}

/// Whether a trait or benefit of that name describes a fact in full.
fn has_part(option: &Model, name: &str) -> bool {
    let traits = option.traits.iter().map(|t| t.name.as_str());
    let benefits = option.benefits.iter().filter_map(|b| b.name.as_deref());
    traits.chain(benefits).any(|part| part.to_lowercase().starts_with(name))
}

fn languages(option: &Model) -> Option<String> {
    let printed = option.proficiencies.languages.clone();
    printed.or_else(|| names(&option.languages))
}

/// The proficiencies of an option without printed ones.
fn other_proficiencies(option: &Model) -> Option<String> {
    let p = &option.proficiencies;
    let printed = [&p.armor, &p.weapons, &p.tools, &p.skills, &p.languages, &p.saving_throws];
    let mentioned = printed.into_iter().any(Option::is_some)
        || !(option.traits.is_empty() && option.features.is_empty() && option.benefits.is_empty());
    let choices = p.choices.iter().filter_map(|choice| choice.text.clone());
    let all = p.fixed.iter().map(|slug| proficiency(slug)).chain(choices);
    joined(all).filter(|_| !mentioned)
}

/// `Stealth` of `skill-stealth`.
fn proficiency(slug: &str) -> String {
    let bare = ["skill-", "tool-"].iter().find_map(|prefix| slug.strip_prefix(prefix));
    titled(bare.unwrap_or(slug))
}

fn spellcasting(option: &Model) -> Option<String> {
    let how = option.caster_type.as_deref().filter(|c| *c != "NONE");
    let how = how.map(|caster| format!("{} caster", capitalized(&words(caster))));
    joined([how, option.spellcasting_ability.as_deref().map(capitalized)].into_iter().flatten())
}

/// `Dexterity +2, two others +1`.
fn increases(option: &Model) -> Option<String> {
    joined(option.ability_increases.iter().map(|increase| {
        let bonus = notation::signed(increase.bonus);
        let among = alternatives(&increase.among);
        match (&increase.ability, increase.choose, among) {
            (Some(ability), ..) => format!("{} {bonus}", titled(ability)),
            (None, Some(many), among) if many > 1 => {
                let among = among.unwrap_or_else(|| "your choice".to_owned());
                format!("{many} of {among} {bonus}")
            }
            (None, _, Some(among)) => format!("{among} {bonus}"),
            (None, _, None) => format!("one of your choice {bonus}"),
        }
    }))
}

fn starting_gold(option: &Model) -> Option<String> {
    let gold = format!("{} gp", notation::decimal(option.starting_gold?));
    let mentioned = option.starting_equipment.as_deref().is_some_and(|text| contains_phrase(text, &gold));
    (!mentioned).then_some(gold)
}

fn repeatable(option: &Model) -> Option<String> {
    let texts = option.benefits.iter().map(|b| b.text.as_str()).chain([option.text.as_str()]);
    let mentioned =
        texts.into_iter().any(|t| contains_phrase(t, "more than once") || contains_phrase(t, "multiple times"));
    (option.repeatable == Some(true) && !mentioned).then(|| "Yes".to_owned())
}

fn starting_equipment(option: &Model) -> Vec<String> {
    let text = option.starting_equipment.as_deref().unwrap_or_default();
    if option.benefits.iter().any(|benefit| benefit.text == text) {
        return Vec::new();
    }
    vec![normalise(text, 3)]
}

/// What multiclassing asks for and gives; what it gives is in the text where that has a part on it.
fn multiclassing(rules: &Multiclassing, is_in_text: bool) -> String {
    let between = if rules.any_of { " or " } else { " and " };
    let needed: Vec<String> =
        rules.prerequisites.iter().map(|p| format!("{} {}", titled(&p.ability), p.minimum)).collect();
    let choices = rules.proficiency_choices.iter().filter_map(|choice| {
        let text = choice.text.as_deref()?;
        if text.starts_with("Choose") {
            Some(bracketed(text))
        } else {
            Some(format!("{} {text} of your choice", choice.choose))
        }
    });
    let gained = rules.proficiencies.iter().map(|slug| proficiency(slug)).chain(choices);
    let lines = [
        (!needed.is_empty()).then(|| format!("- **Prerequisites:** {}", needed.join(between))),
        joined(gained).filter(|_| !is_in_text).map(|gained| format!("- **Proficiencies Gained:** {gained}")),
    ];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// A choice in brackets, as a part of a list that has commas of its own.
fn bracketed(choice: &str) -> String {
    format!("({})", notation::uncapitalized(choice))
}

fn spellcasting_text(option: &Model) -> Vec<String> {
    let text = option.spellcasting_text.as_deref().unwrap_or_default();
    let said = letters(text);
    if option.features.iter().any(|feature| letters(&feature.text).contains(&said)) {
        return Vec::new();
    }
    vec![normalise(text, 3)]
}
