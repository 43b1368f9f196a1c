//! Notices: what is to be known of a listing that was fetched.

use lorekeeper_content::record::Skipped;
use lorekeeper_sources::ListingNotes;

/// How many skipped records a notice names.
const MAX_NAMED: usize = 3;

/// The notice of a fetched listing: which records were left out, which fields did not fit, and how many records are kept
/// although they are gone upstream.
pub(super) fn notice_of(skipped: &[Skipped], notes: &ListingNotes, withheld: usize) -> Option<String> {
    let mut sentences = Vec::new();
    if !skipped.is_empty() {
        let mut names: Vec<&str> = skipped.iter().map(|s| s.key.as_str()).collect();
        names.dedup();
        let count = names.len();
        let more = count.saturating_sub(MAX_NAMED);
        names.truncate(MAX_NAMED);
        let names = names.join(", ");
        sentences.push(if more > 0 {
            format!("{count} records were left out: {names} and {more} more")
        } else {
            format!("{count} records were left out: {names}")
        });
    }
    let unfit = notes.unfit.iter().take(MAX_NAMED);
    sentences.extend(unfit.map(|unfit| unfit.told(notes.records)));
    let more = notes.unfit.len().saturating_sub(MAX_NAMED);
    if more > 0 {
        sentences.push(format!("{more} more fields that do not fit"));
    }
    if withheld > 0 {
        sentences.push(format!(
            "{withheld} records are gone upstream, more than a quarter within a month: they are kept until a sync with --allow-removals"
        ));
    }
    (!sentences.is_empty()).then(|| sentences.join("; "))
}
