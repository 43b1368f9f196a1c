//! Rules and books.

use super::book;
use crate::markdown::{Layout, Printed as _, excerpt};
use crate::rule;

#[test]
fn a_rule() {
    let rule = rule::Model {
        name: "Simmering".into(),
        section_name: Some("Heat".into()),
        chapter: Some("cooking-pots".into()),
        related_slugs: vec!["boiling-over".into()],
        text: "Simmering\n\nKeep it low.\n# More\nLower.".into(),
        ..rule::Model::default()
    };
    assert_eq!(
        rule.printed(Layout::Rules2014).render(None),
        "# Simmering

*Rule*

- **Section:** Heat
- **Chapter:** Cooking Pots
- **In this section:** Boiling Over

Keep it low.

## More

Lower.
"
    );
    let language = rule::Model {
        name: "Hiss".into(),
        kind: rule::Kind::Language,
        typical_speakers: vec!["kettles".into()],
        exotic: Some(true),
        secret: Some(false),
        ..rule::Model::default()
    };
    assert_eq!(
        language.printed(Layout::Rules2014).render(None),
        "# Hiss\n\n*Language*\n\n- **Typical Speakers:** Kettles\n- **Traits:** Exotic\n"
    );
}

#[test]
fn an_excerpt_is_that_of_the_whole_document() {
    let mut rule = rule::Model { name: "Simmering".into(), ..rule::Model::default() };
    let texts = [
        "",
        "Simmering\n\nKeep it low.",
        "# Simmering\n\nKeep it *low*, and\nlower.\n\n- one\n\n- two\n\n\n## Heat\n\nEven less é<br>of it.",
        "| d4 | Lid |\n|---|---|\n| 1 | Tin |\n\nTins are lids too, and lids are tins.\n\nSo be it.",
        "Windows\r\n\r\nend lines otherwise.\\n\\nOthers write two letters.",
    ];
    for text in texts {
        rule.text = text.into();
        let document = rule.printed(Layout::Rules2014);
        for length in 1..120 {
            assert_eq!(excerpt(&rule, length), document.excerpt(length), "{text}, {length}");
        }
    }
    rule.text = format!("Never end.\n\n{}", texts[2]);
    assert_eq!(excerpt(&rule, 12), "Never end…");
}

#[test]
fn a_book() {
    assert_eq!(
        book().printed(Layout::Rules2014).render(None),
        "# The Hearthside Compendium

- **Key:** hearth
- **Publisher:** Kettle Press
- **Game System:** 5th Edition 2014 (5e-2014)
- **Licenses:** Creative Commons Attribution 4.0
- **Permalink:** <https://example.org/hearth>

All about kettles.
"
    );
}
