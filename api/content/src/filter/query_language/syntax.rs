//! Grammar: a text becomes a tree of comparisons, words and phrases.
//!
//! ```text
//! alternatives = conjunction ("or" conjunction)*
//! conjunction  = factor ("and"? factor)*
//! factor       = ("-" | "not") factor | "(" alternatives ")" | phrase | key operator values | word
//! values       = "*" | "(" alternatives ")" | value ".." value | value ("," value)*
//! ```

mod values;

use super::tree::{Compared, Node, Operator, Piece};
use super::{MAX_CHARS, MAX_DEPTH, MAX_TERMS, Mistake};
use values::values;
use winnow::combinator::{alt, opt, peek};
use winnow::error::{ErrMode, ParserError};
use winnow::stream::{LocatingSlice, Location, Stateful, Stream};
use winnow::token::{take_till, take_while};
use winnow::{ModalResult, Parser};

/// How far the reader is: brackets that are open, terms so far.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    depth: usize,
    terms: usize,
}

type Input<'a> = Stateful<LocatingSlice<&'a str>, Progress>;

impl ParserError<Input<'_>> for Mistake {
    type Inner = Self;

    fn from_input(input: &Input<'_>) -> Self {
        Self::at(input.current_token_start(), "this is not understood.")
    }

    fn into_inner(self) -> Result<Self::Inner, Self> {
        Ok(self)
    }
}

type Parsed<T> = ModalResult<T, Mistake>;

fn refuse<T>(byte: usize, sentence: impl Into<std::borrow::Cow<'static, str>>) -> Parsed<T> {
    Err(ErrMode::Cut(Mistake::at(byte, sentence)))
}

/// Reads a text.
pub fn parse(text: &str) -> Result<Node<'_>, Mistake> {
    let length = text.chars().count();
    if length > MAX_CHARS {
        let sentence = format!("a text has at most {MAX_CHARS} characters, this one has {length}.");
        return Err(Mistake::at(0, sentence));
    }
    let mut input = Input { input: LocatingSlice::new(text), state: Progress::default() };
    let parsed = alternatives(&mut input).and_then(|node| {
        blank(&mut input)?;
        if input.peek_token().is_some() {
            let byte = input.current_token_start();
            return refuse(byte, "this bracket closes nothing. Leave it out, or open one before it.");
        }
        Ok(node)
    });
    parsed.map_err(|error| error.into_inner().unwrap_or_else(|_| Mistake::at(0, "this is not understood.")))
}

fn blank(input: &mut Input<'_>) -> Parsed<bool> {
    let taken = take_while(0.., char::is_whitespace).parse_next(input)?;
    Ok(!taken.is_empty())
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || is_quote(c) || matches!(c, '(' | ')' | ':' | '=' | '<' | '>')
}

fn ends_value(c: char) -> bool {
    ends_word(c) || c == ','
}

/// A keyword that stands by itself. Nothing is taken where it does not.
fn keyword<'a>(word: &'static str) -> impl FnMut(&mut Input<'a>) -> Parsed<bool> {
    move |input| {
        let start = input.checkpoint();
        let taken = take_till(0.., ends_value).parse_next(input)?;
        let is_key = opt(peek(operator)).parse_next(input)?.is_some();
        let is_it = taken.eq_ignore_ascii_case(word) && !is_key;
        if !is_it {
            input.reset(&start);
        }
        Ok(is_it)
    }
}

fn alternatives<'a>(input: &mut Input<'a>) -> Parsed<Node<'a>> {
    let mut all = vec![conjunction(input)?];
    loop {
        let byte = input.current_token_start();
        if !keyword("or").parse_next(input)? {
            break;
        }
        let before = all.last();
        if before.is_none_or(is_empty) {
            return refuse(byte, "before this `or` something is missing. To search for the word, put it in quotes.");
        }
        all.push(conjunction(input)?);
        if all.last().is_none_or(is_empty) {
            return refuse(byte, "behind this `or` something is missing. To search for the word, put it in quotes.");
        }
    }
    Ok(match all.len() {
        1 => all.pop().unwrap_or(Node::All(Vec::new())),
        _ => Node::Any(all),
    })
}

fn is_empty(node: &Node<'_>) -> bool {
    matches!(node, Node::All(parts) if parts.is_empty())
}

fn conjunction<'a>(input: &mut Input<'a>) -> Parsed<Node<'a>> {
    let mut parts = Vec::new();
    loop {
        blank(input)?;
        if keyword("and").parse_next(input)? {
            continue;
        }
        let start = input.checkpoint();
        let ends = match input.peek_token() {
            None | Some(')') => true,
            _ => keyword("or").parse_next(input)?,
        };
        if ends {
            input.reset(&start);
            break;
        }
        parts.push(factor(input)?);
    }
    Ok(match parts.len() {
        1 => parts.pop().unwrap_or(Node::All(Vec::new())),
        _ => Node::All(parts),
    })
}

