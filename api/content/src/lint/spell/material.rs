//! The material component: what it is worth, and whether it is consumed.

use super::printed_fields::whole_number;
use crate::Pattern;
use crate::lint::{Finding, list, or_none};
use crate::spell::Model;
use crate::vocabulary::in_gold;
use serde_json::{Value, json};

static PRICE: Pattern =
    Pattern::new(r"(?P<amount>\d[\d,.]*)\+?\s*(?P<coin>pp|gp|ep|sp|cp|gold|silver|copper|platinum)\b");

/// The prices in a text, in gold pieces.
fn prices(text: &str) -> Vec<f64> {
    let prices = PRICE.captures_iter(text).filter_map(|found| {
        let amount: f64 = found.name("amount")?.as_str().replace(',', "").parse().ok()?;
        let coin = found.name("coin")?.as_str();
        let abbreviation = match coin.to_lowercase().as_str() {
            "gold" => "gp",
            "silver" => "sp",
            "copper" => "cp",
            "platinum" => "pp",
            _ => coin,
        };
        in_gold(amount, abbreviation)
    });
    prices.collect()
}

/// A number of things that are worth a price each.
static EACH: Pattern = Pattern::new(
    r"\b(?P<count>pair of|two|three|four|five|six|seven|eight|nine|ten|\d+) (?:[\w'’-]+ ){1,5}worth (?:at least )?(?P<amount>\d[\d,.]*)\+?\s*(?:gp|gold pieces?) (?:each|apiece)\b",
);

/// What a material with several prices costs in all, where none of them is an alternative.
///
/// Correction (spells): The cost of several material components is their sum.
fn total(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    if lower.contains(" or ") {
        return None;
    }
    let more = EACH.captures_iter(&lower).filter_map(|found| {
        let count = match found.name("count")?.as_str() {
            "pair of" => 2,
            count => whole_number(count)?,
        };
        let amount: f64 = found.name("amount")?.as_str().replace(',', "").parse().ok()?;
        Some(amount * f64::from(count - 1))
    });
    Some(prices(text).iter().sum::<f64>() + more.sum::<f64>())
}

/// The cost is a price in the material, or the sum of several.
pub(super) fn cost(row: &Model) -> Vec<Finding> {
    let Some(text) = &row.material_text else {
        return Vec::new();
    };
    let mut expected = prices(text);
    let sum: f64 = total(text).unwrap_or_else(|| expected.iter().sum());
    match (row.material_cost, expected.is_empty()) {
        (None, true) => Vec::new(),
        // What two prices come to is not certain: one of them may be that of each piece.
        (None, false) if expected.len() > 1 => Vec::new(),
        (Some(cost), false) => {
            expected.push(sum);
            let holds = expected.iter().any(|price| (price - cost).abs() < 0.005);
            expected.dedup();
            vec![if holds { Finding::Holds } else { Finding::contradiction(cost, list(&expected)) }]
        }
        (cost, _) => vec![Finding::contradiction(or_none(cost), list(&expected))],
    }
}

static KEPT: Pattern = Pattern::new(r"(?:not|n't|n’t|without being) (?:be |being )?consume");

pub(super) fn consumed(row: &Model) -> Vec<Finding> {
    let Some(text) = &row.material_text else {
        return Vec::new();
    };
    let consumed = text.to_lowercase().contains("consum") && !KEPT.is_match(text);
    let told = row.text.to_lowercase().contains("consum");
    match (row.material_consumed, consumed) {
        (false, false) => Vec::new(),
        (true, false) if told => vec![Finding::Holds],
        (stated, expected) => vec![Finding::equal(stated, expected)],
    }
}

/// What the material component tells.
pub(super) fn told(row: &Model) -> Vec<(&'static str, Value)> {
    let text = row.material_text.as_deref().unwrap_or_default();
    let prices = prices(text);
    let mut told = Vec::new();
    let cost = match prices.as_slice() {
        [] => None,
        [price] if !EACH.is_match(text) => Some(*price),
        _ => total(text),
    };
    told.extend(cost.map(|cost| ("material_cost", json!(cost))));
    if text.to_lowercase().contains("consum") && !KEPT.is_match(text) {
        told.push(("material_consumed", json!(true)));
    }
    told
}

/// A material in words is a component. Books that leave its words out say nothing that could contradict.
pub(super) fn component(row: &Model) -> Vec<Finding> {
    let named = row.material_text.as_ref();
    let finding = |_| Finding::equal(row.material, true);
    named.map(finding).into_iter().collect()
}
