//! Faults with their line and column.

/// A syntax error with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::orcbrew) struct Fault {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The problem, in words.
    pub problem: String,
    /// Whether the only problem is the number of values.
    pub is_too_many: bool,
}

impl Fault {
    /// A fault at a byte of a text.
    pub fn at(text: &str, byte: usize, problem: &str) -> Self {
        let (line, column) = place(text, byte);
        Self { line, column, problem: problem.to_owned(), is_too_many: false }
    }
}

/// Line and column of a byte.
pub(super) fn place(text: &str, byte: usize) -> (usize, usize) {
    let mut end = byte.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = text.get(..end).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count());
    (line, column + 1)
}
