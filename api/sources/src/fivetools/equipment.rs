//! Equipment: items, the mundane ones they are based on, groups of items, and variants of magic.

mod magic;

use super::index::Index;
use super::markdown::words;
use super::{Head, heads, join_paragraphs};
use crate::Drafts;
use crate::foundry_text::fields::Fields;
use crate::item_text::armor::{Dexterity, fill_armor_class};
use crate::item_text::code::{damage_type, item_type, weapon_property};
use crate::item_text::weapon::with_details;
use lorekeeper_content::equipment::{Kind, Model, WeaponProperty};
use lorekeeper_content::{Quantity, slugify};
use serde_json::Value;

/// Draws the equipment.
pub(super) fn draw(index: &Index<'_>, drafts: &mut Drafts) {
    for endpoint in ["item", "baseitem", "itemGroup", "magicvariant"] {
        for head in heads(endpoint, index, drafts) {
            let row = row(&head);
            drafts.equipment.push(head.draft(row, endpoint));
        }
    }
}

/// The row of an item; a variant has its fields in `inherits`.
fn row(head: &Head<'_>) -> Model {
    let own = head.fields;
    let fields = match own.at("inherits") {
        inherits if inherits.is_there() => inherits,
        _ => own,
    };
    let code = own.filled("type").or_else(|| fields.filled("type")).unwrap_or_default();
    let known = item_type(&code).or_else(|| item_type(&own_type(head, &code)?));
    let (kind, category, subcategory) = known.unwrap_or_default();
    let mut row = Model {
        kind,
        document_key: head.book.to_owned(),
        slug: head.slug.clone(),
        name: head.name.clone(),
        text: text(head, fields),
        category: crate::wire::filled(category),
        cost: fields.number("value").map(|coppers| coppers / 100.0).filter(|gold| *gold > 0.0),
        weight: fields.number("weight").filter(|weight| *weight > 0.0),
        quantity: fields.positive("quantity").filter(|count| *count > 1),
        contents: contents(head).into(),
        capacity: fields.word("carryingCapacity").or_else(|| {
            let pounds = fields.list("containerCapacity.weight").next()?.word("")?;
            Some(format!("{pounds} lb."))
        }),
        speed: fields.word("speed").or_else(|| fields.word("vehSpeed")),
        ammunition: fields.filled("ammoType").map(|name| slugify(base(&name))),
        ..Model::default()
    };
    match kind {
        Kind::Weapon => weapon(head, fields, subcategory, &mut row),
        Kind::Armor => armor(fields, subcategory, &mut row),
        _ => row.subcategory = crate::wire::filled(subcategory),
    }
    magic::fill(head, fields, &mut row);
    let numbers = NUMBERS.iter().filter_map(|(field, called)| Some(format!("{called}: {}", fields.word(field)?)));
    let notes: Vec<String> = row.notes.take().into_iter().chain(numbers).collect();
    row.notes = crate::wire::filled(&notes.join("; "));
    row
}

/// Numbers that only some types of items have.
const NUMBERS: [(&str, &str); 10] = [
    ("crew", "Crew"),
    ("vehAc", "Armor Class"),
    ("vehHp", "Hit Points"),
    ("vehDmgThresh", "Damage Threshold"),
    ("capCargo", "Cargo (tons)"),
    ("capPassenger", "Passengers"),
    ("travelCost", "Travel (cp a mile)"),
    ("shippingCost", "Shipping (cp for 100 lb. a mile)"),
    ("reload", "Shots before a reload"),
    ("spellScrollLevel", "Level of the spell"),
];

/// The type of the file's own that a code names.
fn own_type(head: &Head<'_>, code: &str) -> Option<String> {
    let records = head.index.records("itemType").iter();
    let mut types = records.map(|record| Fields::of(&record.raw));
    let found = types.find(|own| own.text("abbreviation") == base(code))?;
    found.filled("_copy.abbreviation")
}

