//! Ingestion: a sync into an empty store, its embedding, a sync that finds nothing new, an import.

use crate::Result;
use crate::baseline::{Model, Sql};
use crate::options::Options;
use crate::program::{Program, Settings};
use crate::report::Figure;
use lorekeeper_tests::synthetic;
use lorekeeper_tests::upstream::Upstream;
use std::fmt::Write;
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// The figure of a sync that finds nothing new.
pub const UNCHANGED: &str = "sync of everything, nothing new";

/// The figure of the rows that such a sync writes.
pub const UNCHANGED_WRITES: &str = "rows of content written by it";

/// The statistics of Postgres are at most that old.
const STATISTICS_DELAY: Duration = Duration::from_secs(2);

const CONTENT_TABLES: &str = "'document', 'spell', 'creature', 'equipment', 'character_option', 'rule', \
    'search_entry', 'passage', 'passage_vector', 'source_record'";

/// Where content is synced from.
pub struct Content {
    /// Settings of a process that syncs all of it.
    pub all: Settings,
    /// Settings of a process that syncs a part: into the embedded store, because it has to be embedded once more.
    pub part: Settings,
    /// Settings of a process that syncs that part and more.
    pub more: Settings,
    /// The fake upstreams.
    _upstreams: Vec<Upstream>,
}

impl Content {
    /// The upstreams that are named, else synthetic records: all, a tenth and a half of them.
    pub async fn new(options: &Options) -> Self {
        let settings = |open5e: &str, dnd5e: &str, sources: &str| {
            Settings::from([
                ("LOREKEEPER_OPEN5E_URL", open5e.trim().to_owned()),
                ("LOREKEEPER_DND5E_URL", dnd5e.trim().to_owned()),
                ("LOREKEEPER_SOURCES", sources.to_owned()),
            ])
        };
        if let Some(urls) = &options.content {
            let (open5e, dnd5e) = urls.split_once(',').unwrap_or((urls, urls));
            let both = settings(open5e, dnd5e, "open5e_v2,dnd5e_api");
            let part = settings(open5e, dnd5e, "dnd5e_api");
            return Self { all: both.clone(), part, more: both, _upstreams: Vec::new() };
        }
        let mut upstreams = Vec::new();
        for records in [1, 10, 2].map(|part| options.records() / part) {
            upstreams.push(synthetic::upstream(records).await);
        }
        let mut each = upstreams.iter().map(|upstream| settings(&upstream.open5e_url, "", "open5e_v2"));
        let mut next = || each.next().unwrap_or_default();
        let (all, part, more) = (next(), next(), next());
        Self { all, part, more, _upstreams: upstreams }
    }
}

/// Fills an empty store. The baseline of the sync are the same rows copied within Postgres, into tables without an index;
/// that of the embedding is the bare model.
pub async fn fill(program: &Program, settings: &Settings, sql: &Sql, model: &Model) -> Result<Vec<Figure>> {
    eprintln!("filling the store");
    let (_, took) = program.run(&["sync", "--no-embed"], settings).await?;
    let records = sql.number("SELECT count(*) FROM source_record").await?;
    if records < 1.0 {
        return Err("nothing came from the upstream".into());
    }
    let mut synced = Figure::new("sync into an empty store", records / took.as_secs_f64(), "records/s");
    let began = Instant::now();
    for table in
        ["source_record", "spell", "creature", "equipment", "character_option", "rule", "passage", "search_entry"]
    {
        sql.execute(&format!("CREATE TEMP TABLE copy_of_{table} AS TABLE public.{table}")).await?;
    }
    synced.baseline = Some(("rows copied within Postgres", records / began.elapsed().as_secs_f64()));
    sql.execute("DISCARD TEMP").await?;

    let pending = sql.number("SELECT count(DISTINCT hash) FROM passage").await?;
    eprintln!("embedding {pending} texts");
    let texts = sql.texts("SELECT DISTINCT ON (hash) text FROM passage ORDER BY hash LIMIT 200").await?;
    let bare = model.passages_per_second(texts).await?;
    let (_, took) = program.run(&["sync"], settings).await?;
    let mut embedded = Figure::new("texts embedded", pending / took.as_secs_f64(), "texts/s");
    embedded.baseline = Some(("bare model", bare));
    Ok(vec![synced, embedded])
}

/// Syncs everything again although nothing is new: how long that takes, and what it writes.
pub async fn unchanged(program: &Program, settings: &Settings, sql: &Sql) -> Result<Vec<Figure>> {
    eprintln!("syncing once more");
    sleep(STATISTICS_DELAY).await;
    let before = written(sql).await?;
    let (_, took) = program.run(&["sync", "--force"], settings).await?;
    sleep(STATISTICS_DELAY).await;
    let after = written(sql).await?;
    Ok(vec![
        Figure::new(UNCHANGED, took.as_secs_f64(), "s"),
        Figure::new(UNCHANGED_WRITES, after.0 - before.0, "rows"),
        Figure::new("rows of bookkeeping written by it", after.1 - before.1, "rows"),
    ])
}

/// Rows that were ever inserted, updated or deleted: of content, and of bookkeeping.
async fn written(sql: &Sql) -> Result<(f64, f64)> {
    let sum =
        "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint FROM pg_stat_user_tables WHERE relname";
    let content = sql.number(&format!("{sum} IN ({CONTENT_TABLES})")).await?;
    Ok((content, sql.number(&format!("{sum} NOT IN ({CONTENT_TABLES})")).await?))
}

/// Imports a file of so many spells, and removes its book.
pub async fn import(program: &Program, settings: &Settings, spells: usize) -> Result<Vec<Figure>> {
    eprintln!("importing {spells} spells");
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("attic.orcbrew");
    std::fs::write(&file, orcbrew(spells))?;
    let file = file.display().to_string();
    let (_, imported) = program.run(&["import", &file, "--no-embed"], settings).await?;
    let (_, removed) = program.run(&["documents", "remove", "Attic"], settings).await?;
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    let rate = spells as f64 / imported.as_secs_f64();
    Ok(vec![
        Figure::new("import of an OrcBrew file", rate, "records/s"),
        Figure::new("its book removed again", removed.as_secs_f64(), "s"),
    ])
}

/// An `OrcBrew` file with the book "Attic".
fn orcbrew(spells: usize) -> String {
    let mut file = "{\"Attic\" {:orcpub.dnd.e5/spells {".to_owned();
    for number in 0..spells {
        let level = number % 9 + 1;
        // Writing into memory does not fail.
        let _ = writeln!(
            file,
            ":kettle-{number} {{:key :kettle-{number} :name \"Rusty Kettle {number}\" :option-pack \"Attic\" \
             :school \"evocation\" :level {level} :casting-time \"1 action\" :range \"60 feet\" :duration \"1 minute\" \
             :components {{:verbal true :somatic true}} :spell-lists {{:wizard true :bard true}} \
             :description \"Kettle {number} rattles out of the attic. Each creature in a 20-foot radius must make a \
             Dexterity saving throw, taking {level}d6 fire damage on a failed save, or half as much on a success.\"}}"
        );
    }
    file + "}}}\n"
}
