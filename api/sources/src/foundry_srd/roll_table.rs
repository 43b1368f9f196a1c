//! Rollable tables as HTML, for the texts that embed them.

use super::Document;
use crate::foundry_text::fields::Fields;

/// The table, with the die and the caption as headings.
pub(super) fn html(table: &Document<'_>, caption: Option<&str>) -> String {
    let die = table.fields.text("formula");
    let is_percentile = die.ends_with("d100");
    let name = caption.unwrap_or(table.name);
    let rows = table.fields.list("results").map(|result| {
        let text = ["description", "text", "name"];
        let text = text.iter().find_map(|field| result.filled(field));
        let (range, text) = (range(result, is_percentile), text.unwrap_or_default());
        format!("<tr><td>{range}</td><td>{text}</td></tr>")
    });
    let rows = rows.collect::<Vec<_>>().concat();
    format!("<table><thead><tr><th>{die}</th><th>{name}</th></tr></thead><tbody>{rows}</tbody></table>")
}

/// The numbers of a row: `7`, `16–40`. Those of a percentile table have two digits, `01–97`, `98–00`.
fn range(result: Fields<'_>, is_percentile: bool) -> String {
    let printed = |number: i32| {
        if is_percentile { format!("{:02}", number % 100) } else { number.to_string() }
    };
    let mut numbers = result.list("range").filter_map(Fields::whole);
    match (numbers.next(), numbers.next()) {
        (Some(from), Some(to)) if from < to => format!("{}–{}", printed(from), printed(to)),
        (Some(number), _) => printed(number),
        _ => String::new(),
    }
}
