//! Equipment.

use super::{Head, heads, is, one, text};
use crate::item_text::armor::{Dexterity, fill_armor_class};
use crate::item_text::attunement_detail;
use crate::item_text::code::{damage_type, item_type, weapon_property};
use crate::item_text::rarity::rarity;
use crate::item_text::weapon::with_details;
use crate::{Drafts, Records};
use lorekeeper_content::equipment::{Kind, Model};

/// Draws the equipment.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for head in heads(records, "item", drafts) {
        drafts.equipment.push(head.draft(row(&head), "item"));
    }
}

fn row(head: &Head<'_>) -> Model {
    let fields = head.fields;
    let number = |name: &str| one(fields, name).replace(',', "").parse::<f64>().ok().filter(|n| *n > 0.0);
    let (kind, category, finer) = item_type(&one(fields, "type")).unwrap_or_default();
    let mut row = Model {
        kind,
        document_key: head.book.to_owned(),
        slug: head.slug.clone(),
        name: head.name.clone(),
        text: text(fields, "text"),
        category: crate::wire::filled(category),
        cost: number("value"),
        weight: number("weight"),
        ..Model::default()
    };
    match kind {
        Kind::Weapon => weapon(head, finer, &mut row),
        Kind::Armor => armor(head, finer, &mut row),
        _ => row.subcategory = crate::wire::filled(finer),
    }
    // `rare (requires attunement by a bard)`
    let detail = one(fields, "detail");
    let detail = if detail.is_empty() { one(fields, "rarity") } else { detail };
    let lower = detail.to_lowercase();
    let (words, attunement) = match lower.find("(requires attunement") {
        Some(at) => lower.split_at(at),
        None => (lower.as_str(), ""),
    };
    // `legendary, cursed`
    let rarity = rarity(words.split(',').next().unwrap_or_default().trim());
    if is(fields, "magic") || rarity.is_some() || !attunement.is_empty() {
        row.kind = Kind::MagicItem;
        row.rarity_rank = rarity.as_ref().and_then(|rarity| rarity.rank);
        row.rarity = rarity.map(|rarity| rarity.slug);
        row.requires_attunement = Some(!attunement.is_empty());
        row.attunement_detail = attunement_detail(attunement.trim_matches(['(', ')']));
    }
    row
}

fn weapon(head: &Head<'_>, range: &str, row: &mut Model) {
    let fields = head.fields;
    row.damage_dice = crate::wire::filled(&one(fields, "dmg1"));
    row.versatile_dice = crate::wire::filled(&one(fields, "dmg2"));
    row.damage_type = damage_type(&one(fields, "dmgType")).map(str::to_owned);
    row.weapon_range = Some(range.to_owned());
    let codes = one(fields, "property");
    let codes: Vec<&str> = codes.split(',').map(str::trim).collect();
    // The type is told by a property: `M` is martial.
    row.martial = Some(codes.contains(&"M"));
    row.simple = row.martial.map(|is_martial| !is_martial);
    let ranges = one(fields, "range");
    let (near, far) = ranges.split_once('/').unwrap_or((&ranges, ""));
    row.range = crate::stat_block::line::whole(near);
    row.long_range = crate::stat_block::line::whole(far);
    let properties = codes.into_iter().filter_map(weapon_property).collect();
    row.properties = with_details(properties, row).into();
}

fn armor(head: &Head<'_>, category: &str, row: &mut Model) {
    row.armor_category = Some(category.to_owned());
    let dexterity = match category {
        "light" => Dexterity::All,
        "medium" => Dexterity::UpTo(2),
        _ => Dexterity::None,
    };
    if let Ok(class) = one(head.fields, "ac").parse() {
        fill_armor_class(row, class, dexterity);
    }
    row.strength_required = one(head.fields, "strength").parse().ok().filter(|score| *score > 0);
    row.stealth_disadvantage = Some(is(head.fields, "stealth"));
}
