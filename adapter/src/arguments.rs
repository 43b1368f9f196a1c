//! Arguments of calls: checked, and made into variables.

mod names;

pub(crate) use names::{in_words, resemblance};

use crate::operation::{Detail, Kind, Variable, folded, is_nothing};
use crate::tool::Tool;
use names::{Meaning, meaning, nearest};
use serde_json::{Map, Value, json};

/// Most unknown arguments of a call.
const MAX_UNKNOWN: usize = 32;

/// What a call asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// The variables to send.
    pub variables: Map<String, Value>,
    /// How much of each record is wanted; `None` for as much as fits.
    pub detail: Option<Detail>,
    /// The only fields that are wanted of each result; none for all of them.
    pub fields: Vec<String>,
    /// Whether the text content is wanted as columns.
    pub layout: Layout,
    /// The argument whose text was taken for a list of texts, and that text.
    pub text_for_list: Option<(String, String)>,
    /// What was ignored, in a sentence.
    pub warning: Option<String>,
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
    /// The fields that a result can have, where the tool takes `fields`.
    pub fields: &'a [ResultField],
    /// Whether the tool takes `detail`.
    pub detail: bool,
    /// Whether the tool takes `format`.
    pub format: bool,
}

impl<'a> Parameters<'a> {
    /// The names of the arguments that clients are told of.
    pub(crate) fn names(&self) -> Vec<&'a str> {
        let shown = self.variables.iter().filter(|v| v.shown);
        let mut names: Vec<&str> = shown.map(|v| v.name.as_str()).collect();
        names.extend(self.detail.then_some("detail"));
        names.extend((!self.fields.is_empty()).then_some("fields"));
        names.extend(self.format.then_some("format"));
        names
    }
}

/// The names under which models put all arguments, as in the message around them.
const WRAPPERS: [&str; 5] = ["arguments", "args", "input", "params", "parameters"];

/// The arguments of a call, also where they are one argument that is named as all of them are.
pub(crate) fn unwrapped(given: Map<String, Value>) -> Map<String, Value> {
    let mut entries = given.iter();
    let inner = match (entries.next(), entries.next()) {
        (Some((name, wrapped)), None) if WRAPPERS.contains(&name.as_str()) => match wrapped {
            Value::String(text) => serde_json::from_str(text).ok(),
            wrapped => Some(wrapped.clone()),
        },
        _ => None,
    };
    match inner {
        Some(Value::Object(inner)) => inner,
        _ => given,
    }
}

/// Checks the arguments of a call. What is wrong is said in sentences, one a line, each naming the argument.
pub fn read(tool: &Tool, given: &Map<String, Value>) -> Result<Call, String> {
    read_parameters(tool.parameters(), given)
}

/// Checks the arguments of a call of any tool.
pub(crate) fn read_parameters(tool: Parameters<'_>, given: &Map<String, Value>) -> Result<Call, String> {
    let variables = tool.variables;
    let known = tool.names();
    let mut call = Call::default();
    let mut problems = Vec::new();
    let (mut unknown_names, mut ignored) = (0, Vec::new());
    for (name, value) in given {
        let outcome = match name.as_str() {
            "detail" if tool.detail => {
                let words = [Detail::Names, Detail::Summary, Detail::Full];
                let words = words.map(|detail| (detail.word(), Some(detail)));
                one_of(value, &[&[("auto", None)], words.as_slice()].concat()).map(|detail| call.detail = detail)
            }
            "fields" if !tool.fields.is_empty() => match fields(tool, value) {
                Ok(fields) => {
                    call.fields = fields;
                    Ok(())
                }
                Err(Unread::Shape(wanted)) => Err(wanted),
                Err(Unread::Name(problem)) => {
                    problems.push(problem);
                    Ok(())
                }
            },
            "format" if tool.format => {
                one_of(value, &[("json", Layout::Json), ("text", Layout::Columns)]).map(|layout| call.layout = layout)
            }
            _ => {
                let Some(variable) = variables.iter().find(|v| answers_to(v, name)) else {
                    unknown_names += 1;
                    if unknown_names > MAX_UNKNOWN {
                        return Err(too_many_unknown(tool, &known));
                    }
                    match meaning(tool, &known, name) {
                        Meaning::Foreign => ignored.push(shown(&json!(name))),
                        meaning => problems.push(unknown(tool, &known, name, meaning)),
                    }
                    continue;
                };
                let name = &variable.name;
                if call.variables.contains_key(name) {
                    problems.push(format!("{name} is given twice, under two names. Give it once, as {name}."));
                    continue;
                }
                one(variable, value).map(|read| {
                    let texts = read.as_array().and_then(|items| items.first());
                    if let Some(text) = texts.filter(|text| *text == value).and_then(Value::as_str) {
                        call.text_for_list = Some((name.clone(), text.to_owned()));
                    }
                    if !read.is_null() {
                        call.variables.insert(name.clone(), read);
                    }
                })
            }
        };
        if let Err(wanted) = outcome {
            let mut problem = format!("{name} is {}, but must be {wanted}.", shown(value));
            let variable = variables.iter().find(|v| answers_to(v, name));
            if let (Some(Kind::List(item)), Value::String(_)) = (variable.map(|v| &v.kind), value) {
                let example = Kind::List(item.clone()).example();
                problem = format!("{problem} For example: {example}.");
            }
            problems.push(problem);
        }
    }
    call.warning = (!ignored.is_empty()).then(|| {
        let ignored = ignored.join(", ");
        format!("{} has no such arguments, and ignored them: {ignored}.", tool.tool)
    });
    for variable in variables.iter().filter(|v| v.required) {
        if !is_given(variable, given) {
            problems.push(missing(variable));
        }
    }
    if let Some(detail) = variables.iter().find(|v| matches!(v.kind, Kind::Detail(_))) {
        let is_full = call.detail.is_none_or(|detail| detail == Detail::Full);
        let full = json!(is_full || !call.fields.is_empty());
        call.variables.insert(detail.name.clone(), full);
    }
    for variable in variables {
        if let Kind::Without(argument) = &variable.kind {
            let empty = |given: &Value| given.as_array().is_some_and(Vec::is_empty);
            let without = call.variables.get(argument).is_none_or(empty);
            call.variables.insert(variable.name.clone(), json!(without));
        }
    }
    if problems.is_empty() { Ok(call) } else { Err(problems.join("\n")) }
}

