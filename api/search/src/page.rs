//! Pages of a result, in both directions, and the cursors that mark places in it.

use crate::{Error, Result};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use lorekeeper_content::digest::sha256;
use sea_orm::prelude::DateTimeUtc;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::OnceLock;

/// Nodes on a page when the client does not say.
pub const DEFAULT_PAGE_SIZE: usize = 20;
/// Most nodes on a page.
pub const MAX_PAGE_SIZE: usize = 100;

/// What identifies a result: a cursor of one is refused by another.
#[derive(Debug)]
pub struct Fingerprint {
    query: String,
    /// Of the query; made for the first cursor, which many questions do not ask for.
    digest: OnceLock<String>,
    /// On a search, the revision of content and vectors that the ranking was made of.
    revision: Option<String>,
}

impl Fingerprint {
    /// The fingerprint of a query, from everything that decides what it finds and in which order.
    pub fn new(query: String, revision: Option<String>) -> Self {
        Self { query, digest: OnceLock::new(), revision }
    }

    fn digest(&self) -> &str {
        self.digest.get_or_init(|| digest(&self.query, 12))
    }

    /// The cursor of what is marked.
    pub fn cursor(&self, mark: &Mark) -> String {
        let text = json!([CURSOR_VERSION, self.digest(), self.revision, mark]).to_string();
        BASE64_URL_SAFE_NO_PAD.encode(digest(&text, CHECKSUM_DIGITS) + &text)
    }

    fn mark(&self, argument: &str, cursor: &str) -> Result<Mark> {
        let broken = || {
            Error::input(format!(
                "The cursor given as `{argument}` is not one of ours. Use the cursor of an earlier answer as it is."
            ))
        };
        let (query, revision, mark) = read(cursor).ok_or_else(broken)?;
        if query != self.digest() {
            return Err(Error::input(format!(
                "The cursor given as `{argument}` belongs to another query. Repeat the query with the same arguments, or start without a cursor."
            )));
        }
        if revision != self.revision {
            return Err(Error::input(format!(
                "The cursor given as `{argument}` is out of date: content or vectors have changed since, and with them the ranking. Start again without a cursor."
            )));
        }
        Ok(mark)
    }
}

/// The version of what is in a cursor.
const CURSOR_VERSION: u8 = 3;

/// How many digits of a cursor are the checksum of the others: the store is not asked with values that somebody changed
/// by accident.
const CHECKSUM_DIGITS: usize = 8;

fn digest(text: &str, digits: usize) -> String {
    sha256(text).chars().take(digits).collect()
}

/// The query, the revision and the mark of a cursor; nothing where it is none.
fn read(cursor: &str) -> Option<(String, Option<String>, Mark)> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (check, text) = text.split_at_checked(CHECKSUM_DIGITS)?;
    let (version, query, revision, mark): (u8, _, _, _) = serde_json::from_str(text).ok()?;
    (version == CURSOR_VERSION && check == digest(text, CHECKSUM_DIGITS)).then_some((query, revision, mark))
}

/// A place in a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Mark {
    /// How many come before it in a ranking.
    Position(usize),
    /// A row of a listing.
    Row(RowMark),
    /// A row that went away.
    Removal(RemovalMark),
}

/// What a row of a listing was sorted by when a page showed it: what comes next is found beside that, whatever came,
/// went or changed since.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowMark {
    /// Its sort keys, as JSON.
    pub keys: Vec<String>,
    /// Its name.
    pub name: String,
    /// The key of its document.
    pub document: String,
    /// Its key.
    pub id: i64,
}

/// What removals are sorted by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovalMark {
    /// When the row went away.
    pub removed_at: DateTimeUtc,
    /// Its global id.
    pub id: String,
}

impl Mark {
    /// The row, where it is one.
    pub fn row(&self) -> Option<&RowMark> {
        match self {
            Self::Row(row) => Some(row),
            _ => None,
        }
    }

