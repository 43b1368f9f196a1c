//! Sibling books: what the converter of a book lost of all its creatures comes from the creature of the same name in
//! another book, and is unknown where there is none.
//!
//! Correction (creatures): Speeds of the new Tome of Beasts stand in other columns: the last printed speed is the walking
//! speed, and the walking speed is the flying or burrowing one. They are put back by the creature of the first edition. Where
//! that does not tell what they are, the one that the texts name is the last printed one, and the others become null.
//!
//! Correction (creatures): Where no creature of a book has a subtype, it is that of the first edition of the book. Where no
//! flying creature of a book hovers, hovering is as in the first edition or in the SRD, else null.

use lorekeeper_content::creature::{Abilities, Model, Speed};
use lorekeeper_content::{Disagreement, Pattern, Statement};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The name of the rule.
pub(super) const NAME: &str = "sibling-book";

/// Fewest rows that would have something in any whole book.
const MIN_ROWS: usize = 25;

/// How many ability scores there are.
const ALL_SCORES: usize = 6;

/// The reference documents, the older one first. Books of other publishers follow it.
pub(super) const REFERENCES: [&str; 2] = ["srd-2014", "srd-2024"];

/// What the creatures of a book have at all.
#[derive(Default)]
struct Book {
    rows: usize,
    flying: usize,
    hovering: usize,
    in_lost_columns: usize,
    with_subtype: usize,
    /// The words of the names.
    names: BTreeMap<String, BTreeSet<String>>,
}

impl Book {
    fn add(&mut self, row: &Model) {
        let speed = &row.speed;
        self.rows += 1;
        self.flying += usize::from(speed.fly.is_some());
        self.hovering += usize::from(speed.hover == Some(true));
        self.in_lost_columns += usize::from(speed.swim.is_some() || speed.climb.is_some());
        self.with_subtype += usize::from(row.subtype.as_deref().is_some_and(|subtype| subtype != SWARM));
        self.names.insert(row.slug.clone(), words(&row.slug));
    }

    fn has_lost_hovering(&self) -> bool {
        self.flying >= MIN_ROWS && self.hovering == 0
    }

    fn has_shifted_speeds(&self) -> bool {
        self.flying >= MIN_ROWS && self.in_lost_columns == 0
    }

    fn has_lost_subtypes(&self) -> bool {
        self.rows >= MIN_ROWS && self.with_subtype == 0
    }
}

/// The subtype that a trait of that name gives.
const SWARM: &str = "swarm";

/// What a creature of one book may tell of that of another.
#[derive(Clone, Default)]
struct Sibling {
    speed: Speed,
    subtype: Option<String>,
    scores: Abilities,
    armor_class: Option<i32>,
    hit_points: Option<i32>,
}