/// Why the names of fields cannot be read.
enum Unread {
    /// They are no list of texts: what is wanted.
    Shape(String),
    /// There is no such field, in a sentence.
    Name(String),
}

/// A field that results of a tool can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultField {
    /// Its name in a result.
    pub name: String,
    /// The names of its parts: `darkvision` is a part of `senses`.
    pub parts: Vec<String>,
}

/// What the APIs that are synced call a field of results.
const NAMES_UPSTREAM: [(&str, &str); 3] = [("description", "text"), ("desc", "text"), ("higherlevel", "higher_levels")];

/// The fields that are wanted, by the names that results have.
fn fields(tool: Parameters<'_>, given: &Value) -> Result<Vec<String>, Unread> {
    let texts = Kind::List(Box::new(Kind::Text(Vec::new())));
    let read = texts.read(given).map_err(Unread::Shape)?;
    let names = read.as_array().into_iter().flatten();
    let mut fields = Vec::new();
    let known: Vec<&str> = tool.fields.iter().map(|field| field.name.as_str()).collect();
    for name in names.filter_map(Value::as_str) {
        let Some(field) = find_field(tool.fields, name) else {
            let hint = match nearest(&known, name) {
                Some(near) => format!("Did you mean {near}?"),
                None => format!("There are: {}.", known.join(", ")),
            };
            return Err(Unread::Name(format!(
                "fields has {}, which results of {} do not have. {hint}",
                shown(&json!(name)),
                tool.tool
            )));
        };
        fields.push(field.name.clone());
    }
    Ok(fields)
}

/// The field of that name, in any spelling, else the one that has a part of that name.
fn find_field<'a>(fields: &'a [ResultField], name: &str) -> Option<&'a ResultField> {
    let name = folded(name);
    let upstream = NAMES_UPSTREAM.iter().find(|(given, _)| *given == name);
    let name = upstream.map_or(name, |(_, own)| folded(own));
    let named = fields.iter().find(|field| folded(&field.name) == name);
    let has_part = |field: &&ResultField| field.parts.iter().any(|part| folded(part) == name);
    named.or_else(|| fields.iter().find(has_part))
}

/// The sentence for a required argument that is not given.
pub(crate) fn missing(variable: &Variable) -> String {
    let wanted = variable.kind.wanted();
    format!("{} is missing, but must be given: {wanted}.", variable.name)
}

/// Whether a call has an argument, under any of its names.
pub(crate) fn is_given(variable: &Variable, given: &Map<String, Value>) -> bool {
    let mut given = given.iter();
    given.any(|(name, value)| answers_to(variable, name) && !value.is_null())
}

fn answers_to(variable: &Variable, name: &str) -> bool {
    !variable.kind.is_set_by_adapter() && (variable.name == name || variable.aliases.iter().any(|alias| alias == name))
}

/// What is sent for one argument; `null` where nothing is given.
fn one(variable: &Variable, given: &Value) -> Result<Value, String> {
    let read = variable.kind.read(given)?;
    let is_empty = read.is_null() || read.as_array().is_some_and(Vec::is_empty);
    if variable.required && is_empty && !given.is_null() {
        return Err(format!("{}, and not empty", variable.kind.wanted()));
    }
    Ok(read)
}

fn one_of<T: Copy>(given: &Value, words: &[(&str, T)]) -> Result<T, String> {
    let found = match given {
        // The first is the default.
        _ if is_nothing(given) => words.first(),
        Value::String(text) => words.iter().find(|(word, _)| folded(word) == folded(text)),
        _ => None,
    };
    found.map(|(_, meaning)| *meaning).ok_or_else(|| {
        let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        format!("one of: {}", words.join(", "))
    })
}

fn unknown(tool: Parameters<'_>, known: &[&str], name: &str, meaning: Meaning<'_>) -> String {
    let hint = match meaning {
        Meaning::Argument(near) => format!(" Did you mean {near}?"),
        Meaning::Unclear | Meaning::Foreign => String::new(),
    };
    format!("{} is not an argument of {}.{hint} It takes: {}.", shown(&json!(name)), tool.tool, known.join(", "))
}

fn too_many_unknown(tool: Parameters<'_>, known: &[&str]) -> String {
    format!("More than {MAX_UNKNOWN} of the arguments are none of {}. It takes: {}.", tool.tool, known.join(", "))
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
