//! Syntax tree of the query language.

/// A piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The piece, without quotes.
    pub text: &'a str,
    /// The byte that it begins with.
    pub start: usize,
    /// Whether it stands in quotes.
    pub is_quoted: bool,
}

/// A part of the tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Node<'a> {
    /// All of these hold.
    All(Vec<Node<'a>>),
    /// One of these holds.
    Any(Vec<Node<'a>>),
    /// This does not hold.
    Not(Box<Node<'a>>),
    /// A word without a key, or exact words.
    Word(Piece<'a>),
    /// A field is compared.
    Compared(Compared<'a>),
}

/// A comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared<'a> {
    /// The key, as it is written.
    pub key: Piece<'a>,
    /// The operator.
    pub operator: Operator,
    /// What the field is compared with.
    pub given: Given<'a>,
}

/// What a field is compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum Given<'a> {
    /// Any value: `*`.
    Anything(Piece<'a>),
    /// One of these.
    Values(Vec<Piece<'a>>),
    /// From one value to another; either may be left out.
    Range(Option<Piece<'a>>, Option<Piece<'a>>),
    /// What stands in brackets.
    Within(Box<Node<'a>>),
}

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `:`
    Is,
    /// `=`
    Equals,
    /// `!=`
    Differs,
    /// `>=`
    AtLeast,
    /// `<=`
    AtMost,
    /// `>`
    Over,
    /// `<`
    Under,
}
