//! Traversal of a record: the place in it, what is left out, and why a value does not fit.

use super::notes::{Notes, described};
use serde::de::Error;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::fmt::{self, Display};

/// The address of a value within a record, by which it is left out.
type Address = *const Value;

/// One pass over a record.
pub(super) struct Pass<'p> {
    left_out: &'p HashSet<Address>,
    state: RefCell<State<'p>>,
}

struct State<'p> {
    notes: &'p mut Notes,
    /// The path to the value that is read, without positions in lists.
    path: String,
    /// The top field that is read.
    top: Address,
    unread: BTreeSet<String>,
}

impl<'p> Pass<'p> {
    pub fn new(left_out: &'p HashSet<Address>, notes: &'p mut Notes) -> Self {
        let state = State { notes, path: String::new(), top: std::ptr::null(), unread: BTreeSet::new() };
        Self { left_out, state: RefCell::new(state) }
    }

    /// Notes that nobody asks for the value that is read.
    pub fn is_not_asked_for(&self) {
        let mut state = self.state.borrow_mut();
        let State { path, unread, .. } = &mut *state;
        if !unread.contains(path.as_str()) {
            unread.insert(path.clone());
        }
    }

    /// The fields that the reader did not ask for.
    pub fn finish(self) -> BTreeSet<String> {
        self.state.into_inner().unread
    }

    pub fn is_left_out(&self, value: &Value) -> bool {
        value.is_null() || self.left_out.contains(&std::ptr::from_ref(value))
    }

    /// Runs `read` for the value of a key.
    pub fn within<T>(&self, key: &str, value: &Value, read: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
        let length = {
            let mut state = self.state.borrow_mut();
            let length = state.path.len();
            if length == 0 {
                state.top = value;
            } else {
                state.path.push('.');
            }
            state.path.push_str(key);
            length
        };
        let outcome = read().map_err(|fault| self.placed(fault, value));
        let mut state = self.state.borrow_mut();
        let State { notes, path, unread, .. } = &mut *state;
        if !unread.contains(path.as_str()) {
            notes.ask(path);
        }
        path.truncate(length);
        outcome
    }

    /// The fault with its place, unless it has one already.
    pub fn placed(&self, fault: Fault, value: &Value) -> Fault {
        if fault.place.is_some() {
            return fault;
        }
        let state = self.state.borrow();
        let found = match fault.missing {
            Some(field) => value.get(field).map_or_else(|| "missing".to_owned(), described),
            None => described(value),
        };
        Fault { place: Some(Place { value, top: state.top, path: state.path.clone(), found }), ..fault }
    }
}

/// Why a value does not fit.
#[derive(Debug)]
pub(super) struct Fault {
    message: String,
    /// The field that is missing, if that is the reason.
    pub missing: Option<&'static str>,
    /// Where the value is; `None` for the record as a whole.
    pub place: Option<Place>,
}

/// The place of a value that does not fit.
#[derive(Debug)]
pub(super) struct Place {
    pub value: Address,
    pub top: Address,
    pub path: String,
    pub found: String,
}

impl Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self { message: message.to_string(), missing: None, place: None }
    }

    fn missing_field(field: &'static str) -> Self {
        Self { missing: Some(field), ..Self::custom(format_args!("missing field `{field}`")) }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}
