//! Fight Club 5: elements of a compendium in XML, which Game Master 5 reads, too.

mod option;
mod xml;

use super::Credit;
use super::five_e_tools::{item_code, item_properties};
use crate::creature::{self, Action, Attack};
use crate::markdown::creature::{ArmorDetail, armor_class, armor_detail};
use crate::markdown::creature::{defences, listed, printed, senses, skills, speeds};
use crate::markdown::notation::{capitalized, signed, titled};
use crate::markdown::stat_block::{self, sections};
use crate::vocabulary::SCHOOLS;
use crate::vocabulary::SKILLS;
use crate::{Damage, Row, character_option, cr_text, equipment, spell};
use std::any::Any;
use xml::{Xml, lines};

/// The elements of a creature's sections.
const SECTIONS: [(&str, &str); 6] = [
    ("Traits", "trait"),
    ("Actions", "action"),
    ("Bonus Actions", "action"),
    ("Reactions", "reaction"),
    ("Legendary Actions", "legendary"),
    ("Lair Actions", "legendary"),
];

/// The element of a row; `None` for a rule, and for what stands within a class or a race.
pub(super) fn element<R: Row>(row: &R, credit: &Credit<'_>) -> Option<String> {
    let any = row as &dyn Any;
    let mut out = Xml::default();
    let name = if let Some(row) = any.downcast_ref::<creature::Model>() {
        monster(&mut out, row, credit);
        "monster"
    } else if let Some(row) = any.downcast_ref::<spell::Model>() {
        spell(&mut out, row, credit);
        "spell"
    } else if let Some(row) = any.downcast_ref::<equipment::Model>() {
        item(&mut out, row, credit);
        "item"
    } else {
        let row = any.downcast_ref::<character_option::Model>()?;
        option::write(&mut out, row, credit)?
    };
    Some(format!("<{name}>\n{}</{name}>\n", out.0))
}

/// The line of a text that the program takes for its source.
fn source(credit: &Credit<'_>) -> String {
    format!("Source: {}", credit.line())
}

fn monster(out: &mut Xml, creature: &creature::Model, credit: &Credit<'_>) {
    let bonuses = |bonuses: Vec<(String, i32)>| {
        let bonuses = bonuses.iter().map(|(name, bonus)| format!("{name} {}", signed(*bonus)));
        bonuses.collect::<Vec<_>>().join(", ")
    };
    let saves = listed(&creature.saving_throws).into_iter();
    let saves = saves.filter_map(|(name, bonus)| Some((name.to_owned(), bonus?)));
    let kind = creature.creature_type.as_deref().unwrap_or_default();
    let kind = match creature.subtype.as_deref() {
        Some(subtype) => format!("{kind} ({subtype})"),
        None => kind.to_owned(),
    };
    let points = match (creature.hit_points, creature.hit_dice.as_deref()) {
        (Some(points), Some(dice)) => format!("{points} ({})", without_spaces(dice)),
        (points, dice) => points.map(|points| points.to_string()).or(dice.map(without_spaces)).unwrap_or_default(),
    };
    let senses: Vec<String> = senses(creature).into_iter().filter(|sense| !sense.starts_with("passive")).collect();
    let list = |text: Option<&str>, list: &[String]| printed(text, list).unwrap_or_default();
    let size = creature.size.as_deref().map(capitalized).unwrap_or_default();
    out.text("name", &creature.name);
    out.text("size", size.get(..1).unwrap_or_default());
    out.text("type", &kind);
    out.text("alignment", creature.alignment.as_deref().unwrap_or_default());
    out.text("ac", &armor(creature));
    out.text("hp", &points);
    out.text("speed", &speeds(creature).join(", "));
    for (name, score) in listed(&creature.ability_scores) {
        out.number(&name.to_lowercase(), score);
    }
    out.text("save", &bonuses(saves.collect()));
    // The program has the skills of the game's rules alone.
    let skills = skills(creature).into_iter();
    let is_known = |name: &str| SKILLS.iter().any(|(slug, _)| *slug == crate::slugify(name));
    let skills = skills.filter(|(name, _)| is_known(name));
    out.text("skill", &bonuses(skills.collect()));
    let elements = ["vulnerable", "resist", "immune", "conditionImmune"];
    for (element, defence) in elements.into_iter().zip(defences(creature)) {
        out.text(element, defence.as_deref().unwrap_or_default());
    }
    out.text("senses", &senses.join(", "));
    out.number("passive", creature.passive_perception);
    out.text("languages", &list(creature.languages_text.as_deref(), &creature.languages));
    out.text("cr", &creature.challenge_rating.map(cr_text).unwrap_or_default());
    let actions: Vec<&Action> = creature.own_actions().collect();
    for section in sections(creature) {
        let Some((_, element)) = SECTIONS.iter().find(|(name, _)| *name == section.name) else {
            continue;
        };
        if !section.preamble.is_empty() {
            part(out, element, section.name, &section.preamble, &[]);
        }
        for entry in &section.entries {
            let own = actions.iter().find(|action| action.name == entry.own_name);
            let attacks = own.map_or(&[][..], |action| &action.attacks);
            let is_action = section.name != "Traits";
            // The program has no bonus actions of their own.
            let kind = if section.name == "Bonus Actions" { "Bonus Action: " } else { "" };
            part(
                out,
                element,
                &format!("{kind}{}", entry.name()),
                &entry.text(),
                if is_action { attacks } else { &[] },
            );
        }
    }
    if let Some(casting) = &creature.spellcasting {
        let names: Vec<&str> = casting.spells.iter().map(|spell| spell.name.as_str()).collect();
        let slots: Vec<String> = casting.slots.iter().map(ToString::to_string).collect();
        out.text("spells", &names.join(", "));
        out.text("slots", &slots.join(","));
    }
    let text = stat_block::description(creature);
    let source = source(credit);
    let description = lines(&text).into_iter().chain([source]).collect::<Vec<_>>();
    out.text("description", &description.join("\n"));
    out.text("environment", &creature.environments.join(", "));
}

