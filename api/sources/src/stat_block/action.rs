//! Actions by the sections of the stat block.

use super::{attack, damage, entries, form, input, save, usage};
use crate::wire::text;
use lorekeeper_content::{Damage, Pattern, SavingThrowDc, creature};

/// A stat block's actions by section, each in its order.
#[derive(Debug, Default)]
pub struct Sections {
    pub actions: Vec<creature::Action>,
    pub bonus_actions: Vec<creature::Action>,
    pub reactions: Vec<creature::Action>,
    pub legendary_preamble: Option<String>,
    pub legendary_actions: Vec<creature::Action>,
    pub lair_actions: Vec<creature::Action>,
    lore: Vec<String>,
}

impl Sections {
    /// Numbers the actions of each section in their order.
    pub fn number(&mut self) {
        for section in [
            &mut self.actions, &mut self.bonus_actions, &mut self.reactions, &mut self.legendary_actions,
            &mut self.lair_actions,
        ] {
            for (order, action) in (0..).zip(section) {
                action.order = Some(order);
            }
        }
    }

    /// Puts the sections on a row, whose own description and preamble of the legendary actions are kept.
    pub fn fill(self, row: &mut creature::Model) {
        if row.text.is_empty() {
            row.text = self.lore.join("\n\n");
        }
        row.actions = self.actions.into();
        row.bonus_actions = self.bonus_actions.into();
        row.reactions = self.reactions.into();
        row.legendary_preamble = row.legendary_preamble.take().or(self.legendary_preamble);
        row.legendary_actions = self.legendary_actions.into();
        row.lair_actions = self.lair_actions.into();
    }
}

/// Sorts the actions.
///
/// Correction (creatures): The opening sentence of the legendary actions, which upstream lists as an action,
/// becomes `legendaryPreamble`. A passage on the creature's ways in the place of an action becomes its description.
pub fn sections(mut actions: Vec<input::Action>) -> Sections {
    entries::part(&mut actions);
    // The sort is stable: what has no place keeps upstream's order, after the rest.
    actions.sort_by_key(|a| (is_misfiled(a), a.order_in_statblock.unwrap_or(i32::MAX)));
    let mut sections = Sections::default();
    for action in &actions {
        if is_legendary(action) && action.name.to_lowercase().contains("legendary action") {
            sections.legendary_preamble = Some(sentences(action));
            continue;
        }
        if let Some(lore) = entries::passage(action).filter(|passage| entries::is_lore(passage)) {
            sections.lore.push(lore);
            continue;
        }
        let section = match action.kind.as_str() {
            _ if is_legendary(action) => &mut sections.legendary_actions,
            "BONUS_ACTION" => &mut sections.bonus_actions,
            "REACTION" => &mut sections.reactions,
            "LAIR_ACTION" => &mut sections.lair_actions,
            _ => &mut sections.actions,
        };
        place(action, section);
    }
    sections
}

/// The actions that entries with these names and texts are.
pub fn read(entries: Vec<(String, String)>) -> Vec<creature::Action> {
    let entries = entries.into_iter().map(|(name, desc)| input::Action {
        name,
        desc,
        kind: "ACTION".to_owned(),
        ..input::Action::default()
    });
    sections(entries.collect()).actions
}

/// The book whose actions have two blanks where a comma was lost.
const WITHOUT_COMMAS: &str = "a5e-mm";

/// Puts the lost commas of a book back into its actions.
///
/// Correction (creatures): Two blanks in the actions of the *Monstrous Menagerie* become the comma that was lost there.
pub fn restore_commas(document: &str, actions: &mut [input::Action]) {
    static LOST: Pattern = Pattern::new(r"(?P<before>[\w)]|\bft\.)  \b");
    if document == WITHOUT_COMMAS {
        for action in actions {
            action.desc = LOST.replace_all(&action.desc, "$before, ").into_owned();
        }
    }
}

