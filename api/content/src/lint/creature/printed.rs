//! Lists against the lines of the stat block that they were read from.

use crate::Pattern;
use crate::creature::Model;
use crate::lint::{Finding, list};
use crate::slugify;
use crate::vocabulary::{CONDITIONS, conditions_in, damage_types_in, languages_in};

pub(super) fn speed(row: &Model) -> Vec<Finding> {
    let speed = &row.speed;
    let all = [speed.walk, speed.fly, speed.swim, speed.climb, speed.burrow];
    if all.iter().all(Option::is_none) {
        return Vec::new();
    }
    let moves = all.iter().flatten().any(|feet| *feet > 0);
    vec![if moves { Finding::Holds } else { Finding::contradiction("no speed", "a speed") }]
}

static CRAWLS: Pattern = Pattern::new(r"\bcrawl");

pub(super) fn crawl(row: &Model) -> Vec<Finding> {
    let Some(stated) = row.speed.crawl else {
        return Vec::new();
    };
    let notes = row.speed.notes.as_deref();
    let mut texts = super::texts(row).chain(notes);
    vec![if texts.any(|text| CRAWLS.is_match(text)) { Finding::Holds } else { Finding::contradiction(stated, "none") }]
}

/// What is no language in the line of languages.
static NO_LANGUAGE: Pattern =
    Pattern::new(r"telepath|\bft\b|feet|knew|known|\bany\b|\ball\b|other|its creator|none|—|-$");

/// Words around the names of languages.
static AROUND: Pattern = Pattern::new(
    r"\b(?:understands?|speaks?|reads?|writes?|but|can't|cannot|can’t|though|not|only|and|or|plus|the|a few words of)\b.*?\b(?:speak|them|it)?\b|[*_]",
);

pub(super) fn languages(row: &Model) -> Vec<Finding> {
    let Some(printed) = &row.languages_text else {
        return Vec::new();
    };
    let words = format!("-{}-", slugify(printed));
    let is_printed = |slug: &str| words.contains(&format!("-{slug}-"));
    let stated = row.languages.iter();
    let mut findings: Vec<Finding> = stated
        .map(|slug| {
            // `Common Sign Language` may stand as `Sign Language`.
            let parts = slug.split('-').all(|part| words.contains(part));
            if is_printed(slug) || parts { Finding::Holds } else { Finding::contradiction(slug, printed) }
        })
        .collect();
    let vague = NO_LANGUAGE.is_match(&AROUND.replace_all(printed, "").to_lowercase());
    for known in languages_in(printed) {
        if row.languages.contains(&known) {
            findings.push(Finding::Holds);
        } else if !vague || printed.to_lowercase().contains("telepath") {
            findings.push(Finding::contradiction(list(&row.languages), known));
        }
    }
    findings
}

pub(super) fn damage_modifiers(row: &Model) -> Vec<Finding> {
    let lines = [
        (&row.damage_vulnerabilities, &row.damage_vulnerabilities_text),
        (&row.damage_resistances, &row.damage_resistances_text),
        (&row.damage_immunities, &row.damage_immunities_text),
    ];
    let mut findings = Vec::new();
    for (stated, printed) in lines {
        let Some(mut named) = printed.as_deref().and_then(damage_types_in) else {
            continue;
        };
        // What it is immune to is not listed as a resistance too.
        let immune = |kind: &str| row.damage_immunities.iter().any(|other| other == kind);
        named.retain(|kind| stated.contains(kind) || !immune(kind));
        let mut stated = sorted(stated);
        stated.retain(|kind| named.contains(kind) || !is_of_trait(row, kind));
        findings.push(Finding::equal(list(&stated), list(&named)));
    }
    findings
}

/// Lines that name conditions without saying which of them hold.
static EXCEPT: Pattern = Pattern::new(r"\b(?:all|except|any|one of|other|varies|chosen|see)\b");

pub(super) fn condition_immunities(row: &Model) -> Vec<Finding> {
    let Some(printed) = &row.condition_immunities_text else {
        return Vec::new();
    };
    if EXCEPT.is_match(printed) {
        return Vec::new();
    }
    let mut stated = sorted(&row.condition_immunities);
    stated.retain(|condition| CONDITIONS.contains(&condition.as_str()));
    let named = conditions_in(printed);
    stated.retain(|condition| named.contains(condition) || !is_of_trait(row, condition));
    vec![Finding::equal(list(&stated), list(&named))]
}

/// Whether a trait for all creatures of the type names it, beside the printed line.
fn is_of_trait(row: &Model, word: &str) -> bool {
    let mut traits = row.traits.iter();
    traits.any(|part| part.name.ends_with("Resilience") && part.text.contains(word))
}

fn sorted(values: &[String]) -> Vec<String> {
    let mut values = values.to_vec();
    values.sort();
    values
}
