//! Document analysis: size, depth and arguments of a document as if its fragments were inlined, computed without inlining
//! them.

use super::argument_limits::ArgumentSize;
use crate::error::{Error, Result};
use async_graphql::parser::types::{ExecutableDocument, Field, Selection, SelectionSet};
use async_graphql::{Name, Value};
use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

/// Deepest nesting of fields. The introspection queries of common tools stay below.
const MAX_DEPTH: usize = 25;

/// Longest chain of fragments that spread each other.
const MAX_FRAGMENT_CHAIN: usize = 30;

/// Most fields of a document, its fragments inlined.
const MAX_FIELDS: usize = 5_000;

/// Most repetitions of a field within one selection set, under an alias or not.
const MAX_REPEATS: usize = 100;

/// Most directives of a document.
const MAX_DIRECTIVES: usize = 200;

/// Most steps of introspection from a type to its fields' types.
const MAX_INTROSPECTION_DEPTH: usize = 2;

/// The fields of introspection that lead from one type to many others.
const FAN_OUT_FIELDS: [&str; 4] = ["fields", "inputFields", "interfaces", "possibleTypes"];

/// Most values that introspection gives, by the sizes of [`list_size`]. The queries of common tools have half as many.
const MAX_INTROSPECTION_VALUES: usize = 1_000_000;

/// Root fields about the store as a whole. The start page asks for them every other second while content is embedded.
const STORE_FIELDS: [&str; 3] = ["status", "meta", "documents"];

/// The length of an introspection list, approximately.
fn list_size(name: &str) -> usize {
    match name {
        "types" => 200,
        "fields" | "inputFields" | "enumValues" => 12,
        "possibleTypes" | "directives" => 5,
        "args" => 3,
        _ => 1,
    }
}

/// What the analysis found in a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentAnalysis {
    /// Whether the document has introspection fields.
    pub introspection: bool,
    /// Whether all root fields are introspection.
    pub only_introspection: bool,
    /// Whether a root field is about content, not about the store as a whole or the schema.
    pub reads_content: bool,
    /// The measures of the arguments that are written in the document.
    pub arguments: ArgumentSize,
    /// How often an operation uses each variable at most.
    pub variables: HashMap<Name, usize>,
}

/// Analyzes a document; an error tells the limit that it exceeds.
pub fn analyze(document: &ExecutableDocument) -> Result<DocumentAnalysis> {
    let mut walk = Walk {
        document,
        fragments: HashMap::new(),
        chain: 0,
        repeats: 0,
        directives: 0,
        arguments: ArgumentSize::default(),
        variables: HashMap::new(),
    };
    let mut all = Measures::default();
    let mut most_uses = Vec::new();
    for (_, operation) in document.operations.iter() {
        walk.directives += operation.node.directives.len();
        let measures = walk.set(&operation.node.selection_set.node)?;
        merge(&mut most_uses, &measures.uses, usize::max);
        all.add(&measures);
    }
    // Validation refuses unused fragments, but walks through them first.
    let names: Vec<&str> = document.fragments.keys().map(AsRef::as_ref).collect();
    for name in names {
        walk.fragment(name)?;
    }
    check("fields are nested", "deep", all.depth, MAX_DEPTH)?;
    check("document asks for", "fields", all.fields, MAX_FIELDS)?;
    check("document asks", "times for a field that it has asked for already", walk.repeats, MAX_REPEATS)?;
    check("document has", "directives", walk.directives, MAX_DIRECTIVES)?;
    check("introspection goes", "times from types to other types", all.fan_out, MAX_INTROSPECTION_DEPTH)?;
    check("introspection gives some", "values", all.introspection_values, MAX_INTROSPECTION_VALUES)?;
    Ok(DocumentAnalysis {
        introspection: all.introspection,
        only_introspection: all_root_fields(document, is_introspection),
        reads_content: !all_root_fields(document, |name| is_introspection(name) || STORE_FIELDS.contains(&name)),
        arguments: walk.arguments,
        variables: walk
            .variables
            .into_iter()
            .filter_map(|(name, index)| Some((name, *most_uses.get(index)?)))
            .collect(),
    })
}

fn check(subject: &str, what: &str, count: usize, max: usize) -> Result<()> {
    if count <= max {
        return Ok(());
    }
    let count = super::cost::shown(count);
    Err(Error::too_complex(format!(
        "The {subject} {count} {what}, but at most {max} are answered. Ask for less, or in several requests."
    )))
}

fn is_introspection(name: &str) -> bool {
    name.starts_with("__")
}

