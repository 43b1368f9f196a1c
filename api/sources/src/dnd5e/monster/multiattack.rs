//! Parts of a multiattack.

use crate::record_reader::{Shapes, read_by_shape};
use crate::wire::filled;
use lorekeeper_content::creature::MultiattackPart;
use serde::Deserialize;
use serde::de::Error;

/// One part: an action and how often it is taken.
#[derive(Deserialize)]
pub(super) struct Part {
    action_name: String,
    #[serde(default)]
    count: Count,
    #[serde(rename = "type")]
    kind: Option<String>,
    desc: Option<String>,
}

/// A number (which may come as a text), or what it depends on (`1d4`, `Number of Heads`).
#[derive(Default)]
struct Count(String);

read_by_shape!(Count);

impl Shapes<'_> for Count {
    const EXPECTED: &'static str = "a number, or words";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self(text.trim().to_owned()))
    }

    fn number<E: Error>(number: f64) -> Result<Self, E> {
        Ok(Self(number.to_string()))
    }
}

/// A choice between sets of parts.
#[derive(Deserialize)]
pub(super) struct Choice {
    from: Options,
}

#[derive(Deserialize)]
struct Options {
    #[serde(default)]
    options: Vec<Alternative>,
}

/// A set of several parts, or one.
#[derive(Deserialize)]
struct Alternative {
    #[serde(default)]
    items: Vec<Part>,
    action_name: Option<String>,
    #[serde(default)]
    count: Count,
    #[serde(rename = "type")]
    kind: Option<String>,
    desc: Option<String>,
}

impl Alternative {
    fn rows(&self, number: i32) -> Vec<MultiattackPart> {
        let one = self
            .action_name
            .as_deref()
            .map(|name| row(name, &self.count, self.kind.as_deref(), self.desc.as_deref(), Some(number)));
        let several = self.items.iter().map(|part| part.row(Some(number)));
        several.chain(one).collect()
    }
}

/// All parts: first those always made, then each alternative of the choice, numbered.
pub(super) fn parts(fixed: &[Part], choice: Option<&Choice>) -> Vec<MultiattackPart> {
    let alternatives = choice.iter().flat_map(|choice| &choice.from.options);
    let chosen = (1..).zip(alternatives).flat_map(|(number, alternative)| alternative.rows(number));
    fixed.iter().map(|part| part.row(None)).chain(chosen).collect()
}

impl Part {
    fn row(&self, alternative: Option<i32>) -> MultiattackPart {
        let (kind, notes) = (self.kind.as_deref(), self.desc.as_deref());
        row(&self.action_name, &self.count, kind, notes, alternative)
    }
}

fn row(
    action: &str,
    count: &Count,
    kind: Option<&str>,
    notes: Option<&str>,
    alternative: Option<i32>,
) -> MultiattackPart {
    MultiattackPart {
        action: action.trim().to_owned(),
        count: count.0.clone(),
        kind: kind.and_then(filled),
        alternative,
        notes: notes.and_then(filled),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_numbers_or_words() {
        let fixed: Vec<Part> = serde_json::from_str(
            r#"[{"action_name":"Bite","count":2,"type":"melee"},
            {"action_name":"Claw","count":"2"},{"action_name":"Peck","count":"Number of Beaks"}]"#,
        )
        .unwrap();
        let counts: Vec<_> = parts(&fixed, None).into_iter().map(|p| p.count).collect();
        assert_eq!(counts, ["2", "2", "Number of Beaks"]);
    }

    #[test]
    fn alternatives_are_numbered() {
        let choice: Choice = serde_json::from_str(
            r#"{"choose":1,"type":"action","from":{"option_set_type":"options_array","options":[
            {"option_type":"multiple","items":[{"option_type":"action","action_name":"Bite","count":1},
                {"option_type":"action","action_name":"Claw","count":2}]},
            {"option_type":"action","action_name":"Spit","count":2,"desc":"If wet"}]}}"#,
        )
        .unwrap();
        let parts: Vec<_> = parts(&[], Some(&choice)).into_iter().map(|p| (p.action, p.alternative, p.notes)).collect();
        assert_eq!(
            parts,
            [
                ("Bite".to_owned(), Some(1), None),
                ("Claw".to_owned(), Some(1), None),
                ("Spit".to_owned(), Some(2), Some("If wet".to_owned()))
            ]
        );
    }
}
