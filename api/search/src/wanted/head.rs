//! Heads: the noun of a query that names what is asked for, by a small grammar of noun phrases.
//!
//! Words before the head describe it (`cursed weapon`), and what follows it begins with a word of its own (`that`, `for`,
//! `to`). A preposition, a verb or a pronoun ends the phrase: the `armor` of `puts on armor` is not asked for.

use crate::analysis::is_stop_word;
use crate::constraints::QueryWords;
use lorekeeper_content::Family;

/// The noun that names a family.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Head {
    /// Which word it is.
    pub place: usize,
    /// The family.
    pub family: Family,
    /// Whether it is the family's own word: others (`weapon`, `race`) are words of rules as well.
    pub is_own: bool,
}

impl Head {
    /// Whether the words after it ask what somebody can do with it (`what armor can a druid wear`): then somebody is looked for.
    pub fn asks_owner(&self, words: &[String]) -> bool {
        const VERBS: [&str; 5] = ["can", "do", "does", "is", "are"];
        let is_asked = self.place == 1 && words.first().is_some_and(|first| first == "what" || first == "which");
        let next = words.get(self.place + 1);
        !self.is_own && is_asked && next.is_some_and(|next| VERBS.contains(&next.as_str()))
    }
}

/// Words for kinds and parts of a family.
const KINDS: [(&str, Family); 31] = [
    ("cantrip", Family::Spell),
    ("minion", Family::Creature),
    ("encounter", Family::Creature),
    ("boss", Family::Creature),
    ("villain", Family::Creature),
    ("npc", Family::Creature),
    ("mount", Family::Creature),
    ("summon", Family::Creature),
    ("weapon", Family::Equipment),
    ("armor", Family::Equipment),
    ("gear", Family::Equipment),
    ("potion", Family::Equipment),
    ("wand", Family::Equipment),
    ("staff", Family::Equipment),
    ("rod", Family::Equipment),
    ("ring", Family::Equipment),
    ("loot", Family::Equipment),
    ("artifact", Family::Equipment),
    ("class", Family::CharacterOption),
    ("subclass", Family::CharacterOption),
    ("archetype", Family::CharacterOption),
    ("race", Family::CharacterOption),
    ("subrace", Family::CharacterOption),
    ("species", Family::CharacterOption),
    ("lineage", Family::CharacterOption),
    ("background", Family::CharacterOption),
    ("feat", Family::CharacterOption),
    ("invocation", Family::CharacterOption),
    ("metamagic", Family::CharacterOption),
    ("feature", Family::CharacterOption),
    ("glossary", Family::Rule),
];

/// Words for features.
const FEATURES: [&str; 5] = ["feature", "invocation", "metamagic", "trait", "maneuver"];

/// Words of a request, which stand before what is asked for.
const REQUESTS: [&str; 12] =
    ["find", "give", "list", "looking", "need", "recommend", "show", "suggest", "suggestions", "want", "best", "good"];

/// Words that begin a question about how the game works.
const HOW: [&str; 12] = ["how", "can", "could", "does", "do", "did", "may", "must", "should", "would", "why", "will"];

/// Words that ask for a column of the table of a class, or for what it begins with.
const AMOUNTS: [&str; 10] = [
    "number of", "cantrips known", "spells known", "spell slots", "die size", "starting equipment", "starting gold",
    "hit dice", "always have prepared", "always has prepared",
];

/// Words of doing something with what follows (`identifying creatures`): a rule is asked for.
const DOING: [&str; 16] = [
    "identifying", "selling", "buying", "crafting", "drawing", "sheathing", "stowing", "copying", "making", "creating",
    "equipping", "wielding", "squeezing", "swapping", "administering", "dropping",
];

/// Words before a noun that is an example of its kind (`per creature`).
const EACH: [&str; 3] = ["per", "another", "each"];

/// Words that begin another question in which no noun phrase comes first.
const WHO: [&str; 7] = ["is", "are", "am", "when", "if", "who", "where"];

/// Words that end a noun phrase.
const ENDS: [&str; 54] = [
    "a", "an", "any", "the", "that", "which", "who", "whose", "for", "to", "with", "without", "of", "against", "in",
    "into", "from", "when", "while", "where", "you", "i", "he", "she", "it", "they", "we", "my", "his", "her", "your",
    "on", "onto", "at", "like", "and", "or", "by", "under", "about", "is", "are", "can", "has", "have", "lets", "not",
    "only", "immune", "resistant", "vulnerable", "weak", "able", "capable",
];