/// Restores what the books have lost.
pub(in super::super) fn restore(creatures: &mut [Model]) {
    let mut books: BTreeMap<String, Book> = BTreeMap::new();
    for row in creatures.iter() {
        books.entry(row.document_key.clone()).or_default().add(row);
    }
    let lossy = |book: &Book| book.has_lost_hovering() || book.has_shifted_speeds();
    if !books.values().any(lossy) {
        return;
    }
    let siblings = creatures.iter().map(|row| {
        let sibling = Sibling {
            speed: row.speed.0.clone(),
            subtype: row.subtype.clone(),
            scores: row.ability_scores.0.clone(),
            armor_class: row.armor_class,
            hit_points: row.hit_points,
        };
        ((row.document_key.clone(), row.slug.clone()), sibling)
    });
    let siblings: HashMap<(String, String), Sibling> = siblings.collect();
    let get = |book: &str, slug: &str| siblings.get(&(book.to_owned(), slug.to_owned()));
    for row in creatures {
        let Some(book) = books.get(&row.document_key).filter(|book| lossy(book)) else {
            continue;
        };
        let first = first_edition(&row.document_key);
        let first_book = first.and_then(|first| Some((first, books.get(first)?)));
        let original = first_book.and_then(|(first, others)| {
            let same = get(first, &row.slug);
            let renamed = || {
                let all = siblings.iter().filter(|((of, slug), _)| of == first && !book.names.contains_key(slug));
                of_same_numbers(row, all.map(|(_, sibling)| sibling))
            };
            same.or_else(|| get(first, named_alike(row, book, others, |slug| get(first, slug))?)).or_else(renamed)
        });
        if book.has_shifted_speeds() {
            let original_speed = original.map(|original| &original.speed);
            let speed = unshifted(&row.speed, original_speed, named_modes(row));
            set(row, "speed", |row| {
                let before = shown(&row.speed);
                row.speed = speed.into();
                before
            });
        }
        if book.has_lost_subtypes()
            && row.subtype.is_none()
            && let Some(subtype) = original.and_then(|original| original.subtype.clone())
        {
            row.tags = subtype.split(", ").map(str::to_owned).collect();
            row.subtype = Some(subtype);
        }
        if book.has_lost_hovering() && row.speed.hover == Some(false) {
            let of_references = || {
                let known = REFERENCES.iter().map(|book| get(book, &row.slug));
                hovering(known.flatten().map(|sibling| &sibling.speed))
            };
            let known = original.map(|original| original.speed.hover);
            let hover = known.unwrap_or_else(of_references);
            let may_fly = row.speed.fly.is_some() || row.speed.walk.is_none();
            if may_fly && hover != Some(false) {
                set(row, "speed.hover", |row| {
                    row.speed.hover = hover;
                    "false".to_owned()
                });
            }
        }
    }
}

/// Changes a row, and notes what its source stated.
fn set(row: &mut Model, field: &str, change: impl FnOnce(&mut Model) -> String) {
    let before = row.speed.clone();
    let stated = change(row);
    if row.speed == before {
        return;
    }
    let source = row.origins.first().map(|origin| origin.source.clone());
    let statement = Statement { source: source.unwrap_or_default(), value: stated };
    row.disagreements.push(Disagreement {
        field: field.to_owned(),
        values: vec![statement],
        settled_by: NAME.to_owned(),
        reason: "The source has lost this of the whole book: the creature of the same name in another book tells it, or nothing."
            .to_owned(),
    });
}

/// The key of the book whose new edition has this key: `pond` of `pond-2023`.
fn first_edition(book: &str) -> Option<&str> {
    let (first, year) = book.rsplit_once('-')?;
    let is_year = year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit());
    is_year.then_some(first)
}

/// The only creature of the first edition that has all words of the name, and the same scores or the speeds that were
/// shifted, and is no other creature here.
fn named_alike<'a>(
    row: &Model,
    book: &Book,
    first: &'a Book,
    sibling: impl Fn(&'a str) -> Option<&'a Sibling>,
) -> Option<&'a str> {
    let own = words(&row.slug);
    let names = first.names.iter();
    let alike = names.filter(|(slug, words)| own.is_subset(words) && !book.names.contains_key(*slug));
    let mut alike = alike.map(|(slug, _)| slug.as_str());
    let found = alike.next()?;
    let sibling = sibling(found)?;
    let speeds = numbers(&row.speed);
    let has_speeds = !speeds.is_empty() && speeds.is_subset(&numbers(&sibling.speed));
    let is_same = sibling.scores == *row.ability_scores || has_speeds;
    (is_same && alike.next().is_none()).then_some(found)
}

/// The creature of the first edition that has another name now: the one with the same scores and the same armor class or hit
/// points, or with five of the scores and both. Where there are several, all move alike.
fn of_same_numbers<'a>(row: &Model, others: impl Iterator<Item = &'a Sibling>) -> Option<&'a Sibling> {
    let is_same = |other: &&Sibling| {
        let scores = scores(&row.ability_scores).into_iter().zip(scores(&other.scores));
        let same = scores.filter(|(own, other)| own.is_some() && own == other).count();
        let has_armor = row.armor_class.is_some() && row.armor_class == other.armor_class;
        let has_points = row.hit_points.is_some() && row.hit_points == other.hit_points;
        same == ALL_SCORES && (has_armor || has_points) || same == ALL_SCORES - 1 && has_armor && has_points
    };
    let mut same = others.filter(is_same);
    let found = same.next()?;
    same.all(|other| numbers(&other.speed) == numbers(&found.speed)).then_some(found)
}

