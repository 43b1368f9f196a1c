//! Agreement with the D&D 5e API: an independent witness to the 2014 SRD, fact by fact.
//!
//! A fact that differs counts as settled if the row keeps the disagreement with something other than the order of
//! preference to settle it.

use lorekeeper_content::{ABILITIES, Row, creature, equipment, slugify, spell};
use lorekeeper_ingest::Rows;
use lorekeeper_tests::capture::{Capture, DND5E};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

/// How many facts agree, were settled otherwise, or differ.
#[derive(Default)]
struct Count {
    agree: usize,
    settled: usize,
    differ: usize,
}

/// The agreement, by kind of fact.
#[derive(Default)]
pub struct Agreement {
    counts: BTreeMap<&'static str, Count>,
    differences: Vec<String>,
}

/// The least part of all facts that agree or were settled with evidence. It may only be raised.
const LEAST: f64 = 0.995;

/// The agreement of rows with the records of 2014.
pub fn with_dnd5e(rows: &Rows) -> Agreement {
    let mut agreement = Agreement::default();
    let capture = Capture::read(&DND5E).unwrap();
    for (row, raw) in pairs(&rows.spells, capture.listing("2014/spells")) {
        agreement.spell(row, raw);
    }
    for (row, raw) in pairs(&rows.creatures, capture.listing("2014/monsters")) {
        agreement.creature(row, raw);
    }
    for (row, raw) in pairs(&rows.equipment, capture.listing("2014/equipment")) {
        agreement.weapon(row, raw);
        agreement.armor(row, raw);
    }
    agreement
}

/// Each record with the row that it went into.
fn pairs<'a, R: Row>(rows: &'a [R], records: &'a [Value]) -> Vec<(&'a R, &'a Value)> {
    let records: HashMap<&str, &Value> = records.iter().map(|raw| (text(raw, "/index"), raw)).collect();
    let of_row = |row: &'a R| {
        let mut origins = row.origins().iter();
        let origin = origins.find(|o| o.source == DND5E.name && o.endpoint.starts_with("2014/"))?;
        Some((row, *records.get(origin.key.as_str())?))
    };
    rows.iter().filter_map(of_row).collect()
}

fn text<'a>(raw: &'a Value, path: &str) -> &'a str {
    raw.pointer(path).and_then(Value::as_str).unwrap_or_default()
}

fn number(raw: &Value, path: &str) -> Option<i32> {
    i32::try_from(raw.pointer(path)?.as_i64()?).ok()
}

