//! Coins that prices are written in.

/// Coins and their worth in copper pieces, the most valuable one first. Platinum and electrum are left out: books
/// price in the other three.
pub(crate) const COINS: [(&str, i64); 3] = [("gp", 100), ("sp", 10), ("cp", 1)];

/// An amount of a coin in gold pieces; `None` for a coin that the game has not.
pub fn in_gold(number: f64, coin: &str) -> Option<f64> {
    // Divided, not multiplied by a fraction: 4 cp are 0.04 exactly as written.
    match coin.trim().to_lowercase().as_str() {
        "cp" => Some(number / 100.0),
        "sp" => Some(number / 10.0),
        "ep" => Some(number / 2.0),
        "gp" => Some(number),
        "pp" => Some(number * 10.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coins_are_worth_gold() {
        let worth = [("cp", 0.04), ("sp", 0.4), ("ep", 2.0), ("gp", 4.0), ("PP", 40.0)];
        for (coin, gold) in worth {
            assert_eq!(in_gold(4.0, coin), Some(gold), "{coin}");
        }
        assert_eq!(in_gold(4.0, "shells"), None);
    }
}
