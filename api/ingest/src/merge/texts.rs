//! Typography of all texts of a row.

use super::SpellNames;
use super::fields::{INGEST_FIELDS, NAMED_LISTS, visit_texts};
use super::{printed_breaks, spell_lines};
use lorekeeper_content::typography::{self, Lexicon};
use lorekeeper_content::{Family, Pattern};
use regex::Captures;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The fields that are texts even where they have no blank.
const LISTS: [&str; 1] = ["languages_text"];

/// A comma without a blank behind it, in a list that a stat block prints.
///
/// Correction (creatures): A comma in a list of languages is followed by a blank, and an *and* has a small letter.
fn space_commas(text: &mut String) {
    let items = text.split(',').map(str::trim);
    *text = items.collect::<Vec<_>>().join(", ").replace(" And ", " and ");
}

/// The book whose transcription lost apostrophes.
const WITHOUT_APOSTROPHES: &str = "a5e-mm";

/// Mends the texts of a row. What has no blank is a code, and stays. Apostrophes of the name are restored in the one book that has
/// lost them: in others a plural before a noun is one.
pub(super) fn mend(row: &mut Map<String, Value>, lexicon: &Lexicon) {
    let of_book =
        |row: &Map<String, Value>| row.get("document_key").and_then(Value::as_str) == Some(WITHOUT_APOSTROPHES);
    let name = row.get("name").and_then(Value::as_str);
    let name = name.filter(|_| of_book(row));
    let name = name.unwrap_or_default().to_owned();
    if let Some(Value::String(name)) = row.get_mut("name")
        && name.contains('’')
    {
        *name = name.replace('’', "'");
    }
    for (field, value) in row.iter_mut() {
        if !INGEST_FIELDS.contains(&field.as_str()) && field != "name" {
            visit_texts(value, &mut |text| {
                if text.contains(' ')
                    && let Cow::Owned(mended) = typography::mend(text, &name, lexicon)
                {
                    *text = mended;
                }
            });
        }
        if let (true, Value::String(list)) = (LISTS.contains(&field.as_str()), value) {
            space_commas(list);
        }
    }
}

/// The head of a list of spells within a paragraph.
static RUN_IN_LIST: Pattern = Pattern::new(r"(?P<before>[:\p{Ll}),]) ?\b(?P<head>at will|\d+/day(?: each)?): ?");

/// The name of another trait behind a list of spells.
static RUN_ON_TRAIT: Pattern =
    Pattern::new(r"(?-i)(?P<spell>[\p{Ll})]) (?P<label>\p{Lu}[\w'’-]+(?: \p{Lu}[\w'’-]+){0,3})\. (?P<next>\p{Lu})");

/// Parts a list of spells that runs on behind its introduction.
///
/// Correction (creatures): A list of spells that runs on behind its introduction (`components:at will: ... 2/day each: ...`) has a
/// paragraph for each line, and so has another trait behind it.
fn part_spell_list(text: &str) -> Cow<'_, str> {
    if text.contains('\n') || !text.contains("components:") {
        return Cow::Borrowed(text);
    }
    let parted = RUN_IN_LIST.replace_all(text, |found: &Captures<'_>| {
        let mut head = found["head"].to_lowercase();
        if head.starts_with('a') {
            "At will".clone_into(&mut head);
        }
        let before = found["before"].trim_end_matches(',');
        format!("{before}\n\n{head}: ")
    });
    // The introduction has names before points, too: `ability is Charisma. The toad casts`.
    let (introduction, lists) = parted.split_at(parted.find("\n\n").unwrap_or(parted.len()));
    let ended = RUN_ON_TRAIT.replace_all(lists, "$spell\n\n**_$label._** $next");
    Cow::Owned(format!("{introduction}{ended}"))
}

/// What announces options, and the name of one within a paragraph.
static ANNOUNCED: Pattern = Pattern::new(
    r"\b(?:the following|one of the|one of these|from the list below)\b[^.:]{0,60}[.:](?: Can['’]t use [^.]*\.)?",
);
static OPTION: Pattern = Pattern::new(
    r"(?-i)(?P<end>[.:!?)]) (?P<label>\p{Lu}[\w'’-]+(?: (?:of|the|by|to|in|and|\p{Lu}[\w'’-]+)){0,4}(?: \([^)]*\))?[.:]) (?P<next>\p{Lu}|\d)",
);

