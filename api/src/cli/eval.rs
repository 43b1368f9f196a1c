//! `lorekeeper eval`: how well search finds what it should.

mod labels;
mod measures;

use crate::config::Config;
use crate::error::{Error, Result};
use crate::family::{Family, slugify};
use crate::share::{Access, Role};
use clap::{Args, ValueEnum};
use labels::Labelled;
use measures::{CUT, Measures};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What to evaluate.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Labelled queries: a JSON object a line with id, query, family, category, relevant, and filters if there are any
    file: PathBuf,
    /// How to rank
    #[arg(long, value_enum, default_value_t = Mode::Hybrid)]
    mode: Mode,
    /// Documents to look in; may be repeated
    #[arg(long = "document", value_name = "DOCUMENT", default_values = ["srd-2014", "srd-2024", "core"])]
    documents: Vec<String>,
    /// Show why this query finds what it finds; may be repeated
    #[arg(long, value_name = "ID")]
    explain: Vec<String>,
    /// Show the queries that lose most
    #[arg(long)]
    misses: bool,
    /// Write what was found: a JSON object a line with id and results, best first
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    Hybrid,
    Semantic,
    Lexical,
}

/// Results asked for, of which namesakes are dropped.
const ASKED: usize = 50;

/// A query, and what it found.
struct Run {
    labelled: Labelled,
    /// Family and slug of the name, each once, best first.
    results: Vec<String>,
    measures: Measures,
    took: Duration,
}

/// Runs the queries through the schema that everybody asks, and says how well they did.
pub async fn run(config: Config, arguments: Arguments) -> Result<()> {
    let queries = labels::read(&arguments.file)?;
    let access = Access::start(config, Role::Visitor);
    let outcome = evaluate(&access, &arguments, queries).await;
    access.close().await;
    let (runs, explained) = outcome?;
    if let Some(path) = &arguments.out {
        let lines = runs.iter().map(|run| {
            let line = json!({"id": run.labelled.id, "results": run.results});
            format!("{line}\n")
        });
        std::fs::write(path, lines.collect::<String>()).map_err(|cause| {
            let path = path.display();
            tracing::warn!(%cause, "results cannot be written");
            Error::input(format!("{path} cannot be written."))
        })?;
    }
    super::say(&(explained + &summary(&runs, arguments.misses)))
}

async fn evaluate(
    access: &Access,
    arguments: &Arguments,
    queries: Vec<Labelled>,
) -> Result<(Vec<Run>, String)> {
    super::load_model(access).await?;
    for id in &arguments.explain {
        if !queries.iter().any(|query| query.id == *id) {
            return Err(Error::input(format!("There is no query \"{id}\".")));
        }
    }
    let (mut runs, mut explained) = (Vec::new(), String::new());
    for (number, labelled) in queries.into_iter().enumerate() {
        // The first query pays for what the others find in place.
        if number == 0 {
            ask(access, arguments, &labelled).await?;
        }
        let began = Instant::now();
        let answer = ask(access, arguments, &labelled).await?;
        let took = began.elapsed();
        if let Some(warning) = super::list(&answer, "/found/meta/warnings").first() {
            return Err(Error::input(warning.as_str().unwrap_or_default()));
        }
        if arguments.explain.contains(&labelled.id) {
            explained.push_str(&explanation(&labelled, &answer));
        }
        let results = results(&answer);
        let grade = |result: &String| labelled.relevant.get(result).copied().unwrap_or_default();
        let found: Vec<u8> = results.iter().map(grade).collect();
        let relevant: Vec<u8> = labelled.relevant.values().copied().collect();
        runs.push(Run {
            measures: Measures::of(&found, &relevant),
            labelled,
            results,
            took,
        });
    }
    Ok((runs, explained))
}

async fn ask(access: &Access, arguments: &Arguments, labelled: &Labelled) -> Result<Value> {
    const EDGES: &str = "meta { warnings searchedFor } edges { score matchedBy explain { legs { by score rank weight } } node { name family } }";
    let (field, filter) = match labelled.family() {
        None => ("search(query: $query", None),
        Some(Family::Spell) => ("spells(search: $query", Some("SpellFilter")),
        Some(Family::Creature) => ("creatures(search: $query", Some("CreatureFilter")),
        Some(Family::Equipment) => ("equipment(search: $query", Some("EquipmentFilter")),
        Some(Family::CharacterOption) => (
            "characterOptions(search: $query",
            Some("CharacterOptionFilter"),
        ),
        Some(Family::Rule) => ("rules(search: $query", Some("RuleFilter")),
    };
    let declared = filter
        .map(|name| format!(", $filter: {name}"))
        .unwrap_or_default();
    let given = filter.map(|_| ", filter: $filter").unwrap_or_default();
    let query = format!(
        "query($query: String!, $documents: [String!], $mode: SearchMode{declared}) {{
            found: {field}, documents: $documents, mode: $mode, first: {ASKED}{given}) {{ {EDGES} }}
        }}"
    );
    let mode = format!("{:?}", arguments.mode).to_uppercase();
    let variables = json!({
        "query": labelled.query,
        "documents": arguments.documents,
        "mode": mode,
        "filter": labelled.filters.graphql(),
    });
    super::ask(access, &query, variables).await
}

