//! Grammar of dice expressions.
//!
//! ```text
//! sum     = sign? product (sign product)*
//! product = factor (("*" | "x" | "×") factor)*
//! factor  = "(" sum ")" | count? "d" (sides | "%") modifier* | number
//! modifier = ("kh" | "kl" | "k" | "dh" | "dl") count? | "ro" greatest
//! ```

use super::{Dice, DiceMistake, Expression, Keep, MAX_CHARS, MAX_DEPTH, MAX_DICE, MAX_RESULT, MAX_SIDES, Sign};
use winnow::combinator::{alt, opt, preceded};
use winnow::error::{ErrMode, ParserError};
use winnow::stream::{Stateful, Stream};
use winnow::token::{any, take_while};
use winnow::{ModalResult, Parser};

/// The greatest number within an expression.
const MAX_NUMBER: i64 = 1_000_000;

/// Characters of a text that a sentence shows.
const MAX_SHOWN: usize = 20;

/// The rest of the text, and how many brackets are open.
type Input<'a> = Stateful<&'a str, usize>;

type Parsed<T> = ModalResult<T, DiceMistake>;

impl ParserError<Input<'_>> for DiceMistake {
    type Inner = Self;

    fn from_input(input: &Input<'_>) -> Self {
        Self(match start_of(input.input) {
            "" => "At its end something is missing: dice such as 2d6, or a number.".into(),
            start => format!(
                "\"{start}\" is no dice. Dice look like 2d6+3, d20, 4d6kh3 (the 3 highest count), 4d6dl1, 2d6ro2 (a 1 or 2 is rolled again), (1d6+2)*2."
            ),
        })
    }

    fn into_inner(self) -> Result<Self::Inner, Self> {
        Ok(self)
    }
}

/// The first characters of a text.
fn start_of(text: &str) -> &str {
    let text = text.trim();
    let end = text.char_indices().nth(MAX_SHOWN).map(|(at, _)| at);
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

fn refuse<T>(sentence: impl Into<String>) -> Parsed<T> {
    Err(ErrMode::Cut(DiceMistake(sentence.into())))
}

/// Reads a text, within the limits.
pub fn parse(text: &str) -> Result<Expression, DiceMistake> {
    let length = text.chars().count();
    if length > MAX_CHARS {
        return Err(DiceMistake(format!(
            "A dice expression has at most {MAX_CHARS} characters, this one has {length}."
        )));
    }
    let text = text.to_lowercase();
    let mut input = Input { input: &text, state: 0 };
    let mistake = |error: ErrMode<DiceMistake>| {
        let unknown = || DiceMistake("This is no dice expression.".into());
        error.into_inner().unwrap_or_else(|_| unknown())
    };
    let read = sum(&mut input).map_err(mistake)?;
    if !input.input.is_empty() {
        return Err(DiceMistake::from_input(&input));
    }
    if read.dice_count() > MAX_DICE {
        return Err(too_many_dice());
    }
    if read.magnitude() > MAX_RESULT {
        return Err(DiceMistake(
            "A dice expression has results up to 1,000,000,000, this one has greater ones.".into(),
        ));
    }
    Ok(read)
}

fn too_many_dice() -> DiceMistake {
    DiceMistake("An expression has at most 1,000 dice, this one has more.".into())
}

fn blank(input: &mut Input<'_>) -> Parsed<()> {
    take_while(0.., char::is_whitespace).void().parse_next(input)
}

fn digits<'a>(input: &mut Input<'a>) -> Parsed<&'a str> {
    take_while(1.., '0'..='9').parse_next(input)
}

fn sign(input: &mut Input<'_>) -> Parsed<Sign> {
    let minus = alt(("-", "−", "–")).value(Sign::Minus);
    preceded(blank, alt(("+".value(Sign::Plus), minus))).parse_next(input)
}

fn sum(input: &mut Input<'_>) -> Parsed<Expression> {
    let first = opt(sign).parse_next(input)?;
    let first = (first.unwrap_or(Sign::Plus), product(input)?);
    let mut parts = vec![first];
    while let Some(sign) = opt(sign).parse_next(input)? {
        parts.push((sign, product(input)?));
    }
    blank(input)?;
    Ok(match parts.as_slice() {
        [(Sign::Plus, only)] => only.clone(),
        _ => Expression::Sum(parts),
    })
}

