//! Prices and weights, from words.

/// A price in gold pieces (`5 cp`, `2,000 gp`). Nothing on sale is free.
pub(super) fn gold(upstream: &str) -> Option<f64> {
    let (number, coin) = upstream.trim().split_once(' ')?;
    let number: f64 = number.replace(',', "").parse().ok()?;
    let gold = match coin.trim() {
        "cp" => number / 100.0,
        "sp" => number / 10.0,
        "ep" => number / 2.0,
        "gp" => number,
        "pp" => number * 10.0,
        _ => return None,
    };
    (gold > 0.0).then_some(gold)
}

/// A weight in pounds (`8 lb.`, `1/4 lb.`). Nothing is weightless.
pub(super) fn pounds(upstream: &str) -> Option<f64> {
    let (number, unit) = upstream.trim().split_once(' ')?;
    let pounds = lorekeeper_content::parse_fraction(number)?;
    let is_pounds = matches!(unit.trim().trim_end_matches('.'), "lb" | "lbs");
    (is_pounds && pounds > 0.0).then_some(pounds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_coin_is_gold() {
        for (price, expected) in [
            ("7 cp", Some(0.07)),
            ("7 sp", Some(0.7)),
            ("2,500 gp", Some(2500.0)),
            ("0 gp", None),
            ("", None),
            ("7 shells", None),
        ] {
            assert_eq!(gold(price), expected, "{price}");
        }
    }

    #[test]
    fn weights_may_be_fractions() {
        assert_eq!(pounds("1/4 lb."), Some(0.25));
        assert_eq!(pounds("12 lb."), Some(12.0));
        assert_eq!(pounds("0 lb."), None);
        assert_eq!(pounds("heavy"), None);
    }
}
