//! Starting equipment.

use super::super::item::{Item, number, whole};
use super::super::prose;
use super::grant::weapon;
use lorekeeper_content::vocabulary::in_gold;

/// The starting equipment of a class or background, as a list; `None` when there is none.
pub(super) fn starting(item: &Item<'_>) -> Option<String> {
    let mut lines: Vec<String> = Vec::new();
    for key in ["weapons", "armor", "equipment"] {
        for (thing, count) in item.entries(key) {
            let count = number(count).and_then(whole).unwrap_or(1);
            lines.push(counted(thing, count));
        }
    }
    for (name, count) in item.entries("custom-equipment") {
        let count = number(count).and_then(whole).unwrap_or(1);
        lines.push(times(name.to_owned(), count));
    }
    for key in ["weapon-choices", "armor-choices", "equipment-choices"] {
        for choice in item.items(key) {
            let options: Vec<String> = choice
                .entries("options")
                .into_iter()
                .map(|(thing, count)| counted(thing, number(count).and_then(whole).unwrap_or(1)))
                .collect();
            if options.is_empty() {
                continue;
            }
            let name = choice.words("name").unwrap_or_else(|| "Choose one".to_owned());
            lines.push(format!("{name}: {}", prose::either(&options)));
        }
    }
    for selection in item.items("equipment-selections") {
        lines.extend(self::selection(&selection));
    }
    if let Some(base) = item.child("starting-equipment").and_then(|s| s.keyword("base")) {
        lines.push(format!("What a {} starts with", prose::lower(&base)));
    }
    let coins: Vec<String> = item
        .entries("treasure")
        .into_iter()
        .filter_map(|(coin, count)| Some(format!("{} {coin}", number(count)?)))
        .collect();
    lines.extend((!coins.is_empty()).then(|| prose::listed(&coins)));
    for (name, count) in item.entries("custom-treasure") {
        let count = number(count).and_then(whole).unwrap_or(1);
        lines.push(times(name.to_owned(), count));
    }
    let lines: Vec<String> = lines.iter().map(|line| format!("- {line}")).collect();
    Some(lines.join("\n")).filter(|text| !text.is_empty())
}

/// The coins among it, in gold pieces.
pub(super) fn coins(item: &Item<'_>) -> Option<f64> {
    let worth = item.entries("treasure").into_iter().filter_map(|(coin, count)| in_gold(number(count)?, coin));
    Some(worth.sum::<f64>()).filter(|sum| *sum > 0.0)
}

/// `any martial weapon`, `20 arrow`, `longsword`.
fn counted(thing: &str, count: i32) -> String {
    let name = match thing {
        "simple" | "martial" => format!("any {thing} weapon"),
        _ => weapon(thing),
    };
    times(name, count)
}

fn times(name: String, count: i32) -> String {
    if count == 1 { name } else { format!("{count} × {name}") }
}

/// A choice whose options are bundles: names, or what they grant.
fn selection(selection: &Item<'_>) -> Option<String> {
    let options: Vec<String> = selection
        .items("options")
        .iter()
        .filter_map(|option| {
            option.words("name").or_else(|| {
                let grants = option.entries("grants").into_iter();
                let words: Vec<String> = grants
                    .flat_map(|(thing, inner)| match Item::of(inner) {
                        Some(map) => map
                            .all()
                            .into_iter()
                            .map(|(t, c)| counted(t, number(c).and_then(whole).unwrap_or(1)))
                            .collect(),
                        None => vec![counted(thing, number(inner).and_then(whole).unwrap_or(1))],
                    })
                    .collect();
                Some(prose::listed(&words)).filter(|words| !words.is_empty())
            })
        })
        .collect();
    if options.is_empty() {
        return None;
    }
    let name = selection.words("name").unwrap_or_else(|| "Choose one".to_owned());
    Some(format!("{name}: {}", prose::either(&options)))
}
