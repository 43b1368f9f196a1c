//! Traits and actions of an actor: its items, each with the activities that its text refers to.

use super::Creature;
use crate::foundry_srd::activity::with_activities;
use crate::foundry_text::Edition;
use crate::foundry_text::fields::Fields;
use crate::stat_block::{action, input, usage};
use lorekeeper_content::Trait;
use lorekeeper_content::creature::Model;

/// Fills in the sections of the stat block, in its order.
pub(super) fn fill(creature: &Creature<'_>, row: &mut Model) {
    let (mut traits, mut actions) = (Vec::new(), Vec::new());
    for item in &creature.items {
        let section = match section(*item) {
            Some(section) if item.text("name").trim() != "Legendary Actions" => section,
            _ => continue,
        };
        let thing = with_activities(*item);
        let thing = Fields::of(&thing);
        let mut html = item.text("system.description.value");
        let mut attacks = thing.list("activities");
        let is_bare = html.is_empty() && creature.document.imported.is_some();
        if is_bare && attacks.any(|activity| activity.text("kind") == "attack") {
            // The sheet shows the numbers of the attack.
            html = "<p>[[/attack extended]]. [[/damage extended]].</p>";
        }
        let text = creature.text(html, thing);
        let name = heading(creature, *item);
        if section == "TRAIT" {
            traits.push(printed_trait(&name, text));
            continue;
        }
        let mut activities = thing.list("activities");
        let is_spell = activities.any(|activity| activity.text("attack.type.classification") == "spell");
        let cost = item_activity(*item).and_then(|activity| activity.int("activation.value"));
        actions.push(input::Action {
            name,
            desc: text,
            legendary_action_cost: cost.filter(|cost| section == "LEGENDARY_ACTION" && *cost > 1),
            kind: section.to_owned(),
            order_in_statblock: i32::try_from(actions.len()).ok(),
            attack_type: Some(if is_spell { "SPELL" } else { "WEAPON" }.to_owned()),
            ..input::Action::default()
        });
    }
    row.traits = traits.into();
    let mut sections = action::sections(actions);
    sections.number();
    sections.fill(row);
    row.legendary_preamble = (!row.legendary_actions.is_empty()).then(|| preamble(creature)).flatten();
}

fn printed_trait(name: &str, text: String) -> Trait {
    let bare = name.split(" (").next().unwrap_or(name);
    let usage = usage::printed(name);
    Trait { name: if usage.is_some() { bare } else { name }.to_owned(), text, kind: None, usage }
}

/// The section of an item; `None` for what is carried, and for the spells, which a trait lists.
fn section(item: Fields<'_>) -> Option<&'static str> {
    if !matches!(item.text("type"), "feat" | "weapon") || item.text("name").trim().is_empty() {
        return None;
    }
    if item.words("system.properties").contains(&"trait") {
        return Some("TRAIT");
    }
    let activation = item_activity(item).map_or("", |activity| activity.text("activation.type"));
    Some(match activation {
        "action" => "ACTION",
        "bonus" => "BONUS_ACTION",
        "reaction" => "REACTION",
        "legendary" => "LEGENDARY_ACTION",
        "lair" => "LAIR_ACTION",
        _ => "TRAIT",
    })
}

/// The activity that says when an item is used: the first one that is an action of any kind.
fn item_activity(item: Fields<'_>) -> Option<Fields<'_>> {
    const ACTIONS: [&str; 5] = ["action", "bonus", "reaction", "legendary", "lair"];
    let mut activities = item.entries("system.activities").map(|(_, activity)| activity);
    activities.find(|activity| ACTIONS.contains(&activity.text("activation.type")))
}

/// The name with how often the item can be used, as the book prints it.
fn heading(creature: &Creature<'_>, item: Fields<'_>) -> String {
    let name = item.text("name").trim();
    if name.contains('(') {
        return name.to_owned();
    }
    match limit(creature, item, name) {
        Some(limit) => format!("{name} ({limit})"),
        None => name.to_owned(),
    }
}

fn limit(creature: &Creature<'_>, item: Fields<'_>, name: &str) -> Option<String> {
    let of_2024 = creature.edition == Edition::Of2024;
    if name == "Legendary Resistance" {
        let times = creature.wire.positive("resources.legres.max")?;
        let in_lair = creature.wire.is("resources.lair.value") && of_2024;
        return Some(if in_lair {
            format!("{times}/Day, or {}/Day in Lair", times + 1)
        } else {
            format!("{times}/Day")
        });
    }
    let times = item.whole_amount("system.uses.max")?;
    let recovery = item.list("system.uses.recovery").next()?;
    match recovery.text("period") {
        "day" | "dawn" => Some(format!("{times}/Day")),
        "recharge" => Some(match recovery.text("formula") {
            "5" => "Recharge 5–6".to_owned(),
            "4" => "Recharge 4–6".to_owned(),
            "3" => "Recharge 3–6".to_owned(),
            "2" => "Recharge 2–6".to_owned(),
            _ => "Recharge 6".to_owned(),
        }),
        "sr" if times == 1 => Some("Recharges after a Short or Long Rest".to_owned()),
        "lr" if times == 1 => Some("Recharges after a Long Rest".to_owned()),
        _ => None,
    }
}

/// What precedes the legendary actions, which differs in the number only.
fn preamble(creature: &Creature<'_>) -> Option<String> {
    let uses = creature.wire.positive("resources.legact.max")?;
    let called = creature.stats.called().to_lowercase();
    if creature.edition == Edition::Of2014 {
        return Some(format!(
            "The {called} can take {uses} legendary actions, choosing from the options below. Only one legendary action option can be used at a time and only at the end of another creature's turn. The {called} regains spent legendary actions at the start of its turn."
        ));
    }
    let lair =
        if creature.wire.is("resources.lair.value") { format!(" ({} in Lair)", uses + 1) } else { String::new() };
    Some(format!(
        "Legendary Action Uses: {uses}{lair}. Immediately after another creature's turn, the {called} can expend a use to take one of the following actions. The {called} regains all expended uses at the start of each of its turns."
    ))
}
