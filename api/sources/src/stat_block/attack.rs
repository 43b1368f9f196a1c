//! Attacks and their damage.

use super::{damage, form, input, shorthand};
use crate::wire::{Named, text};
use lorekeeper_content::typography::spell_out_attacks;
use lorekeeper_content::{Damage, Pattern, Regex, creature};

/// The attacks of an action. Upstream's structure gives them; the printed text of the action, which
/// is the book's own, decides what a hit deals and stands in where upstream has no structure.
pub(super) fn attacks(action: &input::Action) -> Vec<creature::Attack> {
    let printed = PrintedAttack::read(&action.desc);
    match (action.attacks.as_slice(), printed) {
        ([], Some(printed)) => printed.alone(action).into_iter().collect(),
        (attacks, printed) => {
            attacks.iter().map(|attack| self::attack(attack, printed.as_ref(), attacks.len())).collect()
        }
    }
}

/// The name of the one of two attacks that has a reach: `Spear Melee attack`.
static MELEE: Pattern = Pattern::new(r"\bmelee attack$");

/// Correction (creatures): The melee attack with a weapon that is thrown, too, has a reach and no range.
fn attack(wire: &input::Attack, printed: Option<&PrintedAttack>, of: usize) -> creature::Attack {
    // With several attacks to one text it is not certain which of them a printed number is about.
    let own = printed.filter(|_| of == 1);
    let is_melee = of > 1 && wire.reach.is_some() && MELEE.is_match(&wire.name);
    let (range, long_range) = if is_melee { (None, None) } else { (wire.range, wire.long_range) };
    creature::Attack {
        name: match of {
            1 => form::without_brackets(&wire.name),
            _ => wire.name.trim().to_owned(),
        },
        attack_type: wire.kind.as_deref().and_then(text),
        to_hit: own.and_then(|p| p.to_hit).or(wire.to_hit_mod),
        reach: wire.reach.or(own.and_then(|p| p.reach)),
        range,
        long_range: long_range.or(own.filter(|_| range.is_some()).and_then(|p| p.long_range)),
        unit: Some(distance_unit(wire.distance_unit.as_deref())),
        creature_only: own.and_then(|p| p.creature_only).or(wire.target_creature_only),
        damage: damage(wire, printed),
        save: None,
    }
}

/// Distances are in feet, however upstream abbreviates them.
///
/// Correction (creatures): `ft`, `ft.` and `feet` become `feet`.
pub fn distance_unit(upstream: Option<&str>) -> String {
    match upstream.map(str::trim) {
        None | Some("" | "ft" | "ft." | "foot" | "feet") => "feet".to_owned(),
        Some(other) => other.to_lowercase(),
    }
}

/// Correction (creatures): Where the structure and the printed hit differ, the print decides.
fn damage(wire: &input::Attack, printed: Option<&PrintedAttack>) -> Vec<Damage> {
    match printed {
        Some(printed) if !printed.damage.is_empty() => printed.damage.clone(),
        _ => structured(wire, printed),
    }
}

/// The damage as upstream structures it. `damage_type` is null in most attacks and the type is in
/// `extra_damage_type`: without extra dice that is the type of the whole.
///
/// Correction (creatures): `damage_type` is null and `extra_damage_type` holds the type in most attacks. Without
/// extra dice that type is the type of the whole damage. A type that the text never names is not believed.
fn structured(wire: &input::Attack, printed: Option<&PrintedAttack>) -> Vec<Damage> {
    let believed = |named: &Option<Named>| {
        let key = named.as_ref()?.key.to_lowercase();
        // Upstream fills gaps with a type that the text never speaks of.
        printed.is_none_or(|p| p.text.contains(&key)).then_some(key)
    };
    let extra = dice(wire.extra_damage_die_count, wire.extra_damage_die_type.as_deref());
    let extra_type = believed(&wire.extra_damage_type);
    let main_type = believed(&wire.damage_type).or_else(|| {
        let alone = extra.is_none();
        extra_type.clone().filter(|_| alone)
    });
    let main = Damage {
        dice: dice(wire.damage_die_count, wire.damage_die_type.as_deref()),
        bonus: wire.damage_bonus.filter(|b| *b != 0),
        damage_type: main_type,
    };
    let more = extra.map(|dice| Damage {
        dice: Some(dice),
        bonus: wire.extra_damage_bonus.filter(|b| *b != 0),
        damage_type: extra_type,
    });
    let deals = main.dice.is_some() || main.bonus.is_some();
    deals.then_some(main).into_iter().chain(more).collect()
}

