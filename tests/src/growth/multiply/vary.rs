//! Says a thing in other words, the same each time: some of the words that we have lists of become others of theirs.

use crate::growth::draw::Draw;
use crate::growth::game::{ABILITIES, CONDITIONS, SCHOOLS, SKILLS, TYPES};
use crate::growth::library::SEED;
use crate::growth::words::{self, DAMAGE, capital, coined, past, plural, present, third};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

/// Fields of rows, and of what they are made of, that hold prose or names.
const PROSE: [&str; 10] = [
    "text",
    "name",
    "higher_levels",
    "material_text",
    "reaction_condition",
    "summary",
    "spellcasting_text",
    "legendary_preamble",
    "age",
    "benefits",
];

/// Words that the rules read, or that texts have too often to change them.
const FIXED: [&str; 58] = [
    "fire", "light", "spell", "magic", "attack", "damage", "target", "action", "reaction", "turn",
    "end", "time", "round", "charge", "level", "point", "hit", "area", "creature", "object",
    "weapon", "armor", "hand", "speed", "use", "make", "take", "save", "roll", "move", "fall",
    "size", "day", "hour", "minute", "week", "month", "year", "long", "short", "rest", "small",
    "large", "within", "heal", "blind", "deaf", "line", "cube", "cone", "sphere", "shape",
    "ritual", "will", "form", "effect", "dice", "resist",
];

/// A list of words with one ending.
struct Kin {
    words: Vec<String>,
}

/// The lists, and where each word stands.
struct Known {
    kin: Vec<Kin>,
    places: HashMap<String, usize>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let mut known = Known {
        kin: Vec::new(),
        places: HashMap::new(),
    };
    let verbs: Vec<&str> = words::themes()
        .iter()
        .flat_map(|theme| theme.verbs.iter().copied())
        .chain(words::list("verbs").iter().copied())
        .collect();
    let nouns: Vec<&str> = words::themes()
        .iter()
        .flat_map(|theme| theme.nouns.iter().copied())
        .chain(words::list("nouns").iter().copied())
        .collect();
    let adjectives: Vec<&str> = words::themes()
        .iter()
        .flat_map(|theme| theme.adjectives.iter().copied())
        .chain(words::list("adjectives").iter().copied())
        .collect();
    for name in [
        "beasts",
        "kinds",
        "folk",
        "items",
        "gear",
        "effects",
        "places",
        "materials",
    ] {
        known.add(words::list(name), str::to_owned);
        known.add(words::list(name), plural);
    }
    known.add(&nouns, str::to_owned);
    known.add(&nouns, plural);
    known.add(&adjectives, str::to_owned);
    known.add(&verbs, str::to_owned);
    known.add(&verbs, third);
    known.add(&verbs, present);
    known.add(&verbs, past);
    known
});

impl Known {
    fn add(&mut self, list: &[&str], form: fn(&str) -> String) {
        let fixed = |word: &str| {
            FIXED.contains(&word)
                || DAMAGE.contains(&word)
                || CONDITIONS.contains(&word)
                || ABILITIES.contains(&word)
                || SKILLS.iter().any(|(skill, _)| *skill == word)
                || SCHOOLS.iter().any(|(school, _)| *school == word)
                || TYPES.iter().any(|(kind, _)| *kind == word)
        };
        let words: Vec<String> = list
            .iter()
            .map(|word| form(word))
            .filter(|word| !fixed(word))
            .collect();
        for word in &words {
            self.places.entry(word.clone()).or_insert(self.kin.len());
        }
        self.kin.push(Kin { words });
    }
}

/// How one copy says things.
pub struct Vary {
    copy: usize,
    draw: Draw,
    /// What words become, as far as it was asked.
    said: HashMap<String, Option<String>>,
}

/// In so many of a hundred cases a word becomes another: in names, and in texts.
const CHANGED: (u64, u64) = (75, 30);

impl Vary {
    /// How the copy of that number says things.
    pub fn of(copy: usize) -> Self {
        Self {
            copy,
            draw: Draw::of(SEED, "copy", copy, 0),
            said: HashMap::new(),
        }
    }

    /// A name in other words; with an epithet, where we know none of its words.
    pub fn name(&mut self, name: &str) -> String {
        let varied = self.words(name, CHANGED.0);
        if varied == name {
            self.longer(name)
        } else {
            varied
        }
    }

    /// A name with one more word before it.
    pub fn longer(&mut self, name: &str) -> String {
        let epithet = if self.draw.chance(40.0) {
            coined(&mut self.draw)
        } else {
            let theme = words::any_theme(&mut self.draw);
            capital(self.draw.pick(&theme.adjectives))
        };
        format!("{epithet} {name}")
    }

    /// The prose of a row in other words.
    pub fn fields(&mut self, fields: &mut Map<String, Value>) {
        for (field, value) in fields {
            match value {
                Value::String(text) if PROSE.contains(&field.as_str()) => {
                    *text = self.words(text, CHANGED.1);
                }
                Value::Object(inner) => self.fields(inner),
                Value::Array(items) => {
                    for item in items.iter_mut().filter_map(Value::as_object_mut) {
                        self.fields(item);
                    }
                }
                _ => {}
            }
        }
    }

    fn words(&mut self, text: &str, percent: u64) -> String {
        let mut said = String::with_capacity(text.len() + 16);
        let mut rest = text;
        while let Some(first) = rest.find(|c: char| c.is_ascii_alphabetic()) {
            let (before, after) = rest.split_at(first);
            let end = after
                .find(|c: char| !c.is_ascii_alphabetic())
                .unwrap_or(after.len());
            let (word, later) = after.split_at(end);
            said.push_str(before);
            let lower = word.to_ascii_lowercase();
            match self.other(&lower, percent) {
                Some(other) if lower == word => said.push_str(other),
                Some(other) => said.push_str(&capital(other)),
                None => said.push_str(word),
            }
            rest = later;
        }
        said.push_str(rest);
        said
    }

    /// What a word becomes; `None` where it stays.
    fn other(&mut self, word: &str, percent: u64) -> Option<&str> {
        let copy = self.copy;
        let key = if percent == CHANGED.0 {
            format!("{word}!")
        } else {
            word.to_owned()
        };
        let said = self.said.entry(key).or_insert_with(|| {
            let mut hasher = DefaultHasher::new();
            (word, copy).hash(&mut hasher);
            let hash = hasher.finish();
            if hash % 100 >= percent {
                return None;
            }
            let kin = KNOWN.kin.get(*KNOWN.places.get(word)?)?;
            let place = usize::try_from(hash / 100).unwrap_or_default() % kin.words.len().max(1);
            kin.words.get(place).cloned()
        });
        said.as_deref()
    }
}
