//! Rules for the family of rules.

use super::{Against, Lint, Rule, rule, text};
use crate::rule::Model;

impl Lint for Model {
    #[rustfmt::skip]
    const RULES: &'static [Rule<Self>] = &[
        rule("rule-joined-words", &["text"], Against::Text("English"), |row| text::joined_words([row.text.as_str()]),
            "A sentence begins after a blank."),
        rule("rule-leftovers", &["text"], Against::Text("Markdown"), |row| text::leftovers([row.text.as_str()]),
            "Nothing of typesetting or of another program's markup is left in a text."),
        rule("rule-raw-links", &["text"], Against::Text("Markdown"), |row| text::raw_links([row.text.as_str()]),
            "A link leads somewhere for everybody, not for one program."),
        rule("rule-said-once", &["text"], Against::Text("itself"), |row| text::repeated([row.text.as_str()]),
            "A book says a sentence once in a section."),
    ];
}
