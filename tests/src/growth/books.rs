//! The documents: two dozen books of three game systems, and their further volumes where there is more content.

use super::draw::Draw;
use serde_json::{Value, json};

/// A book.
#[derive(Copy, Clone)]
struct Book {
    key: &'static str,
    name: &'static str,
    publisher: &'static str,
    system: &'static str,
    /// How much it has of spells, creatures, equipment, character options and rules, beside the others.
    weights: [u32; 5],
}

/// What a book has a share of.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Share {
    /// Spells.
    Spells = 0,
    /// Creatures.
    Creatures = 1,
    /// Equipment.
    Equipment = 2,
    /// Classes, species, backgrounds, feats.
    Options = 3,
    /// Rules.
    Rules = 4,
}

const OLD: &str = "5e-2014";
const NEW: &str = "5e-2024";
const OTHER: &str = "a5e";

const fn book(
    key: &'static str,
    name: &'static str,
    publisher: &'static str,
    system: &'static str,
    weights: [u32; 5],
) -> Book {
    Book {
        key,
        name,
        publisher,
        system,
        weights,
    }
}

/// The books. The first two have the keys that are preferred where several books have a thing.
const BOOKS: [Book; 24] = [
    book(
        "srd-2014",
        "First Rules of the Road",
        "lantern-house",
        OLD,
        [163, 92, 215, 40, 150],
    ),
    book(
        "srd-2024",
        "Second Rules of the Road",
        "lantern-house",
        NEW,
        [173, 93, 326, 40, 110],
    ),
    book(
        "ashfolio",
        "The Ash Folio",
        "cinder-press",
        OLD,
        [263, 0, 0, 20, 0],
    ),
    book(
        "wayfarer",
        "Wayfarer's Handbook",
        "open-gate",
        OTHER,
        [190, 0, 60, 120, 60],
    ),
    book(
        "bestiary-1",
        "The Grey Bestiary",
        "open-gate",
        OTHER,
        [0, 165, 0, 0, 0],
    ),
    book(
        "bestiary-2",
        "Teeth in the Dark",
        "cinder-press",
        OLD,
        [0, 115, 0, 0, 0],
    ),
    book(
        "bestiary-3",
        "Teeth in the Deep",
        "cinder-press",
        OLD,
        [0, 112, 0, 0, 0],
    ),
    book(
        "bestiary-4",
        "Teeth in the Snow",
        "cinder-press",
        OLD,
        [0, 110, 0, 0, 0],
    ),
    book(
        "bestiary-5",
        "Teeth in the Sun",
        "cinder-press",
        OLD,
        [0, 108, 0, 0, 0],
    ),
    book(
        "marshlight",
        "Marshlight Codex",
        "marshlight",
        OLD,
        [0, 102, 0, 10, 0],
    ),
    book(
        "menagerie",
        "A Menagerie of Odd Things",
        "marshlight",
        OLD,
        [0, 101, 0, 0, 0],
    ),
    book(
        "vaults",
        "Vaults and Keys",
        "cinder-press",
        OLD,
        [0, 0, 458, 0, 0],
    ),
    book(
        "plainspells",
        "Plain Spells",
        "open-gate",
        OLD,
        [92, 0, 0, 0, 0],
    ),
    book(
        "heroes",
        "Heroes of the Long Coast",
        "marshlight",
        OLD,
        [47, 2, 10, 90, 5],
    ),
    book(
        "ashfolio-more",
        "The Ash Folio, Gathered Leaves",
        "cinder-press",
        OLD,
        [33, 0, 0, 5, 0],
    ),
    book(
        "witchery",
        "Witchery and Wire",
        "marshlight",
        OLD,
        [22, 0, 5, 15, 0],
    ),
    book(
        "kettle",
        "The Kettle Compendium",
        "hearthside",
        OLD,
        [16, 0, 5, 10, 0],
    ),
    book(
        "longcoast",
        "The Long Coast",
        "hearthside",
        OLD,
        [2, 1, 5, 20, 5],
    ),
    book(
        "duskmarch",
        "Duskmarch",
        "hearthside",
        OTHER,
        [2, 1, 5, 30, 10],
    ),
    book(
        "orchard",
        "Orchard of Bones",
        "marshlight",
        OLD,
        [2, 1, 5, 20, 2],
    ),
    book(
        "gazette",
        "The Road Gazette",
        "lantern-house",
        OTHER,
        [1, 1, 5, 20, 10],
    ),
    book(
        "undertide",
        "Undertide",
        "hearthside",
        NEW,
        [1, 1, 5, 20, 5],
    ),
    book(
        "highmoor",
        "Tales of the High Moor",
        "hearthside",
        OLD,
        [1, 1, 5, 10, 5],
    ),
    book(
        "lastinn",
        "The Last Inn",
        "lantern-house",
        OLD,
        [1, 1, 2, 10, 2],
    ),
];

