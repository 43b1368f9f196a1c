//! Arguments of calls: checked, and made into variables.

use crate::edit_distance::likeness;
use crate::operation::{Detail, Kind, Variable, snake};
use crate::tool::Tool;
use serde_json::{Map, Value, json};

/// Most unknown arguments of a call that are explained one by one.
const MAX_UNKNOWN: usize = 32;

/// Longest name, in bytes, that may be meant to be an argument's.
const MAX_NAME_BYTES: usize = 64;

/// What a call asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// The variables to send.
    pub variables: Map<String, Value>,
    /// How much of each record is wanted; `None` for as much as fits.
    pub detail: Option<Detail>,
    /// Whether the text content is wanted as columns.
    pub layout: Layout,
}

/// How the text content is wanted.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// As JSON.
    #[default]
    Json,
    /// As aligned columns.
    Columns,
}

/// What a tool takes.
#[derive(Copy, Clone, Debug)]
pub struct Parameters<'a> {
    /// The name of the tool.
    pub tool: &'a str,
    /// The arguments, but for the two below.
    pub variables: &'a [Variable],
    /// Whether the tool takes `detail`.
    pub detail: bool,
    /// Whether the tool takes `format`.
    pub format: bool,
}

/// Checks the arguments of a call. What is wrong is said in sentences, one a line, each naming the argument.
pub fn read(tool: &Tool, given: &Map<String, Value>) -> Result<Call, String> {
    read_parameters(tool.parameters(), given)
}

/// Checks the arguments of a call of any tool.
pub(crate) fn read_parameters(
    tool: Parameters<'_>,
    given: &Map<String, Value>,
) -> Result<Call, String> {
    let variables = tool.variables;
    let mut call = Call::default();
    let mut problems = Vec::new();
    let mut unknown_names = 0;
    for (name, value) in given {
        let outcome = match name.as_str() {
            "detail" if tool.detail => {
                let words = [Detail::Names, Detail::Summary, Detail::Full];
                let words = words.map(|detail| (detail.word(), Some(detail)));
                one_of(value, &[&[("auto", None)], words.as_slice()].concat())
                    .map(|detail| call.detail = detail)
            }
            "format" if tool.format => {
                one_of(value, &[("json", Layout::Json), ("text", Layout::Columns)])
                    .map(|layout| call.layout = layout)
            }
            _ => {
                let Some(variable) = variables.iter().find(|v| answers_to(v, name)) else {
                    unknown_names += 1;
                    if unknown_names > MAX_UNKNOWN {
                        return Err(too_many_unknown(tool));
                    }
                    problems.push(unknown(tool, name));
                    continue;
                };
                let name = &variable.name;
                if call.variables.contains_key(name) {
                    problems.push(format!(
                        "{name} is given twice, under two names. Give it once, as {name}."
                    ));
                    continue;
                }
                one(variable, value).map(|value| {
                    if !value.is_null() {
                        call.variables.insert(name.clone(), value);
                    }
                })
            }
        };
        if let Err(wanted) = outcome {
            problems.push(format!("{name} is {}, but must be {wanted}.", shown(value)));
        }
    }
    for variable in variables.iter().filter(|v| v.required) {
        let is_given =
            |(name, value): (&String, &Value)| answers_to(variable, name) && !value.is_null();
        if !given.iter().any(is_given) {
            problems.push(missing(variable));
        }
    }
    if let Some(detail) = variables.iter().find(|v| matches!(v.kind, Kind::Detail(_))) {
        let full = json!(call.detail.is_none_or(|detail| detail == Detail::Full));
        call.variables.insert(detail.name.clone(), full);
    }
    for variable in variables {
        if let Kind::Without(argument) = &variable.kind {
            let empty = |given: &Value| given.as_array().is_some_and(Vec::is_empty);
            let without = call.variables.get(argument).is_none_or(empty);
            call.variables.insert(variable.name.clone(), json!(without));
        }
    }
    if problems.is_empty() {
        Ok(call)
    } else {
        Err(problems.join("\n"))
    }
}

