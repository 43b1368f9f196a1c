//! Equipment: weapons, armor, gear, and what they cost.

use super::notation::{capitalized, decimal, grouped, joined, title_case, titled, words};
use super::prose::{contains_phrase, inline, run_in};
use super::{Layout, Markdown, Printed, magic_item};
use crate::equipment::{Kind, Model, WeaponProperty};
use crate::vocabulary::COINS;

/// Kind of the properties that are mastery properties.
const MASTERY: &str = "Mastery";

impl Printed for Model {
    fn printed(&self, layout: Layout) -> Markdown {
        let item = self;
        let is_2024 = layout == Layout::Rules2024;
        // The books of 2024 have terms in the letters of titles.
        let term = |words: String| if is_2024 { title_case(&words) } else { words };
        let stealth = (item.stealth_disadvantage == Some(true)).then(|| "Disadvantage".to_owned());
        // Some texts repeat the facts of a tool or a vehicle.
        let unmentioned = |label: &str, fact: Option<String>| fact.filter(|_| !contains_phrase(&item.text, label));
        let is_in_text = |label: &str| item.text.contains(&format!("**{label}:**"));
        let speed = item.speed.clone().filter(|_| !is_in_text("Speed"));
        Markdown::new(&item.name, &item.document_key)
            .subtitle(&term(subtitle(item)))
            .facts([
                ("Damage", damage(item).map(term)),
                ("Properties", properties(item, is_2024)),
                ("Mastery", mastery(item)),
                ("Range", range(item)),
                ("Ammunition", ammunition(item)),
                ("Armor Class", item.ac_display.clone()),
                ("Strength", item.strength_required.map(|score| score.to_string())),
                ("Stealth", stealth),
                ("Don", item.don_time.clone()),
                ("Doff", item.doff_time.clone()),
                ("Cost", cost(item, is_2024).filter(|_| !is_in_text("Cost"))),
                ("Weight", item.weight.map(weight)),
                ("Size", item.size.as_deref().map(capitalized)),
                ("Speed", unmentioned("Vehicle. Speed", speed)),
                ("Capacity", item.capacity.clone()),
                ("Ability", unmentioned("Ability:", item.ability.as_deref().map(capitalized))),
                ("Utilize", unmentioned("Utilize:", utilize(item))),
                ("Craft", unmentioned("Craft:", joined(item.craft.iter().map(|c| inline(c))))),
                ("Notes", notes(item)),
                ("Variant of", magic_item::variant_of(item)),
                ("Variants", magic_item::variants(item)),
            ])
            .text(&item.text)
            .fact_section("Contents", contents(item))
            .fact_section("Properties", property_texts(item))
    }
}

/// `Martial melee weapon`, `Heavy armor`, `Tools (artisan's tools)`.
fn subtitle(item: &Model) -> String {
    match item.kind {
        Kind::MagicItem => magic_item::subtitle(item),
        Kind::Weapon => {
            let training = match (item.simple, item.martial, item.improvised) {
                (_, Some(true), _) => "martial ",
                (Some(true), _, _) => "simple ",
                (_, _, Some(true)) => "improvised ",
                _ => "",
            };
            let range = item.weapon_range.as_deref().unwrap_or_default();
            capitalized(format!("{training}{range}").trim()) + " weapon"
        }
        Kind::Armor => match item.armor_category.as_deref() {
            Some("shield") => "Shield".to_owned(),
            Some(category) => format!("{} armor", capitalized(category)),
            None => "Armor".to_owned(),
        },
        Kind::Gear => {
            let category = capitalized(&words(item.category.as_deref().unwrap_or("gear")));
            match item.subcategory.as_deref() {
                None | Some("standard-gear") => category,
                Some("artisans-tools") => format!("{category} (artisan's tools)"),
                Some(finer) => format!("{category} ({})", words(finer)),
            }
        }
    }
}

/// `1d8 slashing`.
fn damage(item: &Model) -> Option<String> {
    let kind = item.damage_type.as_deref().unwrap_or_default();
    let dice = item.damage_dice.as_deref()?;
    let versatile =
        item.versatile_dice.as_deref().filter(|dice| !item.properties.iter().any(|p| detail(p).contains(*dice)));
    let versatile = versatile.map(|dice| format!(" (versatile {dice})")).unwrap_or_default();
    Some(format!("{dice} {kind}{versatile}"))
}

/// `Finesse, Thrown (range 20/60), Versatile (1d10)`; in the books of 2024 `Thrown (Range 20/60)`.
fn properties(item: &Model, is_2024: bool) -> Option<String> {
    let ordinary = item.properties.iter().filter(|p| p.kind.as_deref() != Some(MASTERY));
    joined(ordinary.map(|property| match detail(property) {
        "" => property.name.clone(),
        detail if is_2024 => format!("{} ({})", property.name, capitalized(detail)),
        detail => format!("{} ({detail})", property.name),
    }))
}

fn detail(property: &WeaponProperty) -> &str {
    property.detail.as_deref().unwrap_or_default()
}

fn mastery(item: &Model) -> Option<String> {
    let named = item.properties.iter().find(|p| p.kind.as_deref() == Some(MASTERY));
    named.map(|p| p.name.clone()).or_else(|| item.mastery.as_deref().map(titled))
}

