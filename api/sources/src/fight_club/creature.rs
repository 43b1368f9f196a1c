//! Creatures.

use super::{Head, each, heads, one, text};
use crate::import::plain::plain;
use crate::prose::size_of_letter;
use crate::stat_block::printed::{PrintedBlock, Section};
use crate::{Drafts, Records};
use lorekeeper_content::creature::Model;
use lorekeeper_content::slugify;
use lorekeeper_content::vocabulary::{ABILITIES, environments};

/// Draws the creatures.
pub(super) fn draw(records: &Records, drafts: &mut Drafts) {
    for head in heads(records, "monster", drafts) {
        drafts.creatures.push(head.draft(row(&head), "monster"));
    }
}

/// The elements of entries, with their sections.
const SECTIONS: [(&str, Section); 8] = [
    ("trait", Section::Traits),
    ("action", Section::Actions),
    ("bonus", Section::BonusActions),
    ("reaction", Section::Reactions),
    ("legendary", Section::LegendaryActions),
    ("mythic", Section::MythicActions),
    ("lair", Section::LairActions),
    ("regional", Section::RegionalEffects),
];

fn row(head: &Head<'_>) -> Model {
    let fields = head.fields;
    let line = |name: &str| one(fields, name);
    let kind = line("type");
    let (kind, tags) = match kind.split_once('(') {
        Some((kind, tags)) => (kind.trim().to_owned(), tags.trim_end_matches(')').to_owned()),
        None => (kind, String::new()),
    };
    // The book stands behind the type: `fiend (devil), monster manual`.
    let kind = kind.split(',').next().unwrap_or_default().trim().to_owned();
    let tags = tags.split(')').next().unwrap_or_default().to_owned();
    let passive = line("passive");
    let passive = passive.rsplit(' ').next().unwrap_or_default();
    let senses = match (line("senses"), passive) {
        (senses, "") => senses,
        (senses, passive) if senses.is_empty() => format!("passive Perception {passive}"),
        (senses, passive) => format!("{senses}, passive Perception {passive}"),
    };
    let mut block = PrintedBlock {
        name: head.name.clone(),
        size: size_of_letter(&line("size")).to_owned(),
        kind,
        subtype: tags,
        alignment: line("alignment"),
        armor_class: line("ac"),
        hit_points: line("hp"),
        initiative: match line("init") {
            none if none.is_empty() => line("initiative"),
            init => init,
        },
        speed: line("speed"),
        scores: ABILITIES.map(|ability| one(fields, ability.get(..3)?).parse().ok()),
        saves: line("save"),
        skills: line("skill"),
        vulnerabilities: line("vulnerable"),
        resistances: line("resist"),
        immunities: line("immune"),
        conditions: line("conditionImmune"),
        senses,
        languages: line("languages"),
        challenge: line("cr"),
        text: text(fields, "description"),
        ..PrintedBlock::default()
    };
    for (name, section) in SECTIONS {
        for entry in each(fields, name) {
            let called = one(entry, "name");
            let recharge = recharge(&one(entry, "recharge"));
            let called = match recharge.as_str() {
                "" => called,
                _ if called.contains('(') => called,
                recharge => format!("{called} ({recharge})"),
            };
            let text = text(entry, "text");
            // What precedes the actions stands among them, under the name of the section.
            let is_preamble = called.to_lowercase().starts_with("legendary actions");
            if section == Section::LegendaryActions && (is_preamble || called.is_empty()) {
                block.legendary_preamble = text;
                continue;
            }
            if section == Section::LairActions && called.eq_ignore_ascii_case("lair actions") {
                block.lair_preamble = text;
                continue;
            }
            // A bonus action is marked in its name, or as such.
            let is_bonus = one(entry, "@category") == "bonus";
            let (section, called) = match called.strip_prefix("Bonus Action: ") {
                Some(rest) => (Section::BonusActions, rest.to_owned()),
                None if is_bonus => (Section::BonusActions, called),
                None => (section, called),
            };
            block.add(section, &called, &text);
        }
    }
    let mut row = block.row();
    head.book.clone_into(&mut row.document_key);
    row.slug.clone_from(&head.slug);
    let list = |name: &str| one(fields, name);
    row.environments = environments(list("environment").split(','));
    let spells = plain(&list("spells"));
    row.spell_slugs = spells.split(',').map(slugify).filter(|slug| !slug.is_empty()).collect();
    row.spell_slugs.sort();
    row.spell_slugs.dedup();
    row
}

/// When an entry can be used again, by its code: `D5`, `L`.
fn recharge(code: &str) -> String {
    match code {
        "L" => "Recharges after a Long Rest".to_owned(),
        "S" => "Recharges after a Short or Long Rest".to_owned(),
        "D" => "1/Day".to_owned(),
        "D6" | "6" => "Recharge 6".to_owned(),
        code => match code.trim_start_matches('D').parse::<u8>() {
            Ok(from) => format!("Recharge {from}–6"),
            Err(_) => code.to_owned(),
        },
    }
}
