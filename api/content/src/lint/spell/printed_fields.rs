//! Printed fields: what the words of a spell tell without doubt, for columns that no source fills, or that sources fill
//! differently.

use super::effect::{self, SAVE, SPELL_ATTACK, dealt, rolls, saves, types};
use super::printed_area;
use crate::spell::Model;
use crate::vocabulary::{ABILITIES, DAMAGE_TYPES, number_word};
use crate::{Pattern, Regex, pattern};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A column and its value.
type PrintedField = (&'static str, Value);

pub(super) fn printed_fields(row: &Model) -> Vec<PrintedField> {
    let mut told = Vec::new();
    told.extend(saving_throw(row));
    told.extend(saving_throw_success(row));
    told.extend(damage_types(row));
    told.extend(damage_roll(row));
    told.extend(attack(row));
    told.extend(concentration(row));
    told.extend(printed_area::area(row));
    told.extend(targets(row));
    told
}

/// Words of a sentence that calls for a saving throw, in other words than [`SAVE`].
static CALL: Pattern =
    Pattern::new(r"\b(?:must|mak(?:e|es|ing)|succe\w*|fail\w*|attempts?|allow\w*|repeat\w*|requires?|unless|dc)\b");

/// A saving throw with what stands around it.
static NAMED: Pattern = Pattern::new(r"(?P<before>[^.\n]{0,60})\bsav(?:es?\b|ing throws?)(?P<after>[^.\n]{0,20})");

/// What a spell gives to a saving throw for which it does not call.
static HELPED: Pattern = Pattern::new(
    r"advantage on\b|\badvantage\b[^.]{0,12}$|\bbonus to\b|\bno $|\bproficien|\badds?\b|\breroll|\bpenalty\b|\bother \w+ or $",
);

/// The ability that saves. A text that names only saving throws that it helps or hinders calls for none.
///
/// Correction (spells): A spell that gives advantage on saving throws, or hinders them, calls for none.
fn saving_throw(row: &Model) -> Option<PrintedField> {
    let called = saves(&SAVE, &row.text);
    match (called.as_slice(), &row.saving_throw) {
        ([ability], _) | ([ability, ..], None) => Some(("saving_throw", json!(ability))),
        ([], Some(_)) if !row.text.is_empty() => {
            let all = [Some(row.text.as_str()), row.higher_levels.as_deref()];
            let sentences = all.into_iter().flatten().flat_map(|text| text.split(['.', '\n']));
            let mut naming = sentences.clone().flat_map(|text| NAMED.captures_iter(text));
            // A text that names no saving throw says nothing about one.
            naming.next()?;
            let mut calling = sentences.filter(|sentence| CALL.is_match(sentence));
            let is_called = calling.any(|sentence| {
                NAMED.captures_iter(sentence).any(|found| {
                    let part = |name| found.name(name).map_or("", |part| part.as_str());
                    let after = part("after").trim_start().to_lowercase();
                    let is_helped = HELPED.is_match(part("before"))
                        || after.starts_with("with advantage")
                        || after.starts_with("with disadvantage")
                        || after.starts_with("proficien")
                        // `a check against your spell save DC`
                        || after.starts_with("dc");
                    !is_helped
                })
            });
            (!is_called).then_some(("saving_throw", Value::Null))
        }
        _ => None,
    }
}

/// A saving throw that keeps the effect off: `must succeed on a Wisdom saving throw or fall asleep`.
static AVERTED: LazyLock<Regex> = LazyLock::new(|| {
    let any = ABILITIES.join("|");
    pattern(&format!(r"\b(?:succeeds? on an?|makes? an?(?: successful)?) (?:{any}) sav(?:e|ing throw),? or\b"))
});

/// What a success does otherwise.
static HALVED: Pattern = Pattern::new(r"\bhalf (?:as much|the|that|of)\b");
static ON_SUCCESS: Pattern = Pattern::new(r"\bon a success|\bsuccessful sav");

/// A saving throw that is made once more, against an effect that has begun.
static REPEATED: Pattern = Pattern::new(
    r"\brepeats?\b|\b(?:another|new|additional|second) saving throw|\bend of (?:each|every|its)\b|\bends? (?:it|itself|the (?:spell|effect|condition))\b|\bending (?:it|the)\b|\beach time\b",
);

/// A success that halves the damage, in other words than [`HALVED`]; and whatever is halved.
static HALVES: Pattern = Pattern::new(
    r"\bsuccess(?:ful [^.,;]{0,30}?sav(?:e|ing throw))?(?: halves the damage|,? (?:the )?damage is halved| reduces the damage by half)\b",
);
static HALF: Pattern = Pattern::new(r"\bhal(?:f|ves?|ved|ving)\b");

/// Correction (spells): A success against "must succeed on a saving throw or" averts the effect, unless a sentence on the same saving
/// throw says what else it does. One that halves nothing in the text is not said to.
fn saving_throw_success(row: &Model) -> Option<PrintedField> {
    row.saving_throw.as_ref()?;
    if row.saving_throw_success.is_none() && HALVES.is_match(&row.text) {
        return Some(("saving_throw_success", json!("half")));
    }
    if row.saving_throw_success.as_deref() == Some("half") && !HALF.is_match(&row.text) {
        // A text that names no saving throw says nothing about one.
        let is_named = NAMED.is_match(&row.text);
        return is_named.then_some(("saving_throw_success", Value::Null));
    }
    let sentences = row.text.split(['.', '\n']);
    let mut first = sentences.filter(|sentence| !REPEATED.is_match(sentence));
    let is_averted = row.saving_throw_success.is_none()
        && AVERTED.is_match(&row.text)
        && !HALVED.is_match(&row.text)
        && !first.any(|sentence| ON_SUCCESS.is_match(sentence));
    is_averted.then(|| ("saving_throw_success", json!("none")))
}

/// Words beside a type of damage that is not dealt.
static DEFENCE: Pattern =
    Pattern::new(r"\b(?:resistan(?:ce|t)|immun(?:e|ity)|vulnerab(?:le|ility)|cured?|neutrali[sz]es?)\b");

/// A sentence that lists the types from which one is chosen.
static CHOSEN_TYPE: Pattern = Pattern::new(r"\bdetermines? (?:its|the) (?:damage type|type of damage)\b");

/// The types that the text deals: those with dice, and those that are stated and named for more than a defence.
///
/// Correction (spells): A type of damage to which the spell only makes resistant, immune or vulnerable is not dealt.
fn damage_types(row: &Model) -> Option<PrintedField> {
    if row.text.is_empty() {
        return None;
    }
    let mut dealt = dealt(&row.text);
    let chosen = row.text.split(['.', '\n']).filter(|text| CHOSEN_TYPE.is_match(text));
    dealt.extend(chosen.flat_map(types));
    let texts = [Some(row.text.as_str()), row.higher_levels.as_deref()];
    let texts = texts.into_iter().flatten();
    let sentences = texts.flat_map(|text| text.split(['.', '\n', ';']));
    let sentences = sentences.filter(|sentence| !DEFENCE.is_match(sentence));
    let named: BTreeSet<String> = sentences.flat_map(types).collect();
    let defended = types(&row.text);
    // A text that does not name the type says nothing about it, where something is rolled.
    let is_dealt = |kind: &&String| {
        let is_told = row.damage_roll.is_some() && !defended.contains(*kind);
        named.contains(*kind) || is_told
    };
    dealt.extend(row.damage_types.iter().filter(is_dealt).cloned());
    let is_changed = dealt.len() != row.damage_types.len();
    (is_changed || !dealt.is_empty()).then(|| ("damage_types", json!(dealt)))
}

/// Dice of damage with the number that is added to them.
static DAMAGE: LazyLock<Regex> = LazyLock::new(|| {
    let any = DAMAGE_TYPES.join("|");
    pattern(&format!(
        r"\b(?P<roll>\d+d\d+(?: ?\+ ?\d+)?)(?: extra| additional| points of| of)? (?:{any})(?:(?:, (?:or |and )?| or | and )(?:{any}))* damage"
    ))
});

/// The first roll of damage in the text, where the row has none; the one in the text, where the row has it without its bonus.
///
/// Correction (spells): The dice of damage that only the text gives are the damage roll.
fn damage_roll(row: &Model) -> Option<PrintedField> {
    let printed = DAMAGE.captures_iter(&row.text);
    let printed: Vec<&str> =
        printed.filter_map(|found| Some(found.name("roll")?.as_str())).fold(Vec::new(), |mut rolls, roll| {
            if !rolls.contains(&roll) {
                rolls.push(roll);
            }
            rolls
        });
    let (Some(printed), is_one) = (printed.first(), printed.len() == 1) else {
        return denied_roll(row);
    };
    let is_meant = match row.damage_roll.as_deref() {
        None | Some("") => !row.damage_types.is_empty(),
        Some(stated) if is_of_table(&row.text, stated) => true,
        Some(stated) if is_one => {
            let all = rolls(&row.text);
            let bare = stated.to_lowercase().replace(' ', "");
            !all.contains(&bare) && all.iter().any(|roll| roll.starts_with(&format!("{bare}+")))
        }
        Some(_) => false,
    };
    is_meant.then(|| ("damage_roll", json!(printed)))
}

/// Whether a die is only rolled on a table (`roll 1d8 to determine the color`).
fn is_of_table(text: &str, die: &str) -> bool {
    let Some(sides) = die.strip_prefix("1d") else {
        return false;
    };
    let mut having = text.split(['.', '\n']).filter(|sentence| sentence.contains(&format!("d{sides}"))).peekable();
    having.peek().is_some()
        && having.all(|sentence| {
            let rolled = [
                format!("oll a d{sides}"),
                format!("oll 1d{sides}"),
                format!("| d{sides} |"),
                format!("|1d{sides}|"),
                format!("| 1d{sides} |"),
            ];
            rolled.iter().any(|rolled| sentence.contains(rolled)) && !sentence.contains("damage")
        })
}

/// No roll of damage, where each sentence that has the stated one speaks of no damage, but of hit points.
fn denied_roll(row: &Model) -> Option<PrintedField> {
    let stated = row.damage_roll.as_deref()?.replace(' ', "");
    let mut having = row.text.split(['.', '\n']).filter(|sentence| {
        let sentence = sentence.replace(' ', "");
        !stated.is_empty() && sentence.contains(&stated)
    });
    let first = having.next()?;
    let speaks_of_hit_points =
        |sentence: &str| sentence.to_lowercase().contains("hit point") && !sentence.contains("damage");
    let is_denied = speaks_of_hit_points(first) && having.all(speaks_of_hit_points);
    is_denied.then_some(("damage_roll", Value::Null))
}

/// Concentration of the caster, which the text expects.
static CONCENTRATION: Pattern = Pattern::new(
    r"\byou (?:lose|stop|maintain|break|cease) (?:your )?concentrat(?:ion|ing) on (?:it|the spell|this spell)\b",
);

/// Correction (spells): A spell that lasts until the caster loses concentration on it requires concentration.
fn concentration(row: &Model) -> Option<PrintedField> {
    let is_printed = row.duration.to_lowercase().contains("concentration");
    let is_told = !row.concentration && (is_printed || CONCENTRATION.is_match(&row.text));
    is_told.then_some(("concentration", json!(true)))
}

/// An attack that is made in other words.
static ATTACKING: Pattern =
    Pattern::new(r"\bmakes? an attack using your (?:(?P<kind>melee|ranged) )?spell attack (?:modifier|bonus)\b");

/// An attack that the text makes, or that it does not make although a source says so.
///
/// Correction (spells): A spell that only helps or hinders attack rolls makes no attack.
fn attack(row: &Model) -> Vec<PrintedField> {
    let mut made = SPELL_ATTACK.captures_iter(&row.text);
    let made = made.find(|found| found.name("after").is_none());
    if let Some(attack) = made.or_else(|| ATTACKING.captures(&row.text)) {
        let kind = attack.name("kind").map(|kind| kind.as_str().to_lowercase());
        let kind = kind.map(|kind| ("attack_type", json!(kind)));
        return [("attack_roll", json!(true))].into_iter().chain(kind).collect();
    }
    if row.attack_roll && !row.text.is_empty() && !effect::makes_attack(&row.text) {
        return vec![("attack_roll", json!(false))];
    }
    Vec::new()
}

/// How many are chosen: `up to three creatures`, `up to eight willing creatures`.
static TARGETS: Pattern = Pattern::new(
    r"\bup to (?P<count>two|three|four|five|six|seven|eight|nine|ten|twelve|\d+) (?:other |willing |friendly |allied |falling |living |undead |nonmagical |unoccupied |additional |of the )*(?:creatures|points|allies|objects|targets|humanoids|corpses|people|beasts)\b",
);

/// A number that the caster chooses, or that depends on the caster.
static ANY_NUMBER: Pattern = Pattern::new(
    r"\b(?:target|affect|select|designate|alert|on|among|for|to|of|wards?|choose)s? an?y? number of (?:[\w-]+ ){0,3}(?:creatures|allies|objects|targets|humanoids|corpses|people|beasts)\b|\beach (?:creature|object) of your choice\b",
);

/// A point that is chosen.
static POINT: Pattern = Pattern::new(
    r"\b(?:centered on|from|at|around|to) (?:a|any|the) (?:point|spot|location)\b[^.]{0,40}\b(?:within range|you choose|of your choice|you can see|and spread|you specify|in range)|\b(?:choose|pick) (?:a|any) (?:point|spot)\b|\b(?:a|any) point (?:that )?you (?:choose|can see|specify)\b|\bon the ground\b[^.]{0,40}\bwithin range\b",
);

/// A wall that a spell makes.
static WALL: Pattern = Pattern::new(
    r"^[^.]{0,20}\byou (?:create|conjure) an? [^.]{0,40}\bwall\b|^an? [^.]{0,40}\bwall of [^.]{0,60}\b(?:springs|appears|rises)\b",
);

/// The number of targets that the first sentences give, where the row has one or none; and a point, where a creature or
/// nothing is stated although the first sentences choose a point.
///
/// Correction (spells): One target, where the text has several, becomes their number, and none where that is any number; a creature,
/// where the text chooses a point, becomes a point, and an area, where it makes a wall.
fn targets(row: &Model) -> Vec<PrintedField> {
    const SENTENCES: usize = 3;
    const OPENING: usize = 2;
    let mut told = Vec::new();
    let mut sentences = row.text.split(['.', '\n']).filter(|text| !text.trim().is_empty());
    let mut first = sentences.clone().take(OPENING);
    let is_at_point = first.any(|sentence| POINT.is_match(sentence));
    let opening = sentences.clone();
    if row.target_count.is_none_or(|count| count == 1) {
        let found = sentences.by_ref().take(SENTENCES).find_map(|sentence| TARGETS.captures(sentence));
        let count = found.and_then(|found| whole_number(found.name("count")?.as_str()));
        let mut opening = opening.take(SENTENCES);
        if let Some(count) = count {
            told.push(("target_count", json!(count)));
        } else if row.target_count.is_some() && opening.any(|text| ANY_NUMBER.is_match(text)) {
            told.push(("target_count", Value::Null));
        }
    }
    let is_creature = row.target_type.as_deref().is_none_or(|kind| kind == "creature");
    if is_creature && WALL.is_match(&row.text) {
        told.push(("target_type", json!("area")));
    } else if is_creature && is_at_point {
        told.push(("target_type", json!("point")));
    }
    told
}

/// The number that a word or digits give.
pub(super) fn whole_number(word: &str) -> Option<i32> {
    number_word(&word.to_lowercase()).or_else(|| word.parse().ok())
}