fn product(input: &mut Input<'_>) -> Parsed<Expression> {
    let mut parts = vec![factor(input)?];
    let times = || preceded(blank, alt(("*", "×", "x")));
    while opt(times()).parse_next(input)?.is_some() {
        parts.push(factor(input)?);
    }
    Ok(match parts.as_slice() {
        [only] => only.clone(),
        _ => Expression::Product(parts),
    })
}

fn factor(input: &mut Input<'_>) -> Parsed<Expression> {
    blank(input)?;
    match input.peek_token() {
        Some('(') => bracket(input),
        Some('d') => dice(input, None),
        Some('0'..='9') => {
            let digits = digits(input)?;
            if matches!(input.peek_token(), Some('d')) {
                return dice(input, Some(digits));
            }
            let number = digits.parse::<i64>().ok().filter(|n| *n <= MAX_NUMBER);
            number.map(Expression::Number).map_or_else(|| refuse("An expression has numbers up to 1,000,000."), Ok)
        }
        _ => Err(ErrMode::Cut(DiceMistake::from_input(input))),
    }
}

fn bracket(input: &mut Input<'_>) -> Parsed<Expression> {
    if input.state == MAX_DEPTH {
        return refuse(format!("Brackets stand at most {MAX_DEPTH} deep within each other."));
    }
    input.state += 1;
    any.parse_next(input)?;
    let read = sum(input)?;
    input.state -= 1;
    if opt(")").parse_next(input)?.is_none() {
        return match input.peek_token() {
            None => refuse("A bracket is not closed."),
            Some(_) => Err(ErrMode::Cut(DiceMistake::from_input(input))),
        };
    }
    Ok(read)
}

fn dice(input: &mut Input<'_>, count: Option<&str>) -> Parsed<Expression> {
    let count = match count.map(str::parse::<u32>) {
        None => 1,
        Some(Ok(0)) => return refuse("One rolls 1 to 1,000 dice, not 0."),
        Some(Ok(count)) if count <= MAX_DICE => count,
        Some(_) => return Err(ErrMode::Cut(too_many_dice())),
    };
    any.parse_next(input)?;
    let sides = alt(("%".value("100"), digits)).parse_next(input);
    let sides = sides.map_err(|_: ErrMode<DiceMistake>| {
        ErrMode::Cut(DiceMistake("Behind the d stand the sides of the die: 2d6, d20, d%.".into()))
    })?;
    let sides = sides.parse().ok().filter(|n| (1..=MAX_SIDES).contains(n));
    let Some(sides) = sides else {
        return refuse("A die has 1 to 1,000 sides.");
    };
    let mut dice = Dice { count, sides, reroll: None, keep: None };
    while let Some((word, digits)) = opt(modifier).parse_next(input)? {
        modify(&mut dice, word, digits).map_err(ErrMode::Cut)?;
    }
    Ok(Expression::Dice(dice))
}

fn modifier<'a>(input: &mut Input<'a>) -> Parsed<(&'static str, &'a str)> {
    let word = |word: &'static str| word.value(word);
    let words = (word("kh"), word("kl"), word("dh"), word("dl"), word("ro"), word("k"));
    (alt(words), take_while(0.., '0'..='9')).parse_next(input)
}

fn modify(dice: &mut Dice, word: &str, digits: &str) -> Result<(), DiceMistake> {
    let number = if digits.is_empty() { Ok(1) } else { digits.parse::<u32>() };
    let number = number.unwrap_or(u32::MAX);
    let (count, sides) = (dice.count, dice.sides);
    if word == "ro" {
        if !(1..sides).contains(&number) {
            return Err(DiceMistake(format!(
                "A d{sides} is rolled again on numbers from 1 to {}, not {digits}.",
                sides.saturating_sub(1).max(1)
            )));
        }
        dice.reroll = Some(number);
        return Ok(());
    }
    let drops = word.starts_with('d');
    let least = u32::from(!drops);
    let most = if drops { count.saturating_sub(1) } else { count };
    if !(least..=most).contains(&number) {
        return Err(DiceMistake(format!(
            "The roll has {count} dice: {word}{digits} leaves none, or wants more than there are."
        )));
    }
    if dice.keep.is_some() {
        return Err(DiceMistake("Of a roll dice are kept or dropped once.".into()));
    }
    dice.keep = Some(match word {
        "dh" => Keep { highest: false, count: count - number },
        "dl" => Keep { highest: true, count: count - number },
        "kl" => Keep { highest: false, count: number },
        _ => Keep { highest: true, count: number },
    });
    Ok(())
}