/// A name without the source behind it.
fn base(reference: &str) -> &str {
    reference.split('|').next().unwrap_or(reference).trim()
}

/// The texts of an item, with those of its group and its fluff.
fn text(head: &Head<'_>, fields: Fields<'_>) -> String {
    let own = head.text("entries");
    let inherited = || {
        let inherits = head.value("inherits");
        super::markdown(inherits.get("entries").unwrap_or(&Value::Null), head.index)
    };
    let text = if own.is_empty() { inherited() } else { own };
    let members: Vec<String> =
        head.fields.words("items").into_iter().map(|item| format!("- {}", words(base(item)))).collect();
    join_paragraphs([
        magic::filled_in(&text, fields),
        members.join("\n"),
        head.text("additionalEntries"),
        head.fluff("itemFluff"),
    ])
}

fn contents(head: &Head<'_>) -> Vec<Quantity> {
    let contents = head.value("packContents").as_array().into_iter().flatten();
    let named = contents.filter_map(|part| {
        let fields = Fields::of(part);
        let name = part.as_str().map(str::to_owned);
        let name = name.or_else(|| fields.filled("item")).or_else(|| fields.filled("special"))?;
        let name = words(base(&name));
        Some(Quantity { slug: slugify(&name), name, quantity: fields.positive("quantity").unwrap_or(1) })
    });
    named.collect()
}

fn weapon(head: &Head<'_>, fields: Fields<'_>, range: &str, row: &mut Model) {
    row.damage_dice = fields.filled("dmg1").map(|dice| words(&dice));
    row.versatile_dice = fields.filled("dmg2").map(|dice| words(&dice));
    row.damage_type = damage_type(fields.text("dmgType")).map(str::to_owned);
    row.weapon_range = Some(range.to_owned());
    let category = fields.text("weaponCategory");
    row.simple = Some(category == "simple").filter(|_| !category.is_empty());
    row.martial = Some(category == "martial").filter(|_| !category.is_empty());
    let ranges = fields.text("range");
    let (near, far) = ranges.split_once('/').unwrap_or((ranges, ""));
    row.range = near.trim().parse().ok();
    row.long_range = far.trim().parse().ok();
    let codes = fields.list("property").filter_map(|property| property.filled("uid"));
    let codes: Vec<String> = fields.words("property").into_iter().map(str::to_owned).chain(codes).collect();
    let properties = codes.iter().map(|code| {
        weapon_property(code).unwrap_or_else(|| WeaponProperty {
            name: own_property(head, code),
            slug: slugify(&own_property(head, code)),
            ..WeaponProperty::default()
        })
    });
    let properties = properties.filter(|property| !property.slug.is_empty()).collect();
    row.properties = with_details(properties, row).into();
    let mastery = fields.words("mastery");
    row.mastery = mastery.first().map(|name| slugify(base(name)));
}

/// The name of a property of the file's own; else its code.
fn own_property(head: &Head<'_>, code: &str) -> String {
    let records = head.index.records("itemProperty").iter();
    let mut properties = records.map(|record| Fields::of(&record.raw));
    let own = properties.find(|own| own.text("abbreviation") == base(code));
    let name = own.and_then(super::rule::property_name);
    name.map_or_else(|| base(code).to_owned(), |name| words(&name))
}

fn armor(fields: Fields<'_>, category: &str, row: &mut Model) {
    row.armor_category = Some(category.to_owned());
    let cap = fields.int("dexterityMax");
    let dexterity = match (category, cap) {
        ("heavy" | "shield", None) | (_, Some(0)) => Dexterity::None,
        ("medium", None) => Dexterity::UpTo(2),
        (_, cap) => Dexterity::of(true, cap),
    };
    if let Some(class) = fields.whole_amount("ac") {
        fill_armor_class(row, class, dexterity);
    }
    row.strength_required = fields.whole_amount("strength").filter(|score| *score > 0);
    row.stealth_disadvantage = Some(fields.is("stealth"));
}
