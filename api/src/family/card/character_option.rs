//! Classes, subclasses, races, subraces, backgrounds and feats.

use super::notation::{alternatives, capitalized, joined, names, ordinal, titled, words};
use super::prose::{headed, inline, run_in, says};
use super::{Card, class_table, notation};
use crate::family::character_option::{Benefit, Feature, Kind, Model, Multiclassing};

impl From<&Model> for Card {
    fn from(option: &Model) -> Self {
        let proficiencies = &option.proficiencies;
        let untold = |name: &str, fact: Option<String>| fact.filter(|_| !has_part(option, name));
        let saves = proficiencies.saving_throws.clone();
        Card::new(&option.name, &option.document_key)
            .lead(&lead(option))
            .facts([
                ("Hit Die", option.hit_die.map(|sides| format!("d{sides}"))),
                (
                    "Hit Points at 1st Level",
                    option.hit_points_at_first_level.clone(),
                ),
                (
                    "Hit Points at Higher Levels",
                    option
                        .hit_points_at_higher_levels
                        .as_deref()
                        .map(notation::small_dice),
                ),
                ("Primary Abilities", names(&option.primary_abilities)),
                (
                    "Saving Throws",
                    saves.or_else(|| names(&option.saving_throws)),
                ),
                ("Armor", proficiencies.armor.clone()),
                ("Weapons", proficiencies.weapons.clone()),
                ("Tools", untold("tool", proficiencies.tools.clone())),
                ("Skills", untold("skill", proficiencies.skills.clone())),
                ("Languages", untold("language", languages(option))),
                ("Proficiencies", other_proficiencies(option)),
                ("Spellcasting", spellcasting(option)),
                (
                    "Creature Type",
                    option.creature_type.as_deref().map(capitalized),
                ),
                (
                    "Size",
                    untold(
                        "size",
                        option
                            .size_text
                            .clone()
                            .or_else(|| alternatives(&option.sizes)),
                    ),
                ),
                (
                    "Speed",
                    untold("speed", option.speed.map(|feet| format!("{feet} ft."))),
                ),
                ("Ability Scores", untold("ability score", increases(option))),
                ("Age", untold("age", option.age.clone())),
                ("Alignment", untold("alignment", option.alignment.clone())),
                ("Starting Gold", starting_gold(option)),
                ("Repeatable", repeatable(option)),
            ])
            .text(&option.text)
            .fact_section("Starting Equipment", starting_equipment(option))
            .fact_section(
                "Multiclassing",
                option
                    .multiclassing
                    .iter()
                    .map(|m| multiclassing(m))
                    .collect(),
            )
            .fact_section(
                &format!("The {}", option.name),
                vec![class_table::of(&option.levels)],
            )
            .section("Spellcasting", spellcasting_text(option))
            .section("Features", features(option))
            .section(
                "Traits",
                option
                    .traits
                    .iter()
                    .map(|t| run_in(&t.name, &t.text, 3))
                    .collect(),
            )
            .parts(benefits(option))
    }
}

/// `Druid subclass. Druid Circle`, `General Feat (Prerequisite: Level 4+)`.
fn lead(option: &Model) -> String {
    let parent = option.parent_slug.as_deref().map(titled);
    let what = match (option.kind, parent) {
        (Kind::Class, _) => "Class".to_owned(),
        (Kind::Subclass, Some(class)) => format!("{class} subclass"),
        (Kind::Subclass, None) => "Subclass".to_owned(),
        (Kind::Race, _) if option.creature_type.is_some() => "Species".to_owned(),
        (Kind::Race, _) => "Race".to_owned(),
        (Kind::Subrace, Some(race)) => format!("{race} subrace"),
        (Kind::Subrace, None) => "Subrace".to_owned(),
        (Kind::Background, _) => "Background".to_owned(),
        (Kind::Feat, _) => match option.feat_category.as_deref() {
            Some(category) => format!("{} Feat", titled(category)),
            None => "Feat".to_owned(),
        },
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
        Some(summary) if !says(&option.text, &summary) => {
            format!("{what}. {}", summary.trim_end_matches('.'))
        }
        _ => what,
    }
}

