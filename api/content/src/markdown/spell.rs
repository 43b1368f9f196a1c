//! Descriptions of spells.

use super::notation::{capitalized, joined, linked_names, names, ordinal, titled, uncapitalized};
use super::prose::{contains_phrase, inline, run_in};
use super::{Layout, Markdown, Printed, notation};
use crate::spell::{CastingOption, Model};

impl Printed for Model {
    fn printed(&self, layout: Layout) -> Markdown {
        let spell = self;
        let is_2024 = layout == Layout::Rules2024;
        // The books of 2024 name the classes behind the school.
        let classes = names(&spell.class_slugs).filter(|_| !is_2024);
        Markdown::new(&spell.name, &spell.document_key)
            .subtitle(&if is_2024 { subtitle_2024(spell) } else { subtitle(spell) })
            .facts([
                ("Casting Time", casting_time(spell, layout)),
                ("Range", range(spell, layout)),
                ("Components", components(spell)),
                ("Duration", duration(spell)),
                ("Classes", classes),
                ("Subclasses", linked_names(spell, &spell.subclass_slugs)),
            ])
            .facts(unmentioned(spell))
            .text(&spell.text)
            .parts(higher_levels(spell, layout))
    }
}

/// `Level 3 Evocation (Sorcerer, Wizard)`, `Evocation Cantrip (Wizard)`.
fn subtitle_2024(spell: &Model) -> String {
    let school = spell.school.as_deref().map(capitalized);
    let school = school.unwrap_or_else(|| "Spell".to_owned());
    let line = match spell.level {
        0 => format!("{school} Cantrip"),
        level => format!("Level {level} {school}"),
    };
    match names(&spell.class_slugs) {
        Some(classes) => format!("{line} ({classes})"),
        None => line,
    }
}

/// `3rd-level evocation (ritual)`, `Evocation cantrip`.
fn subtitle(spell: &Model) -> String {
    let school = spell.school.as_deref().unwrap_or_default();
    let line = match (spell.level, school) {
        (0, "") => "Cantrip".to_owned(),
        (0, school) => format!("{} cantrip", capitalized(school)),
        (level, "") => format!("{}-level spell", ordinal(level)),
        (level, school) => format!("{}-level {school}", ordinal(level)),
    };
    if spell.ritual { format!("{line} (ritual)") } else { line }
}

/// `1 reaction, which you take when ...`; in the books of 2024 `Reaction, which you take when ...`, `Action or Ritual`.
fn casting_time(spell: &Model, layout: Layout) -> Option<String> {
    let condition = spell.reaction_condition.as_deref().map(inline);
    let condition = condition.filter(|c| !c.is_empty()).map(|condition| {
        let starts = ["which ", "that ", "when ", "taken ", "in response "];
        if starts.iter().any(|start| condition.starts_with(start)) {
            condition
        } else {
            format!("which you take when {condition}")
        }
    });
    let label = spell.casting_time_label.as_str();
    let label = match layout {
        Layout::Rules2014 => label.to_owned(),
        Layout::Rules2024 => {
            let name = label
                .strip_prefix("1 ")
                .filter(|name| ["action", "bonus action", "reaction"].contains(&name.to_lowercase().as_str()));
            let label = name.map_or_else(|| label.to_owned(), titled);
            let is_said = !spell.ritual || contains_phrase(&label, "ritual");
            if is_said { label } else { format!("{label} or Ritual") }
        }
    };
    joined([Some(label), condition].into_iter().flatten())
}

/// `150 feet`, `Self (15-foot cone)`; in the books of 2024 `Self`, since the text has the area.
fn range(spell: &Model, layout: Layout) -> Option<String> {
    let range = spell.range_text.as_deref()?;
    match area(spell) {
        Some(area) if range.eq_ignore_ascii_case("self") && layout == Layout::Rules2014 => {
            Some(format!("{range} ({area})"))
        }
        _ => Some(range.to_owned()),
    }
}

/// `10-foot radius`, `15-foot cone`.
fn area(spell: &Model) -> Option<String> {
    let (shape, size) = (spell.area_shape.as_deref()?, spell.area_size?);
    let size = notation::grouped(size.into());
    let unit = match spell.area_unit.as_deref() {
        Some("miles" | "mile") => "mile",
        _ => "foot",
    };
    Some(match shape {
        "sphere" => format!("{size}-{unit} radius"),
        "cylinder" => format!("{size}-{unit}-radius cylinder"),
        shape => format!("{size}-{unit} {shape}"),
    })
}

