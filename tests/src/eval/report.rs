//! Tables of an evaluation: means by category, the score components of one ranking.

use super::{CUT, Labelled, Measures, Run};
use comfy_table::Table;
use comfy_table::presets::UTF8_HORIZONTAL_ONLY;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

/// The nDCG below which a query is listed as a miss.
const MISS: f64 = 0.7;

/// The first results of a query with their grades, and the score, weight and rank of each ranking signal.
pub fn explanation(run: &Run) -> String {
    let mut table = table(["grade", "score", "name", "lexical", "name's", "semantic", "constraints"]);
    for edge in run.found.edges.iter().take(CUT) {
        let component = |wanted: &str| {
            let mut components = edge.explain.iter().flat_map(|explain| &explain.components);
            components
                .find(|found| found.by == wanted)
                .map_or_else(String::new, |found| format!("{:.3} × {:.2}, #{}", found.score, found.weight, found.rank))
        };
        table.add_row([
            run.labelled.grade(&edge.node.result(&run.labelled)).to_string(),
            format!("{:.3}", edge.score),
            edge.node.name.clone(),
            component("FULL_TEXT"),
            component("NAME"),
            component("SEMANTIC"),
            component("CONSTRAINTS"),
        ]);
    }
    let corrected_query = run.found.meta.corrected_query.as_ref();
    let read = corrected_query.map_or_else(String::new, |read| format!(" (searched for: {read})"));
    let Labelled { id, query, .. } = &run.labelled;
    format!("{id}: {query}{read}{}\n{table}\n", understood(run))
}

/// What the server understood of a query's constraints.
fn understood(run: &Run) -> String {
    let understood = run.found.meta.understood.iter();
    let told: Vec<String> = understood.map(|understood| format!("{} {}", understood.field, understood.value)).collect();
    if told.is_empty() {
        return String::new();
    }
    format!(" (understood: {})", told.join(", "))
}

/// The means of each category and of all, how long a query took, and the queries that lose most if wanted.
pub fn summary(runs: &[Run], misses: bool) -> String {
    let mut groups: BTreeMap<&str, Vec<Measures>> = BTreeMap::new();
    for run in runs {
        groups.entry(&run.labelled.category).or_default().push(run.measures);
    }
    let all: Vec<Measures> = runs.iter().map(|run| run.measures).collect();
    let mut table = table(["category", "queries", "nDCG@10", "recall@10", "MRR", "success@1"]);
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
    let _ = writeln!(text, "A query took {:.1} ms (p50), {:.1} ms (p99).", percentile(50), percentile(99));
    if misses {
        let mut losing: Vec<&Run> = runs.iter().filter(|run| run.measures.ndcg < MISS).collect();
        losing.sort_by(|a, b| a.measures.ndcg.total_cmp(&b.measures.ndcg));
        for run in losing {
            let Labelled { id, query, category, .. } = &run.labelled;
            let understood = understood(run);
            let _ = writeln!(text, "{:.2} {id} {category}: {query}{understood}", run.measures.ndcg);
            let _ = writeln!(text, "     {}", run.results.join(", "));
        }
    }
    text
}

fn table<const N: usize>(head: [&str; N]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_HORIZONTAL_ONLY).set_header(head);
    table
}
