//! Rules of settlement: which of several statements on a field is believed, and why.
//!
//! The rules are tried in the order of [`settlement`], which is that of the evidence: what a reader looked up, the text of
//! the entry, what independent sources agree on, what one source alone says, arithmetic. The preferred source is believed
//! where none of them decides.

use super::adjudications;
use super::compared;
use super::disagreements::{ARITHMETIC, TEXT};
use super::printed_tables;
use lorekeeper_content::lint::{Against, Finding, Rule};
use lorekeeper_content::{Identity, Row, vocabulary};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The name of the rule that believes the text of the entry.
pub(super) const OWN_TEXT: &str = "own-text";

/// The name of the rule by which a hand decided.
pub(super) const ADJUDICATION: &str = "adjudication";

/// What one source states of a field.
pub(super) struct Stated<'a> {
    pub(super) source: &'a str,
    pub(super) value: &'a Value,
    /// The value as people read it, by which values are compared.
    pub(super) shown: String,
}

/// A field that is stated differently.
pub(super) struct Dispute<'a> {
    pub(super) identity: &'a Identity,
    /// The field, with a point before what lies within it (`speed.walk`).
    pub(super) path: &'static str,
    /// The statements, the preferred source's first.
    pub(super) statements: &'a [Stated<'a>],
    /// Whether the lists of all sources are united, where no rule says otherwise.
    pub(super) is_united: bool,
}

/// How a dispute was settled.
pub(super) struct Settlement {
    /// The name of the rule.
    pub(super) by: &'static str,
    pub(super) reason: String,
    /// The source and the value that are believed; `None` when the merged row has the value already.
    pub(super) believed: Option<(String, Value)>,
}

/// Settles a dispute over a field of the merged row.
pub(super) fn settlement<R: Row>(dispute: &Dispute<'_>, row: &Map<String, Value>) -> Settlement {
    let lint = |is_judge| lint::<R>(dispute, row, is_judge);
    adjudication(dispute)
        .or_else(|| fuller_defence(dispute))
        .or_else(|| packed_gear(dispute))
        .or_else(|| own_text(dispute))
        .or_else(|| printed_table(dispute))
        .or_else(|| lint(|against| matches!(against, Against::Text(_))))
        .or_else(|| cut_unit(dispute))
        .or_else(|| majority(dispute))
        .or_else(|| class_list(dispute))
        .or_else(|| printed_score(dispute, row))
        .or_else(|| hit_die(dispute, row))
        .or_else(|| common_rarity(dispute))
        .or_else(|| lint(|against| matches!(against, Against::Arithmetic(_))))
        .or_else(|| united(dispute))
        .or_else(|| fuller_list(dispute))
        .unwrap_or_else(|| Settlement {
            by: "preferred-source",
            reason: "Nothing else decides, so the preferred source is believed.".to_owned(),
            believed: None,
        })
}

impl Stated<'_> {
    /// The settlement in favour of this statement.
    fn believed(&self, by: &'static str, reason: impl Into<String>) -> Settlement {
        Settlement { by, reason: reason.into(), believed: Some((self.source.to_owned(), self.value.clone())) }
    }
}

/// The entry of the adjudications for this field of this entity.
fn adjudication(dispute: &Dispute<'_>) -> Option<Settlement> {
    let mut entries = adjudications::of_entity(dispute.identity).iter();
    let entry = entries.find(|entry| entry.field == dispute.path)?;
    let agrees = |stated: &&Stated| stated.shown == compared::shown(&entry.value);
    let stated = dispute.statements.iter().find(agrees);
    let source = stated.or(dispute.statements.first())?.source.to_owned();
    Some(Settlement { by: ADJUDICATION, reason: entry.evidence.clone(), believed: Some((source, entry.value.clone())) })
}

/// What the text of the entry itself gives.
fn own_text(dispute: &Dispute<'_>) -> Option<Settlement> {
    let mut texts = dispute.statements.iter();
    let text = texts.find(|stated| stated.source == TEXT)?;
    // A source that agrees has it in full.
    let mut agreeing = dispute.statements.iter();
    let agreeing = agreeing.find(|stated| stated.shown == text.shown);
    let reason = "The text of the entry says so.";
    Some(agreeing.unwrap_or(text).believed(OWN_TEXT, reason))
}

/// The D&D 5e API keeps the lists of the classes apart from what subclasses add. Open5e counts the spells of domains,
/// circles, oaths and patrons with those of the class, and has no paladins.
fn class_list(dispute: &Dispute<'_>) -> Option<Settlement> {
    if dispute.path != "class_slugs" {
        return None;
    }
    let stated = dispute.statements.iter();
    let mut lists = stated.filter(|stated| stated.source == "dnd5e_api");
    Some(lists.next()?.believed(
        "class-list",
        "The D&D 5e API lists the spells of a class apart from those that its subclasses add; Open5e counts them together.",
    ))
}

