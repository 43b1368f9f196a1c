//! Paragraphs and headings.

use super::UNKNOWN;
use lorekeeper_content::Pattern;
use regex::Captures;

/// Headings of the notes about the tabletop's use, which are no text of the book. They stand at the end.
const NOTES: [&str; 3] = ["Foundry Note", "Foundry Notes", "Foundry VTT Note"];

/// Remarks about the tabletop's use in other places.
const ASIDES: [&str; 5] = ["Wild Shape Automation", "Foundry", "Active Effect", "right click", " activity can be used"];

/// The text without the notes about the tabletop's use.
pub(super) fn without_notes(text: &str) -> String {
    let paragraphs = text.split("\n\n");
    let kept = paragraphs.take_while(|paragraph| !NOTES.contains(&paragraph.trim()));
    let kept = kept.filter(|paragraph| !ASIDES.iter().any(|words| paragraph.contains(words)));
    kept.collect::<Vec<_>>().join("\n\n")
}

static TAG: Pattern = Pattern::new(r"<(?P<end>/)?(?P<name>[a-z][a-z0-9]*)[^<>]*>");

/// The text with Markdown in the place of HTML.
pub(super) fn without_tags(text: &str) -> String {
    let marked = TAG.replace_all(text, |found: &Captures<'_>| {
        let mark = match found["name"].to_lowercase().as_str() {
            "strong" | "b" => "**",
            "em" | "i" => "*",
            "br" | "p" | "ul" | "ol" | "div" | "section" | "table" | "tr" => "\n\n",
            "li" if found.name("end").is_none() => "\n- ",
            _ => "",
        };
        mark.to_owned()
    });
    marked.into_owned()
}

/// A heading that runs into its paragraph: `Night Eyes. The owl sees …`, `Failure: 7 (2d6) …`.
static HEADING: Pattern = Pattern::new(
    r#"(?-i)^(?P<heading>\p{Lu}[\p{L}\p{N}'’/+−–-]*(?: (?:\(?\p{Lu}[\p{L}\p{N}'’/+–-]*\)?,?|\(?\d+[\p{L}–-]*\)?|of|the|and|or|a|an|at|in|into|on|to|with|without|from|for|by|vs\.)){0,8}[.!?]) (?P<rest>[\p{Lu}\d“"'’\[(].*)$"#,
);

/// Headings of spells, some of which lack the space behind them.
static SPACELESS: Pattern = Pattern::new(r"^(?P<heading>Using a Higher-Level Spell Slot\.|Cantrip Upgrade\.)\s*");

/// The labels of a stat block's effects.
static LABEL: Pattern = Pattern::new(
    r"^(?P<label>(?:strength|dexterity|constitution|intelligence|wisdom|charisma) saving throw|failure or success|(?:first |second |each |subsequent )?failure|success|trigger|response|hit or miss|hit|miss|melee attack roll|ranged attack roll|melee or ranged attack roll|attack roll|at will|\d+/day(?: each)?):\s*",
);

/// The labels in the middle of a paragraph.
static INSIDE: Pattern = Pattern::new(r"(?P<before>[.!] )(?P<label>Hit|Miss|Hit or Miss|Failure|Success|Response):\s");

/// A line with an unknown number only: `Current Die: ?`.
static EMPTY: Pattern = Pattern::new("^(?:[^.\u{1}]*:)?[\\s*_.]*\u{1}[\\s.]*$");

/// The paragraphs, with their headings marked.
pub(super) fn paragraphs(text: &str) -> String {
    let mut written: Vec<String> = Vec::new();
    for paragraph in text.split("\n\n") {
        let paragraph = SPACELESS.replace(paragraph.trim_start(), "$heading ");
        let lines = paragraph.lines().map(squeezed).filter(|line| !line.is_empty());
        let paragraph = lines.collect::<Vec<_>>().join("\n");
        if paragraph.is_empty() || EMPTY.is_match(&paragraph) {
            continue;
        }
        let lines: Vec<String> = paragraph.lines().map(known).collect();
        written.push(marked(&lines.join("\n")));
    }
    written.join("\n\n")
}

fn marked(paragraph: &str) -> String {
    let paragraph = match (LABEL.captures(paragraph), HEADING.captures(paragraph)) {
        (Some(found), _) => {
            let whole = found.get(0).map_or(0, |whole| whole.end());
            let rest = paragraph.get(whole..).unwrap_or_default();
            format!("*{}:* {rest}", &found["label"])
        }
        (None, Some(found)) => format!("**{}** {}", &found["heading"], &found["rest"]),
        (None, None) => paragraph.to_owned(),
    };
    let inside = INSIDE.replace_all(&paragraph, "$before*$label:* ");
    inside.trim_end().to_owned()
}

/// A paragraph without the places of unknown numbers, in brackets or not.
fn known(paragraph: &str) -> String {
    static BRACKETS: Pattern = Pattern::new(" ?\\([^()\u{1}]*\u{1}[^()]*\\)");
    let text = BRACKETS.replace_all(paragraph, "");
    let text = squeezed(&text.replace(UNKNOWN, ""));
    let text = text.replace(" .", ".").replace(" ,", ",");
    text.replace("damage damage", "damage").replace("( ", "(").replace(" )", ")").trim_end_matches('>').to_owned()
}

/// One space where there are several.
fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_labels_are_marked() {
        for (text, expected) in [
            ("Night Eyes. The owl sees.", "**Night Eyes.** The owl sees."),
            ("Eyes of the Owl (Grey). You see.", "**Eyes of the Owl (Grey).** You see."),
            ("The owl sees. It hoots.", "The owl sees. It hoots."),
            ("Failure: 7 (2d6) Fire damage.", "*Failure:* 7 (2d6) Fire damage."),
            ("Failure or Success: It moves.", "*Failure or Success:* It moves."),
            ("At Will: Hoot", "*At Will:* Hoot"),
            ("2/Day Each: Hoot, Glide", "*2/Day Each:* Hoot, Glide"),
            ("Roll well. Hit: 3 damage.", "Roll well. *Hit:* 3 damage."),
        ] {
            assert_eq!(paragraphs(text), expected);
        }
    }

    #[test]
    fn notes_tags_and_unknown_numbers_go() {
        assert_eq!(without_notes("An owl.\n\nFoundry Note\n\nClick it."), "An owl.");
        assert_eq!(
            paragraphs(&without_tags("<p>An <em>old</em> owl</p><ul><li>one</li><li>two</li></ul>")),
            "An *old* owl\n\n- one\n- two"
        );
        assert_eq!(paragraphs("It hoots.\n\nCurrent Hoots: \u{1}"), "It hoots.");
        assert_eq!(paragraphs("It is a d6 (currently, \u{1})."), "It is a d6.");
    }
}
