//! Places of names in a document: what stands before and behind them.

use super::blocks::Block;
use super::boundaries::last_bytes;
use super::evidence::Surroundings;
use std::ops::Range;

/// The surroundings of a name at a place of a document, which is `within` a piece of a block.
pub(super) fn surroundings<'t>(
    markdown: &'t str,
    is_2024: bool,
    block: &'t Block,
    is_emphasised: bool,
    place: Range<usize>,
    piece: &'t str,
    within: Range<usize>,
) -> Surroundings<'t> {
    let first = block.runs.first().map_or(place.start, |run| run.range.start);
    let last = block.runs.last().map_or(place.end, |run| run.range.end);
    let before = markdown.get(first..place.start).unwrap_or_default();
    let after = markdown.get(place.end..last).unwrap_or_default();
    let before_here = piece.get(..within.start).unwrap_or_default().trim_end();
    let after_here = piece.get(within.end..).unwrap_or_default().trim_start();
    let is_enumeration = piece.contains(',');
    let is_first = before_here.is_empty()
        || before_here.ends_with([',', ';', ':'])
        || is_enumeration && [" and", " or"].iter().any(|word| before_here.ends_with(word));
    let is_last = after_here.is_empty()
        || after_here.starts_with([',', ';', '.', '(', ':'])
        || after_here.starts_with("and ")
        || after_here.starts_with("or ");
    Surroundings {
        words: markdown.get(place).unwrap_or_default(),
        before: last_bytes(before.trim_end_matches(['*', '_']), MAX_BEFORE),
        after: after.get(..after.floor_char_boundary(MAX_AFTER)).unwrap_or_default(),
        label: &block.label,
        emphasised: is_emphasised && is_first && is_last,
        is_2024,
    }
}

/// Bytes that are looked at before and behind a name.
const MAX_BEFORE: usize = 400;
const MAX_AFTER: usize = 40;
