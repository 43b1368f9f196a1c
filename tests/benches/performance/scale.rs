//! Curves: how the figures grow with what is stored.

use crate::Result;
use crate::asking::Bench;
use crate::content::{Content, Samples, generated, settings_of};
use crate::figures::{Fact, Row, megabytes};
use crate::last_page::last_page;
use crate::limits::{Model, Sql};
use crate::machine::Machine;
use crate::measuring::{data_directory, settings, stored};
use crate::options::Options;
use crate::postgres::apart;
use crate::process::Process;
use crate::program::{Program, Settings};
use crate::server::Server;
use crate::{feeding, scenarios};
use lorekeeper::store::{INDEXED_FROM, index_name, keep_nearest};
use lorekeeper_tests::growth;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// What is asked of every size.
const SCENARIOS: [&str; 7] = [
    "structured",
    "named",
    "faceted",
    "nested",
    "lexical",
    "semantic",
    "hybrid",
];

/// Those that compare vectors.
const MEANING: [&str; 2] = ["semantic", "hybrid"];

/// How many queries tell how much the index finds; and of a large store, where comparing all takes seconds.
const QUERIES: (usize, usize) = (40, 12);

/// A store of more than so many times the content is large: a sync of it takes too long to be measured by the way.
const LARGE: u32 = 10;

/// A size of the store.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Point {
    /// How many times the content.
    pub factor: u32,
    /// When it was measured: sizes may be of several runs.
    pub date: String,
    /// What is stored, in words.
    pub stored: String,
    /// Requests of one client.
    pub rows: Vec<Row>,
    /// Sizes, memory, times.
    pub facts: Vec<Fact>,
}

/// All sizes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Growth {
    /// When.
    pub date: String,
    /// The program.
    pub program: String,
    /// What it was measured on.
    pub machine: Machine,
    /// The sizes.
    pub points: Vec<Point>,
}

/// Fills the store at `url` where it is empty, and measures it at every size that is asked for, from the smallest on.
/// `done` has what is measured after each of them.
pub async fn scale(
    options: &Options,
    program: &Program,
    url: &str,
    done: impl Fn(&Growth) -> Result<()>,
) -> Result<Growth> {
    let data = data_directory(&options.assets())?;
    let mut settings = settings(&data);
    program.run(&["assets"], &settings).await?;
    let model = Model::load(data.path()).await?;
    let mut sql = Sql::open(url).await?;
    let mut growth = Growth {
        date: now(),
        program: program.version().await?,
        machine: Machine::here(&mut sql).await?,
        points: Vec::new(),
    };
    settings.insert("DATABASE_URL", url.to_owned());
    if sql.is_empty().await? {
        let content = Content::generated(options.factor()).await?;
        let mut settings = settings.clone();
        settings.extend(content.settings.clone());
        feeding::fill(program, &settings, &mut sql, &model).await?;
    }
    // The copies are nobody's upstream's: a sync would take them out again.
    settings.insert("LOREKEEPER_OFFLINE", "true".to_owned());
    let mut factors = options.scale.clone();
    factors.sort_unstable();
    for factor in factors {
        eprintln!("{factor} times the content");
        let size = usize::try_from(factor)?;
        growth::multiply(url, size, &mut |said| eprintln!("  {said}")).await?;
        sql.execute("VACUUM ANALYZE".to_owned()).await?;
        let mut facts = vec![];
        let large = factor > LARGE;
        if !large {
            facts.push(
                sync(
                    program,
                    (url, &mut sql),
                    &settings,
                    f64::from(factor) * options.factor(),
                )
                .await?,
            );
        }
        if MEANING.iter().any(|name| options.wants(name)) {
            let queries = if large { QUERIES.1 } else { QUERIES.0 };
            facts.extend(index(url, &mut sql, &model, queries).await?);
        }
        facts.extend(sizes(&mut sql, &model).await?);
        let point = point(options, program, (url, &settings), (&model, factor)).await?;
        growth.points.push(Point {
            facts: facts.into_iter().chain(point.facts).collect(),
            ..point
        });
        // The next size may take hours.
        done(&growth)?;
    }
    Ok(growth)
}

