//! Casting time, range, duration and school of a spell.

use crate::foundry_text::fields::Fields;
use lorekeeper_content::spell::Model;
use lorekeeper_content::vocabulary::SCHOOLS;

/// The casting time as a code: `action`, `bonus-action`, `10minutes`.
pub fn code(unit: &str, value: Option<i32>) -> String {
    match (unit, value.unwrap_or(1)) {
        ("bonus", _) => "bonus-action".to_owned(),
        (unit @ ("minute" | "hour"), number @ 2..) => format!("{number}{unit}s"),
        (unit @ ("minute" | "hour"), _) => format!("1{unit}"),
        (unit, _) => unit.to_owned(),
    }
}

/// Puts a range on a row: as printed, and as a number with its unit where it is one.
pub fn range(range: Fields<'_>, row: &mut Model) {
    let (text, number, unit) = match (range.text("units"), range.amount("value")) {
        ("self", _) => ("Self".to_owned(), Some(0.0), "feet"),
        ("touch", _) => ("Touch".to_owned(), Some(0.0), "feet"),
        ("spec", _) => ("Special".to_owned(), None, ""),
        ("any", _) => ("Unlimited".to_owned(), None, ""),
        ("ft", Some(feet)) => (format!("{feet} feet"), Some(feet), "feet"),
        ("mi", Some(miles)) if miles <= 1.0 => (format!("{miles} mile"), Some(miles), "miles"),
        ("mi", Some(miles)) => (format!("{miles} miles"), Some(miles), "miles"),
        _ => return,
    };
    row.range_text = Some(text);
    row.range = number;
    row.range_unit = number.map(|_| unit.to_owned());
}

/// A duration in words.
pub fn duration(duration: Fields<'_>) -> String {
    match (duration.text("units"), duration.amount("value").unwrap_or(1.0)) {
        ("inst", _) => "instantaneous".to_owned(),
        ("disp", _) => "until dispelled".to_owned(),
        ("dstr", _) => "until dispelled or triggered".to_owned(),
        ("perm", _) => "permanent".to_owned(),
        ("spec" | "", _) => duration.filled("special").unwrap_or_else(|| "special".to_owned()),
        (unit, number) if number <= 1.0 => format!("1 {unit}"),
        (unit, number) => format!("{number} {unit}s"),
    }
}

/// Labels of the paragraphs about stronger castings.
const STRONGER: [&str; 4] = ["Using a Higher-Level Spell Slot", "Cantrip Upgrade", "At Higher Levels", "Higher Levels"];

/// The text without its paragraph about stronger castings, and that paragraph.
pub fn higher_levels(text: &str) -> (String, Option<String>) {
    let (mut kept, mut stronger) = (Vec::new(), Vec::new());
    for paragraph in text.split("\n\n") {
        let unmarked = paragraph.trim_start_matches(['*', '_']);
        let mut labels = STRONGER.iter();
        let rest = labels.find_map(|label| unmarked.strip_prefix(label));
        let rest = rest.filter(|rest| rest.starts_with(['.', '*', '_']));
        match rest {
            Some(rest) => stronger.push(rest.trim_start_matches(['.', '*', '_', ' '])),
            None => kept.push(paragraph),
        }
    }
    let stronger = Some(stronger.join("\n\n")).filter(|text| !text.is_empty());
    (kept.join("\n\n"), stronger)
}

/// The school of a code: the first letters of its name, but for one.
pub fn school(code: &str) -> Option<&'static str> {
    let code = if code == "trs" { "tra" } else { code };
    let mut schools = SCHOOLS.into_iter().map(|(name, ..)| name);
    schools.find(|name| code.len() == 3 && name.starts_with(code))
}
