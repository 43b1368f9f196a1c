//! Weapons, armor and magic items.

mod armor;
mod magic_item;
mod modifier;
mod weapon;

use super::item::Item;
use super::{Head, draft, heads};
use crate::item_text::measure::{pounds, price};
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::vocabulary::in_gold;

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
fn cost(item: &Item<'_>) -> Option<f64> {
    let gold = match (item.child("cost"), item.number("cost")) {
        (Some(cost), _) => in_gold(cost.number("num")?, &cost.keyword("type")?),
        (None, Some(gold)) => Some(gold),
        (None, None) => price(&item.words("cost")?),
    };
    gold.filter(|gold| *gold > 0.0)
}

/// The weight in pounds: a number, `3 lb.`, `1½ lb.`
fn weight(item: &Item<'_>) -> Option<f64> {
    let number = item.number("weight").filter(|weight| *weight > 0.0);
    number.or_else(|| pounds(&item.words("weight")?))
}

/// Dice of two fields (`damage-die-count`, `damage-die`).
fn dice(item: &Item<'_>) -> Option<String> {
    let die = item.int("damage-die").filter(|die| *die > 0)?;
    let count = item.int("damage-die-count").filter(|n| *n > 0).unwrap_or(1);
    // A blowgun deals one point of damage, which is written as one die of one side.
    Some(if die == 1 { count.to_string() } else { format!("{count}d{die}") })
}
