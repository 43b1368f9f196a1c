//! What no program can do without: the bare SQL, and the bare call of the model.

use crate::Result;
use crate::facts;
use crate::figures::{Fact, Times};
use crate::process::Process;
use crate::scenarios::texts;
use lorekeeper::assets::Assets;
use lorekeeper::config::{Config, Layer};
use lorekeeper::embed::Embedder;
use pgvector::Vector;
use sea_orm::sqlx::postgres::{PgArguments, PgConnection, PgRow};
use sea_orm::sqlx::query::Query;
use sea_orm::sqlx::{
    AssertSqlSafe, Column, Connection, Executor, Postgres, Row, TypeInfo, ValueRef,
};
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

/// The statement that a good program written for one question would send: the same filter, order and rows, and no
/// columns but those that are shown.
#[derive(Clone, Copy, Debug)]
pub struct Bare {
    /// Its text, with parameters.
    pub statement: &'static str,
    /// The parameters, in their order, from the variables of the request.
    pub parameters: fn(&Value) -> Vec<Parameter>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameter {
    /// A text.
    Text(String),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// A vector.
    Vector(Vector),
}

/// One connection to the store.
pub struct Sql(PgConnection);

impl Sql {
    /// Opens it.
    pub async fn open(url: &str) -> Result<Self> {
        Ok(Self(PgConnection::connect(url).await?))
    }

    /// Runs a statement, prepared, and decodes its rows to text: a line a row, blanks between the columns. How many
    /// rows there are.
    pub async fn rows(
        &mut self,
        statement: &'static str,
        parameters: Vec<Parameter>,
    ) -> Result<(usize, String)> {
        let mut query: Query<'_, Postgres, PgArguments> = sea_orm::sqlx::query(statement);
        for parameter in parameters {
            query = match parameter {
                Parameter::Text(text) => query.bind(text),
                Parameter::Int(number) => query.bind(number),
                Parameter::Float(number) => query.bind(number),
                Parameter::Vector(vector) => query.bind(vector),
            };
        }
        let rows = query.fetch_all(&mut self.0).await?;
        let mut text = String::new();
        for row in &rows {
            decode(row, &mut text)?;
            text.push('\n');
        }
        Ok((rows.len(), text))
    }

    /// Runs a statement of the benchmark's own, unprepared.
    pub async fn execute(&mut self, statement: String) -> Result<()> {
        self.0.execute(AssertSqlSafe(statement)).await?;
        Ok(())
    }

    /// The only number that a statement of the benchmark's own gives.
    pub async fn number(&mut self, statement: impl Into<String>) -> Result<f64> {
        let row = sea_orm::sqlx::query(AssertSqlSafe(statement.into()))
            .fetch_one(&mut self.0)
            .await?;
        let mut text = String::new();
        decode(&row, &mut text)?;
        Ok(text.trim().parse()?)
    }

    /// The process of Postgres that answers here. It is one of this machine only where Postgres is.
    pub async fn backend(&mut self) -> Result<Process> {
        let number = self.texts("SELECT pg_backend_pid()::text").await?;
        let number = number.first().ok_or("Postgres does not tell its process")?;
        Ok(Process(number.parse()?))
    }

    /// Whether it is a store without content, or none yet.
    pub async fn is_empty(&mut self) -> Result<bool> {
        let laid_out = self
            .number("SELECT (to_regclass('search_entry') IS NOT NULL)::int")
            .await?;
        Ok(laid_out < 1.0 || self.number("SELECT count(*) FROM search_entry").await? < 1.0)
    }

    /// The texts of a statement's only column.
    pub async fn texts(&mut self, statement: &'static str) -> Result<Vec<String>> {
        let rows = sea_orm::sqlx::query(statement)
            .fetch_all(&mut self.0)
            .await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }
}

/// The columns of a row as text.
fn decode(row: &PgRow, text: &mut String) -> Result<()> {
    for (place, column) in row.columns().iter().enumerate() {
        if row.try_get_raw(place)?.is_null() {
            text.push_str("null ");
            continue;
        }
        // Writing into memory does not fail.
        let _ = match column.type_info().name() {
            "BOOL" => write!(text, "{} ", row.try_get::<bool, _>(place)?),
            "INT4" => write!(text, "{} ", row.try_get::<i32, _>(place)?),
            "INT8" => write!(text, "{} ", row.try_get::<i64, _>(place)?),
            "FLOAT4" => write!(text, "{} ", row.try_get::<f32, _>(place)?),
            "FLOAT8" => write!(text, "{} ", row.try_get::<f64, _>(place)?),
            "TEXT[]" => write!(text, "{} ", row.try_get::<Vec<String>, _>(place)?.join(" ")),
            "JSONB" | "JSON" => write!(text, "{} ", row.try_get::<Value, _>(place)?),
            _ => write!(text, "{} ", row.try_get::<&str, _>(place)?),
        };
    }
    Ok(())
}

/// The embedding model, called in this process without anything around it.
#[derive(Clone)]
pub struct Model(Embedder);

impl Model {
    /// Loads the one that a data directory has.
    pub async fn load(data_dir: &Path) -> Result<Self> {
        let settings = Layer::from([("data_dir", data_dir.display().to_string())]);
        let config = Config::resolve(&[settings])?;
        let assets = Assets::new(config.data_dir, config.model, true);
        let embedder = Embedder::waiting();
        embedder.load(&assets).await?;
        Ok(Self(embedder))
    }

    /// Its identity, as it is stored with vectors.
    pub fn id(&self) -> String {
        self.0.model_id().unwrap_or_default()
    }

    /// How many numbers its vectors have.
    pub fn dimension(&self) -> usize {
        self.0.dimension().unwrap_or_default()
    }

    /// The vector of a query, as a parameter.
    pub async fn query(&self, text: &str) -> Result<Parameter> {
        Ok(Parameter::Vector(self.0.query(text).await?.into()))
    }

    /// What the model takes for a query that it has not seen.
    pub async fn call(&self, times: u64) -> Result<Fact> {
        let mut took = Times::default();
        for number in 0..times {
            let began = Instant::now();
            // From the other end of the texts than requests: those shall find nothing that is remembered.
            self.query(&texts::text(texts::DIFFERENT / 2 + number))
                .await?;
            took.note(began.elapsed());
        }
        Ok(Fact::new(facts::MODEL, took.at(50.0), "ms"))
    }

    /// Embeds passages.
    pub async fn passages(&self, texts: Vec<String>) -> Result<()> {
        let made = self.0.passages(texts).await.into_iter();
        made.collect::<std::result::Result<Vec<_>, _>>()?;
        Ok(())
    }
}