/// `V, S, M (a copper lid)`.
fn components(spell: &Model) -> Option<String> {
    let material = spell.material.then(|| {
        let words = inline(spell.material_text.as_deref().unwrap_or_default());
        let mut words = uncapitalized(words.trim_end_matches('.'));
        if let Some(cost) = spell.material_cost
            && !words.chars().any(|c| c.is_ascii_digit())
        {
            words = format!("{words} worth {} gp", notation::decimal(cost));
        }
        if words.trim().is_empty() { "M".to_owned() } else { format!("M ({})", words.trim()) }
    });
    joined(
        [spell.verbal.then(|| "V".to_owned()), spell.somatic.then(|| "S".to_owned()), material].into_iter().flatten(),
    )
}

/// `Concentration, up to 1 minute`, `Instantaneous`.
fn duration(spell: &Model) -> Option<String> {
    let duration = spell.duration.trim();
    if !spell.concentration || contains_phrase(duration, "concentration") {
        return Some(capitalized(duration)).filter(|d| !d.is_empty());
    }
    Some(if duration.is_empty() {
        "Concentration".to_owned()
    } else if duration.starts_with("until") || contains_phrase(duration, "up to") {
        format!("Concentration, {duration}")
    } else {
        format!("Concentration, up to {duration}")
    })
}

/// The facts of a spell without a text. A text is right where a source's own reading of it is not, so the two never
/// stand side by side.
fn unmentioned(spell: &Model) -> [(&'static str, Option<String>); 4] {
    if !spell.text.trim().is_empty() {
        return Default::default();
    }
    let save = spell.saving_throw.as_deref().map(capitalized);
    let save = save.map(|ability| match spell.saving_throw_success.as_deref() {
        Some("half") => format!("{ability} (half damage on a success)"),
        _ => ability,
    });
    let attack = spell.attack_roll.then(|| {
        let kind = spell.attack_type.as_deref().unwrap_or_default();
        capitalized(&format!("{kind} spell attack"))
    });
    let types = spell.damage_types.join(", ");
    let damage = spell.damage_roll.as_ref();
    [
        ("Saving Throw", save),
        ("Attack", attack),
        ("Damage", damage.map(|dice| format!("{dice} {types}"))),
        ("Healing", spell.healing.clone()),
    ]
}

/// What the books print before the text of stronger castings.
pub(crate) fn heading_of_higher_levels(spell: &Model, layout: Layout) -> &'static str {
    match (layout, spell.level) {
        (Layout::Rules2014, _) => "At Higher Levels",
        (Layout::Rules2024, 0) => "Cantrip Upgrade",
        (Layout::Rules2024, _) => "Using a Higher-Level Spell Slot",
    }
}

fn higher_levels(spell: &Model, layout: Layout) -> Vec<String> {
    let text = spell.higher_levels.as_deref().unwrap_or_default();
    let mut parts = Vec::new();
    if !text.trim().is_empty() && !contains_phrase(&spell.text, text) {
        let heading = heading_of_higher_levels(spell, layout);
        parts.push(run_in(heading, text, 2));
    }
    // The options only repeat, level by level, what a text says.
    let unmentioned = spell.casting_options.iter().filter(|_| text.trim().is_empty());
    let rows: Vec<Vec<String>> =
        unmentioned.filter_map(|option| Some(vec![option_label(&option.kind), changes(spell, option)?])).collect();
    if !rows.is_empty() {
        parts.push(notation::table(&["Cast".to_owned(), "Change".to_owned()], &rows));
    }
    parts
}

/// `Slot of 4th level`, `Character level 5`.
fn option_label(kind: &str) -> String {
    let number = kind.rsplit_once('_').and_then(|(_, n)| n.parse().ok());
    match number {
        Some(level) if kind.starts_with("slot") => format!("Slot of {} level", ordinal(level)),
        Some(level) => format!("Character level {level}"),
        None if kind == "ritual" => "As a ritual".to_owned(),
        None => capitalized(&notation::words(kind)),
    }
}

fn changes(spell: &Model, option: &CastingOption) -> Option<String> {
    let unit = spell.area_unit.as_deref().unwrap_or("feet");
    let other = |value: &Option<String>, usual: Option<&str>| value.clone().filter(|v| Some(v.as_str()) != usual);
    let facts = [
        other(&option.damage_roll, spell.damage_roll.as_deref()).map(|d| format!("{d} damage")),
        other(&option.healing, spell.healing.as_deref()).map(|h| format!("{h} hit points")),
        option.target_count.filter(|count| Some(*count) != spell.target_count).map(|count| format!("{count} targets")),
        other(&option.duration, Some(&spell.duration)).map(|d| format!("duration {d}")),
        other(&option.range, spell.range_text.as_deref()).map(|r| format!("range {r}")),
        option
            .concentration
            .filter(|c| *c != spell.concentration)
            .map(|c| if c { "concentration" } else { "no concentration" }.to_owned()),
        option.area_size.filter(|size| Some(*size) != spell.area_size).map(|size| format!("area {size} {unit}")),
        option.text.as_deref().map(inline).filter(|t| !contains_phrase(&spell.text, t)),
    ];
    joined(facts.into_iter().flatten())
}