/// Verbs of a statement about somebody (`rogue takes no damage`).
const VERBS: [&str; 60] = [
    "adds", "becomes", "bites", "breathes", "carries", "casts", "chooses", "count", "counts", "creates", "deals",
    "disappears", "drops", "escapes", "fights", "gains", "gets", "gives", "grows", "halves", "heals", "hides", "hurts",
    "ignores", "jumps", "keeps", "knows", "learns", "leaps", "loses", "makes", "needs", "picks", "prepares", "puts",
    "reads", "regains", "rerolls", "resists", "returns", "runs", "sees", "sends", "shares", "smites", "sneaks",
    "speaks", "spends", "stays", "steals", "swaps", "swims", "takes", "talks", "teleports", "throws", "transforms",
    "turns", "uses", "wields",
];

/// Whether a query states what somebody does (`druid turns into an animal`): it describes a feature, and its nouns are no
/// families.
pub fn is_statement(words: &QueryWords) -> bool {
    let leads = words.typed.iter().take_while(|word| is_stop_word(word));
    let start = leads.count();
    let ends = |word: &&String| ENDS.contains(&word.as_str());
    let subject = words.typed.iter().skip(start).take_while(|word| !ends(word));
    let mut later = subject.skip(1);
    let is_subject = |first: &String| !ends(&first) && noun(first).is_none();
    let first = words.typed.first().map(String::as_str);
    !matches!(first, Some("which" | "what"))
        && words.typed.get(start).is_some_and(is_subject)
        && later.any(|word| VERBS.contains(&word.as_str()))
}

/// Whether a query asks how the game works: what it names is part of the question, not asked for.
pub fn asks_how(words: &QueryWords) -> bool {
    let first = words.typed.first();
    let asks_amount = AMOUNTS.iter().any(|amount| words.find_phrase(amount).is_some());
    let asks_what_happens = words.find_phrase("what happens").is_some();
    asks_what_happens || asks_amount || first.is_some_and(|first| HOW.contains(&first.as_str()))
}

/// Whether a word only asks for what follows.
pub fn is_request(word: &str) -> bool {
    REQUESTS.contains(&word)
}

/// Whether a word in the singular is one for features.
pub fn is_feature(word: &str) -> bool {
    FEATURES.contains(&word)
}

/// The family that a word in the singular stands for at the head of a query, and whether it is the family's own word.
fn noun(word: &str) -> Option<(Family, bool)> {
    let own = Family::of_word(word).map(|family| (family, true));
    own.or_else(|| {
        let kind = KINDS.iter().find(|(name, _)| *name == word);
        kind.map(|(_, family)| (*family, false))
    })
}

/// Whether a word is what is asked for (`which spell deals fire damage`).
fn is_asked_for(words: &QueryWords, place: usize) -> bool {
    let before = place.checked_sub(1).and_then(|before| words.typed.get(before));
    before.is_some_and(|word| word == "which" || word == "what")
}

/// The head of a query, if it names a family.
pub fn find(words: &QueryWords) -> Option<Head> {
    let first = words.typed.first()?.as_str();
    if asks_how(words) || WHO.contains(&first) {
        return None;
    }
    let leads = |word: &&String| is_stop_word(word) || REQUESTS.contains(&word.as_str());
    let start = words.typed.iter().take_while(leads).count();
    let phrase = words.typed.iter().enumerate().skip(start);
    let terms = words.terms();
    for (place, word) in phrase {
        if place > start && ENDS.contains(&word.as_str()) {
            return None;
        }
        let singular = words.singular.get(place).unwrap_or(word);
        // The class of `armor class` is no class.
        if terms.iter().any(|term| term.contains(&place)) {
            continue;
        }
        let before = place.checked_sub(1).and_then(|before| words.typed.get(before));
        // There are options of every kind (`healing options`).
        if singular == "option" && before.is_none_or(|word| word != "character") {
            continue;
        }
        let is_each = before.is_some_and(|word| EACH.contains(&word.as_str()));
        let is_done = words.typed.get(start).is_some_and(|word| DOING.contains(&word.as_str()));
        if is_each || is_done {
            return None;
        }
        // The ending of `species` is no plural's.
        let Some((family, is_own)) = noun(singular).or_else(|| noun(word)) else {
            continue;
        };
        // "Summon a demon" asks for what summons it.
        let next = words.typed.get(place + 1);
        if word == "summon" && next.is_some_and(|next| ["a", "an", "some", "the"].contains(&next.as_str())) {
            return None;
        }
        let is_plural = singular != word;
        let is_last = match next {
            Some(_) if place == start && is_asked_for(words, place) => true,
            Some(next) => is_plural || ENDS.contains(&next.as_str()) || next.ends_with("ing"),
            // A word alone is looked up, not asked for.
            None => is_plural || place > start,
        };
        if is_last {
            return Some(Head { place, family, is_own });
        }
    }
    None
}