/// A table in the rules of the book itself.
fn printed_table(dispute: &Dispute<'_>) -> Option<Settlement> {
    let statements = dispute.statements;
    let printed = statements.iter().find(|stated| stated.source == printed_tables::NAME)?;
    let reason = "The table in the rules of the book says so.";
    // A source that agrees has it in full: properties with their numbers and texts.
    let agreeing = statements.iter().find(|stated| stated.shown == printed.shown);
    Some(agreeing.unwrap_or(printed).believed("printed-table", reason))
}

/// A passive Perception that a source computed from Wisdom alone, where another one has the book's own score. Some books
/// print no skills.
fn printed_score(dispute: &Dispute<'_>, row: &Map<String, Value>) -> Option<Settlement> {
    if dispute.path != "passive_perception" || !row.get("skills")?.as_array()?.is_empty() {
        return None;
    }
    let wisdom = |field: &str| row.get(field)?.get("wisdom")?.as_i64();
    let of_score = wisdom("ability_scores").map(|score| (score - 10).div_euclid(2));
    let computed = 10 + of_score.or_else(|| wisdom("modifiers"))?;
    let (preferred, others) = dispute.statements.split_first()?;
    let is_computed = preferred.value.as_i64() == Some(computed);
    let mut higher = others.iter().filter(|s| s.value.as_i64() > Some(computed));
    Some(higher.next().filter(|_| is_computed)?.believed(
        "printed-score",
        "The preferred source computed the score from Wisdom alone; the other one has the score of the book.",
    ))
}

/// A size whose hit die the creature has: each size has its own, and sources state the dice alike.
fn hit_die(dispute: &Dispute<'_>, row: &Map<String, Value>) -> Option<Settlement> {
    if dispute.path != "size" {
        return None;
    }
    let (_, die) = row.get("hit_dice")?.as_str()?.split_once('d')?;
    let die = die.split(|c: char| !c.is_ascii_digit()).next()?;
    let die: i32 = die.parse().ok()?;
    let mut stated = dispute.statements.iter();
    let reason = "The hit die is that of this size.";
    Some(stated.find(|s| vocabulary::hit_die(&s.shown) == Some(die))?.believed("hit-die", reason))
}

/// A casting time of one minute or one hour, where another source has several: version 2 of Open5e, and the
/// D&D 5e API of 2024 like it, keep the unit alone.
fn cut_unit(dispute: &Dispute<'_>) -> Option<Settlement> {
    if dispute.path != "casting_time" {
        return None;
    }
    let (preferred, others) = dispute.statements.split_first()?;
    let unit = preferred.shown.strip_prefix('1')?;
    let has_count = |other: &&Stated| {
        let count = other.shown.strip_suffix('s').unwrap_or(&other.shown);
        let count = count.strip_suffix(unit).unwrap_or_default();
        count.parse::<u32>().is_ok_and(|count| count > 1)
    };
    let reason = "The preferred source has the unit alone; the other one counts it.";
    Some(others.iter().find(has_count)?.believed("cut-unit", reason))
}

/// A rarity that version 2 of Open5e calls common, where version 1 has another: it is what version 2 puts where it has none.
fn common_rarity(dispute: &Dispute<'_>) -> Option<Settlement> {
    let (preferred, others) = dispute.statements.split_first()?;
    let mut makers = dispute.statements.iter().map(|stated| maker(stated.source));
    let is_blank = dispute.path == "rarity" && preferred.shown == "common" && makers.all(|maker| maker == "open5e");
    let mut rarer = others.iter().filter(|other| other.shown != "common");
    let other = rarer.next().filter(|_| is_blank && preferred.source == "open5e_v2")?;
    let reason = "The preferred source has the commonest rarity where it has none.";
    Some(other.believed("blank-rarity", reason))
}

/// A list of resistances, immunities or vulnerabilities of the packs that has all that the preferred source lists, and more:
/// version 2 of Open5e leaves out what stands beside conditions in the line.
fn fuller_defence(dispute: &Dispute<'_>) -> Option<Settlement> {
    const LISTS: [&str; 4] =
        ["damage_resistances", "damage_immunities", "damage_vulnerabilities", "condition_immunities"];
    if !LISTS.contains(&dispute.path) {
        return None;
    }
    let (preferred, others) = dispute.statements.split_first()?;
    let mut packs = others.iter().filter(|other| other.source == "foundry_srd");
    let packs = packs.next()?;
    let is_fuller = packs.shown != preferred.shown && items(packs).is_superset(&items(preferred));
    is_fuller.then(|| packs.believed("fuller-list", "The preferred source leaves out what is listed in another one."))
}

