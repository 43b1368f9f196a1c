//! `lorekeeper status`

use crate::config::Config;
use chrono::{DateTime, Utc};
use lorekeeper_graphql::error::Result;
use serde_json::{Value, json};
use std::fmt::Write as _;

const QUERY: &str = "{
  status {
    store readOnly documents passages embedded model pendingModel pendingEmbedded modelNotice failedPassages news
    memory { part mebibytes limit }
    entities { count }
    listings { source endpoint records skipped lastSuccess nextDue error failures notice }
  }
}";

/// Shows what is stored, how fresh it is, which store and model are in use, and which process leads.
pub async fn run(config: Config) -> Result<()> {
    let data_dir = config.store.data_dir.display().to_string();
    let (leader, data) = super::with_session(config, |session| async move {
        let leader = session.role().await?.leader();
        let data = super::ask(&session, QUERY, json!({})).await?;
        Ok((leader, data))
    })
    .await?;
    let number = |path: &str| super::number(&data, path);
    let store = if super::text(&data, "/status/store") == "embedded" {
        format!("embedded, in {data_dir}")
    } else if data.pointer("/status/readOnly") == Some(&Value::Bool(true)) {
        "Postgres at DATABASE_URL, a standby: it is only read".to_owned()
    } else {
        "Postgres at DATABASE_URL".to_owned()
    };
    let leading =
        if leader.pid == std::process::id() { "this process".to_owned() } else { format!("process {}", leader.pid) };
    let entities: i64 =
        super::list(&data, "/status/entities").iter().map(|family| super::number(family, "/count")).sum();
    let (passages, embedded) = (number("/status/passages"), number("/status/embedded"));
    let mut lines = vec![
        ("store", store),
        ("leader", leading),
        ("model", leader.model),
        ("documents", number("/status/documents").to_string()),
        ("entities", entities.to_string()),
        ("passages", format!("{passages}, {embedded} embedded")),
    ];
    let memory: Vec<String> = super::list(&data, "/status/memory").iter().filter_map(memory_use).collect();
    if !memory.is_empty() {
        lines.push(("memory", memory.join(", ")));
    }
    let next = super::text(&data, "/status/pendingModel");
    if !next.is_empty() {
        let (model, made) = (super::text(&data, "/status/model"), number("/status/pendingEmbedded"));
        let change = format!("{model} answers until {next} has all its vectors ({made} as yet)");
        lines.push(("change", change));
    }
    let notice = super::text(&data, "/status/modelNotice");
    if !notice.is_empty() {
        lines.push(("notice", notice));
    }
    let failed = number("/status/failedPassages");
    if failed > 0 {
        lines.push(("failed", format!("the model fails on {failed} passages")));
    }
    let news = super::list(&data, "/status/news").iter();
    let news = news.filter_map(|sentence| Some(("news", sentence.as_str()?.to_owned())));
    lines.extend(news);
    let mut text = String::new();
    for (name, value) in lines {
        writeln!(text, "{name:<11}{value}").unwrap_or_default();
    }
    let listings = super::list(&data, "/status/listings");
    if !listings.is_empty() {
        text.push_str(&freshness(listings));
    }
    super::print(&text)
}

/// A part of the server with the MiB that it holds (`rows 3 of 24 MiB`); `None` where it holds less than one.
fn memory_use(held: &Value) -> Option<String> {
    let mebibytes = |path: &str| held.pointer(path).and_then(Value::as_f64);
    let (part, holds) = (super::text(held, "/part"), mebibytes("/mebibytes")?);
    let limit = mebibytes("/limit").map(|limit| format!(" of {limit:.0}")).unwrap_or_default();
    (holds >= 1.0).then(|| format!("{part} {holds:.0}{limit} MiB"))
}

fn freshness(listings: &[Value]) -> String {
    let has_problem = listings.iter().any(|listing| !problem(listing).is_empty());
    let head = ["source", "listing", "records", "skipped", "last success", "next", "problem"];
    let mut table = super::table(head);
    for source in listings.chunk_by(|a, b| a.get("source") == b.get("source")) {
        let shared = source.first().map(problem).unwrap_or_default();
        let is_shared = source.iter().all(|listing| problem(listing) == shared);
        if is_shared && !shared.is_empty() && source.len() > 1 {
            table.add_row(row(source, format!("all {}", source.len()), shared));
            continue;
        }
        for listing in source {
            let (name, problem) = (super::text(listing, "/endpoint"), problem(listing));
            table.add_row(row(std::slice::from_ref(listing), name, problem));
        }
    }
    if has_problem {
        return format!("{}\n", super::narrow(table));
    }
    if let Some(column) = table.column_mut(head.len() - 1) {
        column.set_constraint(comfy_table::ColumnConstraint::Hidden);
    }
    format!("{table}\n")
}

/// A row of listings of one source: their counts are summed, and the last success and the next fetch are the first one's.
fn row(listings: &[Value], name: String, problem: String) -> [String; 7] {
    let first = listings.first().unwrap_or(&Value::Null);
    let count = |path| {
        let counts = listings.iter().map(|listing| super::number(listing, path));
        counts.sum::<i64>().to_string()
    };
    [
        super::text(first, "/source"),
        name,
        count("/records"),
        count("/skipped"),
        time(first, "/lastSuccess").unwrap_or_else(|| "never".to_owned()),
        time(first, "/nextDue").unwrap_or_default(),
        problem,
    ]
}

/// What is wrong with a listing; empty where nothing is.
fn problem(listing: &Value) -> String {
    let error = super::text(listing, "/error");
    match super::number(listing, "/failures") {
        _ if error.is_empty() => super::text(listing, "/notice"),
        0 | 1 => error,
        failures => format!("{error} ({failures} times in a row)"),
    }
}

fn time(listing: &Value, path: &str) -> Option<String> {
    let at: DateTime<Utc> = super::text(listing, path).parse().ok()?;
    Some(at.format("%Y-%m-%d %H:%M").to_string())
}
