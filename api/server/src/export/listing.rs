//! The listing of an export: the ids of its entities in order. Those of a search are taken from one ranking, and only as
//! far as they match it.

use super::{Export, ask, parameters};
use lorekeeper_content::Family;
use lorekeeper_graphql::error::{Code, Error, Result};
use lorekeeper_mcp::Executor;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::fmt::Write as _;

/// Ids of a page.
const PAGE_SIZE: usize = 100;

/// How often a ranking is read that changes meanwhile.
const MAX_RANKINGS: usize = 3;

/// The ids of an export.
pub struct Listing {
    operation: String,
    /// The variables of the next page; `None` after the last.
    variables: Option<Map<String, Value>>,
    is_search: bool,
    /// What did not go as asked.
    pub warnings: Vec<String>,
}

impl Listing {
    pub fn new(export: &Export) -> Self {
        // Conditions may have words that are searched for.
        let texts = ["search", "where"].map(|name| export.variables.get(name).and_then(Value::as_str));
        Self {
            operation: operation(export),
            variables: Some(export.variables.clone()),
            is_search: texts.into_iter().flatten().any(|text| !text.trim().is_empty()),
            warnings: Vec::new(),
        }
    }

    /// Whether all ids have been given.
    pub fn is_whole(&self) -> bool {
        self.variables.is_none()
    }

    /// The next ids.
    pub async fn next(&mut self, executor: &dyn Executor) -> Result<Vec<String>> {
        let Some(first) = self.variables.clone() else {
            return Ok(Vec::new());
        };
        if !self.is_search {
            return Ok(self.page(executor).await?.0);
        }
        for _ in 0..MAX_RANKINGS {
            self.variables = Some(first.clone());
            let (ids, count) = self.page(executor).await?;
            let Some(count) = count else {
                // Conditions without words rank nothing.
                self.is_search = false;
                return Ok(ids);
            };
            if let Some(ids) = self.ranking(executor, ids, count).await? {
                self.variables = None;
                return Ok(ids);
            }
        }
        Err(Error::unavailable("The content is changing, and the ranking with it. Ask again in a moment."))
    }

    /// The ids of a ranking of so many, after those of its first page; `None` where it was made anew between two pages.
    async fn ranking(
        &mut self,
        executor: &dyn Executor,
        mut ids: Vec<String>,
        count: usize,
    ) -> Result<Option<Vec<String>>> {
        while self.variables.is_some() && ids.len() < count {
            match self.page(executor).await {
                // The cursor is out of date.
                Err(error) if error.code == Code::BadUserInput => return Ok(None),
                Err(error) => return Err(error),
                Ok((_, other)) if other != Some(count) => return Ok(None),
                Ok((more, _)) => ids.extend(more),
            }
        }
        let distinct: HashSet<&String> = ids.iter().collect();
        Ok((distinct.len() == ids.len()).then_some(ids))
    }

    /// The ids of the next page that match, and how many match on all pages of a ranking.
    async fn page(&mut self, executor: &dyn Executor) -> Result<(Vec<String>, Option<usize>)> {
        let mut variables = self.variables.take().unwrap_or_default();
        let is_first = !variables.contains_key("after");
        let data = ask(executor, &self.operation, variables.clone()).await?;
        let at = |path: &str| data.pointer(path).unwrap_or(&Value::Null);
        let message = at("/page/meta/message").as_str();
        if at("/page/meta/unknownScope") == &Value::Bool(true) {
            return Err(Error::not_found(message.unwrap_or_default()));
        }
        let edges = at("/page/edges").as_array();
        let edges = edges.map(Vec::as_slice).unwrap_or_default();
        if is_first {
            let warnings = at("/page/meta/warnings").as_array().into_iter().flatten();
            let message = message.filter(|_| edges.is_empty());
            let texts = warnings.filter_map(Value::as_str).chain(message);
            self.warnings = texts.map(str::to_owned).collect();
        }
        if at("/page/pageInfo/hasNextPage") == &Value::Bool(true) {
            variables.insert("after".into(), at("/page/pageInfo/endCursor").clone());
            self.variables = Some(variables);
        }
        let matching = edges.iter().filter(|edge| edge.get("isMatch") != Some(&Value::Bool(false)));
        let ids = matching.filter_map(|edge| edge.pointer("/node/id")?.as_str());
        let count = at("/page/matchCount").as_u64().map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        Ok((ids.map(str::to_owned).collect(), count))
    }
}

/// The operation that asks for a page of ids.
fn operation(export: &Export) -> String {
    let (field, arguments) = parameters::of(export.family);
    let mut declared = String::new();
    let mut passed = String::new();
    for (name, ty) in arguments {
        // Writing to a string cannot fail.
        let _ = write!(declared, ", ${name}: {ty}");
        let _ = write!(passed, ", {name}: ${name}");
    }
    if export.family == Family::Equipment {
        // An export has each variant.
        passed.push_str(", collapse: NONE");
    }
    format!(
        "query($after: String{declared}) {{
  page: {field}(first: {PAGE_SIZE}, after: $after{passed}) {{
    matchCount
    edges {{ isMatch node {{ id }} }}
    pageInfo {{ hasNextPage endCursor }}
    meta {{ unknownScope message warnings }}
  }}
}}"
    )
}
