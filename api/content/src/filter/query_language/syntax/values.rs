//! Grammar of values: what a key is compared with.

use super::super::tree::{Given, Piece};
use super::{Input, Parsed, blank, bracket, deeper, ends_value, operator, quoted, refuse, shown};
use winnow::Parser;
use winnow::combinator::{opt, peek};
use winnow::stream::{Location, Stream};
use winnow::token::take_till;

/// What stands behind a key and its operator.
pub fn values<'a>(input: &mut Input<'a>, key: Piece<'a>) -> Parsed<Given<'a>> {
    let byte = input.current_token_start();
    let missing = || {
        let sentence = format!("behind `{}` a value is missing. `{0}:*` is any value.", shown(key.text));
        refuse(byte, sentence)
    };
    let is_apart = blank(input)?;
    let start = input.checkpoint();
    let begin = input.current_token_start();
    if input.peek_token().is_some_and(|c| c == '(') {
        return deeper(input, begin, bracket).map(|node| Given::Within(Box::new(node)));
    }
    let first = value(input)?;
    let is_next =
        |input: &mut Input<'a>| -> Parsed<bool> { Ok(opt(peek((blank, operator))).parse_next(input)?.is_some()) };
    let is_word = ["or", "and", "not"].iter().any(|word| first.text.eq_ignore_ascii_case(word));
    let is_other = !first.is_quoted && (is_word || is_next(input)?);
    if first.text.is_empty() || (is_apart && is_other) {
        input.reset(&start);
        return missing();
    }
    if is_other && !is_word {
        let sentence = format!("`{}` has a second sign. Put a value that has signs in quotes.", shown(key.text));
        return refuse(begin + first.text.len(), sentence);
    }
    if first.text == "*" && !first.is_quoted {
        if input.peek_token() == Some(',') {
            let comma = input.current_token_start();
            return refuse(comma, "`*` is any value already. Leave out the others.");
        }
        return Ok(Given::Anything(first));
    }
    if let Some((low, high)) = first.text.split_once("..").filter(|_| !first.is_quoted) {
        let piece = |text: &'a str, start: usize| {
            let piece = Piece { text, start, is_quoted: false };
            (!text.is_empty() && text != "*").then_some(piece)
        };
        let high_at = first.start + low.len() + 2;
        let range = Given::Range(piece(low, first.start), piece(high.trim_start_matches('.'), high_at));
        if range == Given::Range(None, None) {
            return missing();
        }
        return Ok(range);
    }
    let mut values = vec![first];
    while opt(",").parse_next(input)?.is_some() {
        let start = input.checkpoint();
        let comma = input.current_token_start();
        blank(input)?;
        let next = value(input)?;
        if next.text.is_empty() || (!next.is_quoted && is_next(input)?) {
            // A comma between terms, as in a sentence.
            input.reset(&start);
            if next.text.is_empty() && input.peek_token().is_some_and(|c| c == ',') {
                return refuse(comma, "between two commas a value is missing.");
            }
            break;
        }
        values.push(next);
    }
    Ok(Given::Values(values))
}

/// A value; empty where none stands here.
fn value<'a>(input: &mut Input<'a>) -> Parsed<Piece<'a>> {
    if let Some(phrase) = opt(quoted).parse_next(input)? {
        return Ok(phrase);
    }
    let start = input.current_token_start();
    let text = take_till(0.., ends_value).parse_next(input)?;
    Ok(Piece { text, start, is_quoted: false })
}
