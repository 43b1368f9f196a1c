//! Stat blocks of creatures.

use super::notation::{capitalized, distance, grouped, joined, linked_names, names, signed, table, titled};
use super::{Layout, Markdown, Printed, Role, creature_2024, stat_block};
use crate::cr_text;
use crate::creature::{Abilities, Model};
use crate::vocabulary::ABILITY_ABBREVIATIONS;
use crate::vocabulary::condition::CONDITIONS;

impl Printed for Model {
    fn printed(&self, layout: Layout) -> Markdown {
        let creature = self;
        let others = [
            ("Group", creature.group.clone()),
            ("Sets", joined(creature.sets.iter().cloned())),
            ("Other Forms", linked_names(creature, &creature.forms)),
        ];
        let document = Markdown::new(&creature.name, &creature.document_key);
        let document = match layout {
            Layout::Rules2014 => document
                .subtitle(&subtitle(creature))
                .facts(defence(creature))
                .table(abilities(creature))
                .facts(properties(creature)),
            Layout::Rules2024 => document
                .subtitle(&creature_2024::subtitle(creature))
                .lines(creature_2024::defence(creature))
                .table(creature_2024::abilities(creature))
                .lines(creature_2024::properties(creature)),
        };
        stat_block::sections(creature)
            .fold(document.facts(others), |document, section| document.section(section.name, section.blocks()))
            .text_under("Description", &creature.text)
            .fact_section("Environments", names(&creature.environments).into_iter().collect())
    }
}

/// The first traits and actions, of more than `length` characters as plain text; nothing where there are fewer. A whole
/// stat block takes five times as long.
pub(crate) fn opening(creature: &Model, length: usize) -> Option<Markdown> {
    let mut document = Markdown::new(&creature.name, &creature.document_key);
    for section in stat_block::sections(creature) {
        document = document.section(section.name, section.blocks());
        if document.plain_text(Role::Part, length).chars().count() > length {
            return Some(document);
        }
    }
    None
}

/// A line of a stat block: its label, and its value where that is known.
type Fact = (&'static str, Option<String>);

/// The lines above the ability scores.
pub(crate) fn defence(creature: &Model) -> [Fact; 3] {
    [("Armor Class", armor_class(creature)), ("Hit Points", hit_points(creature)), ("Speed", joined(speeds(creature)))]
}

/// The lines below the ability scores.
pub(crate) fn properties(creature: &Model) -> [Fact; 9] {
    let languages = creature.languages_text.clone();
    let skills = skills(creature).into_iter();
    let of_modifiers = has_modifiers_alone(creature);
    // These books name a trait that says what the creature resists, or conditions beside the damage.
    let is_wider = |text: &Option<String>| {
        let mut words = text.iter().flat_map(|text| text.split([',', ' ', ';']));
        let is_name = |word: &str| word.starts_with(char::is_uppercase);
        of_modifiers && words.any(|word| is_name(word) || CONDITIONS.contains(&word))
    };
    let label = |text, wider: &'static str, label: &'static str| if is_wider(text) { wider } else { label };
    let resistances = label(&creature.damage_resistances_text, "Resistant", "Damage Resistances");
    let vulnerable = label(&creature.damage_vulnerabilities_text, "Vulnerable", "Damage Vulnerabilities");
    let immune = label(&creature.damage_immunities_text, "Immune", "Damage Immunities");
    let [vulnerabilities, resisted, immunities, conditions] = defences(creature);
    [
        ("Saving Throws", saving_throws(&creature.saving_throws).filter(|_| !of_modifiers)),
        ("Skills", joined(skills.map(|(skill, bonus)| format!("{skill} {}", signed(bonus))))),
        (vulnerable, vulnerabilities),
        (resistances, resisted),
        (immune, immunities),
        ("Condition Immunities", conditions),
        ("Senses", joined(senses(creature))),
        ("Languages", languages.or_else(|| names(&creature.languages)).or_else(|| Some("—".to_owned()))),
        ("Challenge", challenge(creature)),
    ]
}

/// `Large dragon (shapechanger), chaotic evil`, `Medium swarm of Tiny beasts, unaligned`.
pub(crate) fn subtitle(creature: &Model) -> String {
    let size = size(creature);
    let kind = creature.creature_type.as_deref().unwrap_or_default();
    let what = match creature.subtype.as_deref() {
        Some(swarm) if swarm.starts_with("swarm of ") => {
            let members = swarm.trim_start_matches("swarm of ");
            format!("{size} swarm of {}", capitalized(members))
        }
        Some(subtype) => format!("{size} {kind} ({subtype})"),
        None => format!("{size} {kind}"),
    };
    let parts = [Some(capitalized(&what)), creature.alignment.clone()];
    joined(parts.into_iter().flatten()).unwrap_or_default()
}

/// `Medium or Small`.
pub(super) fn size(creature: &Model) -> String {
    let sizes: Vec<String> = creature.sizes.iter().map(|size| capitalized(size)).collect();
    if sizes.is_empty() {
        let size = creature.size.as_deref();
        return size.map(capitalized).unwrap_or_default();
    }
    sizes.join(" or ")
}

/// What stands behind the number of an armor class.
pub(crate) enum ArmorDetail<'a> {
    /// What the brackets behind the number have: `natural armor`.
    InBrackets(&'a str),
    /// The rest of the line, with the blank in front: ` (natural armor), 11 while prone`.
    RestOfLine(String),
}

/// The detail of the armor class. One that has brackets of its own, goes on after its bracket, says which form it is
/// about, is added to the number, or begins with it, is the rest of the line.
pub(crate) fn armor_detail(creature: &Model) -> Option<ArmorDetail<'_>> {
    let detail = creature.armor_detail.as_deref().map(str::trim)?;
    let number = creature.armor_class.map(|ac| ac.to_string());
    let rest = number.and_then(|number| detail.strip_prefix(&number));
    if let Some(rest) = rest.filter(|rest| !rest.starts_with(|c: char| c.is_ascii_digit())) {
        return Some(ArmorDetail::RestOfLine(rest.to_owned()));
    }
    let count = |c: char| detail.matches(c).count();
    let rest = if detail.starts_with("in ") || detail.starts_with(['(', '+']) {
        format!(" {detail}")
    } else if count(')') > count('(') {
        format!(" ({detail}")
    } else {
        return Some(ArmorDetail::InBrackets(detail));
    };
    Some(ArmorDetail::RestOfLine(rest))
}

