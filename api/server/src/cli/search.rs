//! `lorekeeper search`

use crate::config::Config;
use crate::leadership::{Mode, Session};
use clap::Args;
use lorekeeper_content::Family;
use lorekeeper_graphql::error::{Error, Result};
use serde_json::{Value, json};

/// What to search for.
#[derive(Debug, Args)]
#[expect(
    clippy::doc_markdown,
    reason = "this is help for a terminal, not Markdown"
)]
pub struct Arguments {
    /// What to search for, in natural language
    query: String,
    /// Only this family: spell, creature, equipment, character_option or rule
    #[arg(long)]
    family: Option<String>,
    /// How many results, 1 to 100
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(i32).range(1..=100))]
    limit: i32,
}

const QUERY: &str = "query($query: String!, $families: [Family!], $first: Int) {
  search(query: $query, families: $families, first: $first) {
    totalCount
    meta { message warnings correctedQuery }
    edges { score snippet(before: \"\", after: \"\") node { name family document { name } ... on Spell { level } ... on Creature { challengeRatingText } } }
  }
}";

/// Asks the same schema that the server answers, and shows the answer as a table.
pub async fn run(config: Config, arguments: Arguments) -> Result<()> {
    let families = arguments
        .family
        .map(|name| {
            let family = Family::parse(&name).ok_or_else(|| {
                let known = Family::ALL.map(Family::name).join(", ");
                Error::input(format!("\"{name}\" is not a family. There are: {known}."))
            })?;
            Ok::<_, Error>(json!([family.name().to_uppercase()]))
        })
        .transpose()?;
    let variables =
        json!({"query": arguments.query, "families": families, "first": arguments.limit});
    let session = Session::start(config, Mode::Command);
    let answer = async {
        super::load_model(&session).await?;
        super::ask(&session, QUERY, variables).await
    }
    .await;
    session.close().await;
    super::print(&shown(&answer?))
}

fn shown(data: &Value) -> String {
    let mut table = super::table(["score", "name", "what", "document", "where it says so"]);
    let edges = super::list(data, "/search/edges");
    for edge in edges {
        let mut what = super::text(edge, "/node/family")
            .to_lowercase()
            .replace('_', " ");
        if let Some(level) = edge.pointer("/node/level").and_then(Value::as_i64) {
            what = if level == 0 {
                "cantrip".to_owned()
            } else {
                format!("level {level} spell")
            };
        }
        let rating = super::text(edge, "/node/challengeRatingText");
        if !rating.is_empty() {
            what = format!("creature, CR {rating}");
        }
        let score = edge
            .pointer("/score")
            .and_then(Value::as_f64)
            .unwrap_or_default();
        table.add_row([
            format!("{score:.3}"),
            super::text(edge, "/node/name"),
            what,
            super::text(edge, "/node/document/name"),
            super::text(edge, "/snippet"),
        ]);
    }
    let mut out = if edges.is_empty() {
        "Nothing was found.\n".to_owned()
    } else {
        format!("{table}\n")
    };
    let message = super::text(data, "/search/meta/message");
    if !message.is_empty() {
        out.push_str(&message);
        out.push('\n');
    }
    let corrected_query = super::text(data, "/search/meta/correctedQuery");
    if !corrected_query.is_empty() {
        out.insert_str(0, &format!("Searched for: {corrected_query}\n"));
    }
    for warning in super::list(data, "/search/meta/warnings") {
        out.push_str(warning.as_str().unwrap_or_default());
        out.push('\n');
    }
    out
}