/// The beginnings of attacks and of lair actions.
static ATTACK: Pattern = Pattern::new(r"^[*_]*(?:melee|ranged)(?: or ranged)? (?:weapon |spell )?attack[:*_]");
static NAMED_ATTACK: Pattern =
    Pattern::new(r"^(?P<name>(?:\d+ )?[\p{L} ]{3,40}?) (?P<attack>(?:melee|ranged) weapon attack: .*)$");
static LAIR: Pattern = Pattern::new(r"^on initiative count 20 \([^\n]*\blair action");

/// The action that an entry among the traits is.
///
/// Correction (creatures): Attacks, multiattacks and lair actions among the traits are actions.
pub fn among_traits(name: &str, text: &str) -> Option<input::Action> {
    // `8 Scorpion Tail Melee Weapon Attack: +5 to hit, reach 5 ft`, cut at the point.
    let cut = NAMED_ATTACK.captures(name);
    let whole = cut.as_ref().map(|cut| format!("{}.{text}", &cut["attack"]));
    let (name, text) = match (&cut, &whole) {
        (Some(cut), Some(whole)) => (cut.name("name").map_or("", |name| name.as_str()), &**whole),
        _ => (name, text),
    };
    let kind = if ATTACK.is_match(text) || name.trim().eq_ignore_ascii_case("multiattack") {
        "ACTION"
    } else if LAIR.is_match(text) {
        "LAIR_ACTION"
    } else {
        return None;
    };
    Some(input::Action {
        name: name.trim().to_owned(),
        desc: text.to_owned(),
        kind: kind.to_owned(),
        ..input::Action::default()
    })
}

/// `(Costs 2 Actions)` or `(2 actions)`, printed behind the name of a legendary action.
static COSTS: Pattern = Pattern::new(r"\s*\((?:costs? )?(?P<cost>\d+) (?:legendary )?actions?(?P<more>,[^)]*)?\)");

/// Upstream files some legendary actions under other sections; only they cost actions. (It gives
/// ordinary actions a cost of 1.)
///
/// Correction (creatures): Legendary actions under other headings, or listed twice, are filed once as legendary
/// actions.
fn is_legendary(action: &input::Action) -> bool {
    action.kind == "LEGENDARY_ACTION"
        || action.legendary_action_cost.is_some_and(|cost| cost > 1)
        || COSTS.is_match(&action.name)
}

fn is_misfiled(action: &input::Action) -> bool {
    is_legendary(action) && action.kind != "LEGENDARY_ACTION"
}

/// Correction (creatures): `(Costs 2 Actions)` in a name becomes `legendaryCost`.
fn legendary_cost(action: &input::Action) -> Option<i32> {
    let printed = COSTS.captures(&action.name).and_then(|c| c.name("cost")?.as_str().parse().ok());
    let cost = printed.or(action.legendary_action_cost);
    cost.filter(|_| is_legendary(action))
}

/// Puts an action into its section, unless it is there: upstream has some legendary actions twice.
/// An entry without text is a line of the entry before it (an option, say) that was cut off.
///
/// Correction (creatures): Damage with a saving throw instead of an attack, or behind its hit, which only the text has, becomes
/// `damage` and `save` of the action. An action without text, or with a sentence for a name, is the end of the one
/// before it and is joined to that.
fn place(wire: &input::Action, section: &mut Vec<creature::Action>) {
    let body = text(&wire.desc).unwrap_or_default();
    let (name, body) = numbered(&wire.name, &body).unwrap_or_else(|| (wire.name.clone(), body));
    let (name, form) = form::split(&COSTS.replace(&name, ""));
    let body = match body.strip_prefix('(').and_then(|rest| rest.split_once(") ")) {
        Some((label, rest)) if wire.limited_to_form.as_deref() == Some(label) => rest.to_owned(),
        _ => body,
    };
    if is_misfiled(wire) && section.iter().any(|a| a.name.eq_ignore_ascii_case(&name)) {
        return;
    }
    if let (Some(passage), Some(before)) = (entries::passage(wire), section.last_mut()) {
        before.text.extend(["\n\n", &passage]);
        // The text before it is known to call for none.
        let calls = || save::save(&passage).is_some();
        if before.save.is_none() && before.attacks.is_empty() && calls() {
            (before.save, before.damage) = saved_damage(&before.text);
        }
        return;
    }
    if body.is_empty()
        && wire.attacks.is_empty()
        && let Some(before) = section.last_mut()
    {
        before.text.extend(["\n- ", &name]);
        return;
    }
    let attacks = attack::attacks(wire);
    let (save, mut damage) = saved_damage(&body);
    if !attacks.is_empty() {
        damage = save::behind(&body).map(damage::taken_damages).unwrap_or_default();
    }
    section.push(creature::Action {
        order: wire.order_in_statblock,
        legendary_cost: legendary_cost(wire),
        limited_to_form: wire
            .limited_to_form
            .as_deref()
            .and_then(form::stated)
            .or(form)
            .or_else(|| form::split(&wire.attacks.first()?.name).1),
        usage: wire.usage_limits.as_ref().and_then(usage::limit).or_else(|| usage::printed(&wire.name)),
        save,
        attacks,
        damage,
        multiattack: Vec::new(),
        name: with_recharge(name, wire.usage_limits.as_ref()),
        text: body,
    });
}

