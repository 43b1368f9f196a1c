//! Parts of a multiattack.

use crate::wire::filled;
use lorekeeper_content::creature::MultiattackPart;
use serde::Deserialize;

/// One part: an action and how often it is taken.
#[derive(Deserialize)]
pub(super) struct Part {
    action_name: String,
    count: Count,
    #[serde(rename = "type")]
    kind: Option<String>,
    desc: Option<String>,
}

/// A number, or what it depends on (`1d4`, `Number of Heads`).
#[derive(Deserialize)]
#[serde(untagged)]
enum Count {
    Number(i64),
    Text(String),
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

/// A set of several parts, or of one.
#[derive(Deserialize)]
#[serde(untagged)]
enum Alternative {
    Several { items: Vec<Part> },
    One(Part),
}

/// All parts: first those always made, then each alternative of the choice, numbered.
pub(super) fn parts(fixed: &[Part], choice: Option<&Choice>) -> Vec<MultiattackPart> {
    let alternatives = choice.iter().flat_map(|choice| &choice.from.options);
    let chosen = (1..).zip(alternatives).flat_map(|(number, alternative)| {
        let parts = match alternative {
            Alternative::Several { items } => items.as_slice(),
            Alternative::One(part) => std::slice::from_ref(part),
        };
        parts.iter().map(move |part| part.row(Some(number)))
    });
    fixed
        .iter()
        .map(|part| part.row(None))
        .chain(chosen)
        .collect()
}

impl Part {
    fn row(&self, alternative: Option<i32>) -> MultiattackPart {
        MultiattackPart {
            action: self.action_name.trim().to_owned(),
            count: match &self.count {
                Count::Number(number) => number.to_string(),
                Count::Text(text) => text.trim().to_owned(),
            },
            kind: self.kind.as_deref().and_then(filled),
            alternative,
            notes: self.desc.as_deref().and_then(filled),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_numbers_or_words() {
        let fixed: Vec<Part> = serde_json::from_str(
            r#"[{"action_name":"Bite","count":2,"type":"melee"},
            {"action_name":"Peck","count":"Number of Beaks"}]"#,
        )
        .unwrap();
        let counts: Vec<_> = parts(&fixed, None).into_iter().map(|p| p.count).collect();
        assert_eq!(counts, ["2", "Number of Beaks"]);
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
        let parts: Vec<_> = parts(&[], Some(&choice))
            .into_iter()
            .map(|p| (p.action, p.alternative, p.notes))
            .collect();
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
