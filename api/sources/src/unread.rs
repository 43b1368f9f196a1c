//! Fields that are known and left out on purpose; what is unread beside them is news.

use crate::record_reader::ListingNotes;
use std::collections::BTreeSet;

/// A line a listing: the source and the listing, then the paths of its fields. On the lines for all listings of a source
/// (`*`), the last segment of a path is enough.
const KNOWN: &str = include_str!("unread_fields.txt");

/// The fields that most records of a listing have, that are not read, and that are not known either.
pub fn unread_fields(source: &str, endpoint: &str, notes: &ListingNotes) -> BTreeSet<String> {
    let common = notes.unread.iter().filter(|(_, count)| **count * 2 > notes.records);
    let mut found: BTreeSet<String> =
        common.map(|(path, _)| path.clone()).filter(|path| !is_known(source, endpoint, path)).collect();
    // What lies below a field that is told of is not told of, too.
    let all = found.clone();
    found.retain(|path| !all.iter().any(|above| is_below(path, above)));
    found
}

fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.starts_with('.'))
}

fn is_known(source: &str, endpoint: &str, path: &str) -> bool {
    let last = path.rsplit('.').next().unwrap_or(path);
    KNOWN.lines().any(|line| {
        let mut words = line.split_whitespace();
        if words.next() != Some(source) {
            return false;
        }
        let listing = words.next();
        match listing {
            Some("*") => words.any(|known| known == last || known == path),
            _ => listing == Some(endpoint) && words.any(|known| known == path || is_below(path, known)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_no_news() {
        let unread = [("updated_at", 9), ("url", 9), ("gills", 9), ("gills.left", 9), ("spots", 4)];
        let notes = ListingNotes {
            records: 9,
            unread: unread.map(|(path, count)| (path.to_owned(), count)).into(),
            ..ListingNotes::default()
        };
        let found = unread_fields("dnd5e_api", "2014/monsters", &notes);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["gills"]);
    }
}
