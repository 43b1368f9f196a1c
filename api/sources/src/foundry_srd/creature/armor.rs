//! Armor class of an actor: a number of its own, or what it wears.

use super::Creature;
use crate::foundry_text::Edition;
use crate::foundry_text::fields::Fields;

/// The armor class, and what it comes from.
pub(super) fn class(creature: &Creature<'_>) -> (Option<i32>, Option<String>) {
    let wire = creature.wire.at("attributes.ac");
    let worn = Worn::of(&creature.items);
    if let Some(flat) = wire.whole_amount("flat").filter(|flat| *flat > 0) {
        let natural = wire.text("calc") == "natural" && creature.edition == Edition::Of2014;
        let dexterity = creature.stats.numbers.modifiers.dexterity;
        // A number that is that of bare skin comes from no armor.
        let is_bare = dexterity.is_some_and(|modifier| flat == 10 + modifier);
        let detail = (natural && !is_bare).then(|| "natural armor".to_owned());
        return (Some(flat), detail);
    }
    let Some(dexterity) = creature.stats.numbers.modifiers.dexterity else {
        return (None, None);
    };
    let body = match worn.armor {
        Some(armor) => {
            let most = match armor.text("system.type.value") {
                "light" => i32::MAX,
                "medium" => armor.int("system.armor.dex").unwrap_or(2),
                _ => 0,
            };
            value(armor) + dexterity.min(most)
        }
        None => 10 + dexterity,
    };
    let shield = worn.shield.map(value).unwrap_or_default();
    let names = [worn.armor, worn.shield].into_iter().flatten();
    let names: Vec<String> = names.map(name).collect();
    let detail = (!names.is_empty() && creature.edition == Edition::Of2014).then(|| names.join(", "));
    (Some(body + shield), detail)
}

#[derive(Default)]
struct Worn<'a> {
    armor: Option<Fields<'a>>,
    shield: Option<Fields<'a>>,
}

impl<'a> Worn<'a> {
    fn of(items: &[Fields<'a>]) -> Self {
        let mut worn = Self::default();
        for item in items.iter().filter(|item| item.is("system.equipped")) {
            match item.text("system.type.value") {
                "light" | "medium" | "heavy" => worn.armor = Some(*item),
                "shield" => worn.shield = Some(*item),
                _ => {}
            }
        }
        worn
    }
}

fn value(item: Fields<'_>) -> i32 {
    let bonus = item.int("system.armor.magicalBonus");
    item.int("system.armor.value").unwrap_or_default() + bonus.unwrap_or_default()
}

/// The name as stat blocks print it: `studded leather`, `shield`.
fn name(item: Fields<'_>) -> String {
    let name = item.text("name").trim().to_lowercase();
    let bare = name.strip_suffix(" armor").unwrap_or(&name);
    match bare {
        "hide" | "natural" => format!("{bare} armor"),
        bare => bare.to_owned(),
    }
}
