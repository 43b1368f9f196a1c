//! Reference documents: the terms by which the System Reference Documents call what the other books of their publisher call
//! otherwise.

use super::fields::visit_texts;
use lorekeeper_content::{Pattern, Regex, pattern};
use regex::Captures;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::LazyLock;

/// The documents.
const DOCUMENTS: [&str; 2] = ["srd-2014", "srd-2024"];

/// The document that has chapters of its own in the place of those of three books.
const OF_2024: &str = "srd-2024";

/// The chapters of the book for players, from the first one, by their titles in the reference document.
const CHAPTERS: [&str; 7] =
    ["Playing the Game", "Character Creation", "Classes", "Character Origins", "Feats", "Equipment", "Spells"];

/// The other books, and the part of the reference document that has what is cited from them.
const BOOKS: [(&str, &str); 4] = [
    ("game master’s guide", "Gameplay Toolbox"),
    ("dungeon master’s guide", "Gameplay Toolbox"),
    ("monster manual", "Monsters"),
    ("rules glossary", "Rules Glossary"),
];

/// Fields that name an entry or a part of the book, and cite nothing.
const TITLES: [&str; 5] = ["name", "slug", "chapter", "section_name", "section_slug"];

/// The title of commentary that a converter quotes between the rules.
const COMMENTARY: &str = "Sage Advice";

static MASTER: Pattern = Pattern::new(r"(?-i)\b(?:DM(?P<ending>s?\b)|Dungeon Master\b)");

/// Characters whose names the other books put before the names of spells.
static OWNER: Pattern = Pattern::new(
    r"(?-i)\b(?:Bigby|Drawmij|Evard|Leomund|Melf|Mordenkainen|Nystul|Otiluke|Otto|Rary|Tasha|Tenser)['’]s (?P<name>\p{Lu})",
);

/// Terms that have capitals in 2024 alone, within a sentence.
static CAPITALS: Pattern = Pattern::new(
    r"(?-i)(?P<before>(?:^|[^\p{L}*])\p{Ll}+,? )(?P<term>Hit Points?|(?:Attack and Damage|Attack|Damage) Rolls?|(?:Long|Short) Rests?|Saving Throws?|Ability Checks?|Blinded|Charmed|Deafened|Frightened|Grappled|Incapacitated|Paralyzed|Petrified|Poisoned|Restrained|Stunned|Unconscious)\b",
);

/// A label of a paragraph that is only bold.
static LABEL: Pattern = Pattern::new(r"(?m-i)^\*\*(?P<label>\p{Lu}[^*_\n]{1,60}\.)\*\* ");

static CHAPTER: Pattern =
    Pattern::new(r"(?-i)\b[Cc]hapter (?P<number>[1-7])\b(?P<section> \p{Lu}[\p{L}\d' ]*)?(?P<stop>[.,])?");

static BOOK: Pattern = Pattern::new(
    r#"(?P<quoted>["“])?\b(?:the )?[*_]{0,2}(?P<title>(?-i)(?:Game|Dungeon) Master['’]s Guide|Monster Manual|(?i)rules glossary)[*_]{0,2}(?P<closed>["”])?(?P<stop>[.,])?"#,
);

/// A chapter that is cited without its quotation marks.
static CITED: LazyLock<Regex> = LazyLock::new(|| {
    let title = "Playing the Game|Character Creation|Character Origins|Rules Glossary|Gameplay Toolbox|Magic Items|Equipment|Spells|Classes|Feats|Monsters";
    pattern(&format!(
        r"(?-i)(?P<before>\b(?:[Ss]ee|in) )(?P<title>{title})(?:(?P<joint> and | or )(?P<other>{title}))?(?P<stop>[.,])?(?P<after>[\s):]|$)"
    ))
});

