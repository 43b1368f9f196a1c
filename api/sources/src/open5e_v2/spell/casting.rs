//! Casting time, range, duration and materials.

use crate::open5e_v2::wire::Decimal;
use crate::spell_text::casting::{consumes, distance};
use crate::spell_text::price::printed_price;
use crate::wire::text;

/// A spell's range: as printed, and as a number with its unit where it is one.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Range {
    pub text: Option<String>,
    pub number: Option<f64>,
    pub unit: Option<String>,
}

/// Reads a range. Upstream's number beside it is made up where none is printed (`Sight`, `Special`, `Unlimited`).
///
/// Correction (spells): Upstream invents a number for ranges such as *Sight* and *Special*. The number becomes
/// null.
pub(super) fn range(printed: Option<&str>) -> Range {
    // Upstream writes `anys` for a range without number and unit.
    let Some(printed) = printed.and_then(text).filter(|p| p != "anys") else {
        return Range::default();
    };
    let distance = distance(&printed);
    Range {
        number: distance.map(|(number, _)| number),
        unit: distance.map(|(_, unit)| unit.to_owned()),
        text: Some(match distance {
            Some((number, "miles")) if number <= 1.0 => format!("{number} mile"),
            Some((number, unit)) if number > 0.0 => format!("{number} {unit}"),
            _ => printed,
        }),
    }
}

/// The cost of the material in gold pieces. Upstream's 0.00 is a placeholder; then the printed price
/// counts, if it is the only one and not one of several things'.
///
/// Correction (spells): A material cost of `0.00` is unknown. The printed price counts instead, if there is exactly
/// one.
pub(super) fn material_cost(upstream: Option<&Decimal>, printed: Option<&str>) -> Option<f64> {
    if let Some(cost) = upstream.and_then(Decimal::value).filter(|c| *c > 0.0) {
        return Some(cost);
    }
    printed_price(printed?)
}

/// Whether casting uses the material up. Its words are believed: upstream marks much that is only priced as consumed.
///
/// Correction (spells): A material that upstream marks as consumed, but whose words only price it, is not consumed.
pub(super) fn material_consumed(field: bool, material: Option<&str>, body: &str) -> bool {
    material.map_or(field, |material| consumes(material) || (field && consumes(body)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_numbers_where_they_are_printed_as_such() {
        for (printed, expected) in [
            ("60 ft", (Some("60 feet"), Some(60.0), Some("feet"))),
            ("1 mile", (Some("1 mile"), Some(1.0), Some("miles"))),
            ("500 miles", (Some("500 miles"), Some(500.0), Some("miles"))),
            ("Self", (Some("Self"), Some(0.0), Some("feet"))),
            ("Self (9-foot dome)", (Some("Self (9-foot dome)"), Some(0.0), Some("feet"))),
            ("Sight", (Some("Sight"), None, None)),
            ("Unlimited", (Some("Unlimited"), None, None)),
            (" anys", (None, None, None)),
        ] {
            let found = range(Some(printed));
            assert_eq!((found.text.as_deref(), found.number, found.unit.as_deref()), expected, "{printed}");
        }
    }

    #[test]
    fn the_words_of_a_material_say_what_is_consumed() {
        let pearl = Some("a pearl worth 100+ GP");
        assert!(!material_consumed(true, pearl, "You learn its name."));
        assert!(material_consumed(true, pearl, "The spell consumes the pearl."));
        assert!(material_consumed(false, Some("ink, which the spell consumes"), ""));
        assert!(!material_consumed(true, Some("a mirror, which is not consumed"), ""));
        assert!(material_consumed(true, None, ""));
    }

    #[test]
    fn a_cost_of_nothing_is_no_cost() {
        let upstream = |text: &str| Some(Decimal::Text(text.to_owned()));
        for (cost, printed, expected) in [
            (upstream("25.00"), Some("a pearl"), Some(25.0)),
            (upstream("0.00"), Some("a feather"), None),
            (upstream("0.00"), Some("a tiny crown worth 1,250 gp"), Some(1250.0)),
            (None, Some("a pin worth at least 5 sp"), Some(0.5)),
            (None, Some("10 gp worth of chalk"), Some(10.0)),
            (None, Some("two pins, each worth 5 gp"), None),
            (None, Some("a pin worth 5 gp and a hat worth 9 gp"), None),
            (None, None, None),
        ] {
            assert_eq!(material_cost(cost.as_ref(), printed), expected, "{printed:?}");
        }
    }
}
