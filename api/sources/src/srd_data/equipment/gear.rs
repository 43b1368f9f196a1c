//! Mundane gear: categories, contents of packs, uses of tools.

use super::place;
use crate::prose::capitalized;
use crate::srd_data::Named;
use crate::srd_data::index::Index;
use lorekeeper_content::equipment::{Model, Utilize};
use lorekeeper_content::vocabulary::ABILITIES;
use lorekeeper_content::{Pattern, Quantity, slugify};

/// Fills in what a mundane item has.
pub(super) fn fill(wire: &Named<'_>, index: &Index<'_>, row: &mut Model) {
    let description = wire.fields.text("description");
    let (category, finer) = place::category(wire);
    row.kind = place::kind(wire.fields);
    row.slug = place::mundane_slug(wire, finer);
    row.category = Some(category.to_owned());
    row.subcategory = finer.filter(|finer| *finer != category).map(str::to_owned);
    row.quantity = place::quantity(wire.name);
    if let Some(number) = row.quantity {
        // The price is that of the lot, the weight that of a piece.
        row.weight = row.weight.map(|weight| (weight * f64::from(number) * 1e4).round() / 1e4);
    }
    match category {
        "tools" => tool(description, row),
        "equipment-pack" => {
            row.contents = contents(description, index).into();
            // The records have the empty sack's.
            row.weight = None;
        }
        _ => {}
    }
}

static USE: Pattern = Pattern::new(r"(?:^|, (?:or )?)(?P<name>[^()]+?) \(DC (?P<dc>\d+)\)");

fn tool(description: &str, row: &mut Model) {
    let line = |label: &str| description.lines().find_map(|line| line.strip_prefix(label)).map(str::trim);
    let ability = line("Ability: ").map(str::to_lowercase);
    let known = |name: &String| ABILITIES.contains(&name.as_str());
    row.ability = ability.filter(known);
    let uses = line("Utilize: ").unwrap_or_default();
    let uses = USE.captures_iter(uses).map(|found| Utilize {
        name: capitalized(found["name"].trim()),
        ability: row.ability.clone(),
        dc: found["dc"].parse().ok(),
    });
    row.utilize = uses.collect::<Vec<_>>().into();
    row.craft = line("Craft: ").map(listed).unwrap_or_default();
}

/// The items of a list; commas in brackets are no borders.
fn listed(text: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut depth = 0_i32;
    for c in text.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        match (c, items.last_mut()) {
            (',', _) if depth == 0 => items.push(String::new()),
            (c, Some(item)) => item.push(c),
            (_, None) => {}
        }
    }
    let items = items.iter().map(|item| item.trim().trim_start_matches("and ").trim_end_matches('.'));
    items.filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

static COUNTED: Pattern =
    Pattern::new(r"^(?:(?P<count>\d+) )?(?:(?:flasks?|days?|sheets?|vials?|pieces?|sticks?) of )?(?P<name>.+)$");

/// The contents of a pack: `Bedroll, 2 flasks of Oil, and Waterskin`.
fn contents(description: &str, index: &Index<'_>) -> Vec<Quantity> {
    let list = description.split(" contains the following items: ").nth(1);
    let list = list.and_then(|rest| rest.lines().next()).unwrap_or_default();
    let found = listed(list);
    let found = found.iter().filter_map(|item| COUNTED.captures(item));
    found
        .map(|found| {
            let name = item_name(found["name"].trim(), index);
            Quantity {
                slug: slugify(&name),
                quantity: found.name("count").and_then(|n| n.as_str().parse().ok()).unwrap_or(1),
                name,
            }
        })
        .collect()
}

/// The name of an item that a list has in the plural, or turned around (`Hooded Lantern`).
fn item_name(listed: &str, index: &Index<'_>) -> String {
    let singular = listed.strip_suffix("es").filter(|stem| stem.ends_with("ch"));
    let singular = singular.or_else(|| listed.strip_suffix('s')).unwrap_or(listed);
    let turned = listed.split_once(' ').map(|(first, rest)| format!("{rest}, {first}"));
    let names = [Some(listed.to_owned()), Some(singular.to_owned()), turned];
    let known = |name: &String| {
        let slug = slugify(name);
        !place::is_helper(&slug) && index.find("items", &slug).is_some()
    };
    let found = names.into_iter().flatten().find(known);
    found.unwrap_or_else(|| listed.to_owned())
}
