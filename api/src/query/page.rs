//! Pages of a result, in both directions, and the cursors that mark places in it.

use crate::digest::sha256;
use crate::error::{Error, Result};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

/// Nodes on a page when the client does not say.
pub const DEFAULT: usize = 20;
/// Most nodes on a page.
pub const MOST: usize = 100;

/// What identifies a result: a cursor of one is refused by another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    query: String,
    /// On a search, the revision of content and vectors that the ranking was made of.
    revision: Option<String>,
}

impl Fingerprint {
    /// The fingerprint of a query, from everything that decides what it finds and in which order.
    #[must_use]
    pub fn new(query: &str, revision: Option<String>) -> Self {
        let query = sha256(query).chars().take(12).collect();
        Self { query, revision }
    }

    /// The cursor of the node at `index`.
    #[must_use]
    pub fn cursor(&self, index: usize) -> String {
        let revision = self.revision.as_deref().unwrap_or("-");
        BASE64_URL_SAFE_NO_PAD.encode(format!("1|{}|{revision}|{index}", self.query))
    }

    fn index(&self, argument: &str, cursor: &str) -> Result<usize> {
        let broken = || {
            Error::input(format!(
                "The cursor given as `{argument}` is not one of ours. Use the cursor of an earlier answer as it is."
            ))
        };
        let bytes = BASE64_URL_SAFE_NO_PAD
            .decode(cursor)
            .map_err(|_| broken())?;
        let text = String::from_utf8(bytes).map_err(|_| broken())?;
        let parts: Vec<&str> = text.split('|').collect();
        let ["1", query, revision, index] = parts.as_slice() else {
            return Err(broken());
        };
        let index = index.parse().map_err(|_| broken())?;
        if *query != self.query {
            return Err(Error::input(format!(
                "The cursor given as `{argument}` belongs to another query. Repeat the query with the same arguments, or start without a cursor."
            )));
        }
        if *revision != self.revision.as_deref().unwrap_or("-") {
            return Err(Error::input(format!(
                "The cursor given as `{argument}` is out of date: content or vectors have changed since, and with them the ranking. Start again without a cursor."
            )));
        }
        Ok(index)
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

/// Paging arguments, checked: positions instead of cursors.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Window {
    low: usize,
    high: Option<usize>,
    first: Option<usize>,
    last: Option<usize>,
}

impl Window {
    /// Checks paging arguments against the result they page through.
    pub fn new(paging: &Paging, fingerprint: &Fingerprint) -> Result<Self> {
        let count = |name: &str, value: Option<i32>| match value.map(usize::try_from) {
            None => Ok(None),
            Some(Ok(n)) if (1..=MOST).contains(&n) => Ok(Some(n)),
            _ => Err(Error::input(format!(
                "`{name}` is {}, but must be from 1 to {MOST}.",
                value.unwrap_or_default()
            ))),
        };
        let mut first = count("first", paging.first)?;
        let last = count("last", paging.last)?;
        if first.is_some() && last.is_some() {
            return Err(Error::input("Give `first` or `last`, not both."));
        }
        if first.is_none() && last.is_none() {
            first = Some(DEFAULT);
        }
        let low = match &paging.after {
            None => 0,
            Some(cursor) => fingerprint.index("after", cursor)? + 1,
        };
        let high = paging
            .before
            .as_ref()
            .map(|cursor| fingerprint.index("before", cursor))
            .transpose()?;
        Ok(Self {
            low,
            high,
            first,
            last,
        })
    }

    /// Whether the number of all results is needed to know which ones to show.
    #[must_use]
    pub fn needs_total(&self) -> bool {
        self.last.is_some() && self.high.is_none()
    }

    /// The range of positions to show; `total` when it is known.
    #[must_use]
    pub fn range(&self, total: Option<usize>) -> std::ops::Range<usize> {
        let mut low = self.low;
        let mut high = match (self.high, total) {
            (Some(high), Some(total)) => high.min(total),
            (Some(high), None) => high,
            (None, Some(total)) => total,
            (None, None) => usize::MAX,
        };
        if let Some(first) = self.first {
            high = high.min(low.saturating_add(first));
        }
        if let Some(last) = self.last {
            low = low.max(high.saturating_sub(last));
        }
        low..high.max(low)
    }
}

/// A page of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// What is on it.
    pub items: Vec<T>,
    /// Position of the first item.
    pub start: usize,
    /// Whether anything comes before.
    pub has_previous: bool,
    /// Whether anything comes after.
    pub has_next: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print() -> Fingerprint {
        Fingerprint::new("spells", None)
    }

    fn window(
        first: Option<i32>,
        after: Option<usize>,
        last: Option<i32>,
        before: Option<usize>,
    ) -> Result<Window> {
        let cursor = |i: Option<usize>| i.map(|i| print().cursor(i));
        Window::new(
            &Paging {
                first,
                after: cursor(after),
                last,
                before: cursor(before),
            },
            &print(),
        )
    }

    #[test]
    fn pages_forward_and_backward() {
        assert_eq!(window(None, None, None, None).unwrap().range(None), 0..20);
        assert_eq!(
            window(Some(5), Some(4), None, None).unwrap().range(Some(7)),
            5..7
        );
        assert_eq!(
            window(None, None, Some(3), None).unwrap().range(Some(10)),
            7..10
        );
        assert_eq!(
            window(None, None, Some(3), Some(8)).unwrap().range(None),
            5..8
        );
        assert_eq!(
            window(Some(2), Some(1), None, Some(3)).unwrap().range(None),
            2..3
        );
        assert_eq!(
            window(Some(2), Some(9), None, None).unwrap().range(Some(4)),
            10..10
        );
    }

    #[test]
    fn out_of_range_is_refused_not_clamped() {
        for (first, last) in [
            (Some(0), None),
            (Some(1000), None),
            (None, Some(-1)),
            (Some(1), Some(1)),
        ] {
            assert!(window(first, None, last, None).is_err());
        }
    }

    #[test]
    fn a_cursor_belongs_to_its_query_and_revision() {
        let cursor = Fingerprint::new("spells", Some("7".into())).cursor(3);
        let refused = |print: Fingerprint| {
            let paging = Paging {
                after: Some(cursor.clone()),
                ..Paging::default()
            };
            Window::new(&paging, &print).unwrap_err().message
        };
        assert!(refused(Fingerprint::new("creatures", Some("7".into()))).contains("another query"));
        assert!(refused(Fingerprint::new("spells", Some("8".into()))).contains("out of date"));
        let paging = Paging {
            before: Some("?!".into()),
            ..Paging::default()
        };
        assert!(
            Window::new(&paging, &print())
                .unwrap_err()
                .message
                .contains("not one of ours")
        );
    }
}
