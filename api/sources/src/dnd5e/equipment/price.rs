//! Prices in gold pieces.

use serde::Deserialize;

/// A price as the API has it.
#[derive(Deserialize)]
pub(super) struct Price {
    quantity: f64,
    unit: String,
}

impl Price {
    /// The price in gold pieces; unknown in a coin that the game has not.
    pub fn gold(&self) -> Option<f64> {
        // Divided, not multiplied by a fraction: 4 cp are 0.04 exactly as written.
        match self.unit.as_str() {
            "cp" => Some(self.quantity / 100.0),
            "sp" => Some(self.quantity / 10.0),
            "ep" => Some(self.quantity / 2.0),
            "gp" => Some(self.quantity),
            "pp" => Some(self.quantity * 10.0),
            _ => None,
        }
    }

    /// The price as printed (`1 gp`).
    pub fn printed(&self) -> String {
        format!("{} {}", self.quantity, self.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_coin_is_gold() {
        for (unit, gold) in [
            ("cp", Some(0.07)),
            ("sp", Some(0.7)),
            ("ep", Some(3.5)),
            ("gp", Some(7.0)),
            ("pp", Some(70.0)),
            ("shells", None),
        ] {
            let price = Price {
                quantity: 7.0,
                unit: unit.to_owned(),
            };
            assert_eq!(price.gold(), gold, "{unit}");
        }
    }
}