/// The sentence for a required argument that is not given.
pub(crate) fn missing(variable: &Variable) -> String {
    let wanted = variable.kind.wanted();
    format!("{} is missing, but must be given: {wanted}.", variable.name)
}

fn answers_to(variable: &Variable, name: &str) -> bool {
    !variable.kind.is_set_by_adapter()
        && (variable.name == name || variable.aliases.iter().any(|alias| alias == name))
}

/// What is sent for one argument; `null` is as good as nothing.
fn one(variable: &Variable, given: &Value) -> Result<Value, String> {
    let kind = &variable.kind;
    let blank = match given {
        Value::Null => return Ok(Value::Null),
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    };
    if blank && variable.required {
        return Err(format!("{}, and not empty", kind.wanted()));
    }
    match kind {
        Kind::Text(_) | Kind::Json if blank && given.is_string() => Ok(Value::Null),
        _ if blank && given.is_string() => Err(kind.wanted()),
        _ => kind.read(given),
    }
}

fn one_of<T: Copy>(given: &Value, words: &[(&str, T)]) -> Result<T, String> {
    let found = match given {
        // The first is the default.
        Value::Null => words.first(),
        Value::String(text) => words
            .iter()
            .find(|(word, _)| word.eq_ignore_ascii_case(text.trim())),
        _ => None,
    };
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        format!("one of: {}", words.join(", "))
    })
}

fn unknown(tool: Parameters<'_>, name: &str) -> String {
    let known = known(tool);
    let near = known
        .iter()
        .filter(|_| name.len() <= MAX_NAME_BYTES)
        .map(|known| (resemblance(name, known), known))
        .max_by(|(a, _), (b, _)| a.total_cmp(b));
    let hint = near
        .filter(|(likeness, _)| *likeness >= 0.5)
        .map_or_else(String::new, |(_, near)| format!(" Did you mean {near}?"));
    format!(
        "{} is not an argument of {}.{hint} It takes: {}.",
        shown(&json!(name)),
        tool.tool,
        known.join(", ")
    )
}

/// How much an unknown name is like a known one, from 0. One that has the name's words is nearer than one that is merely
/// spelt like it: `class` is `class_key`, not `subclass`.
pub(crate) fn resemblance(name: &str, known: &str) -> f64 {
    let (name, known) = (in_words(name), in_words(known));
    let likeness = likeness(&name, &known);
    let words = |name: &'_ str| -> Vec<String> {
        let words = name.split('_').filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let (given, known) = (words(&name), words(&known));
    if !given.is_empty() && given.iter().all(|word| known.contains(word)) {
        return 1.0 + likeness;
    }
    likeness
}

/// A name in any spelling as words with underscores: `classKey`, `CLASS_KEY` and `class-key` are `class_key`.
fn in_words(name: &str) -> String {
    let name: String = name.chars().take(MAX_NAME_BYTES).collect();
    let name = name.replace([' ', '-'], "_");
    if name.chars().any(char::is_lowercase) {
        snake(&name)
    } else {
        name.to_lowercase()
    }
}

fn too_many_unknown(tool: Parameters<'_>) -> String {
    format!(
        "More than {MAX_UNKNOWN} of the arguments are none of {}. It takes: {}.",
        tool.tool,
        known(tool).join(", ")
    )
}

/// The names of a tool's arguments.
fn known(tool: Parameters<'_>) -> Vec<&str> {
    let shown = tool.variables.iter().filter(|v| v.shown);
    let mut known: Vec<&str> = shown.map(|v| v.name.as_str()).collect();
    if tool.detail {
        known.push("detail");
    }
    if tool.format {
        known.push("format");
    }
    known
}

/// What was given, in a few words.
pub(crate) fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 {
        return text;
    }
    let start: String = text.chars().take(60).collect();
    format!("{start}…")
}
