//! Derived fields of classes and feats: what the game's rules or the text make certain where no source says it.

use super::feat_increases::{background_increases, feat_increases};
use super::features::prerequisite;
use super::{Benefit, Kind, Model, granted_proficiencies, listed_proficiencies, spell_table};
use crate::letters;

/// Derives the increases of a feat or a background from its text, the caster type of a class from the spell slots, and the primary abilities from the prerequisites of multiclassing,
/// where the sources leave them empty.
///
/// Correction (character options): A missing caster type follows from the spell slots, missing primary abilities
/// from the requirements of multiclassing.
///
/// Correction (character options): The benefits of a background stand in the order of the books, not of the alphabet.
///
/// Correction (character options): A feat's text does not begin with the prerequisite that its line has.
pub(super) fn apply(option: &mut Model) {
    if !matches!(option.kind, Kind::Class | Kind::Background) {
        granted_proficiencies::fill(option);
    }
    if matches!(option.kind, Kind::Class | Kind::Background) {
        listed_proficiencies::add_chosen_tools(option);
    }
    if option.kind == Kind::Background {
        listed_proficiencies::add_languages(option);
    }
    granted_proficiencies::rename(option);
    if option.kind == Kind::Feat {
        prerequisite::leave_out_repeated(option);
    }
    if option.kind == Kind::Feat && option.ability_increases.is_empty() {
        option.ability_increases = feat_increases(option).into();
    }
    if option.kind == Kind::Background {
        option.benefits.sort_by_key(place);
    }
    if option.kind == Kind::Background && option.ability_increases.is_empty() {
        option.ability_increases = background_increases(option).into();
    }
    if matches!(option.kind, Kind::Class | Kind::Subclass) {
        leave_out_summary(option);
        leave_out_repeated(option);
    }
    if option.kind == Kind::Feat {
        name_repeatable(option);
    }
    complete_alignment(option);
    spell_table::add(option);
    if option.caster_type.is_none() {
        option.caster_type = caster_type(option);
    }
    if option.kind != Kind::Class {
        return;
    }
    narrow_multiclassing(option);
    if option.primary_abilities.is_empty() {
        option.primary_abilities =
            option.multiclassing.iter().flat_map(|m| m.prerequisites.iter().map(|p| p.ability.clone())).collect();
    }
}

/// Correction (character options): The text of a subclass does not begin with its summary.
fn leave_out_summary(option: &mut Model) {
    let summary = option.summary.as_deref().map(letters).filter(|summary| !summary.is_empty());
    if let Some((first, rest)) = option.text.split_once("\n\n")
        && summary.is_some_and(|summary| letters(first) == summary)
    {
        option.text = rest.to_owned();
    }
}

/// Correction (character options): The benefit that lets one take a feat again is *Repeatable*.
fn name_repeatable(option: &mut Model) {
    for benefit in option.benefits.iter_mut().filter(|benefit| benefit.name.is_none()) {
        if benefit.text.starts_with("You can take this feat more than once") {
            benefit.name = Some("Repeatable".to_owned());
        }
    }
}

/// Correction (character options): The alignment of a species goes as far as its trait does.
fn complete_alignment(option: &mut Model) {
    let said = option.traits.iter().find(|part| part.name == "Alignment").map(|part| &part.text);
    if let (Some(alignment), Some(said)) = (&mut option.alignment, said)
        && said.starts_with(alignment.as_str())
    {
        alignment.clone_from(said);
    }
}

/// Correction (character options): Who takes a class as another chooses from the skills that the class lists.
fn narrow_multiclassing(option: &mut Model) {
    let Some(multiclassing) = option.multiclassing.as_mut() else {
        return;
    };
    for choice in &mut multiclassing.proficiency_choices {
        let narrower = option.proficiencies.choices.iter().find(|own| {
            own.options.len() > 1
                && own.options.len() < choice.options.len()
                && own.options.iter().all(|skill| choice.options.contains(skill))
        });
        if let Some(own) = narrower {
            choice.options.clone_from(&own.options);
            let list = own.text.as_deref().and_then(|text| text.split_once(": "));
            choice.text = list.map(|(_, skills)| format!("Choose {}: {skills}", choice.choose)).or(choice.text.take());
        }
    }
}

/// The place of a benefit of a background.
fn place(benefit: &Benefit) -> usize {
    const ORDER: [&str; 10] = [
        "ability_score", "feat", "skill_proficiency", "tool_proficiency", "language", "equipment", "feature",
        "adventures_and_advancement", "connection_and_memento", "suggested_characteristics",
    ];
    let kind = benefit.kind.as_deref();
    let known = ORDER.iter().position(|known| Some(*known) == kind);
    known.unwrap_or(6)
}

