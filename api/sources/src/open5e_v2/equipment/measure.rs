//! Prices, weights and sizes, without upstream's fillers.

use crate::open5e_v2::wire::Decimal;
use crate::wire::Named;

/// The price of a thing. Nothing on sale is free: upstream fills an unknown price with `0.00`.
///
/// Correction (equipment): A cost of `0.00` is unknown, not free.
pub(super) fn price(cost: Option<&Decimal>) -> Option<f64> {
    cost.and_then(Decimal::value).filter(|cost| *cost > 0.0)
}

/// The weight of a thing in pounds. Upstream fills an unknown weight with `0.000`: greatswords,
/// elephants and warships have it too.
///
/// Correction (equipment): A weight of `0.000` is unknown.
pub(super) fn weight(weight: Option<&Decimal>, unit: Option<&str>) -> Option<f64> {
    let weight = weight.and_then(Decimal::value).filter(|w| *w > 0.0)?;
    match unit.unwrap_or("lb").trim_end_matches('.') {
        "lb" | "lbs" | "pound" | "pounds" => Some(weight),
        "oz" | "ounce" | "ounces" => Some(weight / 16.0),
        "ton" | "tons" => Some(weight * 2000.0),
        _ => None,
    }
}

/// The size of an object. Upstream calls everything `Tiny` that it has no size for: pikes,
/// elephants and ships too.
///
/// Correction (equipment): The size `Tiny` stands for a missing size and becomes null.
pub(super) fn size(size: Option<&Named>) -> Option<String> {
    size.and_then(super::term).filter(|size| size != "tiny")
}

/// A distance in feet; `None` for zero, which is no range.
///
/// Correction (equipment): A range of 0 means that there is no range.
pub(super) fn feet(distance: f64, unit: Option<&str>) -> Option<i32> {
    let feet = match unit.unwrap_or("feet") {
        "feet" | "foot" | "ft" | "ft." => distance,
        "miles" | "mile" => distance * 5280.0,
        _ => return None,
    };
    #[expect(clippy::cast_possible_truncation, reason = "bounded to what an i32 holds")]
    (feet >= 1.0 && feet < f64::from(i32::MAX)).then_some(feet.round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::Text(text.to_owned())
    }

    #[test]
    fn nothing_is_free() {
        assert_eq!(price(Some(&decimal("15.00"))), Some(15.0));
        assert_eq!(price(Some(&decimal("0.00"))), None);
        assert_eq!(price(Some(&decimal("dear"))), None);
        assert_eq!(price(Some(&Decimal::Number(0.5))), Some(0.5));
        assert_eq!(price(None), None);
    }

    #[test]
    fn nothing_is_weightless() {
        assert_eq!(weight(Some(&decimal("3.000")), Some("lb")), Some(3.0));
        assert_eq!(weight(Some(&decimal("8.000")), Some("oz")), Some(0.5));
        assert_eq!(weight(Some(&decimal("0.000")), Some("lb")), None);
        assert_eq!(weight(Some(&decimal("2.000")), Some("stone")), None);
    }

    #[test]
    fn tiny_is_a_filler() {
        let named = |key: &str| Named { key: key.into(), name: key.into() };
        assert_eq!(size(Some(&named("tiny"))), None);
        assert_eq!(size(Some(&named("huge"))), Some("huge".into()));
    }

    #[test]
    fn distances_are_in_feet() {
        assert_eq!(feet(60.0, Some("feet")), Some(60));
        assert_eq!(feet(1.0, Some("miles")), Some(5280));
        assert_eq!(feet(0.0, None), None);
        assert_eq!(feet(2.0, Some("leagues")), None);
    }
}
