//! Rules for the family of rules.

use super::{Against, Lint, Rule, text};
use crate::rule::Model;

impl Lint for Model {
    const RULES: &'static [Rule<Self>] = &[
        Rule {
            name: "rule-joined-words",
            fields: &["text"],
            against: Against::Text("English"),
            why: "A sentence begins after a blank.",
            check: |row| text::joined_words([row.text.as_str()]),
        },
        Rule {
            name: "rule-leftovers",
            fields: &["text"],
            against: Against::Text("Markdown"),
            why: "Nothing of typesetting or of another program's markup is left in a text.",
            check: |row| text::leftovers([row.text.as_str()]),
        },
        Rule {
            name: "rule-raw-links",
            fields: &["text"],
            against: Against::Text("Markdown"),
            why: "A link leads somewhere for everybody, not for one program.",
            check: |row| text::raw_links([row.text.as_str()]),
        },
        Rule {
            name: "rule-said-once",
            fields: &["text"],
            against: Against::Text("itself"),
            why: "A book says a sentence once in a section.",
            check: |row| text::repeated([row.text.as_str()]),
        },
    ];
}