/// The gear of a creature as the packs have it, with what it wears and how many of each: the D&D 5e API lists what it attacks
/// with.
fn packed_gear(dispute: &Dispute<'_>) -> Option<Settlement> {
    let mut stated = dispute.statements.iter();
    let packs = stated.find(|stated| stated.source == "foundry_srd" && dispute.path == "gear")?;
    Some(packs.believed("packed-gear", "The packs have all that the creature carries, with numbers."))
}

/// The items of a list.
fn items(stated: &Stated<'_>) -> BTreeSet<String> {
    stated.shown.split(", ").map(str::to_owned).collect()
}

/// The linter: of all values one contradicts what the rules hold it against less than any other.
fn lint<R: Row>(dispute: &Dispute<'_>, row: &Map<String, Value>, is_judge: fn(&Against) -> bool) -> Option<Settlement> {
    let judges = |rule: &&Rule<R>| is_judge(&rule.against) && rule.fields.contains(&dispute.path);
    let rules: Vec<&Rule<R>> = R::RULES.iter().filter(judges).collect();
    if rules.is_empty() {
        return None;
    }
    // The contradictions that each rule finds.
    let mut verdicts: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for stated in dispute.statements {
        if verdicts.contains_key(stated.shown.as_str()) {
            continue;
        }
        let mut candidate = row.clone();
        compared::put(&mut candidate, dispute.path, stated.value.clone());
        let mut candidate: R = serde_json::from_value(Value::Object(candidate)).ok()?;
        candidate.apply_rules();
        let contradictions = rules.iter().map(|rule| {
            let findings = (rule.check)(&candidate).into_iter();
            findings.filter(|finding| *finding != Finding::Holds).count()
        });
        verdicts.insert(&stated.shown, contradictions.collect());
    }
    let total = |found: &Vec<usize>| found.iter().sum::<usize>();
    let fewest = verdicts.values().map(total).min()?;
    let mut best = verdicts.iter().filter(|(_, found)| total(found) == fewest).map(|(shown, _)| *shown);
    let (Some(best), None) = (best.next(), best.next()) else {
        return None;
    };
    let mut others = verdicts.iter().filter(|(shown, _)| **shown != best);
    let kept = verdicts.get(best)?;
    let rule = others.find_map(|(_, found)| {
        let mut counts = rules.iter().zip(found.iter().zip(kept));
        counts.find_map(|(rule, (found, kept))| (found > kept).then_some(*rule))
    })?;
    let winner = dispute.statements.iter().find(|s| s.shown == best)?;
    Some(winner.believed(rule.name, rule.why))
}

/// Lists that no source has whole are united, as merging did.
fn united(dispute: &Dispute<'_>) -> Option<Settlement> {
    dispute.is_united.then(|| Settlement {
        by: "united",
        reason: "No source has the whole list, so the lists of all are united.".to_owned(),
        believed: None,
    })
}

/// A list of skills that has all that the preferred source lists, and more: version 2 of Open5e leaves out skills of two
/// words, and those that a book adds.
fn fuller_list(dispute: &Dispute<'_>) -> Option<Settlement> {
    let (preferred, others) = dispute.statements.split_first()?;
    let mut others = others.iter().filter(|other| other.shown != preferred.shown && dispute.path == "skills");
    let fuller = others.find(|other| items(other).is_superset(&items(preferred)))?;
    Some(fuller.believed("fuller-list", "The preferred source leaves out skills that are listed in another one."))
}

/// The makers of the sources. The two versions of Open5e have one, and so have the packs and the package that was made of
/// them: what they agree on is one voice.
pub(super) fn maker(source: &str) -> &str {
    match source {
        "open5e_v1" | "open5e_v2" => "open5e",
        "foundry_srd" | "srd_data" => "foundry",
        other => other,
    }
}

/// More independent voices for one value than for any other, and at least two; of several values with as many, the preferred
/// source's. Arithmetic computes from what the sources say, so it is no voice.
fn majority(dispute: &Dispute<'_>) -> Option<Settlement> {
    let mut voices: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let stated = dispute.statements.iter();
    for stated in stated.filter(|stated| ![ARITHMETIC, TEXT].contains(&stated.source)) {
        let voice = maker(stated.source);
        voices.entry(&stated.shown).or_default().insert(voice);
    }
    let most = voices.values().map(BTreeSet::len).max()?;
    let mut best = voices.iter().filter(|(_, voices)| voices.len() == most);
    let preferred = dispute.statements.first()?.shown.as_str();
    let shown = match (best.next()?, best.next()) {
        ((shown, _), None) => *shown,
        _ => preferred,
    };
    if most < 2 || voices.get(shown)?.len() < most {
        return None;
    }
    let winner = dispute.statements.iter().find(|s| s.shown == shown)?;
    Some(winner.believed("majority", format!("{most} independent sources agree on it.")))
}