fn dice(count: Option<i32>, die: Option<&str>) -> Option<String> {
    let count = count.filter(|c| *c > 0)?;
    let die = die?.trim().to_lowercase();
    (die.starts_with('d') && die.len() > 1).then(|| format!("{count}{die}"))
}

/// Where the consequences of a hit begin.
static HIT: Pattern = Pattern::new(
    r"Hit[_*]*:[\s_*]*|Attack Roll:[\s_*]*[+−-]\d+[^.]*?(?:reach|range)[^.]*?ft\.(?: or range [^.]*ft\.)?[\s_*]*(?:\([^)]*\)\.?\s*)?(?:Hit:[\s_*]*)?",
);
static TO_HIT: Pattern = Pattern::new(r"(?P<bonus>[+−-]\d+) to hit|Attack Roll:[\s_*]*(?P<roll>[+−-]\d+)");
static KIND: Pattern = Pattern::new(r"\b(?P<kind>Weapon|Spell) Attack");

/// Correction (creatures): An attack whose print names *one creature* as its target is for creatures only.
static TARGET: Pattern = Pattern::new(r", one creature\b");

static REACH: Pattern = Pattern::new(r"\breach (?P<reach>\d+)");
static RANGE: Pattern = Pattern::new(r"\brange (?P<range>\d+)(?:/(?P<long>\d+))?");

/// An attack as the text of an action prints it.
pub struct PrintedAttack {
    text: String,
    /// `WEAPON` or `SPELL`; the rules of 2024 print neither.
    pub attack_type: Option<String>,
    to_hit: Option<i32>,
    creature_only: Option<bool>,
    /// Reach in feet.
    pub reach: Option<i32>,
    /// Normal range in feet.
    pub range: Option<i32>,
    /// Long range in feet.
    pub long_range: Option<i32>,
    damage: Vec<Damage>,
}

impl PrintedAttack {
    /// Reads the text of an action; `None` where it has no attack.
    ///
    /// Correction (creatures): Attacks in short notation (`+5 to hit, 5 ft., one target, 9 (2d6+2) slashing damage`)
    /// are read like any other.
    pub fn read(action: &str) -> Option<Self> {
        let is_short = HIT.find(action).is_none();
        let action = spell_out_attacks(action);
        let end = HIT.find(&action)?.end();
        let before = action.get(..end)?;
        let after = action.get(end..)?;
        let number = |regex: &Regex, group: &str| {
            let captures = regex.captures(before)?;
            let number = captures.name(group)?.as_str().replace('−', "-");
            number.trim_start_matches('+').parse::<i32>().ok()
        };
        Some(Self {
            text: action.to_lowercase(),
            attack_type: KIND.captures(before).and_then(|c| c.name("kind").map(|k| k.as_str().to_uppercase())),
            creature_only: TARGET.is_match(before).then_some(true),
            to_hit: number(&TO_HIT, "bonus").or_else(|| number(&TO_HIT, "roll")),
            reach: number(&REACH, "reach"),
            range: number(&RANGE, "range"),
            long_range: number(&RANGE, "long"),
            damage: if is_short { damage::damages(&shorthand::spelled_out(after)) } else { damage::damages(after) },
        })
    }