/// A chapter in quotation marks, unless what follows makes another title of it (`the Equipment table`).
fn quoted(text: &str) -> Cow<'_, str> {
    const PARTS: [&str; 3] = ["table", "list", "section"];
    CITED.replace_all(text, |found: &Captures<'_>| {
        let end = found.get(0).map_or(text.len(), |all| all.end());
        let next = text.get(end..).unwrap_or_default();
        let next_word = next.split(|c: char| !c.is_alphabetic()).next();
        let is_title = next.starts_with(char::is_uppercase) || next_word.is_some_and(|word| PARTS.contains(&word));
        let stop = found.name("stop").map_or("", |stop| stop.as_str());
        if is_title && stop.is_empty() {
            return found[0].to_owned();
        }
        let titles = match (found.name("joint"), found.name("other")) {
            (Some(joint), Some(other)) => {
                format!("{}”{}“{}", &found["title"], joint.as_str(), other.as_str())
            }
            _ => found["title"].to_owned(),
        };
        format!("{}“{titles}{stop}”{}", &found["before"], &found["after"])
    })
}

/// Puts the terms of the document into all texts of a row.
///
/// Correction (text): Commentary from outside of an SRD, which a converter quotes between its rules, is left out.
///
/// Correction (text): Terms within a sentence have the capitals of their edition: `hit points` in 2014, `Hit Points` in 2024.
///
/// Correction (text): A chapter that the document of 2024 cites stands in quotation marks.
///
/// Correction (text): The label of a paragraph of 2024 is bold and in italics.
///
/// Correction (text): The System Reference Documents say GM, spells have no owner in their names there, and the document of 2024
/// refers to its own chapters (“Equipment”), not to those of the books for players.
pub(super) fn use_own_terms(row: &mut Map<String, Value>) {
    let document = row.get("document_key").and_then(Value::as_str);
    let Some(document) = DOCUMENTS.into_iter().find(|own| Some(*own) == document) else {
        return;
    };
    for (field, value) in row.iter_mut() {
        if !TITLES.contains(&field.as_str()) {
            visit_texts(value, &mut |text| {
                if text.contains(' ') {
                    *text = mended(text, document);
                }
            });
        }
    }
}

/// A text with the terms of 2024 in small letters, but for titles (`the Hit Points table`).
fn without_capitals(text: &str) -> String {
    const PARTS: [&str; 4] = [" table", " entry", " column", " section"];
    let small = |found: &Captures<'_>| {
        let end = found.get(0).map_or(text.len(), |all| all.end());
        let rest = text.get(end..).unwrap_or_default();
        let next = rest.strip_prefix(' ').and_then(|rest| rest.chars().next());
        let is_title = next.is_some_and(char::is_uppercase) || PARTS.iter().any(|part| rest.starts_with(part));
        if is_title {
            return found[0].to_owned();
        }
        format!("{}{}", &found["before"], found["term"].to_lowercase())
    };
    CAPITALS.replace_all(text, small).into_owned()
}

fn mended(text: &str, document: &str) -> String {
    let text = MASTER.replace_all(text, |found: &Captures<'_>| match found.name("ending") {
        Some(ending) => format!("GM{}", ending.as_str()),
        None => "Game Master".to_owned(),
    });
    let text = OWNER.replace_all(&text, "$name");
    let text = if text.contains(COMMENTARY) { Cow::Owned(without_commentary(&text)) } else { text };
    if document != OF_2024 {
        return without_capitals(&text);
    }
    let text = if text.contains(ORIGIN) { Cow::Owned(without_origins(&text)) } else { text };
    let text = LABEL.replace_all(&text, "**_${label}_** ");
    let text = CHAPTER.replace_all(&text, |found: &Captures<'_>| {
        let number: usize = found["number"].parse().unwrap_or_default();
        let title = CHAPTERS.get(number.saturating_sub(1)).copied();
        let section = found.name("section").map(|section| section.as_str().trim());
        let stop = found.name("stop").map_or("", |stop| stop.as_str());
        match (title, section) {
            (None, _) => found[0].to_owned(),
            (Some(title), Some(section)) => format!("“{title}” (“{section}”){stop}"),
            (Some(title), None) => format!("“{title}{stop}”"),
        }
    });
    let text = quoted(&text);
    let text = BOOK.replace_all(&text, |found: &Captures<'_>| {
        let cited = found["title"].to_lowercase().replace('\'', "’");
        let title = BOOKS.iter().find(|(book, _)| *book == cited);
        let stop = found.name("stop").map_or("", |stop| stop.as_str());
        match title {
            Some((_, title)) if found.name("quoted").is_none() => format!("“{title}{stop}”"),
            _ => found[0].to_owned(),
        }
    });
    text.into_owned()
}

