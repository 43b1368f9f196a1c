//! Casting time, range, duration, price of the materials.

use super::{CastingTime, Duration, Range};
use crate::spell_text::price::printed_price;

/// The casting time as a code: `action`, `bonus-action`, `10minutes`.
pub(super) fn code(time: &CastingTime) -> String {
    let unit = match time.unit.as_str() {
        "bonus" => return "bonus-action".to_owned(),
        unit @ ("minute" | "hour") => unit,
        unit => return unit.to_owned(),
    };
    match time.value.unwrap_or(1) {
        n if n <= 1 => format!("1{unit}"),
        n => format!("{n}{unit}s"),
    }
}

/// A range: as printed, and as a number with its unit where it is one.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Distance {
    pub text: Option<String>,
    pub number: Option<f64>,
    pub unit: Option<String>,
}

/// Reads a range.
pub(super) fn range(range: &Range) -> Distance {
    let named = |text: &str| Some(text.to_owned());
    let (number, unit) = match range.units.as_str() {
        "self" | "touch" => {
            let text = if range.units == "self" {
                "Self"
            } else {
                "Touch"
            };
            return Distance {
                text: named(text),
                number: Some(0.0),
                unit: named("feet"),
            };
        }
        "ft" => (range.value, "feet"),
        "mi" => (range.value, "miles"),
        "spec" => {
            return Distance {
                text: named("Special"),
                ..Distance::default()
            };
        }
        "any" => {
            return Distance {
                text: named("Unlimited"),
                ..Distance::default()
            };
        }
        _ => return Distance::default(),
    };
    let Some(number) = number else {
        return Distance::default();
    };
    let printed = match unit {
        "miles" if number <= 1.0 => "mile",
        unit => unit,
    };
    Distance {
        text: Some(format!("{number} {printed}")),
        number: Some(number),
        unit: named(unit),
    }
}

/// A duration in words.
pub(super) fn duration(duration: &Duration) -> String {
    let unit = match duration.units.as_str() {
        "inst" => return "instantaneous".to_owned(),
        "disp" => return "until dispelled".to_owned(),
        "dstr" => return "until dispelled or triggered".to_owned(),
        "perm" => return "permanent".to_owned(),
        "spec" | "" => return "special".to_owned(),
        unit => unit,
    };
    match duration.value.unwrap_or(1) {
        1 => format!("1 {unit}"),
        n => format!("{n} {unit}s"),
    }
}

/// The price of the materials, in gold pieces, where they are printed with one.
pub(super) fn price(material: &str) -> Option<f64> {
    // The rules of 2024 write `300+ GP` where those of 2014 have `at least 300 gp`.
    printed_price(&material.replace('+', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_codes() {
        for (unit, value, expected) in [
            ("action", 1, "action"),
            ("bonus", 1, "bonus-action"),
            ("reaction", 1, "reaction"),
            ("minute", 1, "1minute"),
            ("minute", 10, "10minutes"),
            ("hour", 24, "24hours"),
        ] {
            let time = CastingTime {
                unit: unit.into(),
                value: Some(value),
                condition: String::new(),
            };
            assert_eq!(code(&time), expected);
        }
    }

    #[test]
    fn ranges_are_printed() {
        for (units, value, text, number) in [
            ("ft", Some(60.0), Some("60 feet"), Some(60.0)),
            ("mi", Some(1.0), Some("1 mile"), Some(1.0)),
            ("mi", Some(5.0), Some("5 miles"), Some(5.0)),
            ("self", None, Some("Self"), Some(0.0)),
            ("touch", None, Some("Touch"), Some(0.0)),
            ("spec", None, Some("Special"), None),
            ("any", None, Some("Unlimited"), None),
            ("ft", None, None, None),
        ] {
            let found = range(&Range {
                units: units.into(),
                value,
            });
            assert_eq!(
                (found.text.as_deref(), found.number),
                (text, number),
                "{units}"
            );
        }
    }

    #[test]
    fn durations_and_prices_are_read() {
        let lasting = |units: &str, value| {
            duration(&Duration {
                units: units.into(),
                value,
            })
        };
        assert_eq!(lasting("minute", Some(10)), "10 minutes");
        assert_eq!(lasting("hour", Some(1)), "1 hour");
        assert_eq!(lasting("hour", None), "1 hour");
        assert_eq!(lasting("disp", None), "until dispelled");
        assert_eq!(price("a tiny crown worth 1,500+ GP"), Some(1500.0));
        assert_eq!(price("a feather"), None);
    }
}