/// Words that end in a colon and name no option.
const NO_OPTIONS: [&str; 8] = ["Hit:", "Miss:", "Attack:", "Roll:", "Throw:", "Failure:", "Success:", "Response:"];

/// Parts options that run on behind the sentence that announces them.
///
/// Correction (creatures): The options of a trait or an action that stand in one paragraph (`one of the following: Sand Blast. ...`) have one
/// each, and their names are emphasised.
fn part_options(text: &str) -> Cow<'_, str> {
    let announced = ANNOUNCED.captures(text).and_then(|found| found.get(0));
    let Some(options) = announced.and_then(|head| text.get(head.end() - 1..)) else {
        return Cow::Borrowed(text);
    };
    let is_option = |label: &str| !NO_OPTIONS.iter().any(|word| label.ends_with(word));
    let labels = OPTION.captures_iter(options);
    let labels = labels.filter(|found| is_option(&found["label"]));
    if text.contains('\n') || labels.count() < 2 {
        return Cow::Borrowed(text);
    }
    let parted = OPTION.replace_all(options, |found: &Captures<'_>| {
        let (end, label, next) = (&found["end"], &found["label"], &found["next"]);
        if is_option(label) { format!("{end}\n\n**_{label}_** {next}") } else { found[0].to_owned() }
    });
    let head = text.len() - options.len();
    Cow::Owned(format!("{}{parted}", text.get(..head).unwrap_or_default()))
}

/// Spells out the attacks and the distances in the texts of a stat block.
fn spell_out(row: &mut Map<String, Value>) {
    mend_texts(row, typography::spell_out_attacks);
    mend_texts(row, typography::feet_in_prose);
}

/// Emphasises the labels of attacks and their effects.
///
/// Correction (creatures): The labels of attacks and saving throws (*Melee Weapon Attack:*, *Hit:*) are in italics, as the books print them.
fn emphasise_effects(row: &mut Map<String, Value>) {
    mend_texts(row, typography::emphasise_effects);
}

/// Lays out the texts of a row as the books of its family do.
pub(super) fn lay_out(row: &mut Map<String, Value>, family: Family) {
    match family {
        Family::Creature => {
            join_effects(row);
            printed_breaks::put(row);
            mend_texts(row, part_spell_list);
            mend_texts(row, spell_lines::part);
            mend_texts(row, part_options);
            mend_texts(row, typography::gather_rows);
            spell_out(row);
            finish_parts(row);
            emphasise_effects(row);
        }
        Family::Spell => emphasise_own_name(row),
        Family::Equipment => part_properties(row),
        Family::CharacterOption | Family::Rule => {}
    }
    // Rules are still compared with each other.
    if matches!(family, Family::Spell | Family::Equipment) {
        mend_texts(row, typography::caption_tables);
    }
    emphasise_labels(row);
}

/// Puts the spell's own name into italics where a source has it in bold type.
///
/// Correction (spells): A spell's own name within its text is in italics.
fn emphasise_own_name(row: &mut Map<String, Value>) {
    let name = row.get("name").and_then(Value::as_str).unwrap_or_default();
    let bold = format!("**{}**", name.to_lowercase());
    let italic = format!("_{}_", name.to_lowercase());
    for field in ["text", "higher_levels"] {
        if let Some(Value::String(text)) = row.get_mut(field)
            && text.contains(&bold)
        {
            *text = text.replace(&bold, &italic);
        }
    }
}

/// A sentence in the letters of a title between two others: the name of a property.
static RUN_IN_LABEL: Pattern = Pattern::new(
    r"(?-i)(?P<end>[.!?)]) (?P<label>\p{Lu}[\w'’-]+(?: (?:of|the|in|to|and|a|an|for|with|from|\p{Lu}[\w'’-]+)){0,8})\. (?P<next>\p{Lu})",
);

/// Parts the properties of an item whose names stand within one paragraph.
///
/// Correction (equipment): The name of an item's property that stands within a paragraph (`... the wand. Wet Touch. While ...`) begins one, in bold
/// italics.
fn part_properties(row: &mut Map<String, Value>) {
    if let Some(Value::String(text)) = row.get_mut("text")
        && let Cow::Owned(parted) = RUN_IN_LABEL.replace_all(text, "$end\n\n**_$label._** $next")
    {
        *text = parted;
    }
}

