//! Names that are no arguments: a slip of the pen is told, what a client's framework adds is ignored.

use super::Parameters;
use crate::edit_distance::likeness;
use crate::operation::snake;

/// Longest name, in bytes, that may be an argument's or a framework's.
const MAX_NAME_BYTES: usize = 64;

/// From this likeness on a name is a misspelling of another: `action` is none of `section`.
const MIN_LIKENESS: f64 = 0.75;

/// What a name that is no argument is meant to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meaning<'a> {
    /// This argument.
    Argument(&'a str),
    /// No argument, but perhaps something that the tool is about.
    Unclear,
    /// Nothing of the tool: an id of a call, a session, a chat.
    Foreign,
}

/// What other tools and the fields of results call an argument.
const OTHER_NAMES: [(&str, &str); 29] = [
    ("document_key", "documents"),
    ("document_keys", "documents"),
    ("document_name", "documents"),
    ("book", "documents"),
    ("books", "documents"),
    ("challenge_rating", "cr"),
    ("classes", "class_key"),
    ("semantic_query", "search"),
    ("edition", "game_system"),
    ("hp_min", "hit_points_min"),
    ("ac_min", "armor_class_min"),
    ("price_min", "cost_min"),
    ("price_max", "cost_max"),
    ("page", "cursor"),
    ("offset", "cursor"),
    ("filter", "where"),
    ("filters", "where"),
    ("sort", "order_by"),
    ("sort_by", "order_by"),
    ("page_size", "limit"),
    ("kind", "type"),
    ("type", "content_types"),
    ("source", "documents"),
    ("sources", "documents"),
    ("monsters", "creatures"),
    ("spell", "spells"),
    ("hp_max", "where"),
    ("speed_min", "where"),
    ("conditions", "where"),
];

/// What a name that is no argument of a tool is meant to be.
pub fn meaning<'a>(tool: Parameters<'_>, known: &[&'a str], name: &str) -> Meaning<'a> {
    if name.len() > MAX_NAME_BYTES {
        return Meaning::Unclear;
    }
    let written = in_words(name);
    let mut others = OTHER_NAMES.iter().filter(|(other, _)| *other == written);
    let other = others.find_map(|(_, argument)| known.iter().find(|known| *known == argument));
    if let Some(argument) = other.copied().or_else(|| nearest(known, name)) {
        return Meaning::Argument(argument);
    }
    let given = words(&in_words(name));
    let subject = words(&[&[tool.tool], known].concat().join("_"));
    if given.is_empty() || given.iter().any(|word| !subject.contains(word)) {
        return Meaning::Foreign;
    }
    // `spell_level` is `level`: the argument that has most of the words, and the fewest others.
    let shared = |known: &str| {
        let known = words(known);
        let both = known.iter().filter(|word| given.contains(word)).count();
        (both, usize::MAX - known.len())
    };
    let best = known.iter().max_by_key(|known| shared(known));
    let best = best.filter(|known| shared(known).0 > 0);
    best.map_or(Meaning::Unclear, |argument| Meaning::Argument(argument))
}

/// The known name that another one is a slip of.
pub fn nearest<'a>(known: &[&'a str], name: &str) -> Option<&'a str> {
    let given = in_words(name);
    let near = known
        .iter()
        .map(|known| (resemblance(name, known), *known))
        .filter(|(likeness, known)| {
            *likeness >= MIN_LIKENESS
                || is_short_for(&given, known)
                || has_initials(known, &given)
                || begins_with(&given, known)
        })
        .max_by(|(a, _), (b, _)| a.total_cmp(b));
    near.map(|(_, known)| known)
}

/// Whether a name leaves letters of another out: `lvl` is `level`, `conc` is `concentration`.
fn is_short_for(given: &str, known: &str) -> bool {
    let mut rest = known.chars();
    let is_within = given.chars().all(|letter| rest.any(|other| other == letter));
    let begins_alike = given.chars().next() == known.chars().next();
    let is_beginning = known.starts_with(given) && given.len() > 2;
    is_beginning || (begins_alike && is_within && given.len() > 1 && 2 * given.len() >= known.len())
}

