//! How large a document is, with its fragments put in where they are spread: told without putting them in.

use crate::error::{Error, Result};
use async_graphql::parser::types::{
    ExecutableDocument, Field, OperationDefinition, Selection, SelectionSet,
};
use std::collections::{HashMap, HashSet};

/// Deepest nesting of fields. Introspection as tools ask for it stays below.
const DEEPEST: usize = 25;

/// Longest chain of fragments that spread each other.
const LONGEST: usize = 30;

/// Most fields of a document, its fragments put in.
const MOST_FIELDS: usize = 5_000;

/// How often a document may ask for a field again, under another name or the same.
const MOST_REPEATS: usize = 100;

/// Most directives of a document.
const MOST_DIRECTIVES: usize = 200;

/// How often introspection may go from a type to its fields, their types, and on.
const DEEPEST_INTROSPECTION: usize = 2;

/// The fields of introspection that lead from one type to many others.
const SPREADING: [&str; 4] = ["fields", "inputFields", "interfaces", "possibleTypes"];

/// What a document asks for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Whether it looks at the schema.
    pub introspection: bool,
    /// Whether it looks at nothing but the schema.
    pub only_introspection: bool,
}

/// The outline of a document that is not too large.
pub fn outline(document: &ExecutableDocument) -> Result<Outline> {
    let mut walk = Walk {
        document,
        fragments: HashMap::new(),
        chain: 0,
        repeats: 0,
        directives: 0,
    };
    let mut all = Part::default();
    for (_, operation) in document.operations.iter() {
        walk.directives += operation.node.directives.len();
        all.add(&walk.set(&operation.node.selection_set.node)?);
    }
    // Those that are spread nowhere are refused later, but not before they were walked through.
    let names: Vec<&str> = document.fragments.keys().map(AsRef::as_ref).collect();
    for name in names {
        walk.fragment(name)?;
    }
    check("fields are nested", "deep", all.depth, DEEPEST)?;
    check("document asks for", "fields", all.fields, MOST_FIELDS)?;
    check(
        "document asks",
        "times for a field that it has asked for already",
        walk.repeats,
        MOST_REPEATS,
    )?;
    check(
        "document has",
        "directives",
        walk.directives,
        MOST_DIRECTIVES,
    )?;
    check(
        "introspection goes",
        "times from types to other types",
        all.spreading,
        DEEPEST_INTROSPECTION,
    )?;
    Ok(Outline {
        introspection: all.introspection,
        only_introspection: document
            .operations
            .iter()
            .all(|(_, o)| only_introspection(&o.node)),
    })
}

fn check(subject: &str, what: &str, count: usize, most: usize) -> Result<()> {
    if count <= most {
        return Ok(());
    }
    let count = if count == usize::MAX {
        "far more than a million".to_owned()
    } else {
        count.to_string()
    };
    Err(Error::too_complex(format!(
        "The {subject} {count} {what}, but at most {most} are answered. Ask for less, or in several requests."
    )))
}

fn only_introspection(operation: &OperationDefinition) -> bool {
    operation.selection_set.node.items.iter().all(|item| {
        matches!(&item.node, Selection::Field(field) if field.node.name.node.starts_with("__"))
    })
}

/// What a selection comes to.
#[derive(Copy, Clone, Debug, Default)]
struct Part {
    fields: usize,
    depth: usize,
    /// Levels of [`SPREADING`].
    spreading: usize,
    introspection: bool,
}

impl Part {
    fn add(&mut self, other: &Self) {
        self.fields = self.fields.saturating_add(other.fields);
        self.depth = self.depth.max(other.depth);
        self.spreading = self.spreading.max(other.spreading);
        self.introspection |= other.introspection;
    }
}

struct Walk<'a> {
    document: &'a ExecutableDocument,
    /// What each fragment comes to; nothing for those being walked through.
    fragments: HashMap<&'a str, Option<Part>>,
    chain: usize,
    repeats: usize,
    directives: usize,
}