fn scores(abilities: &Abilities) -> [Option<i32>; 6] {
    let Abilities { strength, dexterity, constitution, intelligence, wisdom, charisma } = *abilities;
    [strength, dexterity, constitution, intelligence, wisdom, charisma]
}

fn words(slug: &str) -> BTreeSet<String> {
    slug.split('-').map(str::to_owned).collect()
}

/// Whether the traits and actions of a creature name its burrowing, and its flying speed.
fn named_modes(row: &Model) -> [bool; 2] {
    static BURROW: Pattern = Pattern::new(r"\b(?:its|can) burrow\b");
    static FLY: Pattern = Pattern::new(r"\b(?:its|her|his) fly(?:ing)? speed\b|^Flyby$");
    let traits = row.traits.iter().flat_map(|part| [&part.name, &part.text]);
    let actions = row.actions.iter().map(|part| &part.text);
    let texts: Vec<&String> = traits.chain(actions).collect();
    [&BURROW, &FLY].map(|words| texts.iter().any(|text| words.is_match(text)))
}

/// The speeds in their own columns again. The last of them is of the mode that the texts name, where there is no original.
fn unshifted(own: &Speed, original: Option<&Speed>, named: [bool; 2]) -> Speed {
    let walk = own.fly.or(own.burrow);
    let known = Speed { unit: own.unit.clone(), hover: own.hover, ..Speed::default() };
    let Some(original) = original else {
        let last = |mode| own.walk.filter(|_| walk.is_some() && named == mode);
        return Speed { walk, burrow: last([true, false]), fly: last([false, true]), ..known };
    };
    if numbers(own).is_subset(&numbers(original)) {
        return Speed { hover: own.hover, ..original.clone() };
    }
    // The book has other numbers than its first edition: they are told apart where there are two at most.
    let flies = own.fly.or(original.fly).is_some();
    let burrows = own.burrow.or(original.burrow).is_some();
    let others = [flies, burrows, original.climb.is_some(), original.swim.is_some()];
    match (walk, others.iter().filter(|other| **other).count()) {
        (None, 0) => Speed { walk: own.walk, ..known },
        (Some(_), 1) => Speed { walk, fly: own.walk.filter(|_| flies), burrow: own.walk.filter(|_| burrows), ..known },
        _ => Speed { walk, ..known },
    }
}

/// The feet of all speeds.
fn numbers(speed: &Speed) -> BTreeSet<i32> {
    let all = [speed.walk, speed.burrow, speed.climb, speed.fly, speed.swim];
    all.into_iter().flatten().filter(|feet| *feet > 0).collect()
}

/// Whether a creature hovers by those of the same name, the most telling first; `None` where they do not agree.
fn hovering<'a>(siblings: impl Iterator<Item = &'a Speed>) -> Option<bool> {
    let hover: Vec<bool> = siblings.filter(|s| s.fly.is_some()).filter_map(|s| s.hover).collect();
    match hover.as_slice() {
        [true, ..] => Some(true),
        [_, rest @ ..] if !rest.contains(&true) => Some(false),
        _ => None,
    }
}