/// The range, where no property gives it.
fn range(item: &Model) -> Option<String> {
    if item.properties.iter().any(|p| detail(p).contains("range")) {
        return None;
    }
    Some(match (item.range?, item.long_range) {
        (near, Some(far)) => format!("{near}/{far} ft."),
        (near, None) => format!("{near} ft."),
    })
}

fn ammunition(item: &Model) -> Option<String> {
    let needed = item.ammunition.as_deref()?;
    let mentioned = item.properties.iter().any(|p| contains_phrase(detail(p), needed));
    (!mentioned).then(|| capitalized(&words(needed)))
}

/// `15 gp`, `5 sp`, `1 gp for 20`, `5 cp per day`. A price of zero is unknown to the source.
fn cost(item: &Model, is_2024: bool) -> Option<String> {
    let price = price(item.cost.filter(|cost| *cost > 0.0)?);
    let price = if is_2024 { coins_in_capitals(&price) } else { price };
    Some(match (item.cost_per.as_deref(), item.quantity) {
        (Some(per), _) => format!("{price} per {}", per.strip_prefix("1 ").unwrap_or(per)),
        (None, Some(pieces)) if pieces > 1 => format!("{price} for {pieces}"),
        _ => price,
    })
}

/// `15 GP`, as the books of 2024 print it.
fn coins_in_capitals(price: &str) -> String {
    let coins = COINS.iter().map(|(coin, _)| *coin);
    coins.fold(price.to_owned(), |price, coin| price.replace(&format!(" {coin}"), &format!(" {}", coin.to_uppercase())))
}

/// A price in gold pieces, in the largest coins that it can be paid in.
fn price(gold: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "prices are far below 2^63 copper pieces")]
    let mut copper = (gold * 100.0).round() as i64;
    let mut coins: Vec<String> = Vec::new();
    for (coin, worth) in COINS {
        let count = copper / worth;
        copper %= worth;
        if count > 0 {
            coins.push(format!("{} {coin}", grouped(count)));
        }
    }
    if coins.is_empty() { "less than 1 cp".to_owned() } else { coins.join(" ") }
}

/// `65 lb.`, `1/2 lb.`, and the dash of books for what weighs nothing.
fn weight(pounds: f64) -> String {
    if pounds.abs() < 1e-9 {
        return "—".to_owned();
    }
    let fraction = [(0.25, "1/4"), (0.5, "1/2"), (0.75, "3/4")]
        .into_iter()
        .find(|(part, _)| (pounds - pounds.trunc() - part).abs() < 1e-9);
    match fraction {
        Some((_, part)) if pounds < 1.0 => format!("{part} lb."),
        Some((_, part)) => format!("{} {part} lb.", decimal(pounds.trunc())),
        None => format!("{} lb.", decimal(pounds)),
    }
}

/// `Identify a substance (DC 15 Intelligence)`.
fn utilize(item: &Model) -> Option<String> {
    joined(item.utilize.iter().map(|deed| {
        let ability = deed.ability.as_deref().filter(|a| Some(*a) != item.ability.as_deref());
        let check = [deed.dc.map(|dc| format!("DC {dc}")), ability.map(capitalized)];
        let check: Vec<String> = check.into_iter().flatten().collect();
        if check.is_empty() { inline(&deed.name) } else { format!("{} ({})", inline(&deed.name), check.join(" ")) }
    }))
}

fn notes(item: &Model) -> Option<String> {
    let notes = item.notes.as_deref().filter(|notes| !magic_item::is_heading(item, notes))?;
    let properties = item.properties.iter();
    let mut texts =
        properties.flat_map(|p| [p.text.clone(), format!("{} {}", p.name, detail(p))]).chain([item.text.clone()]);
    let mentioned = texts.any(|text| contains_phrase(&text, notes));
    (!mentioned).then(|| notes.to_owned())
}

/// What a pack contains, unless its text lists that.
fn contents(item: &Model) -> Vec<String> {
    let first = |name: &str| name.split([' ', ',']).next().unwrap_or_default().to_owned();
    if item.contents.iter().all(|part| contains_phrase(&item.text, &first(&part.name))) {
        return Vec::new();
    }
    let lines: Vec<String> = item
        .contents
        .iter()
        .map(|part| match part.quantity {
            1 => format!("- {}", part.name),
            many => format!("- {} ({many})", part.name),
        })
        .collect();
    vec![lines.join("\n")]
}

/// What the properties mean, unless that is the item's own text.
fn property_texts(item: &Model) -> Vec<String> {
    let meant = item.properties.iter().filter(|p| !p.text.trim().is_empty() && p.text != item.text);
    meant.map(|p| run_in(&p.name, &p.text, 3)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_in_the_coins_of_the_books() {
        for (gold, expected) in [
            (15.0, "15 gp"),
            (1500.0, "1,500 gp"),
            (0.5, "5 sp"),
            (0.02, "2 cp"),
            (0.07, "7 cp"),
            (1.25, "1 gp 2 sp 5 cp"),
        ] {
            assert_eq!(price(gold), expected);
        }
    }

    #[test]
    fn weights_are_in_fractions_of_pounds() {
        for (pounds, expected) in
            [(65.0, "65 lb."), (0.0, "—"), (0.25, "1/4 lb."), (1.5, "1 1/2 lb."), (0.02, "0.02 lb.")]
        {
            assert_eq!(weight(pounds), expected);
        }
    }
}
