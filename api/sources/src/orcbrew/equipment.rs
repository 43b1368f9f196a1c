//! Weapons, armor and magic items.

mod armor;
mod magic_item;
mod modifier;
mod weapon;

use super::item::Item;
use super::{Head, draft, heads};
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Kind, Model};

/// Draws the equipment.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    type Fill = fn(&Item<'_>, &mut Model);
    let types: [(&str, Kind, Fill); 4] = [
        ("weapons", Kind::Weapon, weapon::fill),
        ("armor", Kind::Armor, armor::fill),
        ("ammunition", Kind::Gear, weapon::ammunition),
        ("magic-items", Kind::MagicItem, magic_item::fill),
    ];
    for (endpoint, kind, fill) in types {
        for (record, head) in heads(records, endpoint, drafts) {
            let mut row = row(kind, &head);
            fill(&head.item, &mut row);
            let section = row.category.clone();
            drafts.equipment.push(draft(row, endpoint, record, section));
        }
    }
}

fn row(kind: Kind, head: &Head<'_>) -> Model {
    Model {
        kind,
        document_key: head.book.to_owned(),
        slug: head.slug.clone(),
        name: head.name.clone(),
        text: head.item.first_text(&["description", "summary"]),
        cost: cost(&head.item),
        weight: weight(&head.item),
        quantity: head.item.int("sell-qty").filter(|n| *n > 1),
        notes: head.item.text("notes"),
        ..Model::default()
    }
}

/// The price in gold pieces: `{:num 5 :type :sp}`, a number of gold pieces, or `5 sp`.
pub(super) fn cost(item: &Item<'_>) -> Option<f64> {
    let (number, coin) = if let Some(cost) = item.child("cost") {
        (cost.number("num")?, cost.keyword("type")?)
    } else if let Some(gold) = item.number("cost") {
        (gold, "gp".to_owned())
    } else {
        let printed = item.words("cost")?;
        let (number, coin) = printed.split_once(' ')?;
        (number.replace(',', "").parse().ok()?, coin.to_lowercase())
    };
    gold(number, &coin).filter(|gold| *gold > 0.0)
}

/// An amount of a coin in gold pieces.
pub(super) fn gold(number: f64, coin: &str) -> Option<f64> {
    match coin {
        "cp" => Some(number / 100.0),
        "sp" => Some(number / 10.0),
        "ep" => Some(number / 2.0),
        "gp" => Some(number),
        "pp" => Some(number * 10.0),
        _ => None,
    }
}

/// The weight in pounds: a number, `3 lb.`, `1½ lb.`
fn weight(item: &Item<'_>) -> Option<f64> {
    let weight = item.number("weight").or_else(|| {
        let printed = item.words("weight")?;
        let number = printed
            .trim_end_matches('.')
            .trim_end_matches(|c: char| c.is_alphabetic() || c.is_whitespace());
        let (whole, part) = match number.char_indices().next_back()? {
            (at, '½') => (number.get(..at)?, 0.5),
            (at, '¼') => (number.get(..at)?, 0.25),
            (at, '¾') => (number.get(..at)?, 0.75),
            _ => (number, 0.0),
        };
        let whole = whole.trim();
        let whole = if whole.is_empty() {
            0.0
        } else {
            lorekeeper_content::parse_fraction(whole)?
        };
        Some(whole + part)
    });
    weight.filter(|weight| weight.is_finite() && *weight > 0.0)
}

/// Dice of two fields (`damage-die-count`, `damage-die`).
fn dice(item: &Item<'_>) -> Option<String> {
    let die = item.int("damage-die").filter(|die| *die > 0)?;
    let count = item.int("damage-die-count").filter(|n| *n > 0).unwrap_or(1);
    // A blowgun deals one point of damage, which is written as one die of one side.
    Some(if die == 1 {
        count.to_string()
    } else {
        format!("{count}d{die}")
    })
}

#[cfg(test)]
mod tests;
