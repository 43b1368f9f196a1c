//! Coercion of given values: models and the programs around them write numbers as texts, lists as JSON in a text, one
//! value for a list, and empty texts for what they leave out.

use super::super::words::folded;
use super::{Kind, Property, Range, Word};
use crate::challenge_rating;
use serde_json::{Map, Value, json};

impl Kind {
    /// What is sent for what a client gave, or what would have been right. It is `null` where nothing is given.
    pub fn read(&self, given: &Value) -> Result<Value, String> {
        self.coerce(given, true)
    }

    /// `may_decode` is false within a text: JSON in a text in JSON in a text is a mistake.
    fn coerce(&self, given: &Value, may_decode: bool) -> Result<Value, String> {
        if is_nothing(given) {
            return Ok(Value::Null);
        }
        let is_container = matches!(self, Self::List(_) | Self::Object(_) | Self::Json);
        let decoded = given.as_str().filter(|_| is_container && may_decode);
        let decoded = decoded.and_then(container);
        let may_decode = may_decode && decoded.is_none();
        let given = decoded.as_ref().unwrap_or(given);
        let read = match (self, given) {
            (Self::List(item), given) => return list(self, item, given, may_decode),
            (Self::Object(properties), Value::Object(given)) => {
                return object(self, properties, given, may_decode);
            }
            (Self::Text(words), Value::String(text)) => return text_or_word(words, text),
            (Self::Json, Value::Object(_)) => Some(given.clone()),
            (Self::Integer(range), given) => whole(given, *range).map(Value::from),
            (Self::Number(range), given) => number(given, *range).map(Value::from),
            (Self::Boolean(words), given) => truth(given, words.as_ref()).map(Value::from),
            (Self::Switch([on, off]), given) => truth(given, None).map(|is_on| json!(if is_on { on } else { off })),
            (Self::Choice(words), Value::String(text)) => choice(words, text),
            (Self::Order(words), Value::String(text)) => order(words, text),
            (Self::ChallengeRating(range), given) => {
                challenge_rating::read(given).filter(|rating| range.has(*rating)).map(Value::from)
            }
            _ => None,
        };
        read.ok_or_else(|| self.wanted())
    }
}

/// Whether a value is how clients leave an argument out.
pub fn is_nothing(given: &Value) -> bool {
    match given {
        Value::Null => true,
        Value::String(text) => matches!(text.trim(), "" | "null"),
        _ => false,
    }
}

/// The list or the object that a text has as JSON.
fn container(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok().filter(|value: &Value| value.is_array() || value.is_object())
}

/// The parts of a text that are divided by commas or semicolons, if each is a word or an id: a name may have a comma.
fn divided_text(text: &str) -> Option<Vec<&str>> {
    let parts: Vec<&str> = text.split([',', ';']).map(str::trim).collect();
    let is_word = |part: &&str| {
        let mut letters = part.chars();
        !part.is_empty() && letters.all(|c| c.is_alphanumeric() || "_-.:".contains(c))
    };
    (parts.len() > 1 && parts.iter().all(is_word)).then_some(parts)
}

/// A list; anything else is its only item, but for a text of several words with commas between them.
fn list(kind: &Kind, item: &Kind, given: &Value, may_decode: bool) -> Result<Value, String> {
    let read = |given| {
        item.coerce(given, may_decode)
            .map_err(|wanted| if wanted == item.wanted() { kind.wanted() } else { format!("a list, each {wanted}") })
    };
    let divided = given.as_str().filter(|_| matches!(item, Kind::Text(_) | Kind::Choice(_)));
    let divided = divided.and_then(divided_text).map(|parts| json!(parts));
    let Value::Array(items) = divided.as_ref().unwrap_or(given) else {
        return Ok(json!([read(given)?]));
    };
    let some: Vec<Value> = items.iter().map(read).collect::<Result<_, _>>()?;
    let some: Vec<Value> = some.into_iter().filter(|item| !item.is_null()).collect();
    // An empty list says that nothing is wanted; a list of nothings says nothing.
    Ok(if some.is_empty() && !items.is_empty() { Value::Null } else { Value::Array(some) })
}

fn object(kind: &Kind, properties: &[Property], given: &Map<String, Value>, may_decode: bool) -> Result<Value, String> {
    let mut read = Map::new();
    for (name, value) in given.iter().filter(|(_, value)| !is_nothing(value)) {
        let name = folded(name);
        let mut known = properties.iter();
        let property = known.find(|property| folded(&property.name.value) == name);
        let property = property.ok_or_else(|| kind.wanted())?;
        let value = property
            .kind
            .coerce(value, may_decode)
            .map_err(|wanted| format!("an object whose {} is {wanted}", property.name.shown))?;
        read.insert(property.name.value.clone(), value);
    }
    Ok(Value::Object(read))
}

fn text_or_word(words: &[String], text: &str) -> Result<Value, String> {
    if text.contains(['\0', '\u{fffd}']) {
        return Err("text without U+0000 and without broken characters".into());
    }
    if words.is_empty() {
        return Ok(json!(text));
    }
    let text = folded(text);
    words
        .iter()
        .find(|word| folded(word) == text)
        .map(|word| json!(word))
        .ok_or_else(|| Kind::Text(words.to_vec()).wanted())
}

/// The word of a choice, whole, in the plural, or by an ending that no other word has (`2014`: `RULES_2014`).
fn choice(words: &[Word], text: &str) -> Option<Value> {
    let text = folded(text);
    let mut ending = words.iter().filter(|word| text.len() >= MIN_ENDING && folded(&word.value).ends_with(&text));
    let only = ending.next().filter(|_| ending.next().is_none());
    let is_it = |word: &&Word| folded(&word.value) == text || text.strip_suffix('s') == Some(&folded(&word.value));
    let word = words.iter().find(is_it).or(only);
    word.map(|word| json!(word.value))
}

/// Shortest ending that stands for a word.
const MIN_ENDING: usize = 4;

/// The order that a text such as `cost desc` names.
fn order(words: &[Word], text: &str) -> Option<Value> {
    let is_negated = text.trim().starts_with('-');
    let text = folded(text);
    words.iter().find_map(|word| {
        let direction = match text.strip_prefix(&folded(&word.value))? {
            "" if is_negated => "DESC",
            "" | "asc" | "ascending" => "ASC",
            "desc" | "descending" => "DESC",
            _ => return None,
        };
        Some(json!([{"field": word.value, "direction": direction}]))
    })
}

fn truth(given: &Value, words: Option<&[String; 2]>) -> Option<bool> {
    let text = match given {
        Value::Bool(value) => return Some(*value),
        Value::String(text) => folded(text),
        _ => return None,
    };
    let is = |usual: [&str; 2], place: usize| {
        usual.contains(&text.as_str()) || words.is_some_and(|words| words.get(place).is_some_and(|w| folded(w) == text))
    };
    match (is(["true", "yes"], 0), is(["false", "no"], 1)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

fn number(given: &Value, range: Range) -> Option<f64> {
    let number = match given {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    (number.is_finite() && range.has(number)).then_some(number)
}

/// A whole number, also when it is written as `3.0`.
fn whole(given: &Value, range: Range) -> Option<i32> {
    let number = number(given, range)?;
    let fits = number.fract() == 0.0 && number >= f64::from(i32::MIN) && number <= f64::from(i32::MAX);
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and within the range")]
    fits.then_some(number as i32)
}