/// Whether the root of each operation has only fields of such a name, and no fragment.
fn all_root_fields(document: &ExecutableDocument, is_such: impl Fn(&str) -> bool) -> bool {
    let operations = document.operations.iter();
    let mut items = operations.flat_map(|(_, operation)| &operation.node.selection_set.node.items);
    items.all(|item| matches!(&item.node, Selection::Field(field) if is_such(&field.node.name.node)))
}

/// The measures of a selection set.
#[derive(Clone, Debug, Default)]
struct Measures {
    fields: usize,
    depth: usize,
    /// Levels of [`FAN_OUT_FIELDS`].
    fan_out: usize,
    introspection: bool,
    /// The values that the fields give if they belong to introspection.
    values: usize,
    /// The values of introspection fields.
    introspection_values: usize,
    /// How often each variable is used in arguments, in the order of [`Walk::variables`].
    uses: Vec<usize>,
}

impl Measures {
    fn add(&mut self, other: &Self) {
        self.fields = self.fields.saturating_add(other.fields);
        self.depth = self.depth.max(other.depth);
        self.fan_out = self.fan_out.max(other.fan_out);
        self.introspection |= other.introspection;
        self.values = self.values.saturating_add(other.values);
        self.introspection_values = self.introspection_values.saturating_add(other.introspection_values);
        merge(&mut self.uses, &other.uses, usize::saturating_add);
    }
}

/// Joins counts place by place.
fn merge(counts: &mut Vec<usize>, others: &[usize], join: impl Fn(usize, usize) -> usize) {
    counts.resize(counts.len().max(others.len()), 0);
    for (count, other) in counts.iter_mut().zip(others) {
        *count = join(*count, *other);
    }
}

struct Walk<'a> {
    document: &'a ExecutableDocument,
    /// Measures by fragment; `None` for those under way.
    fragments: HashMap<&'a str, Option<Measures>>,
    chain: usize,
    repeats: usize,
    directives: usize,
    arguments: ArgumentSize,
    /// The variables that were met, numbered.
    variables: HashMap<Name, usize>,
}

impl<'a> Walk<'a> {
    fn set(&mut self, set: &'a SelectionSet) -> Result<Measures> {
        let mut whole = Measures::default();
        let mut names = HashSet::new();
        for item in &set.items {
            self.directives += item.node.directives().len();
            let part = match &item.node {
                Selection::Field(field) => {
                    if !names.insert(field.node.name.node.as_str()) {
                        self.repeats += 1;
                    }
                    self.field(&field.node)?
                }
                Selection::InlineFragment(inline) => self.set(&inline.node.selection_set.node)?,
                Selection::FragmentSpread(spread) => self.fragment(spread.node.fragment_name.node.as_str())?,
            };
            whole.add(&part);
        }
        Ok(whole)
    }

    fn field(&mut self, field: &'a Field) -> Result<Measures> {
        let within = self.set(&field.selection_set.node)?;
        let name = field.name.node.as_str();
        let values = within.values.saturating_mul(list_size(name));
        let introspection = matches!(name, "__schema" | "__type");
        let mut uses = within.uses;
        for (_, argument) in &field.arguments {
            let Ok(written) = argument.node.clone().into_const_with(|name| {
                let next = self.variables.len();
                let index = *self.variables.entry(name).or_insert(next);
                uses.resize(uses.len().max(index + 1), 0usize);
                if let Some(uses) = uses.get_mut(index) {
                    *uses = uses.saturating_add(1);
                }
                Ok::<_, Infallible>(Value::Null)
            });
            self.arguments.add(&written);
        }
        Ok(Measures {
            fields: within.fields.saturating_add(1),
            depth: within.depth + 1,
            fan_out: within.fan_out + usize::from(FAN_OUT_FIELDS.contains(&name)),
            introspection: within.introspection || introspection,
            values: values.saturating_add(1),
            introspection_values: if introspection { values } else { within.introspection_values },
            uses,
        })
    }

