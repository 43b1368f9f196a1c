//! Prices in a text.

use lorekeeper_content::vocabulary::in_gold;
use lorekeeper_content::{Regex, pattern};
use std::sync::LazyLock;

static PRICE: LazyLock<Regex> = LazyLock::new(|| {
    let price = r"(?P<number>[\d,]+)\+? ?(?P<coin>cp|sp|ep|gp|pp)";
    let before = price.replace("number", "number_before").replace("coin", "coin_before");
    pattern(&format!(r"\b(?:worth|costing|valued at|value of)(?: at least)? {price}\b|\b{before} worth\b"))
});

/// The price that a text prints, in gold pieces, if it is the only one and not one of several things'.
pub fn printed_price(printed: &str) -> Option<f64> {
    let mut prices = PRICE.captures_iter(printed);
    let price = prices.next()?;
    let mut words = printed.split(|c: char| !c.is_alphanumeric());
    if prices.next().is_some() || words.any(|word| word.eq_ignore_ascii_case("each")) {
        return None;
    }
    let part = |name: &str, before: &str| {
        let found = price.name(name).or_else(|| price.name(before));
        found.map(|m| m.as_str().to_lowercase())
    };
    let number = part("number", "number_before")?.replace(',', "");
    let number: f64 = number.parse().ok()?;
    in_gold(number, &part("coin", "coin_before")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_not_that_of_each_of_several_things() {
        for (printed, price) in [
            ("a bleached bone worth at least 50 gp", Some(50.0)),
            ("peach stones worth 1,000 cp", Some(10.0)),
            ("a diamond worth 25+ GP", Some(25.0)),
            ("two candles worth 5 gp each", None),
            ("Each of two candles is worth 5 gp.", None),
            ("a bell worth 1 gp and a rope worth 2 gp", None),
        ] {
            assert_eq!(printed_price(printed), price, "{printed}");
        }
    }
}
