//! Names: near-unique, with many words that others have too; some things stand in several books.

use super::classes::is_class;
use super::draw::Draw;
use super::words::{self, Theme, capital, coined, plural};
use lorekeeper::family::slugify;
use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// What a thing is called.
pub struct Name {
    /// In full.
    pub text: String,
    /// In short, as its own text speaks of it.
    pub short: String,
    /// What it has to do with.
    pub theme: &'static Theme,
    /// What sort of thing it is, where its name tells (a creature's type, a magic item's category).
    pub sort: &'static str,
}

/// How names of one sort are made, for the thing of a number.
pub type Compose = fn(&mut Draw, usize) -> Name;

/// The names of one listing: how often each had to be drawn until its book had it once.
pub struct Names {
    seed: u64,
    what: &'static str,
    compose: Compose,
    /// How many in a hundred stand in another book already.
    repeated: f64,
    attempts: Vec<u8>,
}

impl Names {
    /// Names for `count` things; `book` says which book the thing of a number stands in.
    pub fn new(
        seed: u64,
        what: &'static str,
        count: usize,
        repeated: f64,
        compose: Compose,
        book: impl Fn(usize) -> String,
    ) -> Self {
        let mut names = Self {
            seed,
            what,
            compose,
            repeated,
            attempts: Vec::with_capacity(count),
        };
        let mut taken: HashSet<u64> = HashSet::with_capacity(count);
        for number in 0..count {
            let book = book(number);
            names.attempts.push(0);
            for attempt in 0..=u8::MAX {
                if let Some(last) = names.attempts.last_mut() {
                    *last = attempt;
                }
                if taken.insert(hash(&book, &slugify(&names.of(number).text))) {
                    break;
                }
            }
        }
        names
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.attempts.len()
    }

    /// The name of the thing of a number.
    pub fn of(&self, number: usize) -> Name {
        let attempt = self.attempts.get(number).copied().unwrap_or_default();
        let mut draw = Draw::of(self.seed, self.what, number, attempt);
        if attempt == 0 && number > 0 && draw.chance(self.repeated) {
            return self.of(draw.below(number));
        }
        let mut name = (self.compose)(&mut draw, number);
        // Where there are more things than such names, somebody's own is added.
        if attempt > 8 {
            name.text = format!("{}'s {}", coined(&mut draw), name.text);
        }
        name
    }
}

fn hash(book: &str, slug: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (book, slug).hash(&mut hasher);
    hasher.finish()
}

/// What most names begin with: a word that says what a thing has to do with.
fn telling(draw: &mut Draw, theme: &Theme) -> String {
    let word = match draw.below(10) {
        0..4 => draw.common(&theme.adjectives),
        4..8 => draw.common(&theme.nouns),
        _ => draw.common(words::list("adjectives")),
    };
    capital(word)
}

fn noun(draw: &mut Draw, theme: &Theme) -> String {
    capital(draw.common(&theme.nouns))
}

/// A spell's.
pub fn spell(draw: &mut Draw, _: usize) -> Name {
    let theme = words::any_theme(draw);
    let effect = draw.pick(words::list("effects"));
    let does = capital(effect);
    let text = match draw.below(100) {
        0..12 => format!("{}{effect}", noun(draw, theme)),
        12..24 => format!("{} {does}", coined(draw)),
        24..70 => format!("{} {does}", telling(draw, theme)),
        70..80 => format!("{does} of {}", plural(&noun(draw, theme))),
        80..90 => format!("{}'s {does}", coined(draw)),
        90..96 => format!(
            "{does} of the {} {}",
            telling(draw, theme),
            noun(draw, theme)
        ),
        _ => format!("{}'s {} {does}", coined(draw), telling(draw, theme)),
    };
    Name {
        text,
        short: effect.to_owned(),
        theme,
        sort: "",
    }
}

/// A creature's.
pub fn creature(draw: &mut Draw, _: usize) -> Name {
    let theme = words::any_theme(draw);
    let sort = draw.weighted(&super::game::TYPES);
    let list = match sort {
        "beast" => "beasts",
        "humanoid" => "folk",
        _ if draw.chance(20.0) => "beasts",
        _ => "kinds",
    };
    let base = draw.pick(words::list(list));
    let what = capital(base);
    let text = match draw.below(100) {
        0..20 => format!("{}{base}", noun(draw, theme)),
        20..34 => coined(draw),
        34..72 => format!("{} {what}", telling(draw, theme)),
        72..82 => format!("{} {what}", coined(draw)),
        82..92 => format!("{} {} {what}", telling(draw, theme), noun(draw, theme)),
        92..97 => format!("{what} of the {}", noun(draw, theme)),
        _ => format!(
            "{what} of the {} {}",
            telling(draw, theme),
            capital(draw.pick(words::list("places")))
        ),
    };
    Name {
        text,
        short: base.to_owned(),
        theme,
        sort,
    }
}

