//! Scale curves: how the figures change with the size of the store.

use crate::baseline::{Model, Sql};
use crate::bench::Bench;
use crate::options::Options;
use crate::program::{Program, Settings};
use crate::report::{Figure, heading, megabytes, milliseconds, number, table};
use crate::samples::Samples;
use crate::server::Server;
use crate::{Result, data_directory, scenarios, settings, sync};
use lorekeeper::config::{Config, Layer};
use lorekeeper_store::{Store, VECTOR_INDEX_THRESHOLD, ensure_vector_index, index_name};
use lorekeeper_tests::recall::recall;
use lorekeeper_tests::synthetic::multiply;
use std::time::Instant;

/// The scenarios that are measured at every size.
const SCENARIOS: [&str; 8] = ["structured", "named", "faceted", "nested", "lexical", "semantic", "hybrid", "last-page"];

/// Those of them that are measured once more with the vectors in the store.
const SEARCHES: [&str; 3] = ["lexical", "semantic", "hybrid"];

/// The figures with the vectors in the store, with an index of them; without these, none is built.
const STORED: &str = "vectors in the store";

/// The figure of the size of the index of vectors.
const INDEX_SIZE: &str = "size of the index of vectors";

/// Enough memory for all vectors, in MiB.
const ALL_VECTORS: &str = "65536";

/// Queries that recall is measured with.
const RECALL_QUERIES: u32 = 20;

/// Fills the store at `url` where it is empty, multiplies it and measures it at every size, from the smallest on.
/// Returns the section of the page and its Markdown.
pub async fn scale(options: &Options, program: &Program, url: &str) -> Result<(&'static str, String)> {
    let data = data_directory(&options.assets())?;
    let mut settings = settings(data.path());
    program.run(&["assets"], &settings).await?;
    let model = Model::load(data.path()).await?;
    let sql = Sql::open(url).await?;
    let heading = heading(program, &sql).await?;
    settings.insert("DATABASE_URL", url.to_owned());
    if sql.is_empty().await? {
        let content = sync::Content::new(options).await;
        let mut settings = settings.clone();
        settings.extend(content.all.clone());
        sync::fill(program, &settings, &sql, &model).await?;
    }
    // A sync would delete the copies, which no source has.
    settings.insert("LOREKEEPER_OFFLINE", "true".to_owned());
    let mut sizes = options.scale.clone();
    sizes.sort_unstable();
    let mut columns: Vec<(usize, Vec<Figure>)> = Vec::new();
    let mut stored = Vec::new();
    for size in sizes {
        eprintln!("{size} times the content");
        let mut figures = grow(options, url, &model, size).await?;
        sql.execute("VACUUM (ANALYZE)").await?;
        figures.extend(storage(&sql, &model).await?);
        let mut all = settings.clone();
        all.insert("LOREKEEPER_VECTOR_MEMORY", ALL_VECTORS.to_owned());
        figures.extend(serve(options, program, (url, &all), &model, &SCENARIOS).await?);
        let is_indexed = figures.iter().any(|figure| figure.name == INDEX_SIZE && figure.value > 0.0);
        if is_indexed {
            let in_store = serve(options, program, (url, &settings), &model, &SEARCHES).await?;
            figures.extend(
                in_store.into_iter().map(|figure| Figure { name: format!("{STORED}: {}", figure.name), ..figure }),
            );
        }
        stored.push(format!("- {size}×: {}", sql.stored().await?));
        columns.push((size, figures));
        // The next size may take hours.
        eprintln!("{}", curves(&columns));
    }
    Ok(("scale", format!("{heading}\n\n{}\n\n{}", curves(&columns), stored.join("\n"))))
}

