//! Printed fields: what the words of a spell tell without doubt, for columns that no source fills, or that sources fill
//! differently.

use super::effect::{SAVE, SPELL_ATTACK, areas, dealt, rolls, saves, speaks_of_attack, types};
use crate::spell::Model;
use crate::vocabulary::{ABILITIES, DAMAGE_TYPES};
use crate::{Regex, pattern};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A column and its value.
type PrintedField = (&'static str, Value);

pub(super) fn printed_fields(row: &Model) -> Vec<PrintedField> {
    let mut told = Vec::new();
    if let [ability] = saves(&SAVE, &row.text).as_slice() {
        told.push(("saving_throw", json!(ability)));
    }
    told.extend(saving_throw_success(row));
    told.extend(damage_types(row));
    told.extend(damage_roll(row));
    told.extend(attack(row));
    told.extend(area(row));
    told
}

/// A saving throw that keeps the effect off: `must succeed on a Wisdom saving throw or fall asleep`.
static AVERTED: LazyLock<Regex> = LazyLock::new(|| {
    let any = ABILITIES.join("|");
    pattern(&format!(
        r"\bsucceeds? on an? (?:{any}) saving throw,? or\b"
    ))
});

/// What a success does otherwise.
static ON_SUCCESS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\bhalf (?:as much|the|that|of)\b|\bon a success|\bsuccessful sav"));

/// Correction (spells): A success against "must succeed on a saving throw or" averts the effect.
fn saving_throw_success(row: &Model) -> Option<PrintedField> {
    row.saving_throw.as_ref()?;
    let is_averted = row.saving_throw_success.is_none()
        && AVERTED.is_match(&row.text)
        && !ON_SUCCESS.is_match(&row.text);
    is_averted.then(|| ("saving_throw_success", json!("none")))
}

fn damage_types(row: &Model) -> Option<PrintedField> {
    let mut dealt = dealt(&row.text);
    if dealt.is_empty() {
        return None;
    }
    let named = types(&row.text);
    let stated = row.damage_types.iter();
    dealt.extend(stated.filter(|kind| named.contains(*kind)).cloned());
    Some(("damage_types", json!(dealt)))
}

/// Dice of damage with the number that is added to them.
static DAMAGE: LazyLock<Regex> = LazyLock::new(|| {
    let any = DAMAGE_TYPES.join("|");
    pattern(&format!(
        r"\b(?P<roll>\d+d\d+(?: ?\+ ?\d+)?)(?: extra| additional| points of| of)? (?:{any})(?:(?:, (?:or |and )?| or | and )(?:{any}))* damage"
    ))
});

/// The one roll of damage in the text, where the row has none, or has it without its bonus.
///
/// Correction (spells): The dice of damage that only the text gives are the damage roll.
fn damage_roll(row: &Model) -> Option<PrintedField> {
    let printed = DAMAGE.captures_iter(&row.text);
    let printed: BTreeSet<&str> = printed
        .filter_map(|found| Some(found.name("roll")?.as_str()))
        .collect();
    let printed = printed.into_iter().collect::<Vec<_>>();
    let [printed] = printed.as_slice() else {
        return None;
    };
    let is_meant = match row.damage_roll.as_deref() {
        None | Some("") => !row.damage_types.is_empty(),
        Some(stated) => {
            let all = rolls(&row.text);
            let bare = stated.to_lowercase().replace(' ', "");
            !all.contains(&bare) && all.iter().any(|roll| roll.starts_with(&format!("{bare}+")))
        }
    };
    is_meant.then(|| ("damage_roll", json!(printed)))
}

/// An attack that the text makes, or that it does not make although a source says so.
///
/// Correction (spells): A spell that only helps or hinders attack rolls makes no attack.
fn attack(row: &Model) -> Vec<PrintedField> {
    let mut made = SPELL_ATTACK.captures_iter(&row.text);
    if let Some(attack) = made.find(|found| found.name("after").is_none()) {
        let kind = attack.name("kind").map(|kind| kind.as_str().to_lowercase());
        let kind = kind.map(|kind| ("attack_type", json!(kind)));
        return [("attack_roll", json!(true))]
            .into_iter()
            .chain(kind)
            .collect();
    }
    if row.attack_roll && !row.text.is_empty() && !speaks_of_attack(&row.text) {
        return vec![("attack_roll", json!(false))];
    }
    Vec::new()
}

/// Areas that the text gives by their shape, or by what lies within them.
static GIVEN: LazyLock<[(&str, Regex); 4]> = LazyLock::new(|| {
    [
        ("cone", pattern(r"\b(\d+)[- ]f(?:oo|ee)t(?:-long)? cone\b")),
        (
            "line",
            pattern(
                r"\b(\d+)[- ]f(?:oo|ee)t[- ]long[^.]{0,20} line\b|\bline (?:that is )?(\d+) feet long|\b(\d+)[- ]foot line\b",
            ),
        ),
        (
            "cylinder",
            pattern(r"\b(\d+)-f(?:oo|ee)t[- ]radius,? [^.]{0,25}cylinder"),
        ),
        (
            "sphere",
            pattern(
                r"\b(\d+)-f(?:oo|ee)t[- ]radius,? sphere|\b(?:creatures?|enem(?:y|ies)|objects?) (?:\w+ ){0,4}(?:in|within) an? (\d+)[- ]f(?:oo|ee)t[- ]radius|\b(\d+)[- ]f(?:oo|ee)t[- ]radius (?:area )?(?:centered|around)|\bwithin (\d+) feet of (?:that|a|the) point",
            ),
        ),
    ]
});

/// The area, where the row has none and the text gives one; else the one area in the text, where the row has another one.
/// Its shape is told too, but for round ones: a text gives the radius of a sphere, a cylinder and an emanation alike.
///
/// Correction (spells): An area that only the text gives is the area: a cone, a line, a cylinder, or what lies within a
/// radius.
fn area(row: &Model) -> Vec<PrintedField> {
    let of =
        |shape: &str, size: i32| vec![("area_shape", json!(shape)), ("area_size", json!(size))];
    let Some(stated) = row.area_shape.as_deref() else {
        return match given(&row.text).into_iter().collect::<Vec<_>>().as_slice() {
            [(shape, size)] => of(shape, *size),
            _ => Vec::new(),
        };
    };
    let mut printed = areas(&row.text);
    printed.sort_unstable();
    printed.dedup();
    match printed.as_slice() {
        [("sphere", size)] if ["sphere", "cylinder"].contains(&stated) => {
            vec![("area_size", json!(size))]
        }
        [(shape, size)] if *shape != "sphere" => of(shape, *size),
        _ => Vec::new(),
    }
}

fn given(text: &str) -> BTreeSet<(&'static str, i32)> {
    let mut given = BTreeSet::new();
    for (shape, regex) in GIVEN.iter() {
        for found in regex.captures_iter(text) {
            let size = found.iter().skip(1).flatten().next();
            given.extend(size.and_then(|size| Some((*shape, size.as_str().parse().ok()?))));
        }
    }
    given
}
