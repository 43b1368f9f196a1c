//! Languages and encounters.

use super::index::Index;
use super::item::{Item, number};
use super::{Head, draft, heads, prose};
use crate::{Drafts, Records};
use lorekeeper_content::cr_text;
use lorekeeper_content::experience_points;
use lorekeeper_content::rule::{Kind, Model};

/// Draws the rules: a language is one, and so is an encounter, in a chapter of its own.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    for (record, head) in heads(records, "languages", drafts) {
        let row = Model {
            text: head.item.first_text(&["description", "summary", "help"]),
            script: head.item.words("script").map(|s| prose::heading(&s)),
            exotic: head.item.has("exotic").then_some(true),
            secret: head.item.has("secret").then_some(true),
            ..row(Kind::Language, &head)
        };
        drafts.rules.push(draft(row, "languages", record, None));
    }
    for (record, head) in heads(records, "encounters", drafts) {
        let row = Model {
            text: encounter(&head, index),
            chapter: Some("encounters".to_owned()),
            category: Some("Encounter".to_owned()),
            ..row(Kind::Rule, &head)
        };
        let told = Some("encounter".to_owned());
        drafts.rules.push(draft(row, "encounters", record, told));
    }
}

fn row(kind: Kind, head: &Head<'_>) -> Model {
    Model {
        kind,
        document_key: head.book.to_owned(),
        slug: head.slug.clone(),
        name: head.name.clone(),
        ..Model::default()
    }
}

/// The creatures of an encounter, as a list, and their experience where every creature's rating is known.
fn encounter(head: &Head<'_>, index: &Index<'_>) -> String {
    let mut text = head.item.first_text(&["description", "summary"]);
    let mut lines = Vec::new();
    let mut worth = Some(0);
    for entry in head.item.items("creatures") {
        let creature = entry.child("creature");
        let (line, points) = line(&entry, creature.as_ref(), head.book, index);
        worth = worth.zip(points).and_then(|(sum, points): (i32, i32)| sum.checked_add(points));
        lines.extend(line);
    }
    if lines.is_empty() {
        return text;
    }
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(&lines.join("\n"));
    if let Some(worth) = worth.filter(|worth| *worth > 0) {
        text = format!("{text}\n\n**Total:** {worth} XP");
    }
    text
}

/// `- 3 × Goblin (challenge rating 1/4, 50 XP each)`, and what it is worth in all.
fn line(entry: &Item<'_>, creature: Option<&Item<'_>>, book: &str, index: &Index<'_>) -> (Option<String>, Option<i32>) {
    let inner = |key: &str| creature.and_then(|c| c.keyword(key)).or_else(|| entry.keyword(key));
    let count = |key: &str| creature.and_then(|c| c.int(key)).or_else(|| entry.int(key));
    let count = count("num").filter(|n| *n > 0).unwrap_or(1);
    let Some(key) = inner("monster") else {
        // A player's character has a number in its maker's account, and no name here.
        let other = inner("character").map(|_| "- A character of yours".to_owned());
        return (other, None);
    };
    let name = index.name("monsters", &key, book);
    let rating = index.find("monsters", &key, book).and_then(|monster| number(monster.get("challenge")?));
    let points = rating.and_then(experience_points);
    let aside = match (rating, points) {
        (Some(cr), Some(points)) if count > 1 => {
            format!(" (challenge rating {}, {points} XP each)", cr_text(cr))
        }
        (Some(cr), Some(points)) => format!(" (challenge rating {}, {points} XP)", cr_text(cr)),
        _ => String::new(),
    };
    let line = format!("- {count} × {name}{aside}");
    (Some(line), points.and_then(|points| points.checked_mul(count)))
}
