//! Baselines: bare SQL over one connection, and the bare embedding model.

use crate::Result;
use crate::process::Process;
use crate::report::{Figure, Times};
use crate::samples::text;
use lorekeeper::config::{Config, Layer};
use lorekeeper_embed::Embedder;
use lorekeeper_embed::assets::Assets;
use sea_orm::prelude::PgVector;
use sea_orm::sqlx::types::JsonValue;
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, FromQueryResult, Value};
use std::path::Path;
use std::time::Instant;

/// The statement that a program written for one question would send: the same filter, order and rows, and only the
/// columns that are shown.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// Its text, with parameters.
    pub sql: &'static str,
    /// The parameters in their order, from the variables of the request.
    pub parameters: fn(&serde_json::Value) -> Vec<Value>,
}

/// One connection to the store.
pub struct Sql(DatabaseConnection);

impl Sql {
    /// Connects.
    pub async fn open(url: &str) -> Result<Self> {
        let mut options = ConnectOptions::new(url);
        options.max_connections(1).test_before_acquire(false).sqlx_logging(false);
        Ok(Self(Database::connect(options).await?))
    }

    /// Runs a prepared statement and decodes its rows; returns their number.
    pub async fn rows(&self, sql: &str, parameters: Vec<Value>) -> Result<usize> {
        let statement = lorekeeper_store::bound(sql, parameters);
        Ok(JsonValue::find_by_statement(statement).all(&self.0).await?.len())
    }

    /// Runs statements without a result.
    pub async fn execute(&self, sql: &str) -> Result<()> {
        self.0.execute_unprepared(sql).await?;
        Ok(())
    }

    /// The one number that a statement gives, of type `bigint`.
    pub async fn number(&self, sql: &str) -> Result<f64> {
        let row = self.0.query_one_raw(lorekeeper_store::sql(sql)).await?;
        let number: i64 = row.ok_or("a statement gave no row")?.try_get_by_index(0)?;
        #[expect(clippy::cast_precision_loss, reason = "a figure of three digits")]
        Ok(number as f64)
    }

    /// The texts that a statement gives.
    pub async fn texts(&self, sql: &str) -> Result<Vec<String>> {
        let rows = self.0.query_all_raw(lorekeeper_store::sql(sql)).await?;
        Ok(rows.iter().map(|row| row.try_get_by_index(0)).collect::<std::result::Result<_, _>>()?)
    }

    /// Whether the store has no content.
    pub async fn is_empty(&self) -> Result<bool> {
        let exists = "SELECT (to_regclass('search_entry') IS NOT NULL)::int::bigint";
        Ok(self.number(exists).await? < 1.0 || self.number("SELECT count(*) FROM search_entry").await? < 1.0)
    }

    /// What is stored, in a sentence.
    pub async fn stored(&self) -> Result<String> {
        let entities = self.number("SELECT count(*) FROM search_entry").await?;
        let passages = self.number("SELECT count(*) FROM passage").await?;
        let vectors = self.number("SELECT count(*) FROM passage_vector").await?;
        Ok(format!("Stored: {entities} entities, {passages} passages, {vectors} vectors."))
    }

    /// The first process of Postgres, where it runs on this machine.
    pub async fn server_process(&self) -> Result<Option<Process>> {
        let pid = self.number("SELECT pg_backend_pid()::bigint").await?;
        Ok(Process(format!("{pid}").parse()?).parent())
    }
}

/// The embedding model, called in this process.
#[derive(Clone)]
pub struct Model(Embedder);

impl Model {
    /// Loads the model that a data directory has.
    pub async fn load(data_dir: &Path) -> Result<Self> {
        let settings = Layer::from([("data_dir", data_dir.display().to_string())]);
        let config = Config::resolve(&[settings])?;
        let embedder = Embedder::default();
        embedder.load(&Assets::new(config.store.data_dir, config.model, true)).await?;
        Ok(Self(embedder))
    }

    /// Its identity, as it is stored with vectors.
    pub fn id(&self) -> String {
        self.0.model_id().unwrap_or_default()
    }

    /// The number of dimensions of its vectors.
    pub fn dimension(&self) -> usize {
        self.0.dimension().unwrap_or_default()
    }

    /// The vector of a query, as a parameter of a statement.
    pub async fn query(&self, text: &str) -> Result<Value> {
        Ok(PgVector::from(self.0.query(text).await?).into())
    }

    /// The time that the model takes for a query, median of some.
    pub async fn query_time(&self, times: u64) -> Result<Figure> {
        let mut took = Times::default();
        for number in 0..times {
            let began = Instant::now();
            self.query(&text(u64::MAX / 2 + number)).await?;
            took.record(began.elapsed());
        }
        Ok(Figure::new("bare call of the model for a query, p50", took.percentile(50.0), "ms"))
    }

    /// Embeds passages; returns texts per second.
    pub async fn passages_per_second(&self, texts: Vec<String>) -> Result<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a few hundred")]
        let count = texts.len() as f64;
        let began = Instant::now();
        let made = self.0.passages(texts).await.into_iter();
        made.collect::<std::result::Result<Vec<_>, _>>()?;
        Ok(count / began.elapsed().as_secs_f64())
    }
}