/// What a parser reads one level deeper.
fn deeper<'a, T>(input: &mut Input<'a>, byte: usize, parser: impl Fn(&mut Input<'a>) -> Parsed<T>) -> Parsed<T> {
    if input.state.depth == MAX_DEPTH {
        let sentence =
            format!("brackets and negations may stand at most {MAX_DEPTH} deep within each other. Write it flatter.");
        return refuse(byte, sentence);
    }
    input.state.depth += 1;
    let parsed = parser(input);
    input.state.depth -= 1;
    parsed
}

fn factor<'a>(input: &mut Input<'a>) -> Parsed<Node<'a>> {
    let byte = input.current_token_start();
    let is_negated = alt(("-", "!", "−")).void();
    if opt(is_negated).parse_next(input)?.is_some() || keyword("not").parse_next(input)? {
        blank(input)?;
        if matches!(input.peek_token(), None | Some(')')) {
            return refuse(
                byte,
                "behind this negation something is missing. To search for the sign or the word, put it in quotes.",
            );
        }
        let negated = deeper(input, byte, factor)?;
        return Ok(Node::Not(Box::new(negated)));
    }
    if input.peek_token().is_some_and(|c| c == '(') {
        return deeper(input, byte, bracket);
    }
    count(input, byte)?;
    if let Some(phrase) = opt(quoted).parse_next(input)? {
        return Ok(Node::Word(phrase));
    }
    let text = take_till(0.., ends_word).parse_next(input)?;
    let behind = input.checkpoint();
    blank(input)?;
    let sign = opt(operator).parse_next(input)?;
    // `level!=3`: the first half of the sign ends a word as well.
    let (text, sign) = match (text.strip_suffix('!'), sign) {
        (Some(key), Some(Operator::Equals)) => (key, Some(Operator::Differs)),
        _ => (text, sign),
    };
    let key = Piece { text, start: byte, is_quoted: false };
    let Some(operator) = sign else {
        input.reset(&behind);
        if text.is_empty() {
            return refuse(byte, "this is not understood. To search for it, put it in quotes.");
        }
        return Ok(Node::Word(key));
    };
    if text.is_empty() {
        return refuse(byte, "before this sign a key is missing, as in `level:3`.");
    }
    let given = values(input, key)?;
    Ok(Node::Compared(Compared { key, operator, given }))
}

fn count(input: &mut Input<'_>, byte: usize) -> Parsed<()> {
    if input.state.terms == MAX_TERMS {
        let sentence = format!(
            "a text has at most {MAX_TERMS} words and comparisons. Values of one key are one comparison: `class:bard,wizard`."
        );
        return refuse(byte, sentence);
    }
    input.state.terms += 1;
    Ok(())
}

fn bracket<'a>(input: &mut Input<'a>) -> Parsed<Node<'a>> {
    let byte = input.current_token_start();
    "(".parse_next(input)?;
    let within = alternatives(input)?;
    blank(input)?;
    if opt(")").parse_next(input)?.is_none() {
        return refuse(byte, "this bracket is not closed.");
    }
    if is_empty(&within) {
        return refuse(byte, "there is nothing in these brackets.");
    }
    Ok(within)
}

fn quoted<'a>(input: &mut Input<'a>) -> Parsed<Piece<'a>> {
    let byte = input.current_token_start();
    take_while(1, is_quote).parse_next(input)?;
    let start = input.current_token_start();
    let text = take_till(0.., is_quote).parse_next(input)?;
    if opt(take_while(1, is_quote)).parse_next(input)?.is_none() {
        return refuse(byte, "this quotation is not closed.");
    }
    if text.trim().is_empty() {
        return refuse(byte, "there is nothing in these quotes.");
    }
    Ok(Piece { text: text.trim(), start, is_quoted: true })
}

fn operator(input: &mut Input<'_>) -> Parsed<Operator> {
    // A colon before a comparison is a habit from elsewhere: `level:>=3`.
    alt((
        (opt(":"), ">=").value(Operator::AtLeast),
        (opt(":"), "<=").value(Operator::AtMost),
        (opt(":"), ">").value(Operator::Over),
        (opt(":"), "<").value(Operator::Under),
        "!=".value(Operator::Differs),
        "==".value(Operator::Equals),
        "=".value(Operator::Equals),
        ":".value(Operator::Is),
    ))
    .parse_next(input)
}

/// Most characters of the text that a sentence repeats.
const MAX_SHOWN: usize = 40;

/// A piece of the text in a sentence, cut where it is long.
pub fn shown(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| *c != '`').take(MAX_SHOWN).collect();
    if text.chars().count() > MAX_SHOWN {
        shown.push('…');
    }
    shown
}