/// `17 (natural armor)`; the detail alone where no number is known.
pub(crate) fn armor_class(creature: &Model) -> Option<String> {
    let Some(number) = creature.armor_class else {
        return creature.armor_detail.clone();
    };
    Some(match armor_detail(creature) {
        Some(ArmorDetail::InBrackets(detail)) => format!("{number} ({detail})"),
        Some(ArmorDetail::RestOfLine(rest)) => format!("{number}{rest}"),
        None => number.to_string(),
    })
}

/// `136 (16d10 + 48)`, `40 + 10 for each spell level above 4`.
pub(crate) fn hit_points(creature: &Model) -> Option<String> {
    let number = creature.hit_points.map(|points| grouped(points.into()));
    let dice = creature.hit_dice.as_deref();
    let dice = dice.map(|dice| match &number {
        Some(_) => format!("({dice})"),
        None => dice.to_owned(),
    });
    let parts = [number, dice, creature.hit_points_detail.clone()];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// `30 ft.`, `fly 60 ft. (hover)`; the walking speed of another form is in brackets behind its own.
pub(crate) fn speeds(creature: &Model) -> Vec<String> {
    let speed = &creature.speed;
    let unit = speed.unit.as_deref();
    // Every creature crawls at half speed; only another crawling speed is a fact.
    let crawl = speed.crawl.filter(|crawl| *crawl > 0 && *crawl != speed.walk.unwrap_or_default() / 2);
    let hover = if speed.hover == Some(true) { " (hover)" } else { "" };
    let others = [
        ("burrow", speed.burrow, ""),
        ("climb", speed.climb, ""),
        ("crawl", crawl, ""),
        ("fly", speed.fly, hover),
        ("swim", speed.swim, ""),
    ];
    let (of_form, notes) = match speed.notes.as_deref() {
        // Speeds that tell their own form stand beside the others.
        Some(notes) if notes.starts_with(|c: char| c.is_ascii_digit()) && notes.contains('(') => {
            (format!(", {notes}"), None)
        }
        Some(notes) if notes.starts_with(|c: char| c.is_ascii_digit()) => (format!(" ({notes})"), None),
        notes => (String::new(), notes.map(str::to_owned)),
    };
    let walk = speed.walk.map(|walk| distance(walk, unit) + &of_form);
    let others =
        others.into_iter().filter_map(|(how, far, more)| Some(format!("{how} {}{more}", distance(far?, unit))));
    let all = walk.into_iter().chain(others).chain(notes);
    all.filter(|speed| !speed.trim().is_empty()).collect()
}

/// Whether the book prints modifiers in place of scores, which are the saving throws, too.
fn has_modifiers_alone(creature: &Model) -> bool {
    let has_scores = listed(&creature.ability_scores).iter().any(|(_, score)| score.is_some());
    !has_scores && creature.modifiers == creature.saving_throws
}

/// The six abilities with scores and modifiers, as a table.
pub(crate) fn abilities(creature: &Model) -> String {
    let modifiers = listed(&creature.modifiers);
    let cells: Vec<(String, Option<String>)> = listed(&creature.ability_scores)
        .into_iter()
        .zip(modifiers)
        .map(|((name, score), (_, modifier))| {
            let cell = match (score, modifier) {
                (None, modifier) => modifier.map(signed),
                (Some(score), modifier) => {
                    let modifier = modifier.unwrap_or((score - 10).div_euclid(2));
                    Some(format!("{score} ({})", signed(modifier)))
                }
            };
            (name.to_uppercase(), cell)
        })
        .collect();
    if cells.iter().all(|(_, cell)| cell.is_none()) {
        return String::new();
    }
    let (head, row): (Vec<_>, Vec<_>) = cells.into_iter().map(|(name, cell)| (name, cell.unwrap_or_default())).unzip();
    table(&head, &[row])
}

/// `Con +10, Int +12`.
fn saving_throws(bonuses: &Abilities) -> Option<String> {
    joined(listed(bonuses).into_iter().filter_map(|(name, bonus)| Some(format!("{name} {}", signed(bonus?)))))
}

pub(crate) fn listed(abilities: &Abilities) -> [(&'static str, Option<i32>); 6] {
    let [str, dex, con, int, wis, cha] = ABILITY_ABBREVIATIONS;
    [
        (str, abilities.strength),
        (dex, abilities.dexterity),
        (con, abilities.constitution),
        (int, abilities.intelligence),
        (wis, abilities.wisdom),
        (cha, abilities.charisma),
    ]
}

/// Skills by name with their bonuses.
pub(crate) fn skills(creature: &Model) -> Vec<(String, i32)> {
    let skills = creature.skills.iter();
    skills.map(|skill| (titled(&skill.skill), skill.bonus)).collect()
}

/// What it is vulnerable, resistant and immune to, and the conditions that it is immune to.
pub(crate) fn defences(creature: &Model) -> [Option<String>; 4] {
    [
        (&creature.damage_vulnerabilities_text, &creature.damage_vulnerabilities),
        (&creature.damage_resistances_text, &creature.damage_resistances),
        (&creature.damage_immunities_text, &creature.damage_immunities),
        (&creature.condition_immunities_text, &creature.condition_immunities),
    ]
    .map(|(text, list)| printed(text.as_deref(), list))
}

/// The printed words, which include conditions; else the list.
pub(crate) fn printed(text: Option<&str>, list: &[String]) -> Option<String> {
    let text = text.filter(|text| !text.trim().is_empty());
    text.map(str::to_owned).or_else(|| joined(list.iter().cloned()))
}

/// `blindsight 10 ft.`, `darkvision 60 ft.`, `passive Perception 14`.
pub(crate) fn senses(creature: &Model) -> Vec<String> {
    let senses = &creature.senses;
    let notes = senses.notes.as_deref().unwrap_or_default();
    let ranges = [
        ("blindsight", senses.blindsight),
        ("darkvision", senses.darkvision),
        ("keensense", senses.keensense),
        ("tremorsense", senses.tremorsense),
        ("truesight", senses.truesight),
    ];
    // A note repeats the sense that it limits.
    let limited = |sense: &str| notes.to_lowercase().starts_with(sense);
    let about_none = !notes.is_empty() && !ranges.iter().any(|(s, far)| far.is_some() && limited(s));
    let listed = ranges.iter().filter_map(|(sense, far)| {
        let far = (*far)?;
        Some(if limited(sense) { notes.to_owned() } else { format!("{sense} {far} ft.") })
    });
    let passive = creature.passive_perception;
    listed
        .chain(about_none.then(|| notes.to_owned()))
        .chain(passive.map(|score| format!("passive Perception {score}")))
        .collect()
}

/// `5 (1,800 XP)`.
fn challenge(creature: &Model) -> Option<String> {
    let lair = creature
        .experience_points_in_lair
        .map(|points| format!(", or {} in its lair", grouped(points.into())))
        .unwrap_or_default();
    let rating = cr_text(creature.challenge_rating?);
    Some(match creature.experience_points {
        Some(points) => format!("{rating} ({} XP{lair})", grouped(points.into())),
        None => rating,
    })
}
