//! How fast content comes in: a sync from nothing, its vectors, a sync that finds nothing new, an import.

use crate::Result;
use crate::facts;
use crate::figures::Fact;
use crate::limits::{Model, Sql};
use crate::orcbrew;
use crate::program::{Program, Settings};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Texts that the bare model is given.
const TEXTS: usize = 200;

/// The statistics of Postgres are that much behind at most.
const BEHIND: Duration = Duration::from_secs(2);

const CONTENT: &str = "'document', 'spell', 'creature', 'equipment', 'character_option', 'rule', 'search_entry', \
    'name_word', 'passage', 'passage_vector', 'source_record'";

/// Fills an empty store, and measures that.
pub async fn fill(
    program: &Program,
    settings: &Settings,
    sql: &mut Sql,
    model: &Model,
) -> Result<Vec<Fact>> {
    eprintln!("filling the store");
    let (_, took) = program.run(&["sync", "--no-embed"], settings).await?;
    let records = sql.number("SELECT count(*) FROM source_record").await?;
    if records < 1.0 {
        return Err("nothing came from the upstream".into());
    }
    let copied = copied(sql).await?;
    let sync = Fact::new(facts::SYNC, records / took.as_secs_f64(), "records/s").beside(
        "rows copied within Postgres",
        records / copied.as_secs_f64(),
    );
    Ok(vec![sync, embed(program, settings, sql, model).await?])
}

/// Embeds what is pending, beside the bare model.
async fn embed(
    program: &Program,
    settings: &Settings,
    sql: &mut Sql,
    model: &Model,
) -> Result<Fact> {
    let pending = sql.number("SELECT count(*) FROM passage").await?;
    eprintln!("embedding {pending} passages");
    let bare = bare_model(sql, model).await?;
    let (_, took) = program.run(&["sync"], settings).await?;
    let fact = Fact::new(facts::EMBEDDED, pending / took.as_secs_f64(), "texts/s");
    Ok(fact.beside("bare model", bare))
}

/// How many texts a second the model embeds with nothing around it.
async fn bare_model(sql: &mut Sql, model: &Model) -> Result<f64> {
    let texts = sql
        .texts("SELECT text FROM passage ORDER BY hash LIMIT 200")
        .await?;
    let sample: Vec<String> = texts.into_iter().take(TEXTS).collect();
    #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
    let many = sample.len() as f64;
    let began = Instant::now();
    model.passages(sample).await?;
    Ok(many / began.elapsed().as_secs_f64())
}

/// How long Postgres itself takes for as many rows: those of the sync once more, in tables without an index.
async fn copied(sql: &mut Sql) -> Result<Duration> {
    let began = Instant::now();
    for table in [
        "source_record",
        "spell",
        "creature",
        "equipment",
        "character_option",
        "rule",
        "passage",
        "search_entry",
    ] {
        sql.execute(format!(
            "CREATE TEMP TABLE copy_of_{table} AS TABLE public.{table}"
        ))
        .await?;
    }
    let took = began.elapsed();
    sql.execute("DISCARD TEMP".to_owned()).await?;
    Ok(took)
}

/// Syncs everything again although nothing is new: how long, and what it writes.
pub async fn unchanged(program: &Program, settings: &Settings, sql: &mut Sql) -> Result<Vec<Fact>> {
    eprintln!("syncing once more");
    sleep(BEHIND).await;
    let before = written(sql).await?;
    let (_, took) = program.run(&["sync", "--force"], settings).await?;
    sleep(BEHIND).await;
    let after = written(sql).await?;
    Ok(vec![
        Fact::new(facts::RESYNC, took.as_secs_f64(), "s"),
        Fact::new(facts::RESYNC_WRITES, after.0 - before.0, "rows"),
        Fact::new(facts::RESYNC_NOTES, after.1 - before.1, "rows"),
    ])
}

/// Rows that were ever inserted, updated or deleted: of content, and of bookkeeping.
async fn written(sql: &mut Sql) -> Result<(f64, f64)> {
    let sum = "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint FROM pg_stat_user_tables WHERE";
    let content = sql.number(format!("{sum} relname IN ({CONTENT})")).await?;
    let notes = sql
        .number(format!("{sum} relname NOT IN ({CONTENT})"))
        .await?;
    Ok((content, notes))
}

/// Imports a file of some thousand things, and takes its book out again.
pub async fn import(program: &Program, settings: &Settings, things: usize) -> Result<Vec<Fact>> {
    eprintln!("importing {things} things");
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("attic.orcbrew");
    std::fs::write(&file, orcbrew::file(things))?;
    let file = file.display().to_string();
    let (_, came) = program
        .run(&["import", &file, "--no-embed"], settings)
        .await?;
    let (_, went) = program
        .run(&["documents", "remove", orcbrew::BOOK], settings)
        .await?;
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    let rate = |took: Duration| things as f64 / took.as_secs_f64();
    Ok(vec![
        Fact::new(facts::IMPORT, rate(came), "records/s"),
        Fact::new(facts::REMOVAL, went.as_secs_f64(), "s"),
    ])
}
