//! Wanted families: what a query asks for (a spell, a monster, a rule), by its words.
//!
//! A noun at the head of a query names the family (`spells that heal`, `undead minions for a boss`). The other words of
//! a question make families more or less probable (`who`, `can I`, `boss`): a logistic regression over words, learned
//! from questions in our own words (`tests/training/families.py`). Either raises a family and hides no other.

mod head;

use crate::constraints::QueryWords;
use lorekeeper_content::Family;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

pub(crate) use head::{Head, asks_how, is_request};

/// The weights that were learned.
const LEARNED: &str = include_str!("wanted/words.txt");

/// How many families there are.
const FAMILIES: usize = Family::ALL.len();

/// Added to the probability of a family, so that none is out of reach.
const LEAST: f64 = 0.02;

/// What a query asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Wanted {
    /// The noun that names the family.
    pub head: Option<Head>,
    /// Whether the query states what somebody does: it describes a feature, and its nouns are no families.
    pub is_statement: bool,
    /// Whether features are asked for, not what has them.
    pub features: bool,
    /// How probable each family is, 0 to 1; nothing where no word is known.
    scores: Option<[f64; FAMILIES]>,
}

impl Wanted {
    /// What the words of a query ask for.
    pub fn of(words: &QueryWords) -> Self {
        let is_statement = head::is_statement(words);
        let names_feature = words.singular.iter().any(|word| head::is_feature(word));
        Self {
            head: head::find(words).filter(|_| !is_statement),
            is_statement,
            features: names_feature || is_statement,
            scores: scores(&words.typed),
        }
    }

    /// How well a family suits the query, 0 to 1.
    pub fn score(&self, family: Family) -> Option<f64> {
        let place = Family::ALL.iter().position(|known| *known == family)?;
        self.scores?.get(place).copied()
    }
}

/// The learned weights, by word, by first word (`^can`) and by pair of neighbours (`what happens`).
static WEIGHTS: LazyLock<HashMap<&str, [f64; FAMILIES]>> = LazyLock::new(|| {
    let lines = LEARNED.lines().filter(|line| !line.starts_with('#'));
    let weights = lines.filter_map(|line| {
        let (words, numbers) = line.split_once('\t')?;
        let mut weights = [0.0; FAMILIES];
        for (weight, number) in weights.iter_mut().zip(numbers.split(' ')) {
            *weight = number.parse::<f64>().ok()? / 100.0;
        }
        Some((words, weights))
    });
    weights.collect()
});

/// The logarithm of each family's probability, from 0 (none) to 1 (certain); nothing where no word is known.
fn scores(words: &[String]) -> Option<[f64; FAMILIES]> {
    let mut present: HashSet<String> = words.iter().cloned().collect();
    present.extend(words.first().map(|word| format!("^{word}")));
    let pairs = words.iter().zip(words.iter().skip(1));
    present.extend(pairs.map(|(one, next)| format!("{one} {next}")));
    let known = present.iter().filter_map(|word| WEIGHTS.get(word.as_str()));
    let known: Vec<&[f64; FAMILIES]> = known.collect();
    let count = u32::try_from(known.len()).ok().filter(|count| *count > 0)?;
    let mut powers = [0.0; FAMILIES];
    for weights in known {
        for (sum, weight) in powers.iter_mut().zip(weights) {
            *sum += weight / f64::from(count).sqrt();
        }
    }
    powers = powers.map(f64::exp);
    let all: f64 = powers.iter().sum();
    Some(powers.map(|power| 1.0 - (power / all + LEAST).min(1.0).ln() / LEAST.ln()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::tokens;

    fn wanted(question: &str) -> Wanted {
        Wanted::of(&QueryWords::new(&tokens(question)))
    }

    fn named(question: &str) -> Option<Family> {
        wanted(question).head.map(|head| head.family)
    }

    #[test]
    fn a_noun_at_the_head_names_the_family() {
        for (question, family) in [
            ("spells", Family::Spell),
            ("spells that stop a bleeding friend", Family::Spell),
            ("melee cantrip that needs no hands", Family::Spell),
            ("which spell lets me fly?", Family::Spell),
            ("looking for spells to camp with", Family::Spell),
            ("undead minions for a pond baron", Family::Creature),
            ("swamp monsters for a level 2 party", Family::Creature),
            ("aquatic encounter for level 3", Family::Creature),
            ("items to keep a squishy wizard alive", Family::Equipment),
            ("cursed weapon that bites its owner", Family::Equipment),
            ("grappling feat", Family::CharacterOption),
            ("race that can hide in a bucket", Family::CharacterOption),
            ("invocations for a bladelock", Family::CharacterOption),
            ("what background gives a boat", Family::CharacterOption),
            ("which class is best at swimming?", Family::CharacterOption),
            ("wizard features at level 5", Family::CharacterOption),
            ("optional rules about mud", Family::Rule),
        ] {
            assert_eq!(named(question), Some(family), "{question}");
        }
    }

    #[test]
    fn a_noun_elsewhere_names_nothing() {
        for question in [
            "spell attack bonus", "weapon mastery that topples", "can I cast spells in armor",
            "do monsters make death saves", "wizard puts on armor that squeaks", "turn into a monster",
            "wrestling a creature", "weapon", "cleric learns spells of another god",
            "monk fists count as magic weapons",
        ] {
            assert_eq!(named(question), None, "{question}");
        }
    }

    #[test]
    fn other_words_make_a_family_probable() {
        let best = |question: &str| {
            let wanted = wanted(question);
            let score = |family: &Family| wanted.score(*family).unwrap();
            let best = Family::ALL.into_iter().max_by(|a, b| score(a).total_cmp(&score(b)));
            best.unwrap()
        };
        assert_eq!(best("can i do that on my turn"), Family::Rule);
        assert_eq!(best("boss that lurks under the bridge"), Family::Creature);
        assert_eq!(wanted("xyzzy").score(Family::Rule), None);
        assert!(wanted("which feature lets me leap").features);
        assert!(wanted("bard gets two cantrips").features);
        assert!(!wanted("spells that turns into soup").features);
    }
}
