//! Lists of spells in stat blocks whose commas were lost: `At will: light mage hand3/day ea: fly sleep`.

use crate::Records;
use lorekeeper_content::Pattern;
use std::collections::BTreeSet;

/// Most words of a spell's name.
const MAX_WORDS: usize = 6;

/// How often the spells of a list can be cast.
static HEAD: Pattern = Pattern::new(r"[\s•]*(?P<often>at will|\d/day)(?P<each> ea)?: ?");

/// The names of all spells, by which a list falls apart.
pub(super) struct SpellNames(BTreeSet<String>);

impl SpellNames {
    pub(super) fn read(records: &Records) -> Self {
        let spells = records.endpoint("spells").iter();
        let names = spells.filter_map(|record| record.raw.get("name")?.as_str());
        Self(names.map(str::to_lowercase).collect())
    }

    /// The text with its lists of spells set apart, one a line, and commas between the names.
    ///
    /// Correction (creatures): Names of spells that run together in a list (`light mage hand3/day ea: fly sleep`) are
    /// parted by the names that are known.
    pub(super) fn part(&self, text: &str) -> String {
        let heads: Vec<_> = HEAD.captures_iter(text).collect();
        let bounds = heads.iter().filter_map(|head| head.get(0));
        let ends = bounds.clone().skip(1).map(|next| next.start());
        let lists = bounds.clone().zip(ends.chain([text.len()]));
        let lists: Vec<&str> = lists.filter_map(|(head, end)| text.get(head.end()..end)).collect();
        if lists.is_empty() || lists.iter().any(|list| list.contains([',', '.', '\n'])) {
            return text.to_owned();
        }
        let intro = bounds.map(|head| head.start()).next();
        let intro = intro.and_then(|end| text.get(..end)).unwrap_or_default();
        let lines = heads.iter().zip(lists).map(|(head, list)| {
            let often = head.name("often").map_or("", |often| often.as_str());
            let each = head.name("each").map_or("", |_| " each");
            format!("- **{often}{each}:** {}", self.names(list).join(", "))
        });
        let lines = lines.collect::<Vec<_>>().join("\n");
        format!("{}:\n\n{lines}", intro.trim_end_matches([':', '.', ' ']))
    }

    /// The names in a list, the longest that is known at each word. Words that are no spell's stay together.
    fn names(&self, list: &str) -> Vec<String> {
        // One word behind words that are unknown may belong to them: there is a spell *fear*, and one *cause fear*.
        let is_long = |known: Option<&(String, usize)>| known.is_some_and(|(_, words)| *words > 1);
        let words: Vec<&str> = list.split_whitespace().collect();
        let mut names: Vec<String> = Vec::new();
        let mut goes_on = false;
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let known = (1..=MAX_WORDS).rev().find_map(|count| {
                let name = words.get(at..at + count)?.join(" ");
                self.0.contains(&name.to_lowercase()).then_some((name, count))
            });
            // What stands in brackets is said of the spell before.
            let is_aside =
                word.starts_with('(') || names.last().is_some_and(|name| name.contains('(') && !name.contains(')'));
            match (known, names.last_mut()) {
                (known, Some(before)) if is_aside || (goes_on && !is_long(known.as_ref())) => {
                    before.push(' ');
                    before.push_str(word);
                    goes_on = !is_aside && known.is_none();
                    at += 1;
                }
                (Some((name, count)), _) => {
                    names.push(name);
                    goes_on = false;
                    at += count;
                }
                (None, _) => {
                    names.push((*word).to_owned());
                    goes_on = true;
                    at += 1;
                }
            }
        }
        names
    }
}
