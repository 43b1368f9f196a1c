//! `lorekeeper search`

use crate::config::Config;
use clap::Args;
use lorekeeper_content::Family;
use lorekeeper_graphql::error::{Error, Result};
use serde_json::{Value, json};

/// What to search for.
#[derive(Debug, Args)]
pub struct Arguments {
    /// What to search for, in natural language
    #[arg(required_unless_present = "conditions")]
    query: Option<String>,
    /// Conditions that the results meet: 'level:3 class:wizard -ritual', 'cr>=10 type:dragon', '"exact words"'
    #[arg(long = "where", value_name = "CONDITIONS", allow_hyphen_values = true)]
    conditions: Option<String>,
    /// Only this family: spell, creature, equipment, character_option or rule
    #[arg(long)]
    family: Option<String>,
    /// How many results, 1 to 100
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(i32).range(1..=100))]
    limit: i32,
}

const QUERY: &str = "query($query: String, $where: String, $families: [Family!], $first: Int) {
  search(query: $query, where: $where, families: $families, first: $first) {
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
    let variables = json!({"query": arguments.query, "where": arguments.conditions, "families": families, "first": arguments.limit});
    let answer = super::with_session(config, |session| async move {
        super::load_model(&session).await?;
        super::ask(&session, QUERY, variables).await
    });
    super::print(&shown(&answer.await?))
}

fn shown(data: &Value) -> String {
    let mut table = super::table(["score", "name", "what", "document", "where it says so"]);
    let edges = super::list(data, "/search/edges");
    for edge in edges {
        let text = |path| super::text(edge, path);
        let level = edge.pointer("/node/level").and_then(Value::as_i64);
        let what = match (level, text("/node/challengeRatingText")) {
            (Some(0), _) => "cantrip".to_owned(),
            (Some(level), _) => format!("level {level} spell"),
            (None, rating) if !rating.is_empty() => format!("creature, CR {rating}"),
            _ => text("/node/family").to_lowercase().replace('_', " "),
        };
        let score = edge.pointer("/score").and_then(Value::as_f64);
        let score = score.map_or(String::new(), |score| format!("{score:.3}"));
        let (name, document) = (text("/node/name"), text("/node/document/name"));
        table.add_row([score, name, what, document, text("/snippet")]);
    }
    let mut out = String::new();
    let corrected = super::text(data, "/search/meta/correctedQuery");
    if !corrected.is_empty() {
        out = format!("Searched for: {corrected}\n");
    }
    if edges.is_empty() {
        out.push_str("Nothing was found.");
    } else {
        out.push_str(&table.to_string());
    }
    out.push('\n');
    let message = [super::text(data, "/search/meta/message")];
    let warnings = super::list(data, "/search/meta/warnings").iter();
    let warnings = warnings.filter_map(|warning| Some(warning.as_str()?.to_owned()));
    for line in message.into_iter().chain(warnings) {
        if !line.is_empty() {
            out.push_str(&line);
            out.push('\n');
        }
    }
    out
}
