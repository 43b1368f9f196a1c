//! Retrieval evaluation: labelled queries are asked of a running server, and their rankings measured.

mod labels;
mod measures;
mod report;

#[cfg(test)]
mod tests;

pub use labels::{Filters, Labelled, parse, read};
pub use measures::{CUT, Measures};
pub use report::{explanation, summary};

use clap::ValueEnum;
use lorekeeper_content::{Family, slugify};
use lorekeeper_mcp::{Executor, ExecutorError, GraphqlRequest};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Why an evaluation failed.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    /// A file cannot be read or written.
    #[error("{} cannot be {what}: {cause}.", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// `read` or `written`.
        what: &'static str,
        /// The system's reason.
        cause: std::io::Error,
    },
    /// A line of labels is no query.
    #[error(
        "{}, {problem}. A line looks like this: {{\"id\": \"q1\", \"query\": \"ball of fire\", \"family\": \"spell\", \"category\": \"concept\", \"relevant\": {{\"spell:fireball\": 3}}}}",
        path.display()
    )]
    Labels {
        /// The file.
        path: PathBuf,
        /// The line, and what is wrong with it.
        problem: String,
    },
    /// The server did not answer.
    #[error(transparent)]
    Endpoint(#[from] ExecutorError),
    /// The server refused a query, or answered without a part of the search; in its words.
    #[error("Query {id}: {message}")]
    Query {
        /// The query's id.
        id: String,
        /// The first error or warning.
        message: String,
    },
    /// The answer has another shape than this program expects.
    #[error("Query {id} has an answer that cannot be read: {cause}.")]
    Answer {
        /// The query's id.
        id: String,
        /// What is wrong with it.
        cause: serde_json::Error,
    },
    /// An id was named that no query has.
    #[error("There is no query \"{0}\".")]
    Unknown(String),
}

/// How search ranks.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// By words, names and meaning.
    Hybrid,
    /// By meaning.
    Semantic,
    /// By words and names.
    Lexical,
}

/// The ranking that is measured.
#[derive(Copy, Clone, Debug)]
pub struct Ranking {
    /// How search ranks.
    pub mode: Mode,
    /// Whether what a query says about fields raises what fits.
    pub understand: bool,
}

impl From<Mode> for Ranking {
    fn from(mode: Mode) -> Self {
        Self { mode, understand: true }
    }
}

/// Results asked for, of which namesakes are dropped.
const RESULTS_PER_QUERY: usize = 50;

/// A query with its ranking.
#[derive(Clone, Debug)]
pub struct Run {
    /// The query with its labels.
    pub labelled: Labelled,
    /// What the server found.
    pub found: Found,
    /// Family and slug of the name of the first [`CUT`] results, each once, best first.
    pub results: Vec<String>,
    /// How good they are.
    pub measures: Measures,
    /// How long the answer took.
    pub took: Duration,
}

/// The connection of a search, as the server answers it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    meta: Meta,
    edges: Vec<Edge>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Meta {
    warnings: Vec<String>,
    corrected_query: Option<String>,
    understood: Vec<Understood>,
}

#[derive(Clone, Debug, Deserialize)]
struct Understood {
    field: String,
    value: String,
}

#[derive(Clone, Debug, Deserialize)]
struct Edge {
    score: f64,
    explain: Option<Explain>,
    node: Node,
}

#[derive(Clone, Debug, Deserialize)]
struct Explain {
    #[serde(rename = "scoreComponents")]
    components: Vec<ScoreComponent>,
}

#[derive(Clone, Debug, Deserialize)]
struct ScoreComponent {
    by: String,
    score: f64,
    rank: u32,
    weight: f64,
}

#[derive(Clone, Debug, Deserialize)]
struct Node {
    name: String,
    family: String,
    document: Document,
}

#[derive(Clone, Debug, Deserialize)]
struct Document {
    key: String,
}

impl Node {
    /// Family and slug of the name, and the document where that counts, as labels have them.
    fn result(&self, labelled: &Labelled) -> String {
        let result = format!("{}:{}", self.family.to_lowercase(), slugify(&self.name));
        if labelled.is_of_all_documents() { format!("{result}@{}", self.document.key) } else { result }
    }
}

