//! Fantasy Statblocks: the parameters of that plugin's layouts of 5e.

use crate::foundry_text::fields::Fields;
use crate::import::plain::plain;
use crate::prose::{capitalized, join_paragraphs};
use crate::stat_block::printed::{PrintedBlock, Section};
use lorekeeper_content::Pattern;
use lorekeeper_content::vocabulary::ABILITIES;

/// The lists of entries, with their sections.
const SECTIONS: [(&str, Section); 8] = [
    ("traits", Section::Traits),
    ("actions", Section::Actions),
    ("bonus_actions", Section::BonusActions),
    ("reactions", Section::Reactions),
    ("legendary_actions", Section::LegendaryActions),
    ("mythic_actions", Section::MythicActions),
    ("lair_actions", Section::LairActions),
    ("regional_effects", Section::RegionalEffects),
];

/// The stat block of parameters.
pub(super) fn block(fields: Fields<'_>) -> PrintedBlock {
    let line = |name: &str| line(fields, name);
    let in_brackets = |value: String, detail: String| match detail.as_str() {
        "" => value,
        detail => format!("{value} ({detail})"),
    };
    let mut block = PrintedBlock {
        name: line("name"),
        size: line("size"),
        kind: line("type"),
        subtype: line("subtype"),
        alignment: line("alignment"),
        armor_class: in_brackets(line("ac"), line("ac_class")),
        hit_points: in_brackets(line("hp"), line("hit_dice")),
        initiative: line("modifier"),
        speed: line("speed"),
        scores: scores(fields),
        saves: bonuses(fields, "saves"),
        skills: bonuses(fields, "skillsaves"),
        vulnerabilities: line("damage_vulnerabilities"),
        resistances: line("damage_resistances"),
        immunities: line("damage_immunities"),
        conditions: line("condition_immunities"),
        gear: line("gear"),
        senses: line("senses"),
        languages: line("languages"),
        challenge: line("cr"),
        proficiency: line("pb"),
        text: text(fields, "description"),
        legendary_preamble: join_paragraphs([
            text(fields, "legendary_description"),
            text(fields, "mythic_description"),
        ]),
        ..PrintedBlock::default()
    };
    if let (Some((kind, tags)), true) = (block.kind.split_once(" ("), block.subtype.is_empty()) {
        let tags = tags.trim_end_matches(')').to_owned();
        (block.kind, block.subtype) = (kind.to_owned(), tags);
    }
    for (name, section) in SECTIONS {
        for entry in fields.list(name) {
            let (name, text) = entry_of(entry);
            // What precedes the lair actions has no name.
            if section == Section::LairActions && name.is_empty() && block.lair_preamble.is_empty() {
                block.lair_preamble = text;
            } else {
                block.add(section, &name, &text);
            }
        }
    }
    if let Some(spells) = spells(fields) {
        let spells = join_paragraphs([spells, text(fields, "spellsNotes")]);
        block.add(Section::Traits, "Spellcasting", &spells);
    }
    block
}

/// The name and the text of an entry, with those that stand within it; the oldest form is a pair of them.
fn entry_of(entry: Fields<'_>) -> (String, String) {
    if let [name, text] = entry.words("")[..] {
        return (plain(name), plain(&without_links(text)));
    }
    let inner = entry.list("traits").map(entry_of);
    let inner = inner.map(|(name, text)| format!("**{name}.** {text}"));
    let text = join_paragraphs([text(entry, "desc")].into_iter().chain(inner));
    (line(entry, "name"), text)
}

/// A parameter in one line; a list is one of commas.
fn line(fields: Fields<'_>, name: &str) -> String {
    let words = fields.word(name).unwrap_or_else(|| {
        let parts = fields.list(name).filter_map(|part| part.word(""));
        parts.collect::<Vec<_>>().join(", ")
    });
    plain(&without_links(&words)).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A parameter as Markdown; a list is one of paragraphs.
fn text(fields: Fields<'_>, name: &str) -> String {
    let text = fields.word(name).unwrap_or_else(|| {
        let parts = fields.list(name).filter_map(|part| part.word(""));
        parts.collect::<Vec<_>>().join("\n\n")
    });
    plain(&without_links(&text))
}

/// A text with the words of the links of Obsidian in their place: `[[Spells/Fog|fog]]` is `fog`.
fn without_links(text: &str) -> String {
    static LINK: Pattern = Pattern::new(r"\[\[(?:[^\[\]|]*\|)?(?P<words>[^\[\]|]*)\]\]");
    LINK.replace_all(text, "$words").into_owned()
}

fn scores(fields: Fields<'_>) -> [Option<i32>; 6] {
    let listed: Vec<Option<i32>> = fields.list("stats").map(|score| score.whole_amount("")).collect();
    let mut place = 0;
    ABILITIES.map(|ability| {
        let at = place;
        place += 1;
        let named = || fields.whole_amount(&format!("stats.{}", ability.get(..3)?));
        listed.get(at).copied().flatten().or_else(named)
    })
}

/// The bonuses of a list of maps, or of one map: `Dexterity +5`.
fn bonuses(fields: Fields<'_>, name: &str) -> String {
    let maps = fields.list(name).chain([fields.at(name)]);
    let bonuses = maps.flat_map(|map| map.entries("")).filter_map(|(name, bonus)| {
        let bonus = bonus.whole_amount("").or_else(|| crate::stat_block::line::whole(bonus.text("")))?;
        Some(format!("{} {bonus:+}", capitalized(&name.replace('_', " "))))
    });
    let printed = fields.filled(name);
    printed.unwrap_or_else(|| bonuses.collect::<Vec<_>>().join(", "))
}

/// The lines of a list of spells: texts, or how often with the spells.
fn spells(fields: Fields<'_>) -> Option<String> {
    let lines = fields.list("spells").flat_map(|line| {
        let named = line.entries("").map(|(often, spells)| {
            let spells = spells.word("").unwrap_or_else(|| spells.words("").join(", "));
            format!("- {often}: {spells}")
        });
        line.word("").into_iter().chain(named).collect::<Vec<_>>()
    });
    let text = plain(&lines.collect::<Vec<_>>().join("\n"));
    crate::wire::filled(&text)
}
