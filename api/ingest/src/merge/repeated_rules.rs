//! Duplicates among rules: a rule that stands by itself and once more in the rule above or beside it.

use super::fuller::words;
use lorekeeper_content::rule::{Kind, Model};
use lorekeeper_content::typography;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Fewest words of a rule that is looked for in others.
const MIN_WORDS: usize = 20;

/// Fewest words of a paragraph that two rules do not share by chance.
const MIN_PARAGRAPH_WORDS: usize = 8;

/// Most rules of a section that share a paragraph, of which one may have another.
const MAX_SHARED: usize = 8;

/// Leaves rules out of the rules above and beside them that have them word by word, with their headings.
///
/// Correction (rules): A rule that stands by itself, and once more within the rule above or beside it, stands once.
pub(crate) fn leave_out(rules: &mut [Model]) {
    let is_rule = |rule: &Model| matches!(rule.kind, Kind::Rule | Kind::Section);
    let mut near: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (place, rule) in rules.iter().enumerate().filter(|(_, rule)| is_rule(rule)) {
        let above: BTreeSet<&String> = rule.parent_slug.iter().chain(&rule.section_slug).chain([&rule.slug]).collect();
        for slug in above {
            near.entry((rule.document_key.clone(), slug.clone())).or_default().push(place);
        }
    }
    // A rule without one of its parts may be a part of another: once more.
    for places in near.values().chain(near.values()) {
        let mut having: HashMap<String, BTreeSet<usize>> = HashMap::new();
        for place in places {
            let text = rules.get(*place).map_or("", |rule| rule.text.as_str());
            for end in split_paragraphs(text).filter_map(take_end) {
                having.entry(end).or_default().insert(*place);
            }
        }
        for part in places {
            let longest = rules.get(*part).and_then(|rule| split_paragraphs(&rule.text).max_by_key(|text| text.len()));
            let wholes = longest.and_then(take_end).and_then(|end| having.get(&end));
            let wholes = wholes.filter(|wholes| wholes.len() <= MAX_SHARED);
            for whole in wholes.into_iter().flatten().filter(|whole| *whole != part) {
                let Ok([part, whole]) = rules.get_disjoint_mut([*part, *whole]) else { continue };
                // Of two that are alike the one below keeps the text.
                let is_longer = whole.text.len() > part.text.len() || part.parent_slug.as_ref() == Some(&whole.slug);
                if let Some(text) = remove_part(&whole.text, part).filter(|_| is_longer) {
                    whole.text = text;
                }
            }
        }
    }
}

/// Takes the last words of a paragraph that is long enough not to be shared by chance.
fn take_end(paragraph: &str) -> Option<String> {
    let words = normalize(paragraph);
    words.rmatch_indices(' ').nth(MIN_PARAGRAPH_WORDS - 1).and_then(|(at, _)| words.get(at + 1..)).map(str::to_owned)
}

/// Removes a rule from a text that has all its paragraphs; `None` where the text lacks one of them.
fn remove_part(text: &str, part: &Model) -> Option<String> {
    let name = normalize(&part.name);
    let of_part: BTreeSet<String> =
        split_paragraphs(&part.text).map(|paragraph| strip_label(paragraph, &name)).collect();
    let is_long = of_part.iter().map(|words| words.split(' ').count()).sum::<usize>() >= MIN_WORDS;
    let known: BTreeSet<String> = split_paragraphs(text).map(|paragraph| strip_label(paragraph, &name)).collect();
    if !is_long || !of_part.is_subset(&known) {
        return None;
    }
    let is_repeated =
        |paragraph: &&str| normalize(paragraph) == name || of_part.contains(&strip_label(paragraph, &name));
    let all: Vec<&str> = split_paragraphs(text).collect();
    let next = all.iter().skip(1).map(Some).chain([None]);
    let left = all.iter().zip(next).filter(|(paragraph, next)| {
        // A caption goes with its table.
        let is_caption = paragraph.starts_with("**") && paragraph.ends_with("**") && !paragraph.contains('\n');
        let is_of_repeated = next.is_some_and(|next| next.starts_with('|') && is_repeated(next));
        !(is_repeated(paragraph) || is_caption && is_of_repeated)
    });
    Some(left.map(|(paragraph, _)| *paragraph).collect::<Vec<_>>().join("\n\n"))
}

fn split_paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty())
}

/// Normalizes a paragraph without the label of a name before it (`**_Damp._** It drips.`).
fn strip_label(paragraph: &str, name: &str) -> String {
    let of_paragraph = normalize(paragraph);
    let is_labelled = paragraph.starts_with(['*', '#']);
    let rest = of_paragraph.strip_prefix(name).filter(|_| is_labelled).and_then(|rest| rest.strip_prefix(' '));
    rest.map_or_else(|| of_paragraph.clone(), str::to_owned)
}

/// The words of a text in small letters, with one blank between them.
fn normalize(text: &str) -> String {
    words(text).collect::<Vec<_>>().join(" ")
}

/// Puts captions above the tables of rules, once none is compared with another any more.
pub(crate) fn caption_tables(rules: &mut [Model]) {
    for rule in rules {
        if let Cow::Owned(text) = typography::caption_tables(&rule.text) {
            rule.text = text;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(slug: &str, parent: Option<&str>, text: &str) -> Model {
        Model {
            kind: Kind::Rule,
            document_key: "pond".to_owned(),
            slug: slug.to_owned(),
            name: slug.to_owned(),
            parent_slug: parent.map(str::to_owned),
            text: text.to_owned(),
            ..Model::default()
        }
    }

    #[test]
    fn a_rule_stands_once() {
        let damp = "Whatever is damp drips for as long as the pond is near, and a toad that sits on it hums.";
        let table = "| Toad | Hums |\n|---|---|\n| green | 2 times a day, and once at night |\n| red | 3 times a day, and not at night |";
        let above =
            format!("A pond is wet.\n\n**_Damp._** {damp}\n\n**Hum**\n\n**Hums of Toads**\n\n{table}\n\nSo it is.");
        let mut rules = vec![
            rule("pond", None, &above),
            rule("damp", Some("pond"), damp),
            rule("hum", Some("pond"), table),
            rule(
                "mud",
                Some("pond"),
                "Mud is wet. It is brown, and nobody who has been in it comes out of it as they were, or so it is said.",
            ),
        ];
        let mud = rules[3].text.clone();
        leave_out(&mut rules);
        let texts: Vec<&str> = rules.iter().map(|rule| rule.text.as_str()).collect();
        assert_eq!(texts, ["A pond is wet.\n\nSo it is.", damp, table, mud.as_str()]);
    }

    #[test]
    fn of_two_that_are_alike_the_one_below_is_kept() {
        let text = "Coins of the pond are round, and they are of copper, of silver and of mud; one of mud is worth nothing to anybody but toads.";
        let mut rules =
            vec![rule("wealth", None, text), rule("coins", Some("wealth"), text), rule("other", None, text)];
        leave_out(&mut rules);
        let texts: Vec<&str> = rules.iter().map(|rule| rule.text.as_str()).collect();
        assert_eq!(texts, ["", text, text]);
    }
}