fn list<'a>(raw: &'a Value, path: &str) -> &'a [Value] {
    raw.pointer(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The number that a text begins with: `60 ft.`.
fn feet(text: &str) -> Option<i32> {
    text.split(' ').next()?.parse().ok()
}

fn shown<T: fmt::Debug>(value: T) -> String {
    format!("{value:?}")
}

impl Agreement {
    /// Counts a fact. `field` is that of the row, by which its disagreements are known.
    fn fact<R: Row, T: PartialEq + fmt::Debug>(
        &mut self,
        kind: &'static str,
        row: &R,
        field: &str,
        (mine, theirs): (T, T),
    ) {
        let count = self.counts.entry(kind).or_default();
        if mine == theirs {
            count.agree += 1;
            return;
        }
        let mut kept = row.disagreements().iter();
        let settled = kept.any(|d| d.field == field && d.settled_by != "preferred-source");
        if settled {
            count.settled += 1;
        } else {
            count.differ += 1;
        }
        let id = row.identity().global_id();
        let verdict = if settled { "settled" } else { "differs" };
        let (mine, theirs) = (shown(mine), shown(theirs));
        self.differences.push(format!("{verdict}\t{kind}\t{id}\t{field}\t{mine}\t{theirs}"));
    }

    fn spell(&mut self, row: &spell::Model, raw: &Value) {
        let mine: BTreeSet<&str> = row.class_slugs.iter().map(String::as_str).collect();
        let theirs = list(raw, "/classes").iter().map(|class| text(class, "/index"));
        self.fact("spell lists", row, "classSlugs", (mine, theirs.collect()));
    }

    fn weapon(&mut self, row: &equipment::Model, raw: &Value) {
        if raw.get("weapon_category").is_none() {
            return;
        }
        let mine = row.properties.iter().filter(|p| p.kind.is_none());
        let mine: BTreeSet<String> = mine.map(|p| p.slug.clone()).collect();
        // Upstream's own mark of the weapons that monks use is no property of the book.
        let theirs = list(raw, "/properties").iter().map(|p| text(p, "/index"));
        let theirs = theirs.filter(|slug| *slug != "monk").map(str::to_owned);
        self.fact("weapon properties", row, "properties", (mine, theirs.collect()));
        let dice = text(raw, "/damage/damage_dice");
        let mine = row.damage_dice.as_deref().unwrap_or_default();
        self.fact("weapon damage", row, "damageDice", (mine, dice));
        let kind = text(raw, "/damage/damage_type/index");
        let mine = row.damage_type.as_deref().unwrap_or_default();
        self.fact("weapon damage", row, "damageType", (mine, kind));
    }

    fn armor(&mut self, row: &equipment::Model, raw: &Value) {
        if raw.get("armor_category").is_none() {
            return;
        }
        let theirs = number(raw, "/armor_class/base");
        self.fact("armor", row, "acBase", (row.ac_base, theirs));
        let theirs = raw.pointer("/armor_class/dex_bonus").and_then(Value::as_bool);
        self.fact("armor", row, "acAddsDexterity", (row.ac_adds_dexterity, theirs));
        let theirs = number(raw, "/armor_class/max_bonus");
        self.fact("armor", row, "acDexterityCap", (row.ac_dexterity_cap, theirs));
        let theirs = number(raw, "/str_minimum").filter(|score| *score > 0);
        self.fact("armor", row, "strengthRequired", (row.strength_required, theirs));
        let theirs = raw.get("stealth_disadvantage").and_then(Value::as_bool);
        self.fact("armor", row, "stealthDisadvantage", (row.stealth_disadvantage, theirs));
    }

    fn creature(&mut self, row: &creature::Model, raw: &Value) {
        // What is worn adds up; a spell or a condition makes another class.
        let worn = list(raw, "/armor_class").iter();
        let worn = worn.filter(|class| !["spell", "condition"].contains(&text(class, "/type")));
        let theirs = worn.filter_map(|class| number(class, "/value")).max();
        self.fact("armor class", row, "armorClass", (row.armor_class, theirs));
        self.fact("hit points", row, "hitPoints", (row.hit_points, number(raw, "/hit_points")));
        let theirs = raw.get("challenge_rating").and_then(Value::as_f64);
        self.fact("challenge rating", row, "challengeRating", (row.challenge_rating, theirs));
        let proficiencies: Vec<(&str, Option<i32>)> =
            list(raw, "/proficiencies").iter().map(|p| (text(p, "/proficiency/index"), number(p, "/value"))).collect();
        let saves = &row.saving_throws;
        let mine =
            [saves.strength, saves.dexterity, saves.constitution, saves.intelligence, saves.wisdom, saves.charisma];
        for (ability, mine) in ABILITIES.iter().zip(mine) {
            let short: String = ability.chars().take(3).collect();
            let index = format!("saving-throw-{short}");
            let theirs = proficiencies.iter().find(|(known, _)| *known == index);
            let field = format!("savingThrows.{ability}");
            self.fact("saving throws", row, &field, (mine, theirs.and_then(|(_, bonus)| *bonus)));
        }
        let mine: BTreeMap<String, i32> = row.skills.iter().map(|s| (s.skill.clone(), s.bonus)).collect();
        let theirs =
            proficiencies.iter().filter_map(|(index, bonus)| Some((slugify(index.strip_prefix("skill-")?), (*bonus)?)));
        self.fact("skills", row, "skills", (mine, theirs.collect()));
        let senses = [
            ("darkvision", row.senses.darkvision),
            ("blindsight", row.senses.blindsight),
            ("tremorsense", row.senses.tremorsense),
            ("truesight", row.senses.truesight),
        ];
        for (sense, mine) in senses {
            let theirs = feet(text(raw, &format!("/senses/{sense}")));
            self.fact("senses", row, &format!("senses.{sense}"), (mine, theirs));
        }
        let theirs = number(raw, "/senses/passive_perception");
        self.fact("senses", row, "passivePerception", (row.passive_perception, theirs));
        let speeds = [
            ("walk", row.speed.walk),
            ("fly", row.speed.fly),
            ("swim", row.speed.swim),
            ("climb", row.speed.climb),
            ("burrow", row.speed.burrow),
        ];
        for (way, mine) in speeds {
            let theirs = feet(text(raw, &format!("/speed/{way}")));
            let known = |speed: Option<i32>| speed.filter(|feet| *feet > 0);
            self.fact("speeds", row, &format!("speed.{way}"), (known(mine), known(theirs)));
        }
    }

    fn total(&self) -> Count {
        self.counts.values().fold(Count::default(), |sum, count| Count {
            agree: sum.agree + count.agree,
            settled: sum.settled + count.settled,
            differ: sum.differ + count.differ,
        })
    }

    /// The part of all facts that agree or were settled with evidence.
    fn part(&self) -> f64 {
        let Count { agree, settled, differ } = self.total();
        let known = f64::from(u32::try_from(agree + settled).unwrap());
        known / (known + f64::from(u32::try_from(differ).unwrap()))
    }

    /// Whether enough facts agree, or were settled.
    pub fn is_enough(&self) -> bool {
        self.part() >= LEAST
    }

    /// What differs.
    pub fn refusal(&self) -> String {
        format!("Too much differs from the D&D 5e API:\n{}", self.differences.join("\n"))
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "agreement with the D&D 5e API (SRD of 2014): agree, settled otherwise, differ")?;
        let total = self.total();
        for (kind, count) in self.counts.iter().chain([(&"all", &total)]) {
            let Count { agree, settled, differ } = count;
            writeln!(f, "{kind:<22}{agree:>6}{settled:>6}{differ:>6}")?;
        }
        writeln!(f, "{:.2} % agree or were settled otherwise", 100.0 * self.part())?;
        for difference in &self.differences {
            writeln!(f, "{difference}")?;
        }
        Ok(())
    }
}