/// A sync of that much from nothing, into a database of its own on the same server.
async fn sync(
    program: &Program,
    (url, sql): (&str, &mut Sql),
    settings: &Settings,
    factor: f64,
) -> Result<Fact> {
    let upstream = generated(factor, 0).await?;
    let mut settings = settings.clone();
    settings.remove("LOREKEEPER_OFFLINE");
    settings.extend(settings_of(&upstream));
    let (_, took) = apart(sql, url, async |url| {
        settings.insert("DATABASE_URL", url);
        program.run(&["sync", "--no-embed"], &settings).await
    })
    .await?;
    Ok(Fact::new(
        "sync into an empty store",
        took.as_secs_f64(),
        "s",
    ))
}

/// Builds the index of vectors as the program does from so many on, and looks what of the nearest it finds.
async fn index(url: &str, sql: &mut Sql, model: &Model, queries: usize) -> Result<Vec<Fact>> {
    let db = growth::open(url).await?;
    let began = Instant::now();
    let built = keep_nearest(&db, &model.id(), model.dimension(), INDEXED_FROM, &[]).await;
    let took = began.elapsed().as_secs_f64();
    db.close().await;
    let mut facts = Vec::new();
    if built? {
        facts.push(Fact::new("index of vectors built", took, "s"));
    }
    if sql.number(index_size(model)).await? < 1.0 {
        return Ok(facts);
    }
    let asked = growth::Asked {
        queries,
        index_from: None,
    };
    for found in growth::recall(url, asked).await? {
        let name = |what: &str| format!("{what}, {}", found.filter);
        let (mean, worst) = found.recall;
        facts.push(Fact::new(name("recall@10"), mean, ""));
        facts.push(Fact::new(name("recall@10 of the worst query"), worst, ""));
        facts.push(Fact::new(
            name("search of all vectors"),
            found.exact_ms,
            "ms of SQL",
        ));
        facts.push(Fact::new(
            name("search by the program"),
            found.index_ms,
            "ms of SQL",
        ));
    }
    Ok(facts)
}

/// How large everything is.
async fn sizes(sql: &mut Sql, model: &Model) -> Result<Vec<Fact>> {
    let mut facts = Vec::new();
    for (what, statement) in [
        ("size of the index of vectors", index_size(model)),
        (
            "size of the vectors",
            "SELECT pg_table_size('passage_vector')".to_owned(),
        ),
        (
            "size of the database",
            "SELECT pg_database_size(current_database())".to_owned(),
        ),
    ] {
        let bytes = sql.number(statement).await?;
        facts.push(Fact::new(what, bytes / 1e6, "MB"));
    }
    Ok(facts)
}

fn index_size(model: &Model) -> String {
    format!(
        "SELECT coalesce(pg_relation_size(to_regclass('\"{}\"')), 0)",
        index_name(&model.id())
    )
}

/// What a server on that store takes.
async fn point(
    options: &Options,
    program: &Program,
    (url, settings): (&str, &Settings),
    (model, factor): (&Model, u32),
) -> Result<Point> {
    let server = Server::start(program, settings).await?;
    server.until_embedded().await?;
    let mut sql = Sql::open(url).await?;
    let samples = Samples::of(&mut sql).await?;
    let backend = sql.backend().await?;
    let stored = stored(&mut sql).await?;
    let mut bench = Bench {
        server,
        sql,
        model: model.clone(),
        postgres: backend.parent(),
        samples,
        effort: options.effort(),
        next: 1,
    };
    let mut rows = Vec::new();
    for scenario in scenarios::ALL
        .iter()
        .filter(|s| SCENARIOS.contains(&s.name))
    {
        if options.wants(scenario.name) {
            rows.extend(bench.measure(scenario, &[1]).await?);
        }
    }
    rows.push(last_page(&mut bench).await?);
    let first = bench.server.first_answer.as_secs_f64() * 1e3;
    let process: Process = bench.server.process;
    let facts = vec![
        Fact::new(
            "memory of the server afterwards",
            megabytes(process.resident()),
            "MB",
        ),
        Fact::new("serve to first answer", first, "ms"),
    ];
    bench.server.stop().await?;
    Ok(Point {
        factor,
        date: now(),
        stored,
        rows,
        facts,
    })
}

fn now() -> String {
    chrono::Utc::now().format("%Y-%m-%d %H:%M UTC").to_string()
}