/// The speeds as people read them.
fn shown(speed: &Speed) -> String {
    let kinds = [("walk", speed.walk), ("burrow", speed.burrow), ("fly", speed.fly)];
    let kinds = kinds.iter().filter_map(|(kind, feet)| Some(format!("{kind} {}", (*feet)?)));
    kinds.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toad(book: &str, number: usize, speed: Speed) -> Model {
        Model { document_key: book.to_owned(), slug: format!("toad-{number}"), speed: speed.into(), ..Model::default() }
    }

    /// Speeds as walk, fly and swim.
    fn speed(walk: impl Into<Option<i32>>, fly: impl Into<Option<i32>>, swim: impl Into<Option<i32>>) -> Speed {
        Speed { walk: walk.into(), fly: fly.into(), swim: swim.into(), hover: Some(false), ..Speed::default() }
    }

    #[test]
    fn a_creature_with_the_same_numbers_is_the_same() {
        let scores = |wisdom| Abilities {
            strength: Some(9),
            dexterity: Some(8),
            constitution: Some(7),
            intelligence: Some(6),
            wisdom,
            charisma: Some(5),
        };
        let row = Model {
            armor_class: Some(12),
            hit_points: Some(7),
            ability_scores: scores(Some(3)).into(),
            ..toad("pond-2023", 1, speed(30, None, None))
        };
        let other = |wisdom, armor_class, walk: i32| Sibling {
            speed: speed(walk, None, 20),
            scores: scores(wisdom),
            armor_class: Some(armor_class),
            hit_points: Some(7),
            ..Sibling::default()
        };
        let found = |others: &[Sibling]| of_same_numbers(&row, others.iter()).map(|found| found.speed.clone());
        assert_eq!(found(&[other(Some(4), 12, 30)]), Some(speed(30, None, 20)));
        assert_eq!(found(&[other(Some(3), 13, 30)]), Some(speed(30, None, 20)));
        assert_eq!(found(&[other(Some(4), 13, 30)]), None);
        assert_eq!(found(&[other(Some(3), 12, 30), other(Some(3), 12, 40)]), None);
    }

    #[test]
    fn shifted_speeds_are_put_back() {
        for (own, original, expected) in [
            (speed(80, 40, None), Some(speed(40, 80, None)), speed(40, 80, None)),
            (speed(20, None, None), Some(speed(30, None, 20)), speed(30, None, 20)),
            // Other numbers than the first edition has.
            (speed(90, 30, None), Some(speed(40, 90, None)), speed(30, 90, None)),
            (speed(50, None, None), Some(speed(30, None, None)), speed(50, None, None)),
            (speed(50, None, None), Some(speed(30, None, 20)), speed(None, None, None)),
            (speed(50, 25, None), Some(speed(30, 60, 20)), speed(25, None, None)),
            // Nothing tells what the last one is.
            (speed(80, 40, None), None, speed(40, None, None)),
            (speed(80, None, None), None, speed(None, None, None)),
        ] {
            let speed = unshifted(&own, original.as_ref(), [false, false]);
            assert_eq!(speed, expected, "{own:?}");
        }
    }

    #[test]
    fn a_named_mode_has_the_last_speed() {
        let own = speed(80, 40, None);
        let flying = unshifted(&own, None, [false, true]);
        assert_eq!((flying.walk, flying.fly), (Some(40), Some(80)));
    }

    #[test]
    fn what_a_book_lost_is_that_of_its_first_edition() {
        let mut creatures: Vec<Model> = (0..MIN_ROWS).map(|n| toad("pond-2023", n, speed(60, 10, None))).collect();
        let mut first = toad("pond", 3, speed(10, 60, None));
        first.speed.hover = Some(true);
        first.subtype = Some("frog".to_owned());
        creatures.push(first);
        let mut other = toad("pond", 4, speed(10, 20, 60));
        other.slug = "wet-toad-4".to_owned();
        creatures.push(other);
        restore(&mut creatures);
        let of = |at: usize| &creatures[at];
        assert_eq!((of(3).speed.walk, of(3).speed.fly, of(3).speed.hover), (Some(10), Some(60), Some(true)));
        assert_eq!((of(3).subtype.as_deref(), of(3).tags.len()), (Some("frog"), 1));
        assert_eq!(of(3).disagreements.len(), 2);
        assert_eq!((of(5).speed.walk, of(5).speed.fly), (Some(10), None));
        // It has the words of the name and the same scores.
        assert_eq!((of(4).speed.fly, of(4).speed.swim), (Some(20), Some(60)));
    }

    #[test]
    fn hovering_is_told_by_the_reference() {
        let flying = |hover: bool| Speed { fly: Some(30), hover: Some(hover), ..Speed::default() };
        for (hover, expected) in
            [(&[true, false][..], Some(true)), (&[false, true], None), (&[false, false], Some(false)), (&[], None)]
        {
            let siblings: Vec<Speed> = hover.iter().map(|hover| flying(*hover)).collect();
            assert_eq!(hovering(siblings.iter()), expected, "{hover:?}");
        }
    }
}
