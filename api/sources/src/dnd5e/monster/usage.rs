//! Usage limits of traits and actions.

use lorekeeper_content::UsageLimit;
use serde::Deserialize;

/// A limit as the API has it. Its `dice` are always the d6 of a recharge.
#[derive(Deserialize)]
pub(super) struct Usage {
    #[serde(rename = "type")]
    kind: String,
    times: Option<i32>,
    times_in_lair: Option<i32>,
    min_value: Option<i32>,
    #[serde(default)]
    rest_types: Vec<String>,
}

impl Usage {
    /// The limit; `None` when it is of no kind that the game knows.
    pub fn row(&self) -> Option<UsageLimit> {
        let kind = match self.kind.to_lowercase().as_str() {
            "recharge on roll" => "RECHARGE_ON_ROLL",
            "recharge after rest" => "RECHARGE_AFTER_REST",
            "per day" => "PER_DAY",
            "per rest" => "PER_REST",
            "at will" => "AT_WILL",
            _ => return None,
        };
        Some(UsageLimit {
            kind: kind.to_owned(),
            times: self.times,
            times_in_lair: self.times_in_lair,
            minimum: self.min_value,
            rests: self.rest_types.iter().map(|rest| rest.to_lowercase()).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(raw: &str) -> Option<UsageLimit> {
        serde_json::from_str::<Usage>(raw).unwrap().row()
    }

    #[test]
    fn limits_have_kinds() {
        let breath = limit(r#"{"type":"recharge on roll","dice":"1d6","min_value":5}"#).unwrap();
        assert_eq!((breath.kind.as_str(), breath.minimum), ("RECHARGE_ON_ROLL", Some(5)));
        let rested = limit(r#"{"type":"recharge after rest","rest_types":["short","long"]}"#).unwrap();
        assert_eq!(rested.rests, ["short", "long"]);
        let daily = limit(r#"{"type":"per day","times":3,"times_in_lair":4}"#).unwrap();
        assert_eq!((daily.times, daily.times_in_lair), (Some(3), Some(4)));
        assert_eq!(limit(r#"{"type":"whenever"}"#), None);
    }
}