/// The key of the document that holds what all books share.
pub const CORE: &str = "core";

/// The key of the book that a thing stands in, of so many volumes of each.
pub fn any(draw: &mut Draw, share: Share, volumes: usize) -> String {
    let weights = BOOKS.map(|book| {
        let weight = book
            .weights
            .get(share as usize)
            .copied()
            .unwrap_or_default();
        (book.key, weight)
    });
    let key = draw.weighted(&weights);
    volume_key(key, draw.below(volumes))
}

fn volume_key(key: &str, volume: usize) -> String {
    match volume {
        0 => key.to_owned(),
        more => format!("{key}-v{}", more + 1),
    }
}

/// The book that a key is of, and its volume, from 1.
fn of(key: &str) -> Option<(Book, usize)> {
    let (bare, volume) = match key.rsplit_once("-v") {
        Some((bare, volume)) => (bare, volume.parse().ok()?),
        None => (key, 1),
    };
    let found = BOOKS.into_iter().find(|book| book.key == bare)?;
    Some((found, volume))
}

fn title(book: Book, volume: usize) -> String {
    match volume {
        1 => book.name.to_owned(),
        more => format!("{}, Volume {more}", book.name),
    }
}

fn system(key: &str) -> Value {
    let name = match key {
        NEW => "5th Edition 2024",
        OTHER => "Advanced 5th Edition",
        _ => "5th Edition 2014",
    };
    json!({"name": name, "key": key})
}

/// A document as records that are of it repeat it.
pub fn nested(key: &str) -> Value {
    let (name, publisher, edition, kind) = match of(key) {
        Some((book, volume)) => (title(book, volume), book.publisher, book.system, "SOURCE"),
        None => ("What All Books Share".to_owned(), "open-gate", OLD, "MISC"),
    };
    json!({
        "name": name,
        "key": key,
        "type": kind,
        "display_name": name,
        "publisher": super::game::named(publisher),
        "gamesystem": system(edition),
        "permalink": format!("https://books.example/{key}"),
    })
}

/// The records of `/documents/`.
pub fn documents(volumes: usize) -> Vec<Value> {
    let keys = (0..volumes).flat_map(|volume| BOOKS.map(|book| volume_key(book.key, volume)));
    let keys = std::iter::once(CORE.to_owned()).chain(keys);
    keys.map(|key| {
        let mut document = nested(&key);
        if let Some(fields) = document.as_object_mut() {
            let name = fields
                .get("name")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let about = format!("{name}: a book made up for measuring.");
            fields.insert("desc".to_owned(), about.into());
            fields.insert("licenses".to_owned(), json!([licence()]));
            fields.insert("author".to_owned(), "Nobody in particular".into());
            fields.insert("publication_date".to_owned(), "2020-03-01T00:00:00".into());
            fields.insert("distance_unit".to_owned(), "feet".into());
            fields.insert("weight_unit".to_owned(), "lb".into());
        }
        document
    })
    .collect()
}

fn licence() -> Value {
    json!({"name": "A Free Licence", "key": "free-licence"})
}

/// The records of `/licenses/`.
pub fn licences() -> Vec<Value> {
    vec![
        json!({"name": "A Free Licence", "key": "free-licence", "desc": "Anybody may do anything with it."}),
    ]
}

/// The records of `/gamesystems/`.
pub fn systems() -> Vec<Value> {
    [OLD, NEW, OTHER].map(system).into()
}

/// The records of `/publishers/`.
pub fn publishers() -> Vec<Value> {
    let mut keys = BOOKS.map(|book| book.publisher).to_vec();
    keys.sort_unstable();
    keys.dedup();
    keys.into_iter().map(super::game::named).collect()
}