/// Fewest letters of a paragraph that two texts do not share by chance.
const MIN_LETTERS: usize = 20;

/// Correction (character options): A paragraph of a class or a subclass that one of its features has is the feature's, and a
/// heading above no paragraph is left out.
fn leave_out_repeated(option: &mut Model) {
    let of_features: Vec<String> = option.features.iter().map(|f| letters(&f.text)).collect();
    let level = |paragraph: &str| paragraph.bytes().take_while(|byte| *byte == b'#').count();
    let mut kept: Vec<&str> = Vec::new();
    for paragraph in option.text.split("\n\n") {
        let depth = level(paragraph);
        let unlabelled = paragraph.split_once("._** ").map_or(paragraph, |(_, text)| text);
        let said = letters(unlabelled);
        let is_long = said.len() >= MIN_LETTERS;
        if depth == 0 && is_long && of_features.iter().any(|text| text.contains(&said)) {
            // The caption of a table goes with it.
            if paragraph.starts_with('|') && kept.last().is_some_and(|last| is_caption(last)) {
                kept.pop();
            }
            continue;
        }
        while let Some(last) = kept.last()
            && depth > 0
            && level(last) >= depth
        {
            kept.pop();
        }
        kept.push(paragraph);
    }
    while kept.last().is_some_and(|last| level(last) > 0) {
        kept.pop();
    }
    option.text = kept.join("\n\n");
}

/// Whether a paragraph is nothing but bold.
fn is_caption(paragraph: &str) -> bool {
    let inner = paragraph.trim().strip_prefix("**").and_then(|rest| rest.strip_suffix("**"));
    inner.is_some_and(|inner| !inner.contains("**"))
}

/// The caster type by the highest spell slot at level 20; pact magic has slots of one level only.
fn caster_type(option: &Model) -> Option<String> {
    let last = option.levels.iter().max_by_key(|l| l.level)?;
    let casts = option.kind == Kind::Class || !last.spell_slots.is_empty();
    if last.level < 20 || !casts {
        return None;
    }
    let kinds = last.spell_slots.iter().filter(|n| **n > 0).count();
    let highest = last.spell_slots.iter().rposition(|n| *n > 0).map_or(0, |i| i + 1);
    let name = match (highest, kinds) {
        (0, _) => "NONE",
        (_, 1) => "PACT",
        (9, _) => "FULL",
        (5.., _) => "HALF",
        _ => "THIRD",
    };
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::{AbilityMinimum, ClassLevel, Multiclassing};
    use super::*;

    fn class(slots: &[i32]) -> Model {
        Model {
            levels: vec![ClassLevel { level: 20, spell_slots: slots.to_vec(), ..ClassLevel::default() }].into(),
            ..Model::default()
        }
    }

    #[test]
    fn caster_type_follows_the_slots() {
        for (slots, expected) in [
            (&[4, 3, 3, 3, 3, 2, 2, 1, 1][..], "FULL"),
            (&[4, 3, 3, 3, 2], "HALF"),
            (&[4, 3, 3, 1], "THIRD"),
            (&[0, 0, 0, 0, 4], "PACT"),
            (&[], "NONE"),
        ] {
            let mut option = class(slots);
            apply(&mut option);
            assert_eq!(option.caster_type.as_deref(), Some(expected));
        }
    }

    #[test]
    fn a_subclass_without_slots_says_nothing_of_spells() {
        for (slots, expected) in [(&[][..], None), (&[4, 3, 3, 1], Some("THIRD"))] {
            let mut option = Model { kind: Kind::Subclass, ..class(slots) };
            apply(&mut option);
            assert_eq!(option.caster_type.as_deref(), expected);
        }
    }

    #[test]
    fn an_unknown_table_stays_unknown() {
        let mut option = Model::default();
        apply(&mut option);
        assert_eq!(option.caster_type, None);
    }

    #[test]
    fn primary_abilities_follow_multiclassing() {
        let mut option = class(&[]);
        option.multiclassing = Some(
            Multiclassing {
                prerequisites: vec![AbilityMinimum { ability: "wisdom".into(), minimum: 13 }],
                ..Multiclassing::default()
            }
            .into(),
        );
        apply(&mut option);
        assert_eq!(option.primary_abilities, ["wisdom"]);
    }
}
