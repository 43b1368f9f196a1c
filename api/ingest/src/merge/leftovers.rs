//! Leftovers of typesetting and of other programs' markup in the texts of a row, in whichever source they are.

mod encoded;
mod level_lines;
mod loose_rows;
mod shorthand;

use super::fields::{INGEST_FIELDS, visit_texts};
use lorekeeper_content::Pattern;
use lorekeeper_content::typography::{Replacement, read_replacements};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::LazyLock;

/// Replacements, in their order.
///
/// Correction (text): Line breaks that were escaped twice are line breaks, and those of HTML are paragraphs. A point that is
/// escaped behind a number is a point, and a soft hyphen is no character.
///
/// Correction (text): Emphasis that begins twice and ends once begins once, and no blank stands between emphasis and the
/// point or comma behind it. A mark of a list is followed by a blank.
///
/// Correction (text): No blank stands behind an opening bracket, and a clause that a point cut off (`each turn. ending the
/// effect`) is joined by a comma. An item of a list begins with one hyphen and one blank.
///
/// Correction (text): The first row of a table stands in a line of its own, as does each item of a list that ran into its introduction.
/// Bold marks without an end are left out.
///
/// Correction (text): A page number, or a single word of what stands beside it, that runs into the end of a text is left out.
///
/// Correction (text): The caption of a table is the name that the book prints, without the word "Table" before or behind it,
/// in a line of its own.
///
/// Correction (text): Emphasis that ends within a word ends before or behind it, and a comma stands behind the emphasis of a
/// name. An item with a bonus has its sign (`_+1 longbow_`).
///
/// Correction (text): No blank stands within a dimension (`3-foot-by- 5-foot`), or on one side of a dash between words. A paragraph does
/// not begin with blanks.
///
/// Correction (creatures): "with o" is *without*, "B/P/S" are the three damage types, and a spell's attack bonus is set off by a comma
/// from its save DC. A list of spells begins with *At will*, and its plain lines belong to it. A footnote is no list.
///
/// Correction (creatures): "Hitom", which a converter made of "Hit or Miss", is written out. A list of spells does not end in
/// a comma, and an empty one is left out. *Each* stands before several spells only.
static REPLACEMENTS: LazyLock<Vec<Replacement>> =
    LazyLock::new(|| read_replacements(include_str!("leftovers/replacements.txt")));

/// Two blanks between words, where a comma was lost.
///
/// Correction (creatures): Two blanks between words of the Monstrous Menagerie are a lost comma.
static LOST_COMMA: Pattern = Pattern::new(r"(?P<before>[\w)])  (?P<after>\w)");

/// The book whose creatures have lost their commas.
const WITHOUT_COMMAS: &str = "a5e-mm";

/// A line that ends a sentence, before one that begins another or a heading.
///
/// Correction (text): Paragraphs that one line break parts are set apart.
static PARAGRAPHS: Pattern = Pattern::new(r"(?-i)(?P<end>[.!?:”_*)][”*_)]{0,3})\n {0,3}(?P<begin>\p{Lu}|\*\*\*?\w|“)");

/// A line break within a sentence. Where these are as many as the others, the text is wrapped, and a line break parts nothing.
static WRAPPED: Pattern = Pattern::new(r"(?-i)\p{Ll},?\n\p{Ll}");

/// A line break of HTML. Within the row of a table it stays.
static HTML_BREAK: Pattern = Pattern::new(r"\s*<br ?/?>\s*");

/// Cleans the texts of a row.
pub(super) fn clean(row: &mut Map<String, Value>) {
    let book = row.get("document_key").and_then(Value::as_str);
    let has_lost_commas = book == Some(WITHOUT_COMMAS);
    let is_in_shorthand = book == Some(shorthand::BOOK);
    for (field, value) in row.iter_mut() {
        if !INGEST_FIELDS.contains(&field.as_str()) {
            visit_texts(value, &mut |text| clean_text(text, has_lost_commas));
            if is_in_shorthand {
                visit_texts(value, &mut shorthand::write_out);
            }
        }
    }
}

fn replace_all(text: &mut String, replacements: &[Replacement]) {
    for replacement in replacements {
        if let Some(clean) = replacement.apply(text) {
            clean.trim_end().clone_into(text);
        }
    }
}

