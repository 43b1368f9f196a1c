//! Labelled queries, a JSON object a line.

use super::EvalError;
use lorekeeper_content::Family;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// A query, and what should be found. Labels may have further fields, for people.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Labelled {
    /// Its id.
    pub id: String,
    /// What is typed.
    pub query: String,
    /// The family to look in; `any` for all.
    pub family: String,
    /// What results must be.
    #[serde(default)]
    pub filters: Filters,
    /// What kind of query it is (`concept`, `misspelt`).
    pub category: String,
    /// The grade of everything relevant, by family and slug of its name; with `@` and the key of its document where
    /// all documents are searched.
    pub relevant: BTreeMap<String, u8>,
}

/// What results must be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Filters {
    level: Option<i64>,
    school: Option<String>,
    #[serde(rename = "type")]
    type_: Option<String>,
    kind: Option<String>,
}

/// What one kind of the labels is called here.
const KINDS: [(&str, &[&str]); 6] = [
    ("item", &["GEAR"]),
    ("species", &["RACE", "SUBRACE"]),
    ("rule", &["RULE", "SECTION"]),
    ("spell_school", &["MAGIC_SCHOOL"]),
    ("ability", &["ABILITY_SCORE"]),
    ("class", &["CLASS"]),
];

impl Filters {
    /// The filter as GraphQL has it; `None` when there is none.
    pub fn graphql(&self) -> Option<Value> {
        let mut filter = Map::new();
        if let Some(level) = self.level {
            filter.insert("level".to_owned(), json!({"eq": level}));
        }
        for (name, value) in [("school", &self.school), ("type", &self.type_)] {
            if let Some(value) = value {
                filter.insert(name.to_owned(), json!({"eq": value}));
            }
        }
        if let Some(kind) = &self.kind {
            let known = KINDS.iter().find(|(name, _)| name == kind);
            let kinds = known.map_or_else(
                || vec![kind.to_uppercase()],
                |(_, kinds)| kinds.iter().map(|&kind| kind.to_owned()).collect(),
            );
            filter.insert("kind".to_owned(), json!({"in": kinds}));
        }
        (!filter.is_empty()).then_some(Value::Object(filter))
    }
}

impl Labelled {
    /// The family to look in; `None` for all.
    pub fn family(&self) -> Option<Family> {
        Family::parse(&self.family)
    }

    /// Whether all documents are searched, and results of different documents are different.
    pub fn is_of_all_documents(&self) -> bool {
        self.relevant.keys().any(|result| result.contains('@'))
    }

    /// The grade of a result, 0 where it is not relevant.
    pub fn grade(&self, result: &str) -> u8 {
        self.relevant.get(result).copied().unwrap_or(0)
    }
}

/// Reads the queries of a file.
pub fn read(path: &Path) -> Result<Vec<Labelled>, EvalError> {
    let text = std::fs::read_to_string(path).map_err(|cause| EvalError::File {
        path: path.to_owned(),
        what: "read",
        cause,
    })?;
    parse(&text).map_err(|problem| EvalError::Labels { path: path.to_owned(), problem })
}

/// Reads queries; the error is the line that is no query, and why.
pub fn parse(text: &str) -> Result<Vec<Labelled>, String> {
    let mut queries = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let query: Labelled = serde_json::from_str(line).map_err(|fault| format!("line {}: {fault}", number + 1))?;
        if query.family != "any" && query.family().is_none() {
            let known = Family::ALL.map(Family::name).join(", ");
            let (number, family) = (number + 1, &query.family);
            return Err(format!("line {number}: \"{family}\" is not a family; there are {known} and any"));
        }
        queries.push(query);
    }
    if queries.is_empty() {
        return Err("line 1: there are no queries in it".to_owned());
    }
    Ok(queries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_query() {
        let queries = parse(
            "{\"id\": \"a\", \"query\": \"soup\", \"family\": \"rule\", \"filters\": {\"kind\": \"species\", \"level\": 0}, \"category\": \"concept\", \"relevant\": {\"rule:soup\": 3}}\n\n",
        )
        .unwrap();
        assert_eq!(queries.len(), 1);
        assert_eq!(queries[0].family(), Some(Family::Rule));
        assert_eq!(
            queries[0].filters.graphql(),
            Some(json!({"level": {"eq": 0}, "kind": {"in": ["RACE", "SUBRACE"]}}))
        );
        assert_eq!(Filters::default().graphql(), None);
    }

    #[test]
    fn what_is_no_query_is_told_with_its_line() {
        let line = |family: &str| {
            format!(
                "{{\"id\": \"a\", \"query\": \"\", \"family\": \"{family}\", \"category\": \"\", \"relevant\": {{}}}}"
            )
        };
        for (text, words) in [
            ("\n{}", "line 2: missing field"),
            ("", "no queries"),
            (&format!("{}\n{}", line("any"), line("soup")), "line 2: \"soup\" is not a family"),
        ] {
            let fault = parse(text).unwrap_err();
            assert!(fault.contains(words), "{fault}");
        }
    }
}