/// Multiplies the store, lets the program build its index of vectors where it has one, and measures recall.
async fn grow(options: &Options, url: &str, model: &Model, size: usize) -> Result<Vec<Figure>> {
    let layer = Layer::from([("database_url", url.to_owned())]);
    let store = Store::open(&Config::resolve(&[layer])?.store, None).await?;
    multiply(&store, size, &mut |step| eprintln!("  {step}")).await?;
    let mut figures = Vec::new();
    if !options.wants(STORED) {
        store.close().await;
        return Ok(figures);
    }
    let began = Instant::now();
    if ensure_vector_index(&store, &model.id(), model.dimension(), VECTOR_INDEX_THRESHOLD, &[]).await? {
        figures.push(Figure::new("index of vectors built", began.elapsed().as_secs_f64(), "s"));
    }
    let passages = "SELECT count(*) FROM passage_vector WHERE model = $1 HAVING count(*) >= $2";
    if Sql::open(url).await?.rows(passages, vec![model.id().into(), VECTOR_INDEX_THRESHOLD.into()]).await? > 0 {
        for found in recall(&store, RECALL_QUERIES, None).await? {
            for (name, value, unit) in [
                ("recall@10", found.mean, ""),
                ("recall@10 of the worst query", found.worst, ""),
                ("exact search of vectors", found.exact_ms, "ms of SQL"),
                ("search of vectors", found.index_ms, "ms of SQL"),
            ] {
                figures.push(Figure::new(format!("{name}, {}", found.filter), value, unit));
            }
        }
    }
    store.close().await;
    Ok(figures)
}

/// The size of the database, of the vectors and of their index.
async fn storage(sql: &Sql, model: &Model) -> Result<Vec<Figure>> {
    let index = format!("SELECT coalesce(pg_relation_size(to_regclass('\"{}\"')), 0)", index_name(&model.id()));
    let mut figures = Vec::new();
    for (name, statement) in [
        (INDEX_SIZE, index.as_str()),
        ("size of the vectors", "SELECT pg_table_size('passage_vector')"),
        ("size of the database", "SELECT pg_database_size(current_database())"),
    ] {
        figures.push(Figure::new(name, sql.number(statement).await? / 1e6, "MB"));
    }
    Ok(figures)
}

/// Measures a server on the store: the scenarios with one client, startup and memory.
async fn serve(
    options: &Options,
    program: &Program,
    (url, settings): (&str, &Settings),
    model: &Model,
    scenarios: &[&str],
) -> Result<Vec<Figure>> {
    let server = Server::start(program, settings).await?;
    let began = Instant::now();
    server.until_searchable().await?;
    let searchable = began.elapsed() + server.first_answer;
    let sql = Sql::open(url).await?;
    let samples = Samples::of(&sql).await?;
    let mut figures = vec![
        Figure::new("serve to first answer", milliseconds(server.first_answer), "ms"),
        Figure::new("serve to first search", searchable.as_secs_f64(), "s"),
    ];
    let mut bench = Bench::new(server, sql, model.clone(), None, samples, options.effort());
    for scenario in scenarios::ALL
        .iter()
        .chain([&scenarios::LAST_PAGE])
        .filter(|scenario| scenarios.contains(&scenario.name))
        .filter(|scenario| options.wants(scenario.name))
    {
        for row in bench.measure(scenario, &[1]).await? {
            figures.push(Figure::new(format!("{}, p50", row.scenario), row.p50_ms, "ms"));
            figures.push(Figure::new(format!("{}, p99", row.scenario), row.p99_ms, "ms"));
            if let Some(baseline) = row.baseline {
                figures.push(Figure::new(format!("{}: {}", row.scenario, baseline.name), baseline.p50_ms, "ms"));
            }
        }
    }
    let memory = megabytes(bench.server.process.resident());
    figures.push(Figure::new("memory of the server afterwards", memory, "MB"));
    bench.server.stop().await?;
    Ok(figures)
}

/// A table with a row for each figure and a column for each size.
fn curves(columns: &[(usize, Vec<Figure>)]) -> String {
    let mut named: Vec<&Figure> = Vec::new();
    for figure in columns.iter().flat_map(|(_, figures)| figures) {
        if named.iter().all(|known| known.name != figure.name) {
            named.push(figure);
        }
    }
    let header = ["figure".to_owned(), "unit".to_owned()].into_iter();
    let rows = named.into_iter().map(|row| {
        let values = columns.iter().map(|(_, figures)| {
            let figure = figures.iter().find(|figure| figure.name == row.name);
            figure.map_or(String::new(), |figure| number(figure.value))
        });
        [row.name.clone(), row.unit.to_owned()].into_iter().chain(values).collect::<Vec<_>>()
    });
    table(header.chain(columns.iter().map(|(size, _)| format!("{size}×"))), rows)
}