/// Family and name of what was found, each once.
fn results(answer: &Value) -> Vec<String> {
    let mut results: Vec<String> = Vec::new();
    for edge in super::list(answer, "/found/edges") {
        let family = super::text(edge, "/node/family").to_lowercase();
        let result = format!("{family}:{}", slugify(&super::text(edge, "/node/name")));
        if !results.contains(&result) {
            results.push(result);
        }
    }
    results.truncate(CUT);
    results
}

fn explanation(labelled: &Labelled, answer: &Value) -> String {
    let mut table = super::table(["grade", "score", "name", "lexical", "name's", "semantic"]);
    for edge in super::list(answer, "/found/edges").iter().take(CUT) {
        let family = super::text(edge, "/node/family").to_lowercase();
        let name = super::text(edge, "/node/name");
        let result = format!("{family}:{}", slugify(&name));
        let grade = labelled.relevant.get(&result).copied().unwrap_or_default();
        let leg = |wanted: &str| {
            let legs = super::list(edge, "/explain/legs");
            let leg = legs.iter().find(|leg| leg["by"] == wanted);
            leg.map_or_else(String::new, |leg| {
                let (score, weight) = (leg["score"].as_f64(), leg["weight"].as_f64());
                let (score, weight) = (score.unwrap_or_default(), weight.unwrap_or_default());
                format!("{score:.3} × {weight:.2}, #{}", leg["rank"])
            })
        };
        let score = edge["score"].as_f64().unwrap_or_default();
        table.add_row([
            grade.to_string(),
            format!("{score:.3}"),
            name,
            leg("FULL_TEXT"),
            leg("NAME"),
            leg("SEMANTIC"),
        ]);
    }
    let (id, query) = (&labelled.id, &labelled.query);
    let searched_for = super::text(answer, "/found/meta/searchedFor");
    let read = if searched_for.is_empty() {
        String::new()
    } else {
        format!(" (searched for: {searched_for})")
    };
    format!("{id}: {query}{read}\n{table}\n")
}

fn summary(runs: &[Run], misses: bool) -> String {
    let mut groups: BTreeMap<&str, Vec<Measures>> = BTreeMap::new();
    for run in runs {
        groups
            .entry(&run.labelled.category)
            .or_default()
            .push(run.measures);
    }
    let all: Vec<Measures> = runs.iter().map(|run| run.measures).collect();
    let mut table = super::table([
        "category",
        "queries",
        "nDCG@10",
        "recall@10",
        "MRR",
        "success@1",
    ]);
    for (category, measures) in groups.into_iter().chain([("all", all)]) {
        let mean = Measures::mean(&measures);
        let shown = [mean.ndcg, mean.recall, mean.reciprocal_rank, mean.success];
        let row = [category.to_owned(), measures.len().to_string()].into_iter();
        table.add_row(row.chain(shown.map(|figure| format!("{figure:.3}"))));
    }
    let mut took: Vec<Duration> = runs.iter().map(|run| run.took).collect();
    took.sort_unstable();
    let percentile = |percent: usize| {
        let at = (took.len() * percent).div_ceil(100).saturating_sub(1);
        took.get(at).map_or(0.0, Duration::as_secs_f64) * 1000.0
    };
    let mut text = format!("{table}\n");
    // Writing to a string does not fail.
    let _ = writeln!(
        text,
        "A query took {:.1} ms (p50), {:.1} ms (p99).",
        percentile(50),
        percentile(99)
    );
    if misses {
        let mut losing: Vec<&Run> = runs.iter().filter(|run| run.measures.ndcg < 0.7).collect();
        losing.sort_by(|a, b| a.measures.ndcg.total_cmp(&b.measures.ndcg));
        for run in losing {
            let Labelled {
                id,
                query,
                category,
                ..
            } = &run.labelled;
            let _ = writeln!(text, "{:.2} {id} {category}: {query}", run.measures.ndcg);
            let _ = writeln!(text, "     {}", run.results.join(", "));
        }
    }
    text
}