    fn fragment(&mut self, name: &str) -> Result<Measures> {
        // Checked here: the library's validation recurses into spreads before it looks for missing fragments.
        let Some((name, fragment)) = self.document.fragments.get_key_value(name) else {
            let name: String = name.chars().take(100).collect();
            return Err(Error::input(format!("There is no fragment \"{name}\" in the document.")));
        };
        match self.fragments.get(name.as_str()) {
            Some(Some(part)) => return Ok(part.clone()),
            Some(None) => {
                return Err(Error::input(format!(
                    "The fragment \"{name}\" spreads itself, directly or through others."
                )));
            }
            None => {}
        }
        self.fragments.insert(name.as_str(), None);
        self.chain += 1;
        check("fragments spread each other", "deep", self.chain, MAX_FRAGMENT_CHAIN)?;
        self.directives += fragment.node.directives.len();
        let part = self.set(&fragment.node.selection_set.node)?;
        self.chain -= 1;
        self.fragments.insert(name.as_str(), Some(part.clone()));
        Ok(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use async_graphql::parser::parse_query;

    fn analysis(text: &str) -> Result<DocumentAnalysis> {
        analyze(&parse_query(text).unwrap())
    }

    fn refused(text: &str, words: &str) {
        let error = analysis(text).unwrap_err();
        assert_eq!(error.code, Code::TooComplex, "{error}");
        assert!(error.message.contains(words), "{error}");
    }

    #[test]
    fn errors_tell_the_count_and_the_limit() {
        let deep = "{a".repeat(26) + &"}".repeat(26);
        refused(&deep, "26 deep, but at most 25");
        let wide: String = (0..5001).fold("{".to_owned(), |text, i| text + &format!(" a{i}")) + "}";
        refused(&wide, "5001 fields");
        let aliases: String = (0..102).fold("{".to_owned(), |text, i| text + &format!(" a{i}: name")) + "}";
        refused(&aliases, "101 times for a field");
        let flood = format!("{{ a {} }}", "@skip(if: false) ".repeat(201));
        refused(&flood, "201 directives");
    }

    #[test]
    fn a_fragment_bomb_is_measured_without_inlining() {
        let bomb = (0..25).fold("{ ...f0 }".to_owned(), |text, i| {
            let next = i + 1;
            text + &format!(" fragment f{i} on Query {{ x: a {{ ...f{next} }} y: b {{ ...f{next} }} }}")
        }) + " fragment f25 on Query { a b }";
        refused(&bomb, "fields");
        let chain: String = (0..40)
            .fold("{ ...f0 }".to_owned(), |text, i| text + &format!(" fragment f{i} on Query {{ ...f{} }}", i + 1))
            + " fragment f40 on Query { a }";
        refused(&chain, "fragments spread each other");
    }

    #[test]
    fn fragments_that_spread_themselves_are_an_input_error() {
        for text in [
            "{ ...f } fragment f on Query { a ...f }",
            "{ ...f } fragment f on Query { ...g } fragment g on Query { b { ...f } }",
        ] {
            let error = analysis(text).unwrap_err();
            assert_eq!(error.code, Code::BadUserInput);
            assert!(error.message.contains("spreads itself"), "{error}");
        }
    }

    #[test]
    fn an_empty_fragment_bomb_is_refused() {
        let bomb = (0..28).fold("{ ...f0 }".to_owned(), |text, i| {
            let next = i + 1;
            text + &format!(" fragment f{i} on Query {{ ...f{next} ...f{next} ...f{next} }}")
        });
        let error = analysis(&bomb).unwrap_err();
        assert!(error.message.contains("no fragment \"f28\""), "{error}");
        // The same number of spreads with few fields is refused as well.
        let empty = bomb + " fragment f28 on Query { a }";
        refused(&empty, "fields");
    }

    #[test]
    fn introspection_is_limited() {
        let usual = "{ __schema { types { fields { type { ofType { name } } } inputFields { name } } } }";
        let found = analysis(usual).unwrap();
        assert!(found.introspection && found.only_introspection);
        refused(
            "{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }",
            "3 times from types",
        );
        let names = (0..100).fold(String::new(), |text, i| text + &format!(" a{i}: name"));
        refused(
            &format!("{{ __schema {{ types {{ fields {{ type {{ fields {{ {names} }} }} }} }} }} }}"),
            "2885001 values",
        );
        let mixed = analysis("{ spells { totalCount } __type(name: \"Spell\") { name } }").unwrap();
        assert!(mixed.introspection && !mixed.only_introspection);
        assert!(!analysis("{ __typename }").unwrap().introspection);
    }

    #[test]
    fn a_look_at_the_store_reads_no_content() {
        let reads_content = |text| analysis(text).unwrap().reads_content;
        assert!(!reads_content("{ status { embedded } documents { totalCount } __typename }"));
        assert!(reads_content("{ status { embedded } spells { totalCount } }"));
        assert!(reads_content("{ ...f } fragment f on Query { status { embedded } }"));
    }
}