/// The armor class: a number, and the rest in brackets, of which the program reads one pair.
fn armor(creature: &creature::Model) -> String {
    match (creature.armor_class, armor_detail(creature)) {
        (Some(number), Some(ArmorDetail::RestOfLine(rest))) => {
            let rest = rest.replace(['(', ')'], "");
            format!("{number} ({})", rest.trim())
        }
        _ => armor_class(creature).unwrap_or_default(),
    }
}

/// A trait or an action, with the attacks that a touch rolls.
fn part(out: &mut Xml, element: &str, name: &str, text: &str, attacks: &[Attack]) {
    let mut part = Xml::default();
    part.text("name", name);
    part.texts("text", text);
    for attack in attacks {
        let to_hit = attack.to_hit.map(|bonus| bonus.to_string()).unwrap_or_default();
        let damage: Vec<String> = attack.damage.iter().map(rolled).collect();
        let name = attack.name.replace('|', " ");
        part.text("attack", &format!("{name}|{to_hit}|{}", damage.join("+")));
    }
    let parts = ["<", element, ">\n", &part.0, "</", element, ">\n"];
    out.0.extend(parts);
}

/// Dice as the program reads them: `2d8+2`.
fn without_spaces(dice: &str) -> String {
    dice.split_whitespace().collect()
}

/// `1d6+2`.
fn rolled(damage: &Damage) -> String {
    let bonus = damage.bonus.filter(|bonus| *bonus != 0 || damage.dice.is_none());
    match (&damage.dice, bonus) {
        (Some(dice), Some(bonus)) => format!("{dice}{}", signed(bonus)),
        (Some(dice), None) => dice.clone(),
        (None, bonus) => bonus.unwrap_or_default().to_string(),
    }
}