    /// The row that went away, where it is one.
    pub fn removal(&self) -> Option<&RemovalMark> {
        match self {
            Self::Removal(removal) => Some(removal),
            _ => None,
        }
    }

    fn position(&self) -> Option<usize> {
        match self {
            Self::Position(position) => Some(*position),
            _ => None,
        }
    }
}

/// The paging arguments of a connection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paging {
    /// How many from the front.
    pub first: Option<i32>,
    /// Only what comes after this cursor.
    pub after: Option<String>,
    /// How many from the back.
    pub last: Option<i32>,
    /// Only what comes before this cursor.
    pub before: Option<String>,
}

/// Paging arguments, checked: marks instead of cursors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Only what comes after this.
    pub after: Option<Mark>,
    /// Only what comes before this.
    pub before: Option<Mark>,
    /// How many.
    pub count: usize,
    /// From which end.
    pub end: End,
}

/// An end of a result.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Where it begins.
    Front,
    /// Where it ends.
    Back,
}

impl Window {
    /// Checks paging arguments against the result they page through.
    pub fn new(paging: &Paging, fingerprint: &Fingerprint) -> Result<Self> {
        let checked = |name: &str, value: i32, min: usize| match usize::try_from(value) {
            Ok(n) if (min..=MAX_PAGE_SIZE).contains(&n) => Ok(n),
            _ => Err(Error::input(format!("`{name}` is {value}, but must be from {min} to {MAX_PAGE_SIZE}."))),
        };
        let (count, end) = match (paging.first, paging.last) {
            (Some(_), Some(_)) => {
                return Err(Error::input("Give `first` or `last`, not both."));
            }
            // A page without items is for those who only count.
            (Some(first), None) => (checked("first", first, 0)?, End::Front),
            (None, Some(last)) => (checked("last", last, 1)?, End::Back),
            (None, None) => (DEFAULT_PAGE_SIZE, End::Front),
        };
        let mark = |argument: &str, cursor: &Option<String>| {
            let cursor = cursor.as_ref();
            cursor.map(|c| fingerprint.mark(argument, c)).transpose()
        };
        Ok(Self { after: mark("after", &paging.after)?, before: mark("before", &paging.before)?, count, end })
    }

    /// The range of positions to show of so many.
    pub fn range(&self, total: usize) -> std::ops::Range<usize> {
        let position = |mark: &Option<Mark>| mark.as_ref().and_then(Mark::position);
        let low = position(&self.after).map_or(0, |position| position.saturating_add(1));
        let high = position(&self.before).map_or(total, |position| position.min(total));
        match self.end {
            End::Front => low..high.min(low.saturating_add(self.count)).max(low),
            End::Back => low.max(high.saturating_sub(self.count))..high.max(low),
        }
    }
}

/// A page of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// What is on it, and where.
    pub items: Vec<(Mark, T)>,
    /// Whether anything comes before.
    pub has_previous: bool,
    /// Whether anything comes after.
    pub has_next: bool,
}

impl<T> Page<T> {
    /// The same places with something else in them; those that `fill` has nothing for are left out.
    pub fn filled<U>(self, mut fill: impl FnMut(T) -> Option<U>) -> Page<U> {
        let fill = |(mark, item)| Some((mark, fill(item)?));
        Page {
            items: self.items.into_iter().filter_map(fill).collect(),
            has_previous: self.has_previous,
            has_next: self.has_next,
        }
    }
}

