//! Magic items.

use super::super::item::Item;
use super::super::prose;
use super::{armor, modifier, weapon};
use crate::item_text::rarity::rarity;
use lorekeeper_content::equipment::Model;

/// Fills in a magic item; what it is made from has the fields of a weapon or of armor.
pub(super) fn fill(item: &Item<'_>, row: &mut Model) {
    let kind =
        item.keyword_of("magic-items", "type").or_else(|| item.keyword("type")).or_else(|| item.keyword("item-type"));
    let bases: Vec<String> = ["subtypes", "item-subtype", "subtype", "base"]
        .iter()
        .flat_map(|key| item.flags(key))
        .filter(|base| !matches!(base.as_str(), "other" | "all" | "any" | "custom"))
        .map(|base| prose::slug(&base))
        .collect();
    match kind.as_deref() {
        Some("weapon") => {
            if item.has("damage-die") {
                weapon::stats(item, row);
                if item.keyword_of("weapons", "type").is_none() {
                    // The type of the item is no weapon category.
                    (row.simple, row.martial, row.improvised) = (None, None, None);
                }
            }
            row.base_weapon_slug = only(&bases);
        }
        Some("armor") => {
            if item.has("base-ac") {
                armor::stats(item, row);
                row.armor_category = None;
            }
            row.base_armor_slug = only(&bases);
        }
        Some("shield") => row.base_armor_slug = Some("shield".to_owned()),
        _ => {}
    }
    row.category = kind;
    if let Some(found) = item.words("rarity").map(|r| prose::heading(&r)) {
        let found = rarity(&found);
        row.rarity_rank = found.as_ref().and_then(|r| r.rank);
        row.rarity = found.map(|r| r.slug);
    }
    let by = item.flags("attunement");
    row.requires_attunement = Some(item.has("attunement") || item.has("requires-attunement"));
    row.attunement_detail = attunement(&by);
    row.notes = Some(bonuses(item)).filter(|n| !n.is_empty()).or(row.notes.take());
}

fn only(bases: &[String]) -> Option<String> {
    match bases {
        [base] => Some(base.clone()),
        _ => None,
    }
}

/// By whom: `by a bard or wizard`, `by a creature of good alignment`.
fn attunement(by: &[String]) -> Option<String> {
    if by.is_empty() || by.iter().any(|who| who == "any") {
        return None;
    }
    let who: Vec<String> = by
        .iter()
        .map(|who| match who.as_str() {
            "good" | "evil" | "lawful" | "chaotic" => format!("creature of {who} alignment"),
            _ => prose::lower(who),
        })
        .collect();
    Some(format!("by a {}", prose::either(&who)))
}

/// The effects of the item, a line each.
fn bonuses(item: &Item<'_>) -> String {
    const BONUSES: [(&str, &str); 4] = [
        ("magical-attack-bonus", "to attack rolls"),
        ("magical-damage-bonus", "to damage rolls"),
        ("magical-ac-bonus", "to armor class"),
        ("magical-save-bonus", "to saving throws"),
    ];
    let lines = BONUSES.iter().filter_map(|(key, to)| {
        let bonus = item.int(key).filter(|bonus| *bonus != 0)?;
        Some(format!("- {bonus:+} {to}"))
    });
    let changes = modifier::lines(item).into_iter().map(|line| format!("- {line}"));
    lines.chain(changes).collect::<Vec<_>>().join("\n")
}
