//! Starting equipment in words.

use super::choice::{Choose, Noted, Opt, Tagged};
use crate::dnd5e::wire::fix_quotes;
use serde::Deserialize;

/// So many of a piece of equipment.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Counted {
    equipment: Noted,
    #[serde(default = "one")]
    quantity: i32,
}

/// The starting equipment as a Markdown list; `None` when there is none.
pub(super) fn starting_equipment(options: &[Choose], fixed: &[Counted]) -> Option<String> {
    let lines: Vec<String> = options
        .iter()
        .map(choice_words)
        .chain(fixed.iter().map(|f| count_words(f.quantity, &f.equipment)))
        .filter(|words| !words.is_empty())
        .map(|words| format!("- {words}"))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// A choice of equipment: in upstream's words, else its options.
fn choice_words(choose: &Choose) -> String {
    let own = choose.desc.as_deref().map(fix_quotes).filter(|d| !d.is_empty());
    if let Some(words) = own {
        return words;
    }
    let options: Vec<String> = match &choose.from.equipment_category {
        Some(category) => vec![format!("any of {}", category.name)],
        None => choose.from.options.iter().map(option_words).collect(),
    };
    options.join(" or ")
}

fn option_words(option: &Opt) -> String {
    match option {
        Opt::Word(word) => word.clone(),
        Opt::Tagged(Tagged::Reference { item }) => item.name.clone(),
        Opt::Tagged(Tagged::CountedReference { count, of }) => count_words(*count, of),
        Opt::Tagged(Tagged::Money { count, unit }) => format!("{count} {}", unit.to_uppercase()),
        Opt::Tagged(Tagged::Choice { choice }) => choice_words(choice),
        Opt::Tagged(Tagged::Multiple { items }) => {
            let words: Vec<String> = items.iter().map(option_words).collect();
            words.join(", ")
        }
        Opt::Tagged(_) => String::new(),
    }
}

/// The API's names are singular, so the number follows the name.
fn count_words(count: i32, item: &Noted) -> String {
    match count {
        1 => item.words(),
        _ => format!("{} ({count})", item.words()),
    }
}

fn one() -> i32 {
    1
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn words(options: Value, fixed: Value) -> Option<String> {
        let options: Vec<Choose> = serde_json::from_value(options).unwrap();
        let fixed: Vec<Counted> = serde_json::from_value(fixed).unwrap();
        starting_equipment(&options, &fixed)
    }

    #[test]
    fn options_come_first_in_upstreams_words() {
        let text = words(
            json!([{"desc": "(a) a ladle or (b) a spoon", "choose": 1, "type": "equipment"}]),
            json!([{"equipment": {"index": "bun", "name": "Bun"}, "quantity": 4},
                   {"equipment": {"index": "apron", "name": "Apron"}, "quantity": 1}]),
        );
        assert_eq!(text.as_deref(), Some("- (a) a ladle or (b) a spoon\n- Bun (4)\n- Apron"));
    }

    #[test]
    fn options_without_words_are_spelled_out() {
        let text = words(
            json!([{"choose": 1, "type": "equipment", "from": {"options": [
                {"option_type": "multiple", "items": [
                    {"option_type": "counted_reference", "count": 1, "of": {"index": "book", "name": "Book", "note": "Recipes"}},
                    {"option_type": "money", "count": 8, "unit": "gp"}]},
                {"option_type": "choice", "choice": {"choose": 1, "from": {"equipment_category": {"index": "pans", "name": "Pans"}}}}
            ]}}]),
            json!([]),
        );
        assert_eq!(text.as_deref(), Some("- Book (Recipes), 8 GP or any of Pans"));
        assert_eq!(words(json!([]), json!([])), None);
    }
}