/// Asks a server the queries one after another, among some documents, and measures what it finds.
pub async fn evaluate(
    server: &dyn Executor,
    queries: Vec<Labelled>,
    documents: &[String],
    ranking: Ranking,
) -> Result<Vec<Run>, EvalError> {
    // The first query pays for what the others find in the server's caches.
    if let Some(first) = queries.first() {
        ask(server, first, documents, ranking).await?;
    }
    let mut runs = Vec::with_capacity(queries.len());
    for labelled in queries {
        let began = Instant::now();
        let found = ask(server, &labelled, documents, ranking).await?;
        let took = began.elapsed();
        let results = results(&found, &labelled);
        let grades: Vec<u8> = results.iter().map(|result| labelled.grade(result)).collect();
        let relevant: Vec<u8> = labelled.relevant.values().copied().collect();
        runs.push(Run { measures: Measures::of(&grades, &relevant), labelled, found, results, took });
    }
    Ok(runs)
}

async fn ask(
    server: &dyn Executor,
    labelled: &Labelled,
    documents: &[String],
    ranking: Ranking,
) -> Result<Found, EvalError> {
    let mut answer = server.execute(request(labelled, documents, ranking)).await?;
    let refused = |message: &str| EvalError::Query { id: labelled.id.clone(), message: message.to_owned() };
    if let Some(error) = answer.pointer("/errors/0/message") {
        return Err(refused(error.as_str().unwrap_or_default()));
    }
    let found = answer.pointer_mut("/data/found").map(Value::take);
    let found: Found = serde_json::from_value(found.unwrap_or_default())
        .map_err(|cause| EvalError::Answer { id: labelled.id.clone(), cause })?;
    match found.meta.warnings.first() {
        Some(warning) => Err(refused(warning)),
        None => Ok(found),
    }
}

fn request(labelled: &Labelled, documents: &[String], ranking: Ranking) -> GraphqlRequest {
    let (field, filter) = match labelled.family() {
        None => ("search(query: $query", None),
        Some(Family::Spell) => ("spells(search: $query", Some("SpellFilter")),
        Some(Family::Creature) => ("creatures(search: $query", Some("CreatureFilter")),
        Some(Family::Equipment) => ("equipment(search: $query", Some("EquipmentFilter")),
        Some(Family::CharacterOption) => ("characterOptions(search: $query", Some("CharacterOptionFilter")),
        Some(Family::Rule) => ("rules(search: $query", Some("RuleFilter")),
    };
    let declared = filter.map(|name| format!(", $filter: {name}")).unwrap_or_default();
    let given = filter.map(|_| ", filter: $filter").unwrap_or_default();
    // Labels are of rows.
    let collapse = match labelled.family() {
        None | Some(Family::Equipment) => ", collapse: NONE",
        Some(_) => "",
    };
    let query = format!(
        "query($query: String!, $documents: [String!], $mode: SearchMode, $understand: Boolean{declared}) {{
            found: {field}, documents: $documents, mode: $mode, understand: $understand, first: {RESULTS_PER_QUERY}{collapse}{given}) {{
                meta {{ warnings correctedQuery understood {{ field value }} }}
                edges {{ score explain {{ scoreComponents {{ by score rank weight }} }} node {{ name family document {{ key }} }} }}
            }}
        }}"
    );
    let mut variables = Map::from_iter([
        ("query".to_owned(), json!(labelled.query)),
        ("documents".to_owned(), json!((!labelled.is_of_all_documents()).then_some(documents))),
        ("mode".to_owned(), json!(format!("{:?}", ranking.mode).to_uppercase())),
        ("understand".to_owned(), json!(ranking.understand)),
    ]);
    if filter.is_some() {
        variables.insert("filter".to_owned(), json!(labelled.filters.graphql()));
    }
    GraphqlRequest::new(query, variables)
}

/// Family and name of what was found, each once.
fn results(found: &Found, labelled: &Labelled) -> Vec<String> {
    let mut results = Vec::new();
    for edge in &found.edges {
        let result = edge.node.result(labelled);
        if !results.contains(&result) {
            results.push(result);
        }
    }
    results.truncate(CUT);
    results
}