/// The last column of the tables of languages in the book for players.
const ORIGIN: &str = " Origin |";

/// A text with its tables of languages as the reference document has them.
///
/// Correction (rules): The tables of languages of 2024 do not say where a language comes from.
fn without_origins(text: &str) -> String {
    let is_of_languages = |line: &str| line.contains("Language") && line.ends_with(ORIGIN);
    let mut is_in_table = false;
    let lines = text.split('\n').map(|line| {
        is_in_table = line.starts_with('|') && (is_in_table || is_of_languages(line));
        let cells = line.strip_suffix('|').and_then(|line| line.rsplit_once('|'));
        match cells.filter(|_| is_in_table) {
            Some((kept, _)) => format!("{kept}|"),
            None => line.to_owned(),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A text without the quotations, paragraph after paragraph, among which there is commentary.
fn without_commentary(text: &str) -> String {
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    let is_quoted = |paragraph: &&str| paragraph.trim_start().starts_with('>');
    let groups = paragraphs.chunk_by(|one, other| is_quoted(one) == is_quoted(other));
    let kept = groups.filter(|group| {
        let is_commentary = group.iter().any(|paragraph| paragraph.contains(COMMENTARY));
        !(is_commentary && group.iter().all(is_quoted))
    });
    kept.flatten().copied().collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_have_the_terms_of_their_document() {
        for (document, text, expected) in [
            (
                "srd-2014",
                "The DM and all DMs cast Otto's Toad Song (see chapter 7).",
                "The GM and all GMs cast Toad Song (see chapter 7).",
            ),
            (
                "srd-2014",
                "The toad becomes Deafened until a Long Rest and loses Hit Points. The Saving Throws entry, the Hit Points \
                 table and **Moving a Grappled Toad.** are titles.",
                "The toad becomes deafened until a long rest and loses hit points. The Saving Throws entry, the Hit Points \
                 table and **Moving a Grappled Toad.** are titles.",
            ),
            (
                "srd-2024",
                "See also chapter 7. Toads are in chapter 6, says the DM's book.",
                "See also “Spells.” Toads are in “Equipment,” says the GM's book.",
            ),
            (
                "srd-2024",
                "See also chapter 1 Toad Hops. It burns (see the rules glossary). See “Rules Glossary.”",
                "See also “Playing the Game” (“Toad Hops”). It burns (see “Rules Glossary”). See “Rules Glossary.”",
            ),
            (
                "srd-2024",
                "Cold is deadly (see the *Game Master's Guide*). The Monster Manual has toads.",
                "Cold is deadly (see “Gameplay Toolbox”). “Monsters” has toads.",
            ),
            (
                "srd-2014",
                "Toads hop.\n\n> **Sage Advice**\n\n> They may rest.\n\nNewts swim.",
                "Toads hop.\n\nNewts swim.",
            ),
            (
                "srd-2024",
                "Toads are in Character Origins. See Feats and Spells (or Equipment) in Spells Table.",
                "Toads are in “Character Origins.” See “Feats” and “Spells” (or Equipment) in Spells Table.",
            ),
            ("srd-2024", "Hop.\n\n**Far.** Hop far.", "Hop.\n\n**_Far._** Hop far."),
            ("srd-2014", "**Far.** Hop far.", "**Far.** Hop far."),
            ("pond", "The DM decides.", "The DM decides."),
            (
                "srd-2024",
                "| Language | Origin |\n|---|---|\n| Toad | The pond |\n\n| Newt |\n|---|",
                "| Language |\n|---|\n| Toad |\n\n| Newt |\n|---|",
            ),
        ] {
            let Value::Object(mut row) = json!({"document_key": document, "text": text}) else {
                panic!("an object");
            };
            use_own_terms(&mut row);
            assert_eq!(row["text"], expected);
        }
    }
}