/// How many words a text has at least that is a sentence.
const SENTENCE_WORDS: usize = 5;

/// A paragraph behind the end of a sentence that begins with a small letter.
static SMALL_PARAGRAPH: Pattern = Pattern::new(r"(?-i)[.!?:][”)*_]*\n\n[a-z]");

/// Words that no sentence ends with.
static UNFINISHED: Pattern = Pattern::new(r"\b(?:and|or|the|an?|of|to|with|for)$");

/// Begins the texts of parts with a capital letter, and ends their sentences.
///
/// Correction (creatures): The text of a trait or an action that begins with a small letter begins with a capital one, as does each of
/// its paragraphs, and a sentence at its end has its point.
fn finish_parts(row: &mut Map<String, Value>) {
    for list in NAMED_LISTS {
        let parts = row.get_mut(list).and_then(Value::as_array_mut);
        for part in parts.into_iter().flatten() {
            let name = part.get("name").and_then(Value::as_str).unwrap_or_default();
            let lists_spells = name.to_lowercase().contains("spell");
            if let Some(Value::String(text)) = part.get_mut("text")
                && !lists_spells
                && text.ends_with(|c: char| c.is_ascii_lowercase())
                && let Some(last) = text.lines().last()
                && last.starts_with(|c: char| c.is_ascii_uppercase())
                && last.split(' ').count() >= SENTENCE_WORDS
                && !UNFINISHED.is_match(last)
            {
                text.push('.');
            }
            if let Some(Value::String(text)) = part.get_mut("text") {
                let small: Vec<usize> = SMALL_PARAGRAPH.find_iter(text).map(|found| found.end() - 1).collect();
                for place in small {
                    let letter = text.get(place..=place).unwrap_or_default().to_ascii_uppercase();
                    text.replace_range(place..=place, &letter);
                }
            }
            if let Some(Value::String(text)) = part.get_mut("text")
                && text.starts_with(|c: char| c.is_ascii_lowercase())
                && (lists_spells || text.contains(". ") || text.trim_end().ends_with(['.', '!', ')', '|']))
            {
                let capital = text.remove(0).to_ascii_uppercase();
                text.insert(0, capital);
            }
        }
    }
}

/// The reference document that prints the names of spells with capitals, and a saving throw in one paragraph.
const OF_2024: &str = "srd-2024";

/// What a paragraph that belongs to the one before it begins with, emphasised or not.
const EFFECTS: [&str; 9] = [
    "Failure", "Subsequent Failures", "Success", "First Failure", "Second Failure", "Third Failure", "Response", "Hit",
    "Miss",
];

/// Joins the effects that a source sets apart with what they are effects of.
///
/// Correction (creatures): A saving throw, a hit and their effects stand in the paragraph before them in stat blocks of the SRD of 2024, as
/// the book prints them; other paragraphs stay apart.
fn join_effects(row: &mut Map<String, Value>) {
    if row.get("document_key").and_then(Value::as_str) != Some(OF_2024) {
        return;
    }
    let is_effect = |paragraph: &str| {
        let words = paragraph.trim_start_matches(['_', '*']);
        let label = words.split([':', '.']).next().unwrap_or_default();
        let mut after = EFFECTS.iter().filter_map(|label| words.strip_prefix(label));
        label.ends_with(" Saving Throw") || after.any(|rest| rest.starts_with([':', ' ']))
    };
    mend_texts(row, |text| {
        let mut paragraphs = text.split("\n\n");
        let first = paragraphs.next().unwrap_or_default();
        if !paragraphs.clone().any(is_effect) {
            return Cow::Borrowed(text);
        }
        let joined = paragraphs.fold(first.to_owned(), |joined, paragraph| {
            let gap = if is_effect(paragraph) { " " } else { "\n\n" };
            format!("{joined}{gap}{paragraph}")
        });
        Cow::Owned(joined)
    });
}

/// Emphasises the labels of all texts in one way.
fn emphasise_labels(row: &mut Map<String, Value>) {
    mend_texts(row, typography::emphasise_labels);
}

