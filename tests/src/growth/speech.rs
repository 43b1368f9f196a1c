//! Texts: sentences by patterns, filled with the words of a theme.

use super::draw::Draw;
use super::game::{ABILITIES, CONDITIONS, SKILLS};
use super::words::{self, DAMAGE, Theme, capital};

/// Who speaks of what.
pub struct Speech<'a> {
    /// Chance.
    pub draw: &'a mut Draw,
    theme: &'static Theme,
    beside: &'static Theme,
    subject: String,
}

impl<'a> Speech<'a> {
    /// Of `subject` (`wolf`, `lantern`), mostly in the words of `theme`, sometimes in those of one other.
    pub fn of(draw: &'a mut Draw, theme: &'static Theme, subject: &str) -> Self {
        let beside = words::any_theme(draw);
        Self {
            draw,
            theme,
            beside,
            subject: subject.to_lowercase(),
        }
    }

    /// A text of about so many characters, in the sentences of `group`; in paragraphs where it is long.
    pub fn text(&mut self, group: &str, length: usize) -> String {
        const PARAGRAPH: usize = 450;
        let mut text = String::new();
        let mut paragraph = 0;
        while text.len() < length {
            if paragraph > PARAGRAPH {
                text.push_str("\n\n");
                paragraph = 0;
            } else if !text.is_empty() {
                text.push(' ');
            }
            let sentence = self.sentence(group);
            paragraph += sentence.len();
            text.push_str(&sentence);
        }
        text
    }

    /// A sentence of `group`.
    pub fn sentence(&mut self, group: &str) -> String {
        let pattern = self.draw.pick(words::sentences(group));
        let sentence = self.fill(pattern);
        capital(&sentence)
    }

    /// A pattern with words in its slots. A slot with a slash is a choice, and may have slots itself.
    pub fn fill(&mut self, pattern: &str) -> String {
        let mut filled = String::with_capacity(pattern.len() * 2);
        let mut rest = pattern;
        while let Some(start) = rest.find('{') {
            let (before, slot) = rest.split_at(start);
            filled.push_str(before);
            let end = closing(slot);
            let inner = slot.get(1..end).unwrap_or_default();
            let word = if let Some(choices) = choices(inner) {
                let choice = self.draw.pick(&choices);
                self.fill(choice)
            } else {
                self.slot(inner)
            };
            filled.push_str(&word);
            rest = slot.get(end + 1..).unwrap_or_default();
        }
        filled.push_str(rest);
        with_articles(&filled)
    }

    fn slot(&mut self, name: &str) -> String {
        match name {
            "n" => self.noun().to_owned(),
            "ns" => words::plural(self.noun()),
            "a" => self.adjective().to_owned(),
            "v" => self.verb().to_owned(),
            "vs" => words::third(self.verb()),
            "ving" => words::present(self.verb()),
            "past" => words::past(self.verb()),
            "adv" => self.draw.common(words::list("adverbs")).to_owned(),
            "self" => self.subject.clone(),
            "selves" => words::plural(&self.subject),
            "coin" => words::coined(self.draw),
            "folk" => self.draw.common(words::list("folk")).to_owned(),
            "Folk" => capital(self.draw.common(words::list("folk"))),
            "beast" => self.draw.pick(words::list("beasts")).to_owned(),
            "place" => self.draw.common(words::list("places")).to_owned(),
            "material" => self.draw.common(words::list("materials")).to_owned(),
            "who" => self.who(),
            "Who" => capital(&self.who()),
            "prep" => self
                .draw
                .common(&[
                    "in", "on", "under", "behind", "around", "near", "above", "beside", "within",
                    "against",
                ])
                .to_owned(),
            "type" => self.damage().to_owned(),
            "cond" => self.draw.common(&CONDITIONS).to_owned(),
            "ability" => capital(self.draw.pick(&ABILITIES)),
            "skill" => {
                let (skill, ability) = self.draw.pick(&SKILLS);
                format!("{} ({})", capital(ability), capital(skill))
            }
            "season" => self
                .draw
                .pick(&["spring", "summer", "autumn", "winter", "night", "morning"])
                .to_owned(),
            "few" => self
                .draw
                .common(&["two", "three", "one", "four", "five", "six", "ten"])
                .to_owned(),
            "num" => (self.draw.between(2, 30) * 10).to_string(),
            "gold" => (self.draw.between(1, 40) * 25).to_string(),
            "ft" => self
                .draw
                .common(&["30", "10", "60", "5", "20", "15", "120", "40"])
                .to_owned(),
            "mile" => self
                .draw
                .pick(&["1 mile", "5 miles", "10 miles", "300 feet"])
                .to_owned(),
            "die" => format!(
                "{}{}",
                self.draw.between(1, 4),
                self.draw.common(&["d6", "d8", "d4", "d10", "d12"])
            ),
            "dc" => self.draw.between(10, 20).to_string(),
            "ac" => self.draw.between(10, 18).to_string(),
            "hp" => (self.draw.between(1, 12) * 5).to_string(),
            "bonus" => self.draw.common(&["1", "2", "3"]).to_owned(),
            "level" => self
                .draw
                .pick(&["3rd", "5th", "6th", "7th", "10th", "14th", "17th"])
                .to_owned(),
            other => other.to_owned(),
        }
    }