/// The name that an entry of a numbered list has in its text: `1` and `Charm Hex. The target ...`.
///
/// Correction (creatures): A numbered option has the name that its text begins with.
fn numbered(name: &str, body: &str) -> Option<(String, String)> {
    const MAX_WORDS: usize = 5;
    name.trim().parse::<u8>().ok()?;
    let (own, rest) = body.split_once(". ")?;
    let is_name = own.split_whitespace().count() <= MAX_WORDS;
    is_name.then(|| (own.to_owned(), rest.to_owned()))
}

/// The name, and behind it how many minutes a recharge takes, which no limit says.
fn with_recharge(name: String, usage: Option<&input::Usage>) -> String {
    match usage.and_then(usage::minutes_between) {
        Some(minutes) => format!("{name} (Recharges after {minutes} Minutes)"),
        None => name,
    }
}

/// The saving throw that a text calls for, and the damage that it saves from; without one, the damage that it deals.
fn saved_damage(text: &str) -> (Option<SavingThrowDc>, Vec<Damage>) {
    let save = save::save(text);
    let damage = if save.is_some() { damage::first_damages(text) } else { damage::taken_damages(text) };
    (save, damage)
}

/// The sentence that opens the legendary actions, which upstream lists as if it were one.
fn sentences(action: &input::Action) -> String {
    let name = action.name.trim().trim_end_matches('.');
    match text(&action.desc) {
        Some(rest) => format!("{name}. {rest}"),
        None => format!("{name}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn action(name: &str, kind: &str, order: Option<i32>, cost: Option<i32>) -> input::Action {
        let raw = json!({
            "name": name, "desc": format!("{name} happens."), "attacks": [], "action_type": kind,
            "order_in_statblock": order, "legendary_action_cost": cost, "limited_to_form": null,
            "usage_limits": null
        });
        serde_json::from_value(raw).unwrap()
    }

    fn names(section: &[creature::Action]) -> Vec<&str> {
        section.iter().map(|a| a.name.as_str()).collect()
    }

    #[test]
    fn actions_are_sorted_by_section_and_order() {
        let sections = sections(vec![
            action("Kick", "ACTION", Some(1), Some(1)),
            action("Shout", "ACTION", None, None),
            action("Bite", "ACTION", Some(0), None),
            action("Hop", "BONUS_ACTION", Some(0), None),
            action("Duck", "REACTION", Some(0), None),
            action("Stare", "LEGENDARY_ACTION", Some(0), Some(2)),
        ]);
        assert_eq!(names(&sections.actions), ["Bite", "Kick", "Shout"]);
        assert_eq!(names(&sections.bonus_actions), ["Hop"]);
        assert_eq!(names(&sections.reactions), ["Duck"]);
        assert_eq!(sections.legendary_actions[0].legendary_cost, Some(2));
        assert_eq!(sections.actions[1].legendary_cost, None);
    }

    #[test]
    fn misfiled_legendary_actions_go_home_once() {
        let sections = sections(vec![
            action("Wave", "LEGENDARY_ACTION", Some(0), Some(2)),
            action("Wave (Costs 2 Actions)", "ACTION", None, None),
            action("Roar (Costs 3 Actions, Recharge 5-6)", "ACTION", None, None),
            action("Flap", "BONUS_ACTION", Some(0), Some(2)),
            action("Wave", "BONUS_ACTION", Some(0), Some(2)),
        ]);
        assert!(sections.actions.is_empty() && sections.bonus_actions.is_empty());
        assert_eq!(names(&sections.legendary_actions), ["Wave", "Flap", "Roar"]);
        let costs: Vec<_> = sections.legendary_actions.iter().map(|a| a.legendary_cost).collect();
        assert_eq!(costs, [Some(2), Some(2), Some(3)]);
    }

    #[test]
    fn lost_commas_are_put_back() {
        let mut hop = [action("Hop", "ACTION", None, None)];
        hop[0].desc = "It hops (once)  croaks  and sleeps.  Then".to_owned();
        restore_commas("pond", &mut hop);
        assert!(hop[0].desc.contains("(once)  croaks"));
        restore_commas(WITHOUT_COMMAS, &mut hop);
        assert_eq!(hop[0].desc, "It hops (once), croaks, and sleeps.  Then");
    }

    #[test]
    fn the_opening_sentence_is_no_action() {
        let sections = sections(vec![
            action("The newt can take 2 legendary actions", "LEGENDARY_ACTION", Some(0), Some(1)),
            action("Move", "LEGENDARY_ACTION", Some(1), Some(1)),
        ]);
        assert_eq!(names(&sections.legendary_actions), ["Move"]);
        assert!(sections.legendary_preamble.unwrap().starts_with("The newt can take 2 legendary actions. "));
    }

    #[test]
    fn an_entry_without_text_is_a_line_of_the_one_before() {
        let mut line = action("It sits down", "ACTION", Some(1), None);
        line.desc.clear();
        let sections = sections(vec![action("Order", "ACTION", Some(0), None), line]);
        assert_eq!(names(&sections.actions), ["Order"]);
        assert_eq!(sections.actions[0].text, "Order happens.\n- It sits down");
    }

    #[test]
    fn damage_without_an_attack_comes_with_a_save() {
        let mut breath = action("Breath", "ACTION", Some(0), None);
        breath.desc = "DC 13 Dexterity saving throw, taking 14 (4d6) fire damage on a failed save, or half as much damage on a successful one.".to_owned();
        let sections = sections(vec![breath]);
        let breath = &sections.actions[0];
        assert_eq!(breath.damage[0].dice.as_deref(), Some("4d6"));
        assert_eq!(breath.save.as_ref().unwrap().success.as_deref(), Some("half"));
    }

    #[test]
    fn damage_behind_a_hit_comes_with_its_save() {
        let mut bite = action("Bite", "ACTION", Some(0), None);
        bite.desc = "_Melee Weapon Attack:_ +4 to hit, reach 5 ft., one target. _Hit:_ 4 (1d4 + 2) piercing damage, and the target must make a DC 11 Constitution saving throw, taking 10 (3d6) poison damage on a failed save, or half as much damage on a successful one.".to_owned();
        let sections = sections(vec![bite]);
        let bite = &sections.actions[0];
        let dice = |damage: &[Damage]| damage[0].dice.clone().unwrap();
        assert_eq!(dice(&bite.attacks[0].damage), "1d4");
        assert_eq!(dice(&bite.damage), "3d6");
        let apart = "Hit: 1 piercing damage, and it must make a DC 11 Constitution saving throw. On a failure, it takes 7 (2d6) poison damage. It takes 5 (1d10) cold damage.";
        let behind = save::behind(apart).map(damage::taken_damages).unwrap();
        assert_eq!(dice(&behind), "2d6");
    }
}
