//! Prices and weights, from words.

use lorekeeper_content::parse_fraction;
use lorekeeper_content::vocabulary::in_gold;

/// A price in gold pieces (`5 cp`, `2,000 gp`). Nothing on sale is free.
///
/// Correction (equipment): Prices in words (`2,000 gp`) become numbers.
pub fn price(printed: &str) -> Option<f64> {
    let (number, coin) = printed.trim().split_once(' ')?;
    let number: f64 = number.replace(',', "").parse().ok()?;
    in_gold(number, coin).filter(|gold| gold.is_finite() && *gold > 0.0)
}

/// A weight in pounds (`8 lb.`, `1/4 lb.`, `1½ lb.`). Nothing is weightless.
///
/// Correction (equipment): Weights in words (`1/4 lb.`) become numbers.
pub fn pounds(printed: &str) -> Option<f64> {
    let number = printed.trim().trim_end_matches('.').trim_end_matches(char::is_alphabetic);
    let unit = printed.get(number.len()..).unwrap_or_default();
    if !matches!(unit.trim().trim_end_matches('.'), "" | "lb" | "lbs" | "pound" | "pounds") {
        return None;
    }
    let number = number.trim();
    let parts = [('½', 0.5), ('¼', 0.25), ('¾', 0.75)];
    let part = parts.iter().find(|(sign, _)| number.ends_with(*sign));
    let whole = number.trim_end_matches(['½', '¼', '¾']).trim();
    let pounds = match (part, whole) {
        (Some((_, part)), "") => Some(*part),
        (Some((_, part)), whole) => parse_fraction(whole).map(|whole| whole + part),
        (None, whole) => parse_fraction(whole),
    };
    pounds.filter(|pounds| pounds.is_finite() && *pounds > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_and_weights_are_read() {
        assert_eq!(price("2,000 gp"), Some(2000.0));
        assert_eq!(price("5 cp"), Some(0.05));
        assert_eq!((price("0 gp"), price("5 shells"), price("gp")), (None, None, None));
        for (printed, expected) in [
            ("8 lb.", Some(8.0)),
            ("1/4 lb.", Some(0.25)),
            ("1½ lb.", Some(1.5)),
            ("¾", Some(0.75)),
            ("3", Some(3.0)),
            ("3 kg", None),
            ("0 lb.", None),
            ("", None),
        ] {
            assert_eq!(pounds(printed), expected, "{printed}");
        }
    }
}
