//! Comparison of tables: the cells of a text's tables in which the sources of the text differ.

use super::agreed_texts::voice;
use lorekeeper_content::table::{Table, find_tables};
use lorekeeper_content::{Disagreement, Statement, letters, tokens};
use serde_json::{Map, Value};

/// The name of the rule: the table stands in the text, which is settled as a whole.
const WITH_ITS_TEXT: &str = "with-its-text";

/// The rows of the served text's tables that an independent source has with another cell. `served` is the source of the text.
pub(super) fn compare(
    row: &Map<String, Value>,
    statements: &[(String, Map<String, Value>)],
    served: &str,
) -> Vec<Disagreement> {
    let text_of = |fields: &Map<String, Value>| {
        let text = fields.get("text").and_then(Value::as_str);
        find_tables(text.unwrap_or_default())
    };
    let book = row.get("document_key").and_then(Value::as_str);
    let book = book.unwrap_or_default();
    let ours = text_of(row);
    if ours.is_empty() || statements.len() < 2 {
        return Vec::new();
    }
    let others = statements.iter().map(|(source, fields)| (source.as_str(), fields));
    let others = others.filter(|(source, _)| voice(source, book) != voice(served, book));
    others
        .flat_map(|(source, fields)| {
            let theirs = text_of(fields);
            let pairs = ours.iter().filter_map(|table| Some((table, same(table, &theirs)?)));
            let told = pairs.flat_map(|(table, other)| differing_rows(table, other));
            let told = told.map(|(table, our_row, their_row)| Disagreement {
                field: "text".to_owned(),
                values: [(served, our_row), (source, their_row)].map(statement).into(),
                settled_by: WITH_ITS_TEXT.to_owned(),
                reason: format!("A row of the table “{table}” stands as in the text that is believed."),
            });
            told.collect::<Vec<_>>()
        })
        .collect()
}

fn statement((source, cells): (&str, String)) -> Statement {
    Statement { source: source.to_owned(), value: cells }
}

/// The table of another text that has the same columns, and the same name where both have one.
fn same<'a>(table: &Table, others: &'a [Table]) -> Option<&'a Table> {
    let heads = |table: &Table| -> Vec<String> { table.head.iter().map(|head| letters(head)).collect() };
    let own = heads(table);
    let mut alike = others.iter().filter(|other| heads(other) == own);
    let named = alike.clone().find(|other| letters(&other.name) == letters(&table.name));
    named.or_else(|| {
        let only = alike.next()?;
        alike.next().is_none().then_some(only)
    })
}

/// The rows of one first cell with different others: the name of the table, our row and theirs.
fn differing_rows<'a>(table: &'a Table, other: &'a Table) -> impl Iterator<Item = (&'a str, String, String)> {
    let name = if table.name.is_empty() { table.head.first().map_or("", String::as_str) } else { &table.name };
    table.rows.iter().filter_map(move |row| {
        let key = letters(row.cells.first()?);
        let is_same = |cells: &[String]| cells.first().is_some_and(|cell| letters(cell) == key);
        let mut alike = other.rows.iter().filter(|other| is_same(&other.cells));
        let theirs = alike.next()?;
        let is_clear = alike.next().is_none() && table.rows.iter().filter(|row| is_same(&row.cells)).count() == 1;
        let spelt = |cells: &[String]| tokens(&cells.join(" ").replace(" ft.", " feet"));
        (is_clear && spelt(&row.cells) != spelt(&theirs.cells))
            .then(|| (name, row.cells.join(" | "), theirs.cells.join(" | ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn row(text: &str) -> Map<String, Value> {
        match json!({"document_key": "srd-2024", "text": text}) {
            Value::Object(row) => row,
            _ => Map::new(),
        }
    }

    #[test]
    fn rows_that_differ_are_told() {
        let table = |weight: &str| {
            format!("**Toads**\n\n| Toad | Weight |\n|---|---|\n| Small | 1 lb. |\n| Great | {weight} |\n")
        };
        let (ours, theirs) = (table("9 lb."), table("*8* lb."));
        let statements = [("open5e_v2", &ours), ("foundry_srd", &theirs)];
        let statements = statements.map(|(source, text)| (source.to_owned(), row(text)));
        let told = compare(&row(&ours), &statements, "open5e_v2");
        assert_eq!(told.len(), 1);
        let values = told[0].values.iter().map(|stated| &stated.value);
        let values: Vec<_> = values.collect();
        assert_eq!(values, ["Great | 9 lb.", "Great | *8* lb."]);
        assert!(told[0].reason.contains("“Toads”"));
        assert!(compare(&row(&ours), &statements[..1], "open5e_v2").is_empty());
        let marked = table("**9** lb.");
        let statements = [statements[0].clone(), ("foundry_srd".to_owned(), row(&marked))];
        assert!(compare(&row(&ours), &statements, "open5e_v2").is_empty());
    }
}