impl<'a> Walk<'a> {
    fn set(&mut self, set: &'a SelectionSet) -> Result<Part> {
        let mut whole = Part::default();
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
                Selection::FragmentSpread(spread) => {
                    self.fragment(spread.node.fragment_name.node.as_str())?
                }
            };
            whole.add(&part);
        }
        Ok(whole)
    }

    fn field(&mut self, field: &'a Field) -> Result<Part> {
        let within = self.set(&field.selection_set.node)?;
        let name = field.name.node.as_str();
        Ok(Part {
            fields: within.fields.saturating_add(1),
            depth: within.depth + 1,
            spreading: within.spreading + usize::from(SPREADING.contains(&name)),
            introspection: within.introspection || matches!(name, "__schema" | "__type"),
        })
    }

    fn fragment(&mut self, name: &str) -> Result<Part> {
        // Told here already: the library walks through all that is spread before it looks whether it is there.
        let Some((name, fragment)) = self.document.fragments.get_key_value(name) else {
            let name: String = name.chars().take(100).collect();
            return Err(Error::input(format!(
                "There is no fragment \"{name}\" in the document."
            )));
        };
        match self.fragments.get(name.as_str()) {
            Some(Some(part)) => return Ok(*part),
            Some(None) => {
                return Err(Error::input(format!(
                    "The fragment \"{name}\" spreads itself, directly or through others."
                )));
            }
            None => {}
        }
        self.fragments.insert(name.as_str(), None);
        self.chain += 1;
        check("fragments spread each other", "deep", self.chain, LONGEST)?;
        self.directives += fragment.node.directives.len();
        let part = self.set(&fragment.node.selection_set.node)?;
        self.chain -= 1;
        self.fragments.insert(name.as_str(), Some(part));
        Ok(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;
    use async_graphql::parser::parse_query;

    fn of(text: &str) -> Result<Outline> {
        outline(&parse_query(text).unwrap())
    }

    fn refused(text: &str, words: &str) {
        let error = of(text).unwrap_err();
        assert_eq!(error.code, Code::TooComplex, "{error}");
        assert!(error.message.contains(words), "{error}");
    }

    #[test]
    fn what_is_deep_wide_or_often_is_told_by_how_much() {
        let deep = "{a".repeat(26) + &"}".repeat(26);
        refused(&deep, "26 deep, but at most 25");
        let wide: String = (0..5001).fold("{".to_owned(), |text, i| text + &format!(" a{i}")) + "}";
        refused(&wide, "5001 fields");
        let aliases: String =
            (0..102).fold("{".to_owned(), |text, i| text + &format!(" a{i}: name")) + "}";
        refused(&aliases, "101 times for a field");
        let flood = format!("{{ a {} }}", "@skip(if: false) ".repeat(201));
        refused(&flood, "201 directives");
    }

    #[test]
    fn a_bomb_of_fragments_is_seen_without_being_set_off() {
        let bomb = (0..25).fold("{ ...f0 }".to_owned(), |text, i| {
            let next = i + 1;
            text + &format!(
                " fragment f{i} on Query {{ x: a {{ ...f{next} }} y: b {{ ...f{next} }} }}"
            )
        }) + " fragment f25 on Query { a b }";
        refused(&bomb, "fields");
        let chain: String = (0..40).fold("{ ...f0 }".to_owned(), |text, i| {
            text + &format!(" fragment f{i} on Query {{ ...f{} }}", i + 1)
        }) + " fragment f40 on Query { a }";
        refused(&chain, "fragments spread each other");
    }

    #[test]
    fn fragments_that_spread_themselves_are_the_clients_to_mend() {
        for text in [
            "{ ...f } fragment f on Query { a ...f }",
            "{ ...f } fragment f on Query { ...g } fragment g on Query { b { ...f } }",
        ] {
            let error = of(text).unwrap_err();
            assert_eq!(error.code, Code::BadUserInput);
            assert!(error.message.contains("spreads itself"), "{error}");
        }
    }

    #[test]
    fn a_bomb_with_nothing_in_it_is_none() {
        let bomb = (0..28).fold("{ ...f0 }".to_owned(), |text, i| {
            let next = i + 1;
            text + &format!(" fragment f{i} on Query {{ ...f{next} ...f{next} ...f{next} }}")
        });
        let error = of(&bomb).unwrap_err();
        assert!(error.message.contains("no fragment \"f28\""), "{error}");
        // Nor may spreads be many that come to few fields.
        let empty = bomb + " fragment f28 on Query { a }";
        refused(&empty, "fields");
    }

    #[test]
    fn introspection_goes_so_far() {
        let usual =
            "{ __schema { types { fields { type { ofType { name } } } inputFields { name } } } }";
        let outline = of(usual).unwrap();
        assert!(outline.introspection && outline.only_introspection);
        refused(
            "{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }",
            "3 times from types",
        );
        let mixed = of("{ spells { totalCount } __type(name: \"Spell\") { name } }").unwrap();
        assert!(mixed.introspection && !mixed.only_introspection);
        assert!(!of("{ __typename }").unwrap().introspection);
    }
}
