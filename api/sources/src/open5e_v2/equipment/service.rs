//! Services: lodging, hirelings, spellcasting.

use super::super::wire::{Decimal, DocumentRef};
use super::{draft, row};
use crate::prose;
use crate::{Drafts, Records};
use lorekeeper_content::equipment::Kind;
use serde::Deserialize;

#[derive(Deserialize)]
struct Service {
    #[serde(deserialize_with = "crate::wire::name")]
    name: String,
    #[serde(default)]
    desc: String,
    #[serde(default)]
    document: DocumentRef,
    cost: Option<Decimal>,
    detail: Option<String>,
}

/// Draws the services.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for (record, service) in drafts.parse::<Service>(records, "services") {
        let text = prose::text(&service.desc);
        let mut row = row(Kind::Gear, service.document.key(), &service.name, text);
        row.category = Some("service".to_owned());
        // A service can be free, as the life of a beggar is.
        row.cost = service.cost.as_ref().and_then(Decimal::value);
        row.cost_per = service.detail.as_deref().and_then(cost_per);
        drafts.equipment.push(draft(row, "services", record));
    }
}

/// The amount that the price buys: `per day` is `1 day`.
fn cost_per(detail: &str) -> Option<String> {
    let detail = prose::text(detail)?.to_lowercase();
    let unit = detail.strip_prefix("per ").map(|unit| format!("1 {unit}"));
    Some(unit.unwrap_or(detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_buys_a_unit() {
        assert_eq!(cost_per("per mile").as_deref(), Some("1 mile"));
        assert_eq!(cost_per("1 day").as_deref(), Some("1 day"));
        assert_eq!(cost_per(""), None);
    }
}