impl<T: Clone> Page<T> {
    /// The part of a ranking that a window shows.
    pub fn of(all: &[T], window: &Window) -> Self {
        let range = window.range(all.len());
        let shown = all.iter().enumerate().take(range.end).skip(range.start);
        Self {
            items: shown.map(|(position, item)| (Mark::Position(position), item.clone())).collect(),
            has_previous: range.start > 0 && !all.is_empty(),
            has_next: range.end < all.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print() -> Fingerprint {
        Fingerprint::new("spells".into(), None)
    }

    fn window(first: Option<i32>, after: Option<usize>, last: Option<i32>, before: Option<usize>) -> Result<Window> {
        let cursor = |i: Option<usize>| i.map(|i| print().cursor(&Mark::Position(i)));
        Window::new(&Paging { first, after: cursor(after), last, before: cursor(before) }, &print())
    }

    #[test]
    fn pages_forward_and_backward() {
        let range = |first, after, last, before, total| window(first, after, last, before).unwrap().range(total);
        assert_eq!(range(None, None, None, None, 90), 0..20);
        assert_eq!(range(Some(5), Some(4), None, None, 7), 5..7);
        assert_eq!(range(None, None, Some(3), None, 10), 7..10);
        assert_eq!(range(None, None, Some(3), Some(8), 10), 5..8);
        assert_eq!(range(Some(2), Some(1), None, Some(3), 10), 2..3);
        assert_eq!(range(Some(2), Some(9), None, Some(3), 10), 10..10);
        assert_eq!(range(Some(2), Some(9), None, None, 4), 10..10);
    }

    #[test]
    fn a_page_is_a_part_of_a_ranking() {
        let all = ["a", "b", "c", "d"];
        let page = Page::of(&all, &window(Some(2), Some(0), None, None).unwrap());
        let marked = [(Mark::Position(1), "b"), (Mark::Position(2), "c")];
        assert_eq!(page.items, marked);
        assert!(page.has_previous && page.has_next);
        let page = page.filled(|item| (item != "b").then_some(1));
        assert_eq!(page.items, [(Mark::Position(2), 1)]);
        let beyond = Page::of(&all, &window(Some(2), Some(3), None, None).unwrap());
        assert!(beyond.items.is_empty() && beyond.has_previous && !beyond.has_next);
        let none = Page::of(&all, &window(Some(0), None, None, None).unwrap());
        assert!(none.items.is_empty() && !none.has_previous && none.has_next);
    }

    #[test]
    fn out_of_range_is_refused_not_clamped() {
        for (first, last) in
            [(Some(-1), None), (Some(1000), None), (None, Some(0)), (None, Some(-1)), (Some(1), Some(1))]
        {
            assert!(window(first, None, last, None).is_err());
        }
    }

    #[test]
    fn a_cursor_belongs_to_its_query_and_revision() {
        let cursor = Fingerprint::new("spells".into(), Some("7".into())).cursor(&Mark::Position(3));
        let refused = |print: Fingerprint| {
            let paging = Paging { after: Some(cursor.clone()), ..Paging::default() };
            Window::new(&paging, &print).unwrap_err().to_string()
        };
        assert!(refused(Fingerprint::new("creatures".into(), Some("7".into()))).contains("another query"));
        assert!(refused(Fingerprint::new("spells".into(), Some("8".into()))).contains("out of date"));
        let paging = Paging { before: Some("?!".into()), ..Paging::default() };
        assert!(Window::new(&paging, &print()).unwrap_err().to_string().contains("not one of ours"));
    }

    #[test]
    fn a_cursor_of_a_listing_carries_what_its_row_was_sorted_by() {
        let mark = Mark::Row(RowMark {
            keys: vec!["0.30000000000000004".into(), "null".into()],
            name: "Wolf | \"Dire\"".into(),
            document: "pond".into(),
            id: -7,
        });
        let cursor = print().cursor(&mark);
        assert_eq!(print().mark("after", &cursor).unwrap(), mark);
        // What was changed on its way is refused before the store is asked.
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).unwrap();
        let changed = String::from_utf8(bytes).unwrap().replace("pond", "bond");
        let changed = BASE64_URL_SAFE_NO_PAD.encode(changed);
        let refused = print().mark("after", &changed).unwrap_err();
        assert!(refused.to_string().contains("not one of ours"), "{refused}");
    }
}