/// Emphasises the names of spells in all texts.
pub(super) fn emphasise_spells(row: &mut Map<String, Value>, names: &SpellNames, family: Family) {
    let has_capitals = row.get("document_key").and_then(Value::as_str) == Some(OF_2024);
    let own_names = has_capitals.then(|| own_names(row, family));
    let own_names = own_names.as_deref();
    mend_texts(row, |text| names.emphasise(text, own_names));
    if family == Family::Creature && !has_capitals {
        mend_texts(row, |text| names.in_small_letters(text));
    }
    if let Some(Value::String(text)) = row.get_mut("higher_levels")
        && let Cow::Owned(emphasised) = names.emphasise(text, own_names)
    {
        *text = emphasised;
    }
}

/// The names of an entity's parts, and its own, unless it is a spell itself.
fn own_names(row: &Map<String, Value>, family: Family) -> Vec<String> {
    let lists = NAMED_LISTS.iter().filter_map(|list| row.get(*list)?.as_array());
    let parts = lists.flatten().filter_map(|part| part.get("name"));
    let own = row.get("name").filter(|_| family != Family::Spell);
    let names = parts.chain(own).filter_map(Value::as_str);
    names.map(str::to_owned).collect()
}

/// Mends the texts of a row: the main text, and those of its parts.
pub(super) fn mend_texts(row: &mut Map<String, Value>, mend: impl Fn(&str) -> Cow<'_, str>) {
    let mend_value = |value: Option<&mut Value>| {
        if let Some(Value::String(text)) = value
            && let Cow::Owned(mended) = mend(text)
        {
            *text = mended;
        }
    };
    mend_value(row.get_mut("text"));
    for list in NAMED_LISTS {
        let parts = row.get_mut(list).and_then(Value::as_array_mut);
        for part in parts.into_iter().flatten() {
            mend_value(part.get_mut("text"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn effects_are_in_the_paragraph_of_their_saving_throw() {
        for (text, joined) in [
            (
                "_Wisdom Saving Throw:_ DC 12, one fly.\n\n_Failure:_ It sleeps.\n\nIt dreams.\n\n- a\n- b",
                "_Wisdom Saving Throw:_ DC 12, one fly. _Failure:_ It sleeps.\n\nIt dreams.\n\n- a\n- b",
            ),
            (
                "A fly comes.\n\n_Wisdom Saving Throw:_ DC 12.\n\nSubsequent Failures: It dreams.",
                "A fly comes. _Wisdom Saving Throw:_ DC 12. Subsequent Failures: It dreams.",
            ),
            ("It hops.\n\nIt rests.", "It hops.\n\nIt rests."),
        ] {
            let row = json!({"document_key": "srd-2024", "actions": [{"name": "Croak", "text": text}]});
            let Value::Object(mut row) = row else {
                continue;
            };
            join_effects(&mut row);
            assert_eq!(row["actions"][0]["text"], joined);
        }
    }

    #[test]
    fn lists_of_spells_are_parted() {
        assert_eq!(
            part_spell_list(
                "It needs no components:at will: hop, croak 2/day each: leap, warm rain Wet Stride. It wades."
            ),
            "It needs no components:\n\nAt will: hop, croak\n\n2/day each: leap, warm rain\n\n**_Wet Stride._** It wades."
        );
        let parted = "It needs no components:\n\nAt will: hop";
        assert_eq!(part_spell_list(parted), parted);
    }

    #[test]
    fn options_are_parted() {
        assert_eq!(
            part_options(
                "The toad sings one of the following songs: Dirge of Rain. It rains. Hit: 5 damage. Croak: All flies sleep."
            ),
            "The toad sings one of the following songs:\n\n**_Dirge of Rain._** It rains. Hit: 5 damage.\n\n**_Croak:_** All flies sleep."
        );
        let single = "It does one of the following: It hops. Hit: 5 damage. It rests.";
        assert_eq!(part_options(single), single);
    }

    #[test]
    fn parts_begin_with_a_capital_letter() {
        for (text, expected) in [
            ("the toad's tongue is long.", "The toad's tongue is long."),
            ("at will", "at will"),
            ("The toad sees in magical and normal darkness", "The toad sees in magical and normal darkness."),
        ] {
            let Value::Object(mut row) = json!({"traits": [{"name": "Hop", "text": text}]}) else {
                continue;
            };
            finish_parts(&mut row);
            assert_eq!(row["traits"][0]["text"], expected);
        }
    }
}