/// Whether a trait or benefit has that in its name, and so says it in full.
fn has_part(option: &Model, name: &str) -> bool {
    let traits = option.traits.iter().map(|t| t.name.as_str());
    let benefits = option.benefits.iter().filter_map(|b| b.name.as_deref());
    traits
        .chain(benefits)
        .any(|part| part.to_lowercase().starts_with(name))
}

fn languages(option: &Model) -> Option<String> {
    let printed = option.proficiencies.languages.clone();
    printed.or_else(|| names(&option.languages))
}

/// The proficiencies of an option that says nothing of them in words.
fn other_proficiencies(option: &Model) -> Option<String> {
    let p = &option.proficiencies;
    let printed = [
        &p.armor,
        &p.weapons,
        &p.tools,
        &p.skills,
        &p.languages,
        &p.saving_throws,
    ];
    let told = printed.into_iter().any(Option::is_some)
        || !(option.traits.is_empty() && option.features.is_empty() && option.benefits.is_empty());
    let choices = p.choices.iter().filter_map(|choice| choice.text.clone());
    let all = p.fixed.iter().map(|slug| proficiency(slug)).chain(choices);
    joined(all).filter(|_| !told)
}

/// `Stealth` of `skill-stealth`.
fn proficiency(slug: &str) -> String {
    let bare = ["skill-", "tool-"]
        .iter()
        .find_map(|prefix| slug.strip_prefix(prefix));
    titled(bare.unwrap_or(slug))
}

fn spellcasting(option: &Model) -> Option<String> {
    let how = option.caster_type.as_deref().filter(|c| *c != "NONE");
    let how = how.map(|caster| format!("{} caster", capitalized(&words(caster))));
    joined(
        [how, option.spellcasting_ability.as_deref().map(capitalized)]
            .into_iter()
            .flatten(),
    )
}

/// `Dexterity +2, two others +1`.
fn increases(option: &Model) -> Option<String> {
    joined(option.ability_increases.iter().map(|increase| {
        let bonus = notation::signed(increase.bonus);
        match (&increase.ability, increase.choose) {
            (Some(ability), _) => format!("{} {bonus}", titled(ability)),
            (None, Some(many)) if many > 1 => format!("{many} of your choice {bonus}"),
            (None, _) => format!("one of your choice {bonus}"),
        }
    }))
}

fn starting_gold(option: &Model) -> Option<String> {
    let gold = format!("{} gp", notation::decimal(option.starting_gold?));
    let told = option
        .starting_equipment
        .as_deref()
        .is_some_and(|text| says(text, &gold));
    (!told).then_some(gold)
}

fn repeatable(option: &Model) -> Option<String> {
    let texts = option
        .benefits
        .iter()
        .map(|b| b.text.as_str())
        .chain([option.text.as_str()]);
    let told = texts
        .into_iter()
        .any(|t| says(t, "more than once") || says(t, "multiple times"));
    (option.repeatable == Some(true) && !told).then(|| "Yes".to_owned())
}

fn starting_equipment(option: &Model) -> Vec<String> {
    let text = option.starting_equipment.as_deref().unwrap_or_default();
    if option.benefits.iter().any(|benefit| benefit.text == text) {
        return Vec::new();
    }
    vec![super::prose::below(text, 3)]
}

