//! Equipment: weapons, armor, gear, tools, poisons, magic items.

mod combat;
mod gear;
mod magic;
mod place;

use super::index::Index;
use super::prose::{About, markdown};
use super::{DOCUMENT, Named, draft, named};
use crate::item_text::weapon::Bases;
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::slugify;
pub(super) use place::is_trap;
use place::{is_card, is_helper};
use std::collections::BTreeSet;

/// Draws the equipment. What comes under two names is one item; the records that only the tabletop needs are left
/// out, and the cards of a deck are part of it.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    let wires = named(records, "items", drafts);
    let bases = bases(&wires);
    let mut drawn: BTreeSet<(String, String)> = BTreeSet::new();
    for wire in &wires {
        let key = wire.record.key.as_str();
        if is_helper(key) || is_card(key) || is_trap(wire.fields.text("description")) {
            continue;
        }
        let mut row = row(wire, &bases, index);
        if row.slug == place::DECK {
            for card in wires.iter().filter(|wire| is_card(&wire.record.key)) {
                let text = text(card, index);
                row.text = format!("{}\n\n**{}.** {text}", row.text, card.name);
            }
        }
        if drawn.insert((format!("{:?}", row.kind), row.slug.clone())) {
            drafts.equipment.push(draft(row, "items", wire.record));
        }
    }
}

/// The mundane weapons and armor, by what headings call them.
fn bases(wires: &[Named<'_>]) -> Bases {
    let mundane = wires.iter().filter(|wire| {
        let mundane = magic::heading(wire).is_none() && !wire.fields.is("magical");
        mundane && place::kind(wire.fields) != Kind::Gear
    });
    let bases = mundane.map(|wire| {
        let slug = slugify(wire.name);
        (slug.clone(), (place::kind(wire.fields), slug))
    });
    Bases(bases.collect())
}

fn text(wire: &Named<'_>, index: &Index<'_>) -> String {
    let about = About::of(wire.fields, wire.name, index);
    markdown(wire.fields.text("description"), &about)
}

fn row(wire: &Named<'_>, bases: &Bases, index: &Index<'_>) -> Model {
    let fields = wire.fields;
    let positive = |path: &str| fields.number(path).filter(|number| *number > 0.0);
    let mut row = Model {
        document_key: DOCUMENT.to_owned(),
        name: wire.name.to_owned(),
        text: text(wire, index),
        // The book gives no weight for items of weight 0.
        weight: positive("weight"),
        ..Model::default()
    };
    if let Some(heading) = magic::heading(wire) {
        magic::fill(wire, heading, index, bases, &mut row);
    } else {
        row.cost = positive("cost_gp");
        gear::fill(wire, index, &mut row);
    }
    match (fields.text("item_kind"), row.category.as_deref()) {
        ("weapon", Some("weapon")) => combat::weapon(fields, &mut row),
        ("armor", Some("armor")) => combat::armor(fields, &mut row),
        _ => {}
    }
    row
}
