//! Casting time, range and duration.

use crate::srd_data::fields::Fields;
use lorekeeper_content::spell::Model;

/// The casting time as a code: `action`, `bonus-action`, `10minutes`.
pub(super) fn code(time: Fields<'_>) -> String {
    match (time.text("unit"), time.int("value").unwrap_or(1)) {
        ("bonus", _) => "bonus-action".to_owned(),
        (unit @ ("minute" | "hour"), 2..) => format!("{}{unit}s", time.int("value").unwrap_or(1)),
        (unit @ ("minute" | "hour"), _) => format!("1{unit}"),
        (unit, _) => unit.to_owned(),
    }
}

/// Puts a range on a row: as printed, and as a number with its unit where it is one.
pub(super) fn range(range: Fields<'_>, row: &mut Model) {
    let (text, number, unit) = match (range.text("units"), range.number("value")) {
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
pub(super) fn duration(duration: Fields<'_>) -> String {
    match (duration.text("units"), duration.int("value").unwrap_or(1)) {
        ("inst", _) => "instantaneous".to_owned(),
        ("disp", _) => "until dispelled".to_owned(),
        ("dstr", _) => "until dispelled or triggered".to_owned(),
        ("perm", _) => "permanent".to_owned(),
        ("spec" | "", _) => "special".to_owned(),
        (unit, 1) => format!("1 {unit}"),
        (unit, number) => format!("{number} {unit}s"),
    }
}