fn spell(out: &mut Xml, spell: &spell::Model, credit: &Credit<'_>) {
    // The program knows no schools but those of the rules.
    let school = spell.school.as_deref().unwrap_or_default();
    let school = SCHOOLS.iter().find(|(name, ..)| *name == school);
    let material = spell.material_text.as_deref().map(|text| format!("M ({text})"));
    let components = [
        spell.verbal.then(|| "V".to_owned()),
        spell.somatic.then(|| "S".to_owned()),
        spell.material.then(|| material.unwrap_or_else(|| "M".to_owned())),
    ];
    let components: Vec<String> = components.into_iter().flatten().collect();
    let duration = if spell.concentration {
        format!("Concentration, up to {}", spell.duration.trim_start_matches("up to "))
    } else {
        capitalized(&spell.duration)
    };
    let classes: Vec<String> = spell.class_slugs.iter().map(|slug| titled(slug)).collect();
    out.text("name", &spell.name);
    out.number("level", Some(spell.level));
    out.text("school", school.map_or("", |(.., letters)| letters));
    out.text("ritual", if spell.ritual { "YES" } else { "NO" });
    let time = [Some(&spell.casting_time_label), spell.reaction_condition.as_ref()];
    let time: Vec<&str> = time.into_iter().flatten().map(String::as_str).collect();
    out.text("time", &time.join(", "));
    out.text("range", spell.range_text.as_deref().unwrap_or_default());
    out.text("components", &components.join(", "));
    out.text("duration", &duration);
    out.text("classes", &classes.join(", "));
    out.texts("text", &spell.text);
    if let Some(higher) = spell.higher_levels_apart() {
        out.texts("text", &format!("At Higher Levels: {higher}"));
    }
    out.text("text", &source(credit));
    for roll in [&spell.damage_roll, &spell.healing].into_iter().flatten() {
        out.text("roll", &without_spaces(roll).replace("MOD", "SPELL"));
    }
}

fn item(out: &mut Xml, row: &equipment::Model, credit: &Credit<'_>) {
    let is_magic = row.kind == equipment::Kind::MagicItem;
    let code = match (row.category.as_deref(), item_code(row)) {
        (Some("wondrous-item"), None) => "W",
        (Some("staff"), None) => "ST",
        (_, Some(code @ ("LA" | "MA" | "HA" | "S" | "M" | "R" | "A" | "P" | "SC" | "RG" | "RD" | "WD"))) => code,
        (_, Some("$G" | "$A" | "TG")) => "$",
        _ if is_magic => "W",
        _ => "G",
    };
    let rarity = row.rarity.as_deref().unwrap_or_default().replace('-', " ");
    let attunement = match (row.requires_attunement, row.attunement_detail.as_deref()) {
        (Some(true), Some(detail)) => format!(" (requires attunement {detail})"),
        (Some(true), None) => " (requires attunement)".to_owned(),
        _ => String::new(),
    };
    let range = row.range.map(|range| format!("{range}/{}", row.long_range.unwrap_or(range)));
    let letter = row.damage_type.as_deref().and_then(super::five_e_tools::damage_letter);
    // The program's letters are others for force and psychic, and it has none for poison.
    let letter = match letter {
        Some("O") => Some("FC"),
        Some("Y") => Some("PS"),
        letter => letter.filter(|letter| *letter != "I"),
    };
    let martial = (row.martial == Some(true)).then_some("M");
    let properties: Vec<&str> = item_properties(row).into_iter().chain(martial).collect();
    out.text("name", &row.name);
    out.text("type", code);
    out.text("magic", if is_magic { "YES" } else { "" });
    out.text("detail", &format!("{rarity}{attunement}"));
    out.number("weight", row.weight.filter(|weight| *weight > 0.0));
    out.number("value", row.cost.filter(|cost| *cost > 0.0));
    out.number("ac", row.ac_base);
    out.number("strength", row.strength_required);
    out.text("stealth", if row.stealth_disadvantage == Some(true) { "YES" } else { "" });
    out.text("dmg1", row.damage_dice.as_deref().unwrap_or_default());
    out.text("dmg2", row.versatile_dice.as_deref().unwrap_or_default());
    out.text("dmgType", letter.unwrap_or_default());
    out.text("property", &properties.join(","));
    out.text("range", range.as_deref().unwrap_or_default());
    out.texts("text", &row.text);
    for part in row.contents.iter() {
        out.text("text", &format!("• {} × {}", part.quantity, part.name));
    }
    out.texts("text", row.notes.as_deref().unwrap_or_default());
    out.text("text", &source(credit));
}
