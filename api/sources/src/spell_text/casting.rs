//! Casting of a spell: time, range, duration, material.

use crate::wire::filled;
use lorekeeper_content::Pattern;
use lorekeeper_content::spell::Model;

/// The casting of a spell as a book prints it.
#[derive(Debug, Default)]
pub struct PrintedCasting {
    /// `1 reaction, which you take when ...`
    pub time: String,
    /// `150 feet`
    pub range: Option<String>,
    /// `up to 1 minute`
    pub duration: String,
    /// The material component.
    pub material: Option<String>,
}

impl PrintedCasting {
    /// Puts the casting on a row. Only a reaction or a bonus action has a trigger: what may be cast as a reaction too has a
    /// row of its own for that.
    pub fn fill(self, row: &mut Model) {
        let time = time(&self.time);
        let distance = self.range.as_deref().and_then(distance);
        row.reaction_condition = time.condition.filter(|_| has_trigger(&time.code));
        row.casting_time = time.code;
        row.casting_time_label = time.label;
        row.range = distance.map(|(number, _)| number);
        row.range_unit = distance.map(|(_, unit)| unit.to_owned());
        if let Some((shape, size)) = self.range.as_deref().and_then(area_around) {
            row.area_shape = Some(shape.to_owned());
            row.area_size = Some(size);
            row.area_unit = Some("feet".to_owned());
        }
        row.range_text = self.range;
        row.duration = duration(&self.duration);
        row.material_cost = self.material.as_deref().and_then(material_cost);
        row.material_consumed = self.material.as_deref().is_some_and(consumes);
        row.material_text = self.material;
    }
}

/// Whether the books say of a casting time when it is taken: of reactions, and of some bonus actions of 2024.
pub fn has_trigger(casting_time: &str) -> bool {
    ["reaction", "bonus-action"].contains(&casting_time)
}

/// What triggers a casting, as the line goes on behind the casting time: `Immediately after ...` is `which you take
/// immediately after ...`. What programs keep in its place for other bonus actions is no trigger.
///
/// Correction (spells): The trigger of a bonus action is printed behind it.
pub fn trigger(casting_time: &str, condition: String) -> Option<String> {
    let taken = condition.strip_prefix("which you take ");
    let immediately = taken.unwrap_or(&condition).split_at_checked(11);
    match immediately.filter(|(start, _)| start.eq_ignore_ascii_case("immediately")) {
        Some((_, rest)) if has_trigger(casting_time) => Some(format!("which you take immediately{rest}")),
        _ => Some(condition).filter(|_| casting_time == "reaction"),
    }
}

static AROUND: Pattern =
    Pattern::new(r"^self \((?P<size>\d+)[- ]f(?:oo|ee)t(?:[- ]radius)?[- ]?(?P<shape>cone|cube|line|cylinder|\w*)\)$");

/// The area in a range such as `Self (60-foot radius)` or `Self (15-foot cone)`.
///
/// Correction (spells): The area that a range gives in brackets is the area of the spell.
fn area_around(range: &str) -> Option<(&'static str, i32)> {
    let found = AROUND.captures(range.trim())?;
    let word = found.name("shape")?.as_str().to_lowercase();
    let shape = match word.as_str() {
        "cone" => "cone",
        "cube" => "cube",
        "line" => "line",
        "cylinder" => "cylinder",
        _ => "sphere",
    };
    Some((shape, found.name("size")?.as_str().parse().ok()?))
}

/// A casting time.
struct Time {
    /// Code (`bonus-action`, `10minutes`).
    code: String,
    /// In words (`1 bonus action`).
    label: String,
    /// The trigger of a reaction.
    condition: Option<String>,
}

/// Reads `1 action`, `10 minutes`, `1 reaction, which you take when ...`.
///
/// Correction (spells): Casting times that are words get the same code as those that are codes.
fn time(text: &str) -> Time {
    let (label, condition) = match text.split_once(',') {
        Some((label, condition)) => (label, filled(condition)),
        None => (text, None),
    };
    let words = label.trim().to_lowercase();
    let words = words.strip_prefix("1 ").unwrap_or(&words);
    let (code, label) = match words {
        // The books of 2024 do not count what is one.
        "action" | "bonus action" | "reaction" => (words.replace(' ', "-"), format!("1 {words}")),
        _ => {
            let label = label.trim().to_lowercase();
            (label.split_whitespace().collect(), label)
        }
    };
    Time { code, label, condition }
}

