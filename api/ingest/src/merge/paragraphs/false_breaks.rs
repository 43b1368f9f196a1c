//! False paragraph breaks: those that one source puts between sentences that another source has on one line.

use super::{MAX_PLACES, Word, place, words};
use lorekeeper_content::Family;
use serde_json::{Map, Value};
use std::ops::Range;

/// A source, and the text that it states.
pub(super) type Stated<'s> = (&'s str, &'s str);

/// The packs, which part the sentences of what a sheet shows.
pub(super) const PACKS: &str = "foundry_srd";

/// The D&D 5e API, whose lists of lines become paragraphs.
pub(super) const API: &str = "dnd5e_api";

/// Whose breaks are doubted where other sources have the sentences on one line. Those of the D&D 5e API are doubted beside the packs,
/// whatever the book.
#[derive(Copy, Clone)]
pub(super) struct Doubt {
    /// How many sources outweigh the packs; `None` where nothing does.
    packs: Option<usize>,
    /// Whether any source outweighs the API.
    api: bool,
    /// Whether it is a piece of gear of 2014, whose text is one paragraph.
    pub is_gear: bool,
}

impl Doubt {
    /// The packs are right in the spells and rules of 2014, and in all of 2024, where the other sources have lost paragraphs. Beside a
    /// magic item of the packs two others have to stand: one alone has the text of a variant run together. The breaks of the API in
    /// magic items are right as often as not.
    pub(super) fn assess(family: Family, row: &Map<String, Value>) -> Self {
        let has = |field: &str, value: &str| row.get(field).is_some_and(|stated| stated == value);
        let is_doubted = has("document_key", "srd-2014") && !matches!(family, Family::Spell | Family::Rule);
        let is_magic = has("kind", "MAGIC_ITEM");
        Self {
            packs: is_doubted.then_some(if is_magic { 2 } else { 1 }),
            api: is_doubted && !is_magic,
            is_gear: is_doubted && has("kind", "GEAR"),
        }
    }
}

/// Joins the paragraphs that a doubted source parts alone.
///
/// Correction (text): Sentences that one source parts, the packs in stat blocks, options and equipment of 2014, or the D&D 5e API
/// beside the packs, are one paragraph as in the source that has them on one line.
pub(super) fn join(mine: &mut String, stated: &[Stated<'_>], doubt: Doubt) {
    let is_doubted = |(source, _): &Stated<'_>| [PACKS, API].contains(source);
    if stated.len() < 2 || !stated.iter().any(is_doubted) || !mine.contains("\n\n") {
        return;
    }
    let own = words(mine);
    let stated: Vec<(Stated<'_>, Vec<Word>)> = stated.iter().map(|stated| (*stated, words(stated.1))).collect();
    let breaks = own.windows(2).enumerate().filter_map(|(at, pair)| {
        let [before, after] = pair else { return None };
        let between = mine.get(before.end..after.start)?;
        let is_break = between.contains("\n\n") && !between.contains(NOT_PLAIN) && !between.contains(':');
        let line = || mine.get(..before.end)?.rsplit('\n').next();
        let is_plain = |line: &str| !line.trim_start().starts_with(NOT_PLAIN);
        (is_break && line().is_some_and(is_plain)).then(|| (at + 1, before.end..after.start))
    });
    let breaks: Vec<(usize, Range<usize>)> = breaks.take(MAX_PLACES).collect();
    for (split, range) in breaks.into_iter().rev() {
        if is_false(&own, split, &stated, doubt) {
            let between = mine.get(range.clone()).unwrap_or_default();
            let joined = between.replace("\n\n", " ");
            mine.replace_range(range, &joined);
        }
    }
}

/// What tables, lists, headings, quotations and labels begin with.
const NOT_PLAIN: [char; 6] = ['|', '-', '*', '#', '>', '_'];

/// Whether a break before a word of a text is that of one doubted source, and another one has none there.
fn is_false(own: &[Word], split: usize, stated: &[(Stated<'_>, Vec<Word>)], doubt: Doubt) -> bool {
    let (mut parting, mut joining) = (Vec::new(), Vec::new());
    for ((source, text), words) in stated {
        let place = place(words, own, split);
        let pair = place.and_then(|at| words.get(at.checked_sub(1)?).zip(words.get(at)));
        let Some((before, after)) = pair else {
            continue;
        };
        // Behind a label the words are the same, and no break is lost.
        let last = split.checked_sub(1).and_then(|last| own.get(last));
        if last.is_none_or(|last| last.lower != before.lower) {
            continue;
        }
        let between = text.get(before.end..after.start).unwrap_or_default();
        let side = if between.contains('\n') { &mut parting } else { &mut joining };
        side.push(*source);
    }
    match parting.as_slice() {
        [API] => joining.contains(&PACKS) || doubt.api && !joining.is_empty(),
        [PACKS] => doubt.packs.is_some_and(|least| joining.len() >= least),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_break_of_one_source_is_doubted_by_book_and_kind() {
        let parted = "The toad of the pond sings.\n\nIt hops in the rain.";
        let joined = "The toad of the pond sings. It hops in the rain.";
        let (v1, v2) = ("open5e_v1", "open5e_v2");
        for (family, row, parting, joining, is_false) in [
            (Family::Creature, json!({"document_key": "srd-2014"}), PACKS, &[v1][..], true),
            (Family::Creature, json!({"document_key": "srd-2024"}), PACKS, &[v1], false),
            (Family::Spell, json!({"document_key": "srd-2014"}), PACKS, &[v1], false),
            (Family::Spell, json!({"document_key": "srd-2014"}), API, &[PACKS], true),
            (Family::Spell, json!({"document_key": "srd-2014"}), API, &[v1], false),
            (Family::Equipment, json!({"document_key": "srd-2014", "kind": "MAGIC_ITEM"}), PACKS, &[v1], false),
            (Family::Equipment, json!({"document_key": "srd-2014", "kind": "MAGIC_ITEM"}), PACKS, &[v1, v2], true),
            (Family::Equipment, json!({"document_key": "srd-2014", "kind": "MAGIC_ITEM"}), API, &[v1], false),
            (Family::Equipment, json!({"document_key": "srd-2014", "kind": "GEAR"}), API, &[v1], true),
            (Family::Creature, json!({"document_key": "pond"}), v2, &[v1], false),
        ] {
            let Value::Object(row) = &row else {
                panic!("an object");
            };
            let mut stated = vec![(parting, parted)];
            stated.extend(joining.iter().map(|source| (*source, joined)));
            let mut text = parted.to_owned();
            join(&mut text, &stated, Doubt::assess(family, row));
            assert_eq!(text == joined, is_false, "{row:?}: {parting} beside {joining:?}");
        }
    }

    #[test]
    fn a_label_in_place_of_the_sentence_before_joins_nothing() {
        let text = "The toad of the pond sings.\n\nIt hops in the rain for a whole day, wet or dry.";
        let labelled = "**Hop.** It hops in the rain for a whole day, wet or dry.";
        let mut mine = text.to_owned();
        let doubt = Doubt { packs: None, api: true, is_gear: false };
        join(&mut mine, &[(API, text), (PACKS, labelled)], doubt);
        assert_eq!(mine, text);
    }
}
