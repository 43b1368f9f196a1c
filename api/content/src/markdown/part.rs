//! Parts of a document: what stands under one of its headings.

use crate::Pattern;
use crate::letters;

/// A heading: a line of its own, or bold type that begins a paragraph or an entry of a list.
static HEADING: Pattern = Pattern::new(
    r"^(?:(?P<signs>#{1,6})\s+(?P<line>.+?)\s*#*|(?:[-*]\s+)?(?:\*\*\*|\*\*)(?P<run_in>[^*\n]{1,80}?)[.:]?(?:\*\*\*|\*\*).*)$",
);

/// The level of a heading that begins a paragraph: below those that are lines.
const RUN_IN: usize = 7;

/// The headings of a document, in order, the title aside.
pub fn headings(markdown: &str) -> Vec<String> {
    let all = find_headings(markdown).into_iter();
    all.filter(|heading| heading.level > 1).map(|heading| heading.text).collect()
}

/// What stands under a heading, the heading included, up to the next one of its level; `None` where there is no such
/// heading. Case and punctuation do not matter.
pub fn part<'a>(markdown: &'a str, heading: &str) -> Option<&'a str> {
    let wanted = letters(heading).to_lowercase();
    let all = find_headings(markdown);
    let fits = |text: &str| letters(text).to_lowercase() == wanted;
    let place = all.iter().position(|heading| fits(&heading.text));
    let begins = || {
        let starts = |text: &str| letters(text).to_lowercase().starts_with(&wanted);
        all.iter().position(|heading| starts(&heading.text))
    };
    let place = place.or_else(|| (!wanted.is_empty()).then(begins).flatten())?;
    let (start, level) = all.get(place).map(|heading| (heading.start, heading.level))?;
    let next = all.iter().skip(place + 1).find(|next| next.level <= level);
    let end = next.map_or(markdown.len(), |next| next.start);
    markdown.get(start..end).map(str::trim_end)
}

struct Heading {
    text: String,
    level: usize,
    /// The byte of its line.
    start: usize,
}

fn find_headings(markdown: &str) -> Vec<Heading> {
    let mut start = 0;
    let mut headings = Vec::new();
    for line in markdown.split_inclusive('\n') {
        if let Some(captures) = HEADING.captures(line.trim_end()) {
            let signs = captures.name("signs").map(|signs| signs.len());
            let text = captures.name("line").or_else(|| captures.name("run_in"));
            headings.extend(text.map(|text| Heading {
                text: text.as_str().trim_matches(['*', '_', ' ', '.']).to_owned(),
                level: signs.unwrap_or(RUN_IN),
                start,
            }));
        }
        start += line.len();
    }
    headings
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: &str = "# Lanterns\n\nLight.\n\n## Oil\n\nA flask.\n\n***Cheap Oil.*** It smokes.\n\n***Fine Oil.*** It\nshines.\n\n### Spills\n\nSlippery.\n\n## Wicks\n\n- **Cotton:** short.\n- **Hemp:** long.\n";

    #[test]
    fn a_part_goes_up_to_the_next_heading_of_its_level() {
        for (heading, expected) in [
            (
                "oil",
                "## Oil\n\nA flask.\n\n***Cheap Oil.*** It smokes.\n\n***Fine Oil.*** It\nshines.\n\n### Spills\n\nSlippery.",
            ),
            ("Cheap oil", "***Cheap Oil.*** It smokes."),
            ("fine oil.", "***Fine Oil.*** It\nshines."),
            ("Wick", "## Wicks\n\n- **Cotton:** short.\n- **Hemp:** long."),
            ("hemp", "- **Hemp:** long."),
        ] {
            assert_eq!(part(RULE, heading), Some(expected), "{heading}");
        }
        assert_eq!(part(RULE, "Tallow"), None);
        assert_eq!(part(RULE, ""), None);
        assert_eq!(part("", "Oil"), None);
    }

    #[test]
    fn headings_are_those_of_lines_and_of_paragraphs() {
        let all = headings(RULE);
        assert_eq!(all, ["Oil", "Cheap Oil", "Fine Oil", "Spills", "Wicks", "Cotton", "Hemp"]);
    }
}