    /// The type of damage that suits the theme.
    pub fn damage(&mut self) -> &'static str {
        let own = DAMAGE.into_iter().find(|kind| *kind == self.theme.name);
        own.unwrap_or_else(|| {
            self.draw.common(&[
                "fire",
                "necrotic",
                "psychic",
                "bludgeoning",
                "force",
                "radiant",
                "cold",
            ])
        })
    }

    /// A noun of the theme, mostly.
    pub fn noun(&mut self) -> &'static str {
        let list = self.list(|theme| &theme.nouns, "nouns");
        self.draw.common(list)
    }

    /// An adjective of the theme, mostly.
    pub fn adjective(&mut self) -> &'static str {
        let list = self.list(|theme| &theme.adjectives, "adjectives");
        self.draw.common(list)
    }

    /// A verb of the theme, mostly.
    pub fn verb(&mut self) -> &'static str {
        let list = self.list(|theme| &theme.verbs, "verbs");
        self.draw.common(list)
    }

    fn list(
        &mut self,
        of: fn(&Theme) -> &Vec<&'static str>,
        general: &str,
    ) -> &'static [&'static str] {
        match self.draw.below(20) {
            0..10 => of(self.theme),
            10..13 => of(self.beside),
            _ => words::list(general),
        }
    }

    fn who(&mut self) -> String {
        let pattern = self.draw.common(&[
            "a creature",
            "each creature",
            "the target",
            "an ally",
            "any {a} creature",
            "a {folk}",
            "whoever {vs}",
            "each {beast}",
            "an enemy",
            "anyone {a}",
        ]);
        self.fill(pattern)
    }
}

/// Where the slot that opens a text closes.
fn closing(slot: &str) -> usize {
    let mut depth = 0_usize;
    for (place, letter) in slot.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 1 => return place,
            '}' => depth -= 1,
            _ => {}
        }
    }
    slot.len()
}

/// The choices of a slot, which slashes outside of inner slots divide; `None` where there is but one.
fn choices(inner: &str) -> Option<Vec<&str>> {
    let mut choices = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (place, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '/' if depth == 0 => {
                choices.push(inner.get(start..place).unwrap_or_default());
                start = place + 1;
            }
            _ => {}
        }
    }
    if choices.is_empty() {
        return None;
    }
    choices.push(inner.get(start..).unwrap_or_default());
    Some(choices)
}

/// `a` before a vowel is `an`.
fn with_articles(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 4);
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        let vowel = words
            .peek()
            .is_some_and(|next| next.starts_with(['a', 'e', 'i', 'o', 'u']));
        out.push_str(match word {
            "a" if vowel => "an",
            "A" if vowel => "An",
            word => word,
        });
        if words.peek().is_some() {
            out.push(' ');
        }
    }
    out
}
