//! `lorekeeper disagreements`

use crate::config::Config;
use crate::leadership::Session;
use clap::{Args, ValueEnum};
use lorekeeper_content::Family;
use lorekeeper_graphql::error::{Error, Result};
use serde_json::{Value, json};
use std::fmt::Write;

/// Which disagreements, and how they are printed.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Only of this document: its key, name or alias
    #[arg(long)]
    document: Option<String>,
    /// Only of this family: spell, creature, equipment, character_option or rule
    #[arg(long)]
    family: Option<String>,
    /// Only constants that a source has in nearly all entries of a book, which are taken for no fact of it
    #[arg(long)]
    placeholders: bool,
    /// How they are printed; without it, as a table
    #[arg(long)]
    format: Option<Format>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    Json,
    Csv,
}

const DOCUMENT: &str = "query($key: String!) { document(key: $key) { key } }";

/// The fields that sources state differently, over all pages of the families.
pub async fn run(config: Config, arguments: Arguments) -> Result<()> {
    let families = match &arguments.family {
        None => Family::ALL.to_vec(),
        Some(name) => vec![Family::parse(name).ok_or_else(|| {
            let known = Family::ALL.map(Family::name).join(", ");
            Error::input(format!("\"{name}\" is not a family. There are: {known}."))
        })?],
    };
    let document = arguments.document;
    let found = super::with_session(config, |session| async move {
        if let Some(key) = &document {
            let data = super::ask(&session, DOCUMENT, json!({"key": key})).await?;
            if data.get("document").is_none_or(Value::is_null) {
                let message = format!("There is no document \"{key}\". \"lorekeeper documents\" lists them.");
                return Err(Error::not_found(message));
            }
        }
        let mut found = Vec::new();
        for family in families {
            found.extend(of_family(&session, family, document.as_deref()).await?);
        }
        Ok(found)
    });
    let mut found = found.await?;
    if arguments.placeholders {
        found.retain(|entry| super::text(entry, "/settledBy") == "placeholder");
    }
    super::print(&match arguments.format {
        None => as_table(&found),
        Some(Format::Json) => format!("{:#}\n", Value::from(found)),
        Some(Format::Csv) => as_csv(&found),
    })
}

/// One object for each disagreement of a family.
async fn of_family(session: &Session, family: Family, document: Option<&str>) -> Result<Vec<Value>> {
    let field = family.field();
    let query = format!(
        "query($documents: [String!], $after: String) {{
          list: {field}(documents: $documents, first: 100, after: $after) {{
            nodes {{ id name document {{ key }} source {{ disagreements {{ field values {{ source value }} settledBy reason }} }} }}
            pageInfo {{ hasNextPage endCursor }}
          }}
        }}"
    );
    let documents = document.map(|key| json!([key]));
    let mut found = Vec::new();
    let mut after = Value::Null;
    loop {
        let variables = json!({"documents": documents, "after": after});
        let data = super::ask(session, &query, variables).await?;
        let nodes = super::list(&data, "/list/nodes");
        for node in nodes {
            for disagreement in super::list(node, "/source/disagreements") {
                let mut entry = json!({
                    "id": super::text(node, "/id"),
                    "name": super::text(node, "/name"),
                    "document": super::text(node, "/document/key"),
                    "family": family.name(),
                });
                if let (Some(entry), Some(fields)) = (entry.as_object_mut(), disagreement.as_object()) {
                    entry.extend(fields.clone());
                }
                found.push(entry);
            }
        }
        let next = data.pointer("/list/pageInfo/hasNextPage") == Some(&Value::Bool(true));
        if !next {
            return Ok(found);
        }
        after = data.pointer("/list/pageInfo/endCursor").cloned().unwrap_or_default();
    }
}

/// What each source states: `open5e_v2: 11; dnd5e_api: 12`.
fn values(disagreement: &Value) -> String {
    let values = super::list(disagreement, "/values").iter();
    let values = values.map(|stated| format!("{}: {}", super::text(stated, "/source"), super::text(stated, "/value")));
    values.collect::<Vec<_>>().join("; ")
}

fn as_table(found: &[Value]) -> String {
    if found.is_empty() {
        return "The sources agree on everything that is stored.\n".to_owned();
    }
    let mut table = super::table(["id", "field", "values", "settled by"]);
    for disagreement in found {
        table.add_row([
            super::text(disagreement, "/id"),
            super::text(disagreement, "/field"),
            values(disagreement),
            super::text(disagreement, "/settledBy"),
        ]);
    }
    format!("{table}\n")
}

/// One line a disagreement, after RFC 4180.
fn as_csv(found: &[Value]) -> String {
    let mut text = "id,name,document,family,field,values,settledBy,reason\n".to_owned();
    for disagreement in found {
        let cells = ["/id", "/name", "/document", "/family", "/field"];
        let mut cells: Vec<String> = cells.map(|path| super::text(disagreement, path)).into();
        cells.push(values(disagreement));
        cells.extend(["/settledBy", "/reason"].map(|path| super::text(disagreement, path)));
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", cells.join(","));
    }
    text
}

/// A cell in quotation marks, where it needs them.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disagreements_are_printed() {
        let found = [json!({
            "id": "creature:pond:toad", "name": "Toad", "document": "pond", "family": "creature",
            "field": "speed.walk",
            "values": [{"source": "one", "value": "20"}, {"source": "two", "value": "30"}],
            "settledBy": "majority", "reason": "Two say \"30\".",
        })];
        let csv = as_csv(&found);
        assert_eq!(
            csv.lines().nth(1).unwrap(),
            "creature:pond:toad,Toad,pond,creature,speed.walk,one: 20; two: 30,majority,\"Two say \"\"30\"\".\""
        );
        assert!(as_table(&found).contains("one: 20; two: 30"));
        assert!(as_table(&[]).contains("agree"));
    }

    #[test]
    fn each_family_has_its_field() {
        let fields = Family::ALL.map(Family::field);
        assert_eq!(fields, ["spells", "creatures", "equipment", "characterOptions", "rules"]);
    }
}
