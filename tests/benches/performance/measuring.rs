//! The order of things: content comes in, servers start, questions are asked, then the embedded store.

use crate::Result;
use crate::asking::Bench;
use crate::content::{Content, Samples};
use crate::figures::Fact;
use crate::limits::{Model, Sql};
use crate::machine::Machine;
use crate::options::Options;
use crate::postgres::apart;
use crate::program::{Program, Settings};
use crate::report::Report;
use crate::{beside, embedded, feeding, holding, inner, scenarios, startup, statements};
use std::path::Path;
use tempfile::TempDir;

/// Which part of the content fills an empty store, where the one that is measured is full.
const PART: f64 = 5.0;

/// Measures what is wanted, on the Postgres at `url`.
pub async fn measure(options: &Options, program: &Program, url: &str) -> Result<Report> {
    let effort = options.effort();
    let content = match &options.content {
        Some(urls) => Content::at(urls),
        None => Content::generated(options.factor()).await?,
    };
    let data = data_directory(&options.assets())?;
    let common = settings(&data);
    program.run(&["assets"], &common).await?;
    let model = Model::load(data.path()).await?;
    let mut sql = Sql::open(url).await?;
    let mut report = Report {
        program: program.version().await?,
        machine: Machine::here(&mut sql).await?,
        ..Report::default()
    };

    let mut on_postgres = common.clone();
    on_postgres.insert("DATABASE_URL", url.to_owned());
    on_postgres.extend(content.settings.clone());
    if options.wants("feeding") || sql.is_empty().await? {
        let fed = feed(program, (&on_postgres, url), (&mut sql, &model), options).await?;
        report.facts.extend(fed);
    }
    report.stored = stored(&mut sql).await?;
    let samples = Samples::of(&mut sql).await?;

    if options.wants("model") {
        report.facts.push(model.call(effort.turns.least).await?);
    }
    let wanted: Vec<_> = scenarios::ALL
        .iter()
        .filter(|s| options.wants(s.name))
        .collect();
    let others = ["startup", "statements", beside::NAME];
    if !wanted.is_empty() || others.iter().any(|other| options.wants(other)) {
        let repeats = effort.repeats;
        let (server, facts) = startup::on_postgres(program, &on_postgres, repeats).await?;
        report.facts.extend(facts);
        let postgres = sql.backend().await?.parent();
        let mut bench = Bench {
            server,
            sql,
            model,
            postgres,
            samples: samples.clone(),
            effort,
            next: 1,
        };
        for scenario in wanted {
            report
                .rows
                .extend(bench.measure(scenario, &options.clients).await?);
        }
        if options.wants(beside::NAME) {
            report.rows.push(beside::beside(&mut bench).await?);
        }
        report.facts.extend(holding::holding(&bench.server).await?);
        if options.wants("statements") {
            report
                .facts
                .extend(statements::statements(&mut bench).await?);
        }
        bench.server.stop().await?;
    }
    if options.wants("embedded") {
        let (facts, rows) =
            embedded::embedded(program, (&common, &content), &samples, effort).await?;
        report.facts.extend(facts);
        report.rows.extend(rows);
    }
    if options.wants("inner") {
        report.inner = inner::inner(options.quick).await?;
    }
    report.close();
    Ok(report)
}

/// Has content come in, and once more, and measures that. Where there is some already, as much as is quick comes into
/// a database of its own.
async fn feed(
    program: &Program,
    (settings, url): (&Settings, &str),
    (sql, model): (&mut Sql, &Model),
    options: &Options,
) -> Result<Vec<Fact>> {
    let mut facts = if sql.is_empty().await? {
        feeding::fill(program, settings, sql, model).await?
    } else {
        let content = Content::generated(options.factor() / PART).await?;
        let mut own = settings.clone();
        own.extend(content.settings.clone());
        let filled = apart(sql, url, async |url| {
            let mut sql = Sql::open(&url).await?;
            own.insert("DATABASE_URL", url);
            feeding::fill(program, &own, &mut sql, model).await
        });
        let filled = filled.await?;
        // Another run may have had what is there from another upstream.
        program.run(&["sync", "--force"], settings).await?;
        filled
    };
    facts.extend(feeding::unchanged(program, settings, sql).await?);
    facts.extend(feeding::import(program, settings, options.effort().things).await?);
    Ok(facts)
}

/// A new data directory, with the assets of another one.
pub fn data_directory(assets: &Path) -> Result<TempDir> {
    let data = tempfile::Builder::new()
        .prefix("lorekeeper-performance-")
        .tempdir()?;
    let kept = assets.join("assets");
    std::fs::create_dir_all(&kept)?;
    std::os::unix::fs::symlink(kept, data.path().join("assets"))?;
    Ok(data)
}

/// Settings of every process. The rest is as it is shipped: no client is limited, and answers are kept.
pub fn settings(data: &TempDir) -> Settings {
    Settings::from([
        ("LOREKEEPER_DATA_DIR", data.path().display().to_string()),
        ("LOREKEEPER_STARTER_PACK", "false".to_owned()),
        ("LOREKEEPER_LOG", "warn".to_owned()),
    ])
}

/// What is stored, in words.
pub async fn stored(sql: &mut Sql) -> Result<String> {
    let entities = sql.number("SELECT count(*) FROM search_entry").await?;
    let passages = sql.number("SELECT count(*) FROM passage").await?;
    let vectors = sql.number("SELECT count(*) FROM passage_vector").await?;
    Ok(format!(
        "Stored: {entities} entities, {passages} passages, {vectors} vectors."
    ))
}
