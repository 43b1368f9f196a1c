//! Word-sense evidence: whether the words of a name mean the entity where they stand.
//!
//! Names are words of the language, too: *light*, *shield*, *fly*. The books mark what they mean: a spell in italics, a
//! term of 2024 by capital letters, a creature in bold type; or the words beside a name tell (*casts light*, *the light
//! spell*, *the Help action*).

use super::common_words::{BEGINNINGS, DAMAGE_TYPES, SMALL_WORDS, is_plain_term};
use super::labels::{ARMOR_CLASS, CONTENTS, GEAR, KIND_LINE, OF_DAMAGE, TERMS, is_fact, is_of_spells};
use super::patterns::{
    BECOMES, CASTS, COSTS, DETERMINER, EQUIPS, GAINS, LEVEL, OR_ACTION, OR_WEAPON, SEE_ALSO, SPELL_LIST, THING, TITLE,
    USES, WEARS,
};
use super::sort::Sort;

/// The surroundings of a name in a text.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// The words of the name, as the text has them.
    pub words: &'a str,
    /// The text of the block before it, without marks of emphasis.
    pub before: &'a str,
    /// The text of the block after it.
    pub after: &'a str,
    /// The label of the block (`languages`).
    pub label: &'a str,
    /// Whether it is in italics or bold type, from its first word.
    pub emphasised: bool,
    /// Whether the book is laid out in the way of 2024, whose terms have capital letters.
    pub is_2024: bool,
}

/// How surely a name means an entity where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sureness {
    /// Other things are meant.
    Never,
    /// Only the words stand there: they mean the entity unless they are common.
    Words,
    /// The text marks the words as a name.
    Marked,
    /// The words beside it say what it is.
    Told,
}

