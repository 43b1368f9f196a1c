//! Casting time, range, duration and materials.

use super::wire::Amount;
use crate::spell_text::price::printed_price;
use crate::wire::text;
use lorekeeper_content::pattern;
use regex::Regex;
use std::sync::LazyLock;

/// A spell's range: as printed, and as a number with its unit where it is one.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Range {
    pub text: Option<String>,
    pub number: Option<f64>,
    pub unit: Option<String>,
}

static DISTANCE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?P<number>[\d,]+)\s*(?P<unit>feet|foot|ft\.?|miles?)$"));

/// Reads a range. Upstream's number stands for self, touch and printed distances; for the rest
/// (`Sight`, `Special`, `Unlimited`) it is made up.
pub(super) fn range(printed: Option<&str>, number: Option<f64>, unit: Option<&str>) -> Range {
    // Upstream writes `anys` for a range without number and unit.
    let Some(printed) = printed.and_then(text).filter(|p| p != "anys") else {
        return Range::default();
    };
    let lower = printed.to_lowercase();
    if let Some((distance, unit)) = distance(&printed) {
        let text = match (distance, unit) {
            (n, "miles") if n <= 1.0 => format!("{n} mile"),
            (n, unit) => format!("{n} {unit}"),
        };
        return Range {
            text: Some(text),
            number: Some(distance),
            unit: Some(unit.to_owned()),
        };
    }
    let here = lower.starts_with("self") || lower.starts_with("touch");
    Range {
        number: number.filter(|_| here),
        unit: unit.filter(|_| here).map(|_| "feet".to_owned()),
        text: Some(printed),
    }
}

fn distance(printed: &str) -> Option<(f64, &'static str)> {
    let captures = DISTANCE.captures(printed)?;
    let number = captures.name("number")?.as_str().replace(',', "");
    let miles = captures
        .name("unit")?
        .as_str()
        .to_lowercase()
        .starts_with("mile");
    Some((number.parse().ok()?, if miles { "miles" } else { "feet" }))
}

/// The cost of the material in gold pieces. Upstream's 0.00 is a placeholder; then the printed price
/// counts, if it is the only one and not one of several things'.
pub(super) fn material_cost(upstream: Option<&Amount>, printed: Option<&str>) -> Option<f64> {
    if let Some(cost) = upstream.and_then(Amount::value).filter(|c| *c > 0.0) {
        return Some(cost);
    }
    printed_price(printed?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_numbers_where_they_are_printed_as_such() {
        for (printed, number, unit, expected) in [
            (
                "60 ft",
                Some(60.0),
                "ft",
                (Some("60 feet"), Some(60.0), Some("feet")),
            ),
            (
                "1 mile",
                Some(5280.0),
                "feet",
                (Some("1 mile"), Some(1.0), Some("miles")),
            ),
            (
                "500 miles",
                Some(2_640_000.0),
                "feet",
                (Some("500 miles"), Some(500.0), Some("miles")),
            ),
            (
                "Self",
                Some(0.0),
                "feet",
                (Some("Self"), Some(0.0), Some("feet")),
            ),
            (
                "Self (9-foot dome)",
                Some(0.0),
                "feet",
                (Some("Self (9-foot dome)"), Some(0.0), Some("feet")),
            ),
            ("Sight", Some(2020.0), "feet", (Some("Sight"), None, None)),
            (
                "Unlimited",
                Some(999_999.0),
                "miles",
                (Some("Unlimited"), None, None),
            ),
            (" anys", None, "any", (None, None, None)),
        ] {
            let found = range(Some(printed), number, Some(unit));
            assert_eq!(
                (found.text.as_deref(), found.number, found.unit.as_deref()),
                expected,
                "{printed}"
            );
        }
    }

    #[test]
    fn a_cost_of_nothing_is_no_cost() {
        let upstream = |text: &str| Some(Amount::Text(text.to_owned()));
        for (cost, printed, expected) in [
            (upstream("25.00"), Some("a pearl"), Some(25.0)),
            (upstream("0.00"), Some("a feather"), None),
            (
                upstream("0.00"),
                Some("a tiny crown worth 1,250 gp"),
                Some(1250.0),
            ),
            (None, Some("a pin worth at least 5 sp"), Some(0.5)),
            (None, Some("10 gp worth of chalk"), Some(10.0)),
            (None, Some("two pins, each worth 5 gp"), None),
            (None, Some("a pin worth 5 gp and a hat worth 9 gp"), None),
            (None, None, None),
        ] {
            assert_eq!(
                material_cost(cost.as_ref(), printed),
                expected,
                "{printed:?}"
            );
        }
    }
}