/// Whether the words of a name have these initials: `hp` is `hit_points`.
fn has_initials(known: &str, given: &str) -> bool {
    given.len() > 1 && known.split('_').filter_map(|word| word.chars().next()).eq(given.chars())
}

/// Whether a name goes on after another: `search_term` is `search`.
fn begins_with(given: &str, known: &str) -> bool {
    given.strip_prefix(known).is_some_and(|rest| rest.starts_with('_'))
}

/// How much an unknown name is like a known one, from 0. One that has the name's words is nearer than one that is merely
/// spelt like it: `class` is `class_key`, not `subclass`.
pub(crate) fn resemblance(name: &str, known: &str) -> f64 {
    let (name, known) = (in_words(name), in_words(known));
    let likeness = likeness(&name, &known);
    let (given, known) = (words(&name), words(&known));
    if !given.is_empty() && given.iter().all(|word| known.contains(word)) {
        return 1.0 + likeness;
    }
    likeness
}

fn words(name: &str) -> Vec<String> {
    let words = name.split('_').filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// A name in any spelling as words with underscores: `classKey`, `CLASS_KEY` and `class-key` are `class_key`.
pub(crate) fn in_words(name: &str) -> String {
    let name: String = name.chars().take(MAX_NAME_BYTES).collect();
    let name = name.replace([' ', '-'], "_");
    if name.chars().any(char::is_lowercase) { snake(&name) } else { name.to_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ToolSet;
    use crate::catalogue::Catalogue;

    /// What frameworks add to calls, by public reports, is an argument of no tool.
    #[test]
    fn what_frameworks_add_resembles_no_argument() {
        let catalogue = Catalogue::load(ToolSet::Search).unwrap();
        for tool in ["search_spell", "search_creature", "search_equipment", "plan_encounter", "get"] {
            let tool = catalogue.tool(tool).unwrap().parameters();
            let known = tool.names();
            for name in [
                "toolCallId", "tool_call_id", "sessionId", "session_id", "action", "chatInput", "tool", "toolName",
                "_meta", "__arg1", "run_id", "thread_id", "metadata", "task_progress", "random_string",
                "requires_approval", "conversationId", "user", "kwargs", "intermediateSteps", "explanation",
                "waitForPreviousTools", "server_name", "recipient_name", "security_risk", "question", "prompt",
            ] {
                assert_eq!(meaning(tool, &known, name), Meaning::Foreign, "{} {name}", tool.tool);
            }
        }
    }

    #[test]
    fn slips_of_the_pen_name_the_right_argument() {
        let catalogue = Catalogue::load(ToolSet::Search).unwrap();
        for (tool, name, right) in [
            ("search_spell", "shcool", "school"),
            ("search_spell", "lvl", "level"),
            ("search_spell", "conc", "concentration"),
            ("search_spell", "spell_level", "level"),
            ("search_spell", "maxLevel", "level_max"),
            ("search_spell", "class", "class_key"),
            ("search_spell", "gameSystem", "game_system"),
            ("search_spell", "damge_type", "damage_type"),
            ("search_spell", "search_term", "search"),
            ("search_spell", "document_key", "documents"),
            ("search_spell", "classes", "class_key"),
            ("search_spell", "pageSize", "limit"),
            ("search_creature", "max_cr", "cr_max"),
            ("search_creature", "challengeRating", "cr"),
            ("search_equipment", "rarety", "rarity"),
            ("plan_encounter", "partys", "party"),
            ("plan_encounter", "creature", "creatures"),
            ("get", "id", "ids"),
        ] {
            let tool = catalogue.tool(tool).unwrap().parameters();
            assert_eq!(meaning(tool, &tool.names(), name), Meaning::Argument(right), "{name}");
        }
        let tool = catalogue.tool("search_spell").unwrap().parameters();
        assert_eq!(meaning(tool, &tool.names(), "spell"), Meaning::Unclear);
    }
}