fn clean_text(text: &mut String, has_lost_commas: bool) {
    let was_escaped = text.contains("\\n");
    if text.contains('æ')
        && let Some(clean) = encoded::decoded(text)
    {
        *text = clean;
    }
    replace_all(text, &REPLACEMENTS);
    if text.contains(" | ") {
        loose_rows::set_table(text);
    }
    if text.contains("<br")
        && !text.contains('|')
        && let Cow::Owned(clean) = HTML_BREAK.replace_all(text, "\n\n")
    {
        *text = clean;
    }
    if text.contains('\n')
        && WRAPPED.find_iter(text).count() < PARAGRAPHS.find_iter(text).count()
        && let Cow::Owned(parted) = PARAGRAPHS.replace_all(text, "$end\n\n$begin")
    {
        *text = parted;
    }
    if text.contains(level_lines::SIGN) {
        level_lines::set_table(text);
    }
    // It ended the text that was escaped.
    if was_escaped && text.ends_with('"') && text.matches('"').count() % 2 == 1 {
        text.pop();
    }
    if has_lost_commas
        && text.contains("  ")
        && let Cow::Owned(clean) = LOST_COMMA.replace_all(text, "$before, $after")
    {
        *text = clean;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn cleaned(document: &str, text: &str) -> String {
        let Value::Object(mut row) = json!({"document_key": document, "notes": [{"text": text}]}) else {
            panic!("an object");
        };
        clean(&mut row);
        row["notes"][0]["text"].as_str().unwrap().to_owned()
    }

    #[test]
    fn every_block_is_a_replacement() {
        let blocks = include_str!("leftovers/replacements.txt").split("\n\n");
        assert_eq!(REPLACEMENTS.len(), blocks.skip(1).count());
    }

    #[test]
    fn leftovers_are_cleaned() {
        for (text, clean) in [
            ("Wet.\\n\\n\nDry.\"", "Wet.\n\nDry."),
            ("DC 15\\. Then", "DC 15. Then"),
            ("1\\. First", "1\\. First"),
            ("| _Toad_  | wet |", "| _Toad_  | wet |"),
            ("Wet.<br>Dry.", "Wet.\n\nDry."),
            ("| wet<br>dry |", "| wet<br>dry |"),
            ("toad\u{ad}stool, 5-\u{ad}--foot", "toadstool, 5-foot"),
            ("It hops. HitomThe toad lands.", "It hops. _Hit or Miss:_ The toad lands."),
            ("casts __wet stone_ twice", "casts _wet stone_ twice"),
            ("__**Table: Toads**__\n| d4 |", "**Toads**\n| d4 |"),
            ("Table:\n\nWet Toads\n\n| d4 |", "**Wet Toads**\n\n| d4 |"),
            ("See below. Table: 1d4 Toads | d4 | Toad |", "See below.\n\n**Toads**\n\n| d4 | Toad |"),
            ("each turn. ending the effect, ( Wet)", "each turn, ending the effect, (Wet)"),
            (" -  Wet.\n\n -  Dry.", "- Wet.\n\n- Dry."),
            ("one target. it: 12 (2d6)", "one target. _Hit:_ 12 (2d6)"),
            ("a _save_ , or _toad_  of", "a _save_, or _toad_ of"),
            ("- **At Will:** Wet Stone,\n- **1/Day:**", "- **At Will:** Wet Stone"),
            ("- **Wet:**\n  stone", "- **Wet:**\n  stone"),
            ("*A toad hops.", "* A toad hops."),
            ("*A toad* hops.", "*A toad* hops."),
            ("plain  words", "plain  words"),
            ("it casts _wet s_pell, and th_e Toad's Wand_", "it casts _wet_ spell, and the _Toad's Wand_"),
            ("a **Wet**ly toad becomes a _2 long toad_", "a **Wetly** toad becomes a _+2 long toad_"),
            ("casts _wet stone,_ *hop,* or *swim,*, twice", "casts _wet stone_, *hop*, or *swim*, twice"),
            (
                "resistant ` Freelinking: Node title _wet damage_ does not exist ` to fire",
                "resistant _wet damage_ to fire",
            ),
            (
                "The Wet Toads table tells.\n\nWet Toads Hop | Cost\n\n1 | 2\n\n2 | 3",
                "The Wet Toads table tells.\n\n**Wet Toads**\n\n| Hop | Cost |\n|---|---|\n| 1 | 2 |\n| 2 | 3 |",
            ),
            ("Hop Level | Toads |\n|---|---|\n| 1st | two |", "| Hop Level | Toads |\n|---|---|\n| 1st | two |"),
            ("a tæ014dad of 2æ00d7 size", "a tōad of 2× size"),
            ("is never [rule]wet;wetted[/condition]", "is never wetted"),
            ("You gain the following: - You hop. - You swim.", "You gain the following:\n\n- You hop.\n- You swim."),
            (
                "It ends at dawn. | d3 | Toad |\n| --- | --- |\n| 1 | Wet |",
                "It ends at dawn.\n\n| d3 | Toad |\n| --- | --- |\n| 1 | Wet |",
            ),
            (
                "You hop.\n\n**When you hop again, you rest there.\n\nThen",
                "You hop. When you hop again, you rest there.\n\nThen",
            ),
            ("a 3-foot-by- 5-foot pond", "a 3-foot-by-5-foot pond"),
            ("it hops —or swims", "it hops—or swims"),
            ("Wet.\n\n  It rests.", "Wet.\n\nIt rests."),
            ("squeezing with o effort", "squeezing without effort"),
            ("save DC 14 +6 to hit with spells", "save DC 14, +6 to hit with spells"),
            (
                "- **At Will:** Hop\n- **3/Day Each:** Croak<br>1/day: _rain_",
                "- **At Will:** Hop\n- **3/Day:** Croak\n- **1/Day:** _rain_",
            ),
            (
                "- **3/Day Each:** Croak\n2/day: _rain_\n1/day: _hail_",
                "- **3/Day:** Croak\n- **2/Day:** _rain_\n- **1/Day:** _hail_",
            ),
            (
                "* The toad casts these spells on itself before combat.",
                "\\* The toad casts these spells on itself before combat.",
            ),
        ] {
            assert_eq!(cleaned("pond", text), clean, "{text}");
        }
        assert_eq!(cleaned("a5e-mm", "a large  wet  or dry toad"), "a large, wet, or dry toad");
        assert_eq!(cleaned("tob3", "wet for 1 min."), "wet for 1 minute.");
    }

    #[test]
    fn paragraphs_of_the_main_text_are_set_apart() {
        let of = |text: &str| {
            let Value::Object(mut row) = json!({"text": text}) else {
                panic!("an object");
            };
            clean(&mut row);
            row["text"].as_str().unwrap().to_owned()
        };
        assert_eq!(
            of("_A toad._\nIt sits.\n**Wet.** It hops.\n  Then it rests."),
            "_A toad._\n\nIt sits.\n\n**Wet.** It hops.\n\nThen it rests."
        );
        let wrapped = "It sits.\nIt is a\ntoad.";
        assert_eq!(of(wrapped), wrapped);
        let list = "It eats:\n* flies\n* Newts.\n\n| A | B |\n|---|---|";
        assert_eq!(of(list), list);
    }
}
