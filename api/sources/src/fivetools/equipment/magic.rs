//! Magic of an item: rarity, attunement, what it is based on, its bonuses.

use super::super::Head;
use super::super::markdown::words;
use super::base;
use crate::foundry_text::fields::Fields;
use crate::item_text::attunement_detail;
use crate::item_text::code::item_type;
use crate::item_text::rarity::rarity;
use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::vocabulary::ability_of;
use lorekeeper_content::{Pattern, slugify};

/// Fields with a bonus, and what it is added to.
const BONUSES: [(&str, &str); 12] = [
    ("bonusWeapon", "attack and damage rolls"),
    ("bonusWeaponAttack", "attack rolls"),
    ("bonusWeaponDamage", "damage rolls"),
    ("bonusAc", "Armor Class"),
    ("bonusSpellAttack", "spell attack rolls"),
    ("bonusSpellSaveDc", "spell save DC"),
    ("bonusSavingThrow", "saving throws"),
    ("bonusAbilityCheck", "ability checks"),
    ("bonusProficiencyBonus", "proficiency bonus"),
    ("bonusSpellDamage", "damage rolls of spells"),
    ("bonusWeaponCritDamage", "damage of critical hits"),
    ("bonusSavingThrowConcentration", "saving throws for concentration"),
];

/// Puts the magic on a row, where there is any.
pub(super) fn fill(head: &Head<'_>, fields: Fields<'_>, row: &mut Model) {
    let attunement = fields.at("reqAttune");
    let needs = attunement.truth() == Some(true) || !attunement.text("").is_empty();
    let detail = fields.text("reqAttune");
    let printed = fields.filled("rarity").or_else(|| head.fields.filled("rarity"));
    let rarity = printed.as_deref().and_then(rarity);
    let is_wondrous = fields.is("wondrous") || fields.is("staff") || fields.is("sentient");
    let is_unknown = printed.as_deref().is_some_and(|rarity| rarity.contains("magic"));
    let is_variant = head.fields.at("inherits").is_there();
    if rarity.is_none() && !needs && detail.is_empty() && !is_wondrous && !is_unknown && !is_variant {
        return;
    }
    let was = std::mem::replace(&mut row.kind, Kind::MagicItem);
    row.requires_attunement = Some(needs || (!detail.is_empty() && detail != "optional"));
    row.attunement_detail = attunement_detail(&words(detail)).filter(|detail| detail != "optional");
    row.rarity_rank = rarity.as_ref().and_then(|rarity| rarity.rank);
    row.rarity = rarity.map(|rarity| rarity.slug);
    if fields.is("wondrous") && row.category.as_deref().is_none_or(|category| category == "adventuring-gear") {
        row.category = Some("wondrous-item".to_owned());
    }
    if fields.is("staff") {
        row.category = Some("staff".to_owned());
    }
    let base_item = fields.filled("baseItem");
    let of_name = base_item.as_deref().map(base);
    match (was, of_name.map(slugify)) {
        (Kind::Weapon, base) => row.base_weapon_slug = base,
        (Kind::Armor, base) => row.base_armor_slug = base,
        _ => {}
    }
    let bonuses =
        BONUSES.iter().filter_map(|(field, added_to)| Some(format!("Bonus to {added_to}: {}", fields.word(field)?)));
    let charges = fields.word("charges").map(|charges| {
        let regained = fields.word("rechargeAmount").map(|amount| words(&amount));
        match (regained, fields.filled("recharge")) {
            (Some(amount), Some(when)) => format!("Charges: {charges} (regains {amount}: {when})"),
            (None, Some(when)) => format!("Charges: {charges} (regained: {when})"),
            _ => format!("Charges: {charges}"),
        }
    });
    let scores = fields.entries("ability.static").filter_map(|(code, score)| {
        let ability = crate::prose::capitalized(ability_of(code)?);
        Some(format!("{ability} becomes {}", score.whole()?))
    });
    let threshold = fields.int("critThreshold").map(|least| format!("Critical hit on {least} to 20"));
    let mut spells = Vec::new();
    named_spells(fields.at("attachedSpells"), &mut spells);
    let spells = (!spells.is_empty()).then(|| format!("Spells: {}", spells.join(", ")));
    let notes: Vec<String> = requirement(head, row)
        .into_iter()
        .chain(bonuses)
        .chain(scores)
        .chain(threshold)
        .chain(charges)
        .chain(spells)
        .collect();
    row.notes = crate::wire::filled(&notes.join("; "));
}

/// The names of spells, however deep they stand.
fn named_spells(spells: Fields<'_>, found: &mut Vec<String>) {
    let name = words(base(spells.text("")).split('#').next().unwrap_or_default());
    if !name.is_empty() && !found.contains(&name) {
        found.push(name);
    }
    spells.values("").for_each(|inner| named_spells(inner, found));
}

/// What a variant can be made from: a kind of item, or some properties.
fn requirement(head: &Head<'_>, row: &mut Model) -> Option<String> {
    let required: Vec<String> = head
        .fields
        .list("requires")
        .map(|required| {
            let parts: Vec<String> = required
                .entries("")
                .filter_map(|(name, value)| match name {
                    "type" => {
                        let (kind, category, finer) = item_type(value.text(""))?;
                        row.category.get_or_insert_with(|| category.to_owned());
                        Some(match kind {
                            Kind::Weapon => format!("{finer} weapon"),
                            Kind::Armor if finer != "shield" => format!("{finer} armor"),
                            _ => finer.to_owned(),
                        })
                    }
                    name if value.truth() == Some(true) => {
                        if matches!(name, "weapon" | "armor") {
                            row.category = Some(name.to_owned());
                        }
                        Some(name.to_owned())
                    }
                    _ => value.filled("").map(|text| words(base(&text))),
                })
                .collect();
            parts.join(" ")
        })
        .filter(|words| !words.is_empty())
        .collect();
    let prefix = head.fields.filled("inherits.namePrefix").map(|p| format!("{p}…"));
    let suffix = head.fields.filled("inherits.nameSuffix").map(|s| format!("…{s}"));
    let named = prefix.or(suffix).map(|named| format!(" (named \"{named}\")"));
    (!required.is_empty()).then(|| format!("Made from any of: {}{}", required.join(", "), named.unwrap_or_default()))
}

/// A placeholder of a text that many items share.
static PLACEHOLDER: Pattern = Pattern::new(r"\{=(?P<field>\w+)(?:/\w+)?\}|\{#itemEntry (?P<entry>[^|}]*)[^}]*\}");

/// A text with the values of its placeholders.
pub(super) fn filled_in(text: &str, fields: Fields<'_>) -> String {
    let value = |found: &regex::Captures<'_>| match found.name("field") {
        Some(field) => fields.word(field.as_str()).unwrap_or_default(),
        None => found.name("entry").map_or("", |entry| entry.as_str()).trim().to_owned(),
    };
    PLACEHOLDER.replace_all(text, value).into_owned()
}
