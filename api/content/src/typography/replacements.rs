//! Replacements: expressions whose matches are typesetting, and what the book prints in their place.

use crate::{Regex, pattern};
use std::borrow::Cow;
use std::sync::LazyLock;

/// Measures that a number is put before.
const MEASURES: &str =
    "foot|feet|inch|mile|yard|minute|hour|day|week|month|year|round|pound|gallon|pint|ounce|charge|level|point|hit";

/// Words that begin a clause, and that hardly a compound ends in: a hyphen before one was a dash.
const CLAUSE_WORDS: &str = "as|the|this|that|these|those|such|which|who|whose|when|where|while|because|although|though|it|its|they|their|he|she|his|her|you|your|we|is|are|was|were|has|have|but|even|usually|including|unless|until|if|not|only|often|perhaps|so|then|there|from|with|each|any|no|into|after|before|during|whether|what|a|an|and|or|for example|targeting|whichever";

/// A replacement: a text has nothing to mend where it lacks the sign.
#[derive(Debug)]
pub struct Replacement {
    sign: String,
    pattern: Regex,
    printed: String,
}

impl Replacement {
    /// The text with what is printed, where there is something to mend.
    pub fn apply(&self, text: &str) -> Option<String> {
        if !text.contains(&self.sign) {
            return None;
        }
        match self.pattern.replace_all(text, &*self.printed) {
            Cow::Owned(mended) => Some(mended),
            Cow::Borrowed(_) => None,
        }
    }
}

/// Reads replacements from blocks of three lines: the sign, the expression, and what is printed. Comments begin with `#`.
pub fn read_replacements(blocks: &str) -> Vec<Replacement> {
    blocks.split("\n\n").filter_map(read_block).collect()
}

fn read_block(block: &str) -> Option<Replacement> {
    let mut lines = block.lines().filter(|line| !line.starts_with("# "));
    let (sign, expression, printed) = (lines.next()?, lines.next()?, lines.next()?);
    let expression = expression.replace("{measures}", MEASURES).replace("{clause words}", CLAUSE_WORDS);
    Some(Replacement {
        sign: serde_json::from_str(sign).ok()?,
        pattern: pattern(&format!("(?-i){expression}")),
        printed: serde_json::from_str(printed).ok()?,
    })
}

/// Replacements, in their order.
///
/// Correction (text): A line that ends within a sentence goes on.
///
/// Correction (text): A heading stands between blank lines, and so does a list of hyphens.
///
/// Correction (text): Several hyphens in a row are one hyphen within a measure (`10---foot`), and a dash between words.
///
/// Correction (text): A number and its unit that were joined (`25gp`, `1minute`) are parted, and a hyphen between them is
/// followed by no blank (`20- foot`). An asterisk in the hyphen's place is a hyphen, and so is a blank (`a 10 foot radius`).
///
/// Correction (text): Links to the interface of a source are their words, and a heading without a text at the end of a text
/// is left out, and so is a single letter behind the last sentence. References in the markup of other programs (`Cover|XPHB|Total Cover`, `srd:prone`) are their words.
///
/// Correction (text): A label of what follows a failed save (`First Failure:`) has its colon.
///
/// Correction (text): The stop of a label is as bold as the label (`**Curse.**`), and the title of a table does not say that it is one.
///
/// Correction (text): Words that were joined with a number, a stop or a comma (`for1 hour`, `DC 15.In`, `goat,any`) are parted, and
/// dice and measures that were parted (`10d 10`, `10 -foot`) are joined.
///
/// Correction (text): Feet that are written as a stroke (`30' long`) are spelt out, dice have blanks around their plus (`2d6 + 3`), and
/// a rarity that begins a part of a magic item (`Toad Shield (Rare).`) begins a paragraph.
///
/// Correction (text): A blank before a comma or an *'s*, a second blank within a sentence, and the indent of a paragraph are left out.
///
/// Correction (text): An apostrophe is the straight one, as most sources have it.
///
/// Correction (text): A hyphen in the place of an apostrophe (`can-t`, `the toad-s lair`) is one.
///
/// Correction (text): A label that begins a paragraph (`Curse.`) is emphasised.
///
/// Correction (text): A range in a cell of a table has a dash (`06–10`), letters that were cast as one (`ﬁ`) are letters, and *x*
/// between numbers is a sign. A label that stands in a paragraph of its own begins the next one.
///
/// Correction (text): Abilities have a capital before a check, a saving throw, a score or a modifier.
pub(super) static REPLACEMENTS: LazyLock<Vec<Replacement>> =
    LazyLock::new(|| read_replacements(include_str!("replacements.txt")));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_is_a_replacement() {
        let blocks = include_str!("replacements.txt").split("\n\n");
        let comments = blocks.clone().filter(|block| block.lines().all(|line| line.starts_with("# ")));
        assert_eq!(REPLACEMENTS.len(), blocks.count() - comments.count());
    }
}