impl Surroundings<'_> {
    /// How surely the name means an entity of a sort.
    pub fn sureness(&self, sort: Sort) -> Sureness {
        let is_term = matches!(sort, Sort::Term | Sort::Condition | Sort::Skill | Sort::Plane);
        if CONTENTS.contains(&self.label) {
            return if is_term { Sureness::Told } else { Sureness::Never };
        }
        if self.label == "see also" {
            return Sureness::Told;
        }
        match sort {
            Sort::Spell => self.of_spell(),
            Sort::Condition => self.of_condition(),
            Sort::Term => self.of_term(),
            Sort::Language => self.by_label(&["languages", "language"]),
            Sort::WeaponProperty => self.of_property(),
            Sort::School => self.of_school(),
            Sort::Skill => self.of_skill(),
            Sort::Plane => self.proper(),
            Sort::Creature => self.of_creature(),
            Sort::Item | Sort::MagicItem => self.of_item(sort),
            Sort::Class => self.of_class(),
            Sort::Species if self.label == KIND_LINE && self.is_capitalised() => Sureness::Told,
            Sort::Species => self.followed(&["species", "race", "traits"], self.proper()),
            Sort::Background => self.followed(&["background"], Sureness::Never),
            Sort::Feat => self.followed(&["feat", "feats"], self.proper()),
            Sort::Feature
                if ["features", "feature", KIND_LINE].contains(&self.label)
                    || self.is_followed_by(&["invocation", "invocations", "point", "points"]) =>
            {
                Sureness::Told
            }
            Sort::Feature if self.is_followed_by(&["damage"]) || self.is_part_of_title() => Sureness::Never,
            Sort::Subclass if self.label == "subclasses" => Sureness::Told,
            Sort::Feature | Sort::Subclass => self.followed(&["feature", "features", "subclass"], self.proper()),
        }
    }

    fn of_spell(&self) -> Sureness {
        let lower = self.words.to_lowercase();
        let before = self.before.trim_end().to_lowercase();
        // "Any divination spell" is one of the school, and "dim light" is no spell.
        let is_of_school = lower == "divination" && !before.ends_with("the") && !is_of_spells(self.label);
        if is_of_school || ["dim", "bright"].iter().any(|word| before.ends_with(word)) {
            return Sureness::Never;
        }
        // A creature's own attacks and traits are called like spells, too.
        if self.is_followed_by(&["attack", "attacks", "trait", "traits"]) {
            return Sureness::Never;
        }
        let is_called_spell = self.is_followed_by(&["spell", "spells", "cantrip", "cantrips"]);
        // "The spell" is no spell of that name, and "casts the spell" neither.
        if is_called_spell && (self.is_phrase() || self.emphasised || DETERMINER.is_match(self.before))
            || !is_called_spell && CASTS.is_match(self.before)
            || SPELL_LIST.is_match(self.before)
            || COSTS.is_match(self.after)
            || SPELL_LIST.is_match(&format!("{}:", self.label))
            || is_of_spells(self.label)
            || self.is_whole_block() && LEVEL.is_match(self.label)
        {
            return Sureness::Told;
        }
        if self.emphasised {
            return Sureness::Marked;
        }
        // "A 15-foot cone of cold air" is no spell.
        if !self.is_phrase() || self.is_label_of_facts() || !self.is_capitalised() && THING.is_match(self.before) {
            return Sureness::Never;
        }
        if self.is_capitalised() { Sureness::Marked } else { Sureness::Words }
    }

    fn of_condition(&self) -> Sureness {
        if self.is_followed_by(&["condition", "conditions"])
            || self.label.contains("condition")
            || self.label == "immunities"
        {
            return Sureness::Told;
        }
        if self.is_2024 {
            return if self.is_capitalised() { Sureness::Marked } else { Sureness::Never };
        }
        // "An invisible wall" is not under a condition, "it becomes invisible" is.
        if self.words.eq_ignore_ascii_case("invisible") && !BECOMES.is_match(self.before) {
            return Sureness::Never;
        }
        Sureness::Marked
    }

    /// A rule or an entry of the glossary.
    fn of_term(&self) -> Sureness {
        // Such a line has damage types and conditions; elsewhere the type of damage is meant, unless the rule is named as one.
        let is_damage_type = DAMAGE_TYPES.contains(&self.words.to_lowercase().as_str());
        let is_named = self.is_quoted_title() || SEE_ALSO.is_match(self.before) || self.is_followed_by(&["rules"]);
        if OF_DAMAGE.contains(&self.label) || is_damage_type && !is_named {
            return Sureness::Never;
        }
        if self.is_followed_by(&["action", "condition", "rules", "rule"])
            || SEE_ALSO.is_match(self.before)
            || self.is_quoted_title()
            || TERMS.contains(&self.label)
            || self.is_capitalised() && OR_ACTION.is_match(self.after)
        {
            return Sureness::Told;
        }
        // "Making an attack roll" is no attack.
        let is_of_roll = self.words.eq_ignore_ascii_case("making an attack") && self.is_followed_by(&["roll", "rolls"]);
        if self.is_part_of_title() || self.is_range_of_weapon() || is_of_roll {
            return Sureness::Never;
        }
        if is_plain_term(self.words) || !self.is_2024 && (self.is_edge() || self.is_of_turn()) {
            return Sureness::Marked;
        }
        if self.is_2024 {
            let is_marked = self.is_phrase() || !self.begins_sentence();
            return if self.is_capitalised() && is_marked { Sureness::Marked } else { Sureness::Never };
        }
        if self.is_phrase() { Sureness::Words } else { Sureness::Never }
    }

    fn of_property(&self) -> Sureness {
        if self.is_range_of_weapon() {
            return Sureness::Never;
        }
        let is_term = !self.is_2024 || self.is_capitalised();
        let is_named =
            self.is_followed_by(&["property", "mastery", "weapon", "weapons"]) || OR_WEAPON.is_match(self.after);
        if is_term && is_named {
            return Sureness::Told;
        }
        self.by_label(&["properties", "mastery", "property"])
    }

    fn of_school(&self) -> Sureness {
        let is_named = self.is_followed_by(&["spell", "spells", "cantrip", "cantrips", "school"])
            || self.before.to_lowercase().ends_with("school of ");
        if is_named || self.label == KIND_LINE {
            return Sureness::Told;
        }
        self.by_label(&["school", "schools"])
    }

    /// Whether it is advantage on a roll, or disadvantage: "you have advantage on the check".
    fn is_edge(&self) -> bool {
        ["advantage", "disadvantage"].contains(&self.words) && GAINS.is_match(self.before)
    }

    /// Whether it is what one has in a turn: "it uses its reaction", "you roll initiative".
    fn is_of_turn(&self) -> bool {
        ["reaction", "reactions", "initiative"].contains(&self.words) && USES.is_match(self.before)
    }

    /// Whether a line or a cell has nothing but these words.
    fn is_whole_block(&self) -> bool {
        self.before.trim().is_empty() && self.after.trim().is_empty()
    }

    fn of_skill(&self) -> Sureness {
        if ["skills", "skill", "skill proficiencies"].contains(&self.label)
            || self.before.ends_with('(') && self.after.starts_with(')')
        {
            return Sureness::Told;
        }
        if self.is_capitalised() && !self.begins_sentence() { Sureness::Marked } else { Sureness::Never }
    }

    fn of_creature(&self) -> Sureness {
        if self.label == "classes" || self.is_label_of_facts() && !self.label.contains("habitat") {
            return Sureness::Never;
        }
        if self.is_followed_by(&["stat", "statistics"]) || self.emphasised {
            return Sureness::Told;
        }
        if self.is_part_of_title() {
            return Sureness::Never;
        }
        if self.is_capitalised() && !self.begins_sentence() {
            return Sureness::Marked;
        }
        Sureness::Words
    }

    fn of_item(&self, sort: Sort) -> Sureness {
        if self.is_followed_by(&["damage"]) || DAMAGE_TYPES.contains(&self.words.to_lowercase().as_str()) {
            return Sureness::Never;
        }
        if ARMOR_CLASS.contains(&self.label) && sort == Sort::Item {
            return Sureness::Told;
        }
        let is_of_something = self.is_followed_by(&["of"]) && !self.is_capitalised();
        if is_of_something || CASTS.is_match(self.before) {
            return Sureness::Never;
        }
        if GEAR.contains(&self.label) {
            return Sureness::Told;
        }
        if self.is_label_of_facts() {
            return Sureness::Never;
        }
        if self.emphasised && sort == Sort::MagicItem {
            return Sureness::Told;
        }
        if self.is_part_of_title() {
            return Sureness::Never;
        }
        if self.is_capitalised() && !self.begins_sentence() {
            return if WEARS.is_match(self.before) { Sureness::Told } else { Sureness::Marked };
        }
        if sort == Sort::MagicItem && !self.is_phrase() {
            return Sureness::Never;
        }
        if sort == Sort::Item && !self.is_2024 && EQUIPS.is_match(self.before) {
            return Sureness::Marked;
        }
        Sureness::Words
    }

    fn of_class(&self) -> Sureness {
        if ["classes", "class", KIND_LINE].contains(&self.label)
            || self.emphasised && self.is_capitalised()
            || self.is_followed_by(&["class", "levels", "level", "subclass", "spell", "spells"])
            || self.before.to_lowercase().ends_with("attunement by a ")
        {
            return Sureness::Told;
        }
        self.proper()
    }

    /// A name that is written with capital letters.
    fn proper(&self) -> Sureness {
        if self.is_capitalised() && (self.is_phrase() || !self.begins_sentence()) && !self.is_label_of_facts() {
            return Sureness::Marked;
        }
        Sureness::Never
    }

    fn by_label(&self, labels: &[&str]) -> Sureness {
        if labels.contains(&self.label) { Sureness::Told } else { Sureness::Never }
    }

    fn followed(&self, by: &[&str], otherwise: Sureness) -> Sureness {
        if self.is_followed_by(by) && self.is_capitalised() { Sureness::Told } else { otherwise }
    }

    fn is_followed_by(&self, words: &[&str]) -> bool {
        let after = self.after.trim_start_matches(['*', '_']).trim_start();
        let next: String = after.chars().take_while(|c| c.is_alphanumeric()).collect();
        let next = next.to_lowercase();
        words.contains(&next.as_str())
    }

    /// Whether the next word, or the one before it, has a capital letter as this one has, of its own and not as the first of
    /// a sentence: they are a longer name together.
    fn is_part_of_title(&self) -> bool {
        let next = self.after.strip_prefix(' ').unwrap_or_default();
        let next = next.strip_prefix("of ").unwrap_or(next);
        let is_begun = next.starts_with(char::is_uppercase);
        let follows = TITLE.captures(self.before).is_some_and(|title| {
            let word = title.name("word").map_or("", |word| word.as_str());
            let is_within = title.name("inner").is_some() || title.name("of").is_some();
            is_within || !BEGINNINGS.contains(&word.to_lowercase().as_str())
        });
        self.is_capitalised() && !self.emphasised && (is_begun || follows)
    }

    /// Whether the words stand alone between quotation marks, as titles of chapters do: see "Feats".
    fn is_quoted_title(&self) -> bool {
        self.is_capitalised()
            && self.before.ends_with(['"', '“'])
            && self.after.trim_start_matches(['.', ',']).starts_with(['"', '”'])
    }

    /// Whether the words are in the brackets of a weapon's property: "Thrown (range 20/60)".
    fn is_range_of_weapon(&self) -> bool {
        let after = self.after.trim_start();
        self.before.ends_with('(') && after.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Whether the name has several words.
    pub fn is_phrase(&self) -> bool {
        self.words.contains([' ', '-', '/'])
    }

    /// Whether each word but the small ones has a capital letter.
    fn is_capitalised(&self) -> bool {
        let mut words = self.words.split([' ', '-', '/']).filter(|word| !SMALL_WORDS.contains(word));
        words.all(|word| !word.starts_with(|c: char| c.is_lowercase()))
    }

    /// Whether a capital letter would be there anyhow.
    fn begins_sentence(&self) -> bool {
        let before = self.before.trim_end();
        if before.ends_with('“') || before.ends_with('"') && !self.before.ends_with(' ') {
            return true;
        }
        let before = before.trim_end_matches(['"', '(', '*', '_']).trim_end();
        before.is_empty() && !self.is_label_of_facts() || before.ends_with(['.', '!', '?', ':', '•', '—'])
    }

    /// Whether the block is a line of facts, where each value is of the kind that the label says.
    fn is_label_of_facts(&self) -> bool {
        is_fact(self.label)
    }
}
