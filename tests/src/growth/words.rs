//! The words that generated content is made of, all our own: themes that belong together, and what any text has.

use super::draw::Draw;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Words that belong together, so that texts of one theme resemble each other.
#[derive(Debug, Default)]
pub struct Theme {
    /// What it is called: some are called like a type of damage.
    pub name: &'static str,
    /// Its things.
    pub nouns: Vec<&'static str>,
    /// What they are like.
    pub adjectives: Vec<&'static str>,
    /// What they do: the bare verb.
    pub verbs: Vec<&'static str>,
}

/// The types of damage.
pub const DAMAGE: [&str; 13] = [
    "acid",
    "bludgeoning",
    "cold",
    "fire",
    "force",
    "lightning",
    "necrotic",
    "piercing",
    "poison",
    "psychic",
    "radiant",
    "slashing",
    "thunder",
];

static THEMES: LazyLock<Vec<Theme>> = LazyLock::new(|| {
    let text = include_str!("words/themes.txt");
    let lines: Vec<&'static str> = text.lines().collect();
    let words = |line: Option<&&'static str>| {
        line.map(|line| line.split_whitespace().collect())
            .unwrap_or_default()
    };
    let themes = lines.chunks(4).map(|lines| Theme {
        name: lines.first().copied().unwrap_or_default(),
        nouns: words(lines.get(1)),
        adjectives: words(lines.get(2)),
        verbs: words(lines.get(3)),
    });
    themes.collect()
});

static GENERAL: LazyLock<BTreeMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let lines: Vec<&'static str> = include_str!("words/general.txt").lines().collect();
    let lists = lines.chunks(2).filter_map(|lines| {
        let words = lines.get(1)?.split_whitespace().collect();
        Some((*lines.first()?, words))
    });
    lists.collect()
});

static SENTENCES: LazyLock<BTreeMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut groups: BTreeMap<&'static str, Vec<&'static str>> = BTreeMap::new();
    let mut group = "";
    for line in include_str!("words/sentences.txt").lines() {
        match line.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            Some(name) => group = name,
            None => groups.entry(group).or_default().push(line),
        }
    }
    groups
});

/// All themes.
pub fn themes() -> &'static [Theme] {
    &THEMES
}

/// The theme of that name, else the first.
pub fn theme(name: &str) -> &'static Theme {
    static NONE: LazyLock<Theme> = LazyLock::new(Theme::default);
    let mut themes = THEMES.iter();
    let named = themes.find(|theme| theme.name == name);
    named.or_else(|| THEMES.first()).unwrap_or(&NONE)
}

/// Any theme, as often as the others.
pub fn any_theme(draw: &mut Draw) -> &'static Theme {
    let place = draw.below(THEMES.len());
    theme(THEMES.get(place).map_or("", |theme| theme.name))
}

/// A list of words that any text may have (`folk`, `beasts`); empty where there is none of that name.
pub fn list(name: &str) -> &'static [&'static str] {
    GENERAL.get(name).map_or(&[], Vec::as_slice)
}

/// The patterns of the sentences of one sort of text.
pub fn sentences(group: &str) -> &'static [&'static str] {
    SENTENCES.get(group).map_or(&[], Vec::as_slice)
}

/// A word that nobody has heard: what people and places are called. Some are common, most are rare.
pub fn coined(draw: &mut Draw) -> String {
    const STARTS: [&str; 28] = [
        "Vel", "Tor", "Mar", "Kel", "Os", "Bry", "Dun", "Hal", "Ith", "Quor", "Sel", "Thal", "Wen",
        "Yar", "Zeph", "Cor", "Fen", "Gar", "Lio", "Nim", "Pell", "Rhu", "Ul", "Aur", "Est", "Im",
        "Ox", "Jor",
    ];
    const MIDDLES: [&str; 20] = [
        "", "a", "o", "e", "ari", "ven", "mo", "dra", "lin", "ster", "go", "ru", "sha", "tem",
        "bel", "ni", "kos", "wy", "phe", "zu",
    ];
    const ENDS: [&str; 24] = [
        "dor", "mir", "wick", "holt", "ane", "ius", "ra", "th", "grim", "lund", "sea", "fell",
        "mere", "or", "enna", "ost", "ulf", "ix", "ond", "aven", "by", "moor", "ek", "ille",
    ];
    format!(
        "{}{}{}",
        draw.common(&STARTS),
        draw.common(&MIDDLES),
        draw.common(&ENDS)
    )
}

/// The plural of a noun.
pub fn plural(noun: &str) -> String {
    ending(noun, "s")
}

/// The third person of a verb (`scorches`).
pub fn third(verb: &str) -> String {
    ending(verb, "s")
}

/// The participle of a verb in `ing`.
pub fn present(verb: &str) -> String {
    match verb.strip_suffix('e') {
        Some(stem) if !stem.ends_with('e') => format!("{stem}ing"),
        _ => format!("{}ing", doubled(verb)),
    }
}

/// A short verb with its last letter twice (`drop`: dropp).
fn doubled(verb: &str) -> String {
    let vowel = |c: char| "aeiou".contains(c);
    let letters: Vec<char> = verb.chars().collect();
    match letters.as_slice() {
        [.., before, middle, last]
            if verb.chars().filter(|c| vowel(*c)).count() == 1
                && !vowel(*before)
                && vowel(*middle)
                && !vowel(*last)
                && !"wxy".contains(*last) =>
        {
            format!("{verb}{last}")
        }
        _ => verb.to_owned(),
    }
}

/// The past of a verb, as though all were regular.
pub fn past(verb: &str) -> String {
    if verb.ends_with('e') {
        format!("{verb}d")
    } else if let Some(stem) = consonant_y(verb) {
        format!("{stem}ied")
    } else {
        format!("{}ed", doubled(verb))
    }
}

fn ending(word: &str, end: &str) -> String {
    if let Some(stem) = consonant_y(word) {
        format!("{stem}ie{end}")
    } else if ["s", "x", "z", "ch", "sh"]
        .iter()
        .any(|e| word.ends_with(e))
    {
        format!("{word}e{end}")
    } else {
        format!("{word}{end}")
    }
}

fn consonant_y(word: &str) -> Option<&str> {
    let stem = word.strip_suffix('y')?;
    (!stem.ends_with(['a', 'e', 'i', 'o', 'u'])).then_some(stem)
}

/// A text with its first letter large.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