/// A range as number and unit; self and touch are at no distance, sight is no number.
pub fn distance(range: &str) -> Option<(f64, &'static str)> {
    let range = range.to_lowercase();
    if range.starts_with("self") || range.starts_with("touch") {
        return Some((0.0, "feet"));
    }
    let (number, unit) = range.split_once(' ')?;
    let number = number.replace(',', "").parse().ok()?;
    match unit.trim().trim_end_matches('.') {
        "feet" | "foot" | "ft" => Some((number, "feet")),
        "mile" | "miles" => Some((number, "miles")),
        _ => None,
    }
}

/// A duration in lower case, without `up to`: concentration has a field of its own.
///
/// Correction (spells): `Up to 1 minute` becomes `1 minute`: that a spell can end early is what concentration
/// means.
pub fn duration(text: &str) -> String {
    let text = text.trim().to_lowercase();
    text.strip_prefix("up to ").unwrap_or(&text).trim().to_owned()
}

/// The price that a material component names; unknown when it names several, or one for each.
///
/// Correction (spells): The price of a material that stands only in its text becomes a field.
fn material_cost(material: &str) -> Option<f64> {
    let text = material.to_lowercase().replace(',', "");
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || matches!(c, ';' | '.')).filter(|word| !word.is_empty()).collect();
    if words.iter().any(|word| matches!(*word, "each" | "per")) {
        return None;
    }
    let next = words.iter().skip(1).map(Some).chain([None]);
    let mut prices = words.iter().zip(next).filter_map(|(word, next)| {
        let number = match word.strip_suffix("gp") {
            Some(number) => number,
            None if next == Some(&"gp") => word,
            None => return None,
        };
        number.trim_end_matches('+').parse::<f64>().ok()
    });
    let price = prices.next();
    price.filter(|_| prices.next().is_none())
}

/// Whether casting uses the material up.
///
/// Correction (spells): Whether the spell consumes its material becomes a field, also where only the text says so.
pub fn consumes(material: &str) -> bool {
    static KEPT: Pattern = Pattern::new(r"(?:not|n't|n’t|without being) (?:be |being )?consume");
    material.to_lowercase().contains("consume") && !KEPT.is_match(material)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_codes() {
        for (text, code, label) in [
            ("1 action", "action", "1 action"),
            ("1 bonus action", "bonus-action", "1 bonus action"),
            ("10 minutes", "10minutes", "10 minutes"),
            ("1 Hour", "1hour", "1 hour"),
        ] {
            let time = time(text);
            assert_eq!((time.code.as_str(), time.label.as_str()), (code, label));
        }
        let reaction = time("1 reaction, which you take when you fall");
        assert_eq!(reaction.code, "reaction");
        assert_eq!(reaction.condition.as_deref(), Some("which you take when you fall"));
    }

    #[test]
    fn ranges_are_numbers_where_they_can_be() {
        for (text, expected) in [
            ("Self", Some((0.0, "feet"))),
            ("Touch", Some((0.0, "feet"))),
            ("1,000 feet", Some((1000.0, "feet"))),
            ("1 mile", Some((1.0, "miles"))),
            ("Sight", None),
            ("Unlimited", None),
        ] {
            assert_eq!(distance(text), expected, "{text}");
        }
    }

    #[test]
    fn durations_are_plain() {
        assert_eq!(duration("Up to 8 hours"), "8 hours");
        assert_eq!(duration("Until dispelled"), "until dispelled");
    }

    #[test]
    fn a_price_is_known_when_there_is_one() {
        for (text, cost) in [
            ("A pearl worth at least 100gp and a feather.", Some(100.0)),
            ("A bowl worth 1,500 gp, which the spell consumes.", Some(1500.0)),
            ("Two rings worth 50 gp each.", None),
            ("A jug worth 10 gp and a cup worth 5 gp.", None),
            ("A bit of fleece.", None),
        ] {
            assert_eq!(material_cost(text), cost, "{text}");
        }
    }
}