fn multiclassing(rules: &Multiclassing) -> String {
    let between = if rules.any_of { " or " } else { " and " };
    let needed: Vec<String> = rules
        .prerequisites
        .iter()
        .map(|p| format!("{} {}", titled(&p.ability), p.minimum))
        .collect();
    let choices = rules.proficiency_choices.iter().filter_map(|choice| {
        let text = choice.text.as_deref()?;
        if text.starts_with("Choose") {
            Some(uncomma(text))
        } else {
            Some(format!("{} {text} of your choice", choice.choose))
        }
    });
    let gained = rules
        .proficiencies
        .iter()
        .map(|slug| proficiency(slug))
        .chain(choices);
    let lines = [
        (!needed.is_empty()).then(|| format!("- **Prerequisites:** {}", needed.join(between))),
        joined(gained).map(|gained| format!("- **Proficiencies Gained:** {gained}")),
    ];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// A choice as part of a list that has commas of its own.
fn uncomma(choice: &str) -> String {
    format!("({})", notation::uncapitalized(choice))
}

fn spellcasting_text(option: &Model) -> Vec<String> {
    let text = option.spellcasting_text.as_deref().unwrap_or_default();
    if option
        .features
        .iter()
        .any(|feature| says(&feature.text, text))
    {
        return Vec::new();
    }
    vec![super::prose::below(text, 3)]
}

/// Features by level, each with its options after it.
fn features(option: &Model) -> Vec<String> {
    let mut features: Vec<&Feature> = option.features.iter().collect();
    features.sort_by_key(|f| f.levels.iter().min().copied().unwrap_or(i32::MAX));
    let is_option = |f: &&Feature| {
        f.option_of
            .as_deref()
            .is_some_and(|of| option.features.iter().any(|other| other.name == of))
    };
    let mut parts = Vec::new();
    for feature in features.iter().filter(|f| !is_option(f)) {
        parts.push(headed(3, &feature_name(feature), &feature_text(feature)));
        let options = features
            .iter()
            .filter(|f| f.option_of.as_deref() == Some(&feature.name));
        parts.extend(options.map(|o| headed(4, &feature_name(o), &feature_text(o))));
    }
    parts
}

/// `Extra Attack (5th, 11th level)`.
fn feature_name(feature: &Feature) -> String {
    let levels: Vec<String> = feature.levels.iter().map(|level| ordinal(*level)).collect();
    if levels.is_empty() {
        feature.name.clone()
    } else {
        format!("{} ({} level)", feature.name, levels.join(", "))
    }
}

fn feature_text(feature: &Feature) -> String {
    let needed = feature.prerequisites.join(", ");
    let grows = feature.details.join("; ");
    let mut text = String::new();
    if !needed.is_empty() {
        text = format!("*Prerequisite: {needed}*\n\n");
    }
    text.push_str(&super::prose::without_title(&feature.text, &feature.name));
    if !grows.is_empty() {
        text = format!("{text}\n\n*{grows}*");
    }
    text
}

/// Named benefits in the order of the books, then those without a name as a list.
fn benefits(option: &Model) -> Vec<String> {
    const ORDER: [&str; 10] = [
        "ability_score",
        "skill_proficiency",
        "tool_proficiency",
        "language",
        "equipment",
        "feat",
        "feature",
        "adventures_and_advancement",
        "connection_and_memento",
        "suggested_characteristics",
    ];
    let place = |benefit: &Benefit| {
        let kind = benefit.kind.as_deref().unwrap_or_default();
        ORDER.iter().position(|k| *k == kind).unwrap_or(6)
    };
    let (mut named, unnamed): (Vec<&Benefit>, Vec<&Benefit>) =
        option.benefits.iter().partition(|b| b.name.is_some());
    named.sort_by_key(|b| place(b));
    let mut parts: Vec<String> = named.into_iter().map(benefit).collect();
    let untold = unnamed.into_iter().filter(|b| !says(&option.text, &b.text));
    let items: Vec<String> = untold.map(|b| item(&b.text)).collect();
    parts.push(items.join("\n"));
    parts
}

fn benefit(benefit: &Benefit) -> String {
    let name = benefit.name.as_deref().unwrap_or_default();
    if benefit.text.trim().contains('\n') {
        headed(2, name, &benefit.text)
    } else {
        run_in(name, &benefit.text, 3)
    }
}

/// An item of a list, its further lines indented to stay in it.
fn item(text: &str) -> String {
    let text = super::prose::below(text, 3);
    let lines: Vec<&str> = text.lines().collect();
    format!("- {}", lines.join("\n  ").replace("\n  \n", "\n\n"))
}