    /// The attack of an action that upstream gives no structure; it must say how it is rolled, or that it hits.
    ///
    /// Correction (creatures): An attack that has no structure is read from its printed text.
    fn alone(self, action: &input::Action) -> Option<creature::Attack> {
        if self.to_hit.is_none() && !self.text.contains("automatic hit") {
            return None;
        }
        Some(creature::Attack {
            name: form::without_brackets(&action.name),
            attack_type: self.attack_type.or_else(|| action.attack_type.clone()),
            to_hit: self.to_hit,
            reach: self.reach,
            range: self.range,
            long_range: self.long_range,
            unit: Some(distance_unit(None)),
            creature_only: self.creature_only,
            damage: self.damage,
            save: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn action(desc: &str, attacks: Value) -> Vec<creature::Attack> {
        let raw = json!({
            "name": "Swat", "desc": desc, "attacks": attacks, "action_type": "ACTION",
            "order_in_statblock": 0, "legendary_action_cost": null, "limited_to_form": null,
            "usage_limits": null
        });
        super::attacks(&serde_json::from_value(raw).unwrap())
    }

    fn attack(change: Value) -> Value {
        let mut raw = json!({
            "name": "Swat attack", "attack_type": "WEAPON", "to_hit_mod": 5, "reach": 5,
            "range": null, "long_range": null, "target_creature_only": false,
            "damage_die_count": 2, "damage_die_type": "D6", "damage_bonus": 3,
            "damage_type": null, "extra_damage_die_count": null, "extra_damage_die_type": null,
            "extra_damage_bonus": null, "extra_damage_type": null, "distance_unit": "ft"
        });
        for (key, value) in change.as_object().unwrap() {
            raw[key] = value.clone();
        }
        json!([raw])
    }

    fn one(dice: &str, bonus: Option<i32>, kind: &str) -> Damage {
        let some = |s: &str| (!s.is_empty()).then(|| s.to_owned());
        Damage { dice: some(dice), bonus, damage_type: some(kind) }
    }

    fn kind(key: &str) -> Value {
        json!({"name": key, "key": key})
    }

    #[test]
    fn a_lone_extra_type_is_the_type_of_the_whole() {
        let found = action("It swats.", attack(json!({"extra_damage_type": kind("fire")})));
        assert_eq!(found[0].damage, vec![one("2d6", Some(3), "fire")]);
        assert_eq!(found[0].unit.as_deref(), Some("feet"));
    }

    #[test]
    fn with_extra_dice_the_extra_type_is_theirs() {
        let raw = attack(json!({
            "extra_damage_die_count": 1, "extra_damage_die_type": "D8", "extra_damage_bonus": 0,
            "extra_damage_type": kind("cold")
        }));
        assert_eq!(action("It swats.", raw)[0].damage, vec![one("2d6", Some(3), ""), one("1d8", None, "cold")]);
    }

    #[test]
    fn flat_damage_has_no_dice() {
        let raw = attack(json!({
            "damage_die_count": 0, "damage_die_type": null, "damage_bonus": 1,
            "damage_type": kind("piercing")
        }));
        assert_eq!(action("It swats.", raw)[0].damage, vec![one("", Some(1), "piercing")]);
    }

    #[test]
    fn a_type_without_damage_is_no_damage() {
        let raw = attack(json!({
            "damage_die_count": null, "damage_die_type": null, "damage_bonus": null,
            "extra_damage_type": kind("slashing")
        }));
        assert!(action("It nets.", raw)[0].damage.is_empty());
    }

    #[test]
    fn the_printed_hit_decides() {
        let raw = attack(json!({"damage_bonus": null, "damage_type": kind("thunder")}));
        let text = "Melee Weapon Attack: +7 to hit, reach 5 ft., one target. Hit: 10 (2d6 + 3) slashing damage plus 4 (1d8) acid damage.";
        let found = action(text, raw);
        assert_eq!(found[0].damage, vec![one("2d6", Some(3), "slashing"), one("1d8", None, "acid")]);
        assert_eq!((found[0].to_hit, found[0].creature_only), (Some(7), Some(false)));
        let raw = attack(json!({"damage_bonus": null}));
        let found = action(&text.replace("target", "creature"), raw);
        assert_eq!(found[0].creature_only, Some(true));
    }

    #[test]
    fn a_type_that_the_text_never_names_is_not_believed() {
        let raw = attack(json!({"damage_type": kind("thunder")}));
        let found = action("Melee Weapon Attack: +5 to hit. Hit: the damage is dire.", raw);
        assert_eq!(found[0].damage, vec![one("2d6", Some(3), "")]);
    }

    #[test]
    fn a_printed_attack_stands_in_for_a_missing_one() {
        let text = "Melee or Ranged Attack Roll: +4, reach 5 ft. or range 20/60 ft. 1 Piercing damage.";
        let found = action(text, json!([]));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].to_hit, found[0].reach), (Some(4), Some(5)));
        assert_eq!((found[0].range, found[0].long_range), (Some(20), Some(60)));
        assert_eq!(found[0].damage, vec![one("", Some(1), "piercing")]);
        assert!(action("It roars.", json!([])).is_empty());
    }
}
