//! False paragraph breaks: those that one source puts between sentences that another source has on one line.

use super::{Word, place, words};
use lorekeeper_content::Family;
use serde_json::{Map, Value};

/// A source, and the text that it states.
pub(super) type Stated<'s> = (&'s str, &'s str);

/// The packs, which part the sentences of what a sheet shows.
pub(super) const PACKS: &str = "foundry_srd";

/// The source whose lists of lines become paragraphs.
pub(super) const LINES: &str = "dnd5e_api";

/// Whose breaks are doubted where any other source has the sentences on one line. The lines of the D&D 5e API are doubted beside the
/// packs, whatever the book.
#[derive(Copy, Clone)]
pub(super) struct Doubt {
    packs: bool,
    lines: bool,
}

impl Doubt {
    /// The packs are right in the spells and rules of 2014, and in all of 2024, where the other sources have lost paragraphs. The
    /// lines of magic items are theirs as often as not.
    pub(super) fn of(family: Family, row: &Map<String, Value>) -> Self {
        let is_2014 = row
            .get("document_key")
            .is_some_and(|book| book == "srd-2014");
        let packs = is_2014 && !matches!(family, Family::Spell | Family::Rule);
        let is_magic = row.get("kind").is_some_and(|kind| kind == "MAGIC_ITEM");
        Self {
            packs,
            lines: packs && !is_magic,
        }
    }
}

/// Joins the paragraphs that a doubted source parts alone.
///
/// Correction (text): Sentences that one source parts, the packs in stat blocks, options and equipment of 2014, or the D&D 5e API
/// beside the packs, are one paragraph as in the source that has them on one line.
pub(super) fn join(mine: &mut String, stated: &[Stated<'_>], doubt: Doubt) {
    if stated.len() < 2 || !mine.contains("\n\n") {
        return;
    }
    let own = words(mine);
    let stated: Vec<(Stated<'_>, Vec<Word>)> = stated
        .iter()
        .map(|stated| (*stated, words(stated.1)))
        .collect();
    let mut joined = Vec::new();
    for (at, pair) in own.windows(2).enumerate() {
        let [before, after] = pair else { continue };
        let between = mine.get(before.end..after.start).unwrap_or_default();
        let line = mine
            .get(..before.end)
            .and_then(|text| text.rsplit('\n').next());
        let is_plain = |line: &str| {
            !line
                .trim_start()
                .starts_with(['|', '-', '*', '#', '>', '_'])
        };
        if between.contains("\n\n")
            && !between.contains(['|', '-', '*', '#', '>', '_', ':'])
            && line.is_some_and(is_plain)
            && is_false(&own, at + 1, &stated, doubt)
        {
            joined.push((before.end, between.to_owned()));
        }
    }
    for (start, between) in joined.into_iter().rev() {
        let end = start + between.len();
        mine.replace_range(start..end, &between.replace("\n\n", " "));
    }
}

/// Whether a break before a word of a text is that of one doubted source, and another one has none there.
fn is_false(own: &[Word], split: usize, stated: &[(Stated<'_>, Vec<Word>)], doubt: Doubt) -> bool {
    let (mut parting, mut joining) = (Vec::new(), Vec::new());
    for ((source, text), words) in stated {
        let place = place(words, own, split);
        let pair = place.and_then(|at| words.get(at.checked_sub(1)?).zip(words.get(at)));
        let Some((before, after)) = pair else {
            continue;
        };
        let between = text.get(before.end..after.start).unwrap_or_default();
        let side = if between.contains('\n') {
            &mut parting
        } else {
            &mut joining
        };
        side.push(*source);
    }
    match parting.as_slice() {
        [LINES] if joining.contains(&PACKS) => true,
        [PACKS] => doubt.packs && !joining.is_empty(),
        [LINES] => doubt.lines && !joining.is_empty(),
        _ => false,
    }
}