/// A magic item's.
pub fn magic_item(draw: &mut Draw, _: usize) -> Name {
    let theme = words::any_theme(draw);
    let sort = draw.weighted(&[
        ("weapon", 380),
        ("wondrous-item", 307),
        ("armor", 129),
        ("potion", 51),
        ("ring", 35),
        ("staff", 29),
        ("wand", 25),
        ("rod", 19),
        ("scroll", 10),
        ("shield", 8),
        ("ammunition", 7),
    ]);
    let base = match sort {
        "weapon" => draw.pick(&[
            "longblade",
            "handaxe",
            "spear",
            "mace",
            "shortbow",
            "dagger",
            "warhammer",
            "glaive",
            "sling",
            "sabre",
        ]),
        "armor" => draw.pick(&[
            "chain coat",
            "scale coat",
            "plate harness",
            "hide coat",
            "padded coat",
        ]),
        "wondrous-item" => draw.pick(words::list("items")),
        "ammunition" => draw.pick(&["arrow", "bolt", "sling stone"]),
        other => other,
    };
    let what = super::game::title(base);
    let text = match draw.below(100) {
        0..20 => {
            format!("{what} +{}", draw.between(1, 3)) + &format!(" ({})", telling(draw, theme))
        }
        20..50 => format!("{what} of {}", plural(&noun(draw, theme))),
        50..70 => format!("{} {what}", telling(draw, theme)),
        70..82 => format!("{}'s {what}", coined(draw)),
        82..92 => format!(
            "{what} of the {} {}",
            telling(draw, theme),
            noun(draw, theme)
        ),
        _ => format!("{}'s {} {what}", coined(draw), telling(draw, theme)),
    };
    Name {
        text,
        short: base.to_owned(),
        theme,
        sort,
    }
}

/// A mundane thing's.
pub fn gear(draw: &mut Draw, _: usize) -> Name {
    let theme = words::theme("craft");
    let base = draw.pick(words::list("gear"));
    let what = capital(base);
    let text = match draw.below(10) {
        0..3 => what,
        3..6 => format!("{what}, {}", draw.common(words::list("adjectives"))),
        6..8 => format!("{} {what}", capital(draw.common(words::list("materials")))),
        8 => format!("{what} ({})", draw.pick(&[10, 20, 50])),
        _ => format!("{}'s {what}", capital(draw.common(words::list("folk")))),
    };
    Name {
        text,
        short: base.to_owned(),
        theme,
        sort: "",
    }
}

/// A weapon's or a suit of armor's.
pub fn arms(draw: &mut Draw, _: usize) -> Name {
    let theme = words::any_theme(draw);
    let base = draw.pick(&[
        "blade", "axe", "spear", "mace", "bow", "dagger", "hammer", "glaive", "sling", "sabre",
        "pick", "flail", "club", "whip",
    ]);
    let first = draw.pick(&[
        "Short", "Long", "Great", "War", "Hand", "Light", "Heavy", "Hooked", "Barbed", "Double",
        "Throwing", "Boarding",
    ]);
    Name {
        text: format!("{first} {}", capital(base)),
        short: base.to_owned(),
        theme,
        sort: "",
    }
}

/// A people's.
pub fn people(draw: &mut Draw, _: usize) -> Name {
    let theme = words::any_theme(draw);
    let text = match draw.below(3) {
        0 => format!("{}folk", noun(draw, theme)),
        1 => format!("{}kin", coined(draw)),
        _ => format!(
            "{} {}",
            telling(draw, theme),
            capital(draw.pick(words::list("beasts"))) + "folk"
        ),
    };
    Name {
        short: text.clone(),
        text,
        theme,
        sort: "",
    }
}

/// A trade's: a class, a background, a feat.
pub fn trade(draw: &mut Draw, _: usize) -> Name {
    let theme = words::any_theme(draw);
    let folk = draw.common(words::list("folk"));
    let text = match draw.below(10) {
        0..2 => format!("{}{folk}", noun(draw, theme)),
        2..7 => format!("{} {}", telling(draw, theme), capital(folk)),
        7..9 => format!("{} of the {}", capital(folk), noun(draw, theme)),
        _ => format!("{} {}", coined(draw), capital(folk)),
    };
    Name {
        text,
        short: folk.to_owned(),
        theme,
        sort: "",
    }
}

/// A class's, or a subclass's.
pub fn class(draw: &mut Draw, number: usize) -> Name {
    if is_class(number) {
        return trade(draw, number);
    }
    let theme = words::any_theme(draw);
    let first = draw.common(&[
        "Path", "Circle", "College", "Order", "Oath", "Way", "School", "House", "Pact",
    ]);
    let text = match draw.below(4) {
        0 => format!("{first} of {}", plural(&noun(draw, theme))),
        1 => format!(
            "{first} of the {} {}",
            telling(draw, theme),
            noun(draw, theme)
        ),
        2 => format!("{first} of {}", coined(draw)),
        _ => format!("{first} of the {}", noun(draw, theme)),
    };
    Name {
        short: first.to_lowercase(),
        text,
        theme,
        sort: "",
    }
}

/// A rule's.
pub fn rule(draw: &mut Draw, _: usize) -> Name {
    let theme = words::any_theme(draw);
    let topic = super::game::title(draw.pick(words::list("topics")));
    let text = match draw.below(10) {
        0..2 => topic.clone(),
        2..6 => format!("{topic} and {}", plural(&noun(draw, theme))),
        6..8 => format!("{} {topic}", telling(draw, theme)),
        _ => format!(
            "{topic} in the {}",
            capital(draw.pick(words::list("places")))
        ),
    };
    Name {
        text,
        short: topic.to_lowercase(),
        theme,
        sort: "",
    }
}
