//! What all books share, and there is no more of however much there is to read: conditions, skills, languages, ...

use super::books::{self, CORE};
use super::draw::Draw;
use super::game::{ABILITIES, CONDITIONS, SCHOOLS, SKILLS, TYPES, named, title};
use super::library::SEED;
use super::speech::Speech;
use super::words::{self, DAMAGE, coined};
use serde_json::{Value, json};

/// The endpoints with their records, in a world of so many volumes of each book.
pub fn records(volumes: usize) -> Vec<(&'static str, Vec<Value>)> {
    let short = |ability: &str| ability.get(..3).unwrap_or_default().to_owned();
    let plain = |what: &'static str, keys: &[&str]| -> Vec<Value> {
        keys.iter().map(|key| concept(what, key, |_| {})).collect()
    };
    let schools = SCHOOLS.map(|(key, _)| {
        json!({"key": key, "name": title(key), "desc": text(key, 240), "document": CORE, "crossreferences": {"to": []}})
    });
    let skills = SKILLS.map(|(key, ability)| {
        concept("skill", key, |skill| {
            skill.insert("ability".to_owned(), short(ability).into());
        })
    });
    let abilities = ABILITIES.map(|ability| {
        concept("ability", ability, |fields| {
            fields.insert("key".to_owned(), short(ability).into());
            fields.insert("skills".to_owned(), json!([]));
            fields.insert("short_desc".to_owned(), text(ability, 40).into());
        })
    });
    vec![
        ("documents", books::documents(volumes)),
        ("gamesystems", books::systems()),
        ("publishers", books::publishers()),
        ("licenses", books::licences()),
        ("creaturesets", vec![named("companions")]),
        ("creaturetypes", plain("type", &TYPES.map(|(key, _)| key))),
        (
            "itemsets",
            vec![json!({"key": "kits", "name": "Kits", "items": [], "document": CORE})],
        ),
        (
            "itemcategories",
            [
                "weapon",
                "armor",
                "adventuring-gear",
                "wondrous-item",
                "potion",
                "ring",
                "tools",
            ]
            .map(named)
            .into(),
        ),
        ("conditions", plain("condition", &CONDITIONS)),
        ("damagetypes", plain("damage", &DAMAGE)),
        ("skills", skills.into()),
        ("abilities", abilities.into()),
        ("spellschools", schools.into()),
        ("alignments", alignments()),
        ("environments", environments()),
        ("languages", languages()),
        ("weaponproperties", properties()),
    ]
}

/// The properties of weapons: name, and whether it is one of mastery.
pub const PROPERTIES: [(&str, Option<&str>); 14] = [
    ("Light", None),
    ("Heavy", None),
    ("Finesse", None),
    ("Reach", None),
    ("Thrown", None),
    ("Two-Handed", None),
    ("Versatile", None),
    ("Ammunition", None),
    ("Loading", None),
    ("Topple", Some("Mastery")),
    ("Push", Some("Mastery")),
    ("Sap", Some("Mastery")),
    ("Slow", Some("Mastery")),
    ("Vex", Some("Mastery")),
];

/// A text about something, the same each time.
pub fn text(about: &str, length: usize) -> String {
    let mut draw = Draw::of(SEED, about, 0, 0);
    let theme = words::any_theme(&mut draw);
    Speech::of(&mut draw, theme, about).text("rule", length)
}

fn concept(what: &str, key: &str, more: impl Fn(&mut serde_json::Map<String, Value>)) -> Value {
    let described = ["srd-2014", "srd-2024"].map(|book| {
        json!({"desc": text(&format!("{book} {what} {key}"), 300), "document": book, "gamesystem": "5e-2014"})
    });
    let mut concept = json!({
        "key": key, "name": title(key), "document": CORE, "descriptions": described, "icon": null,
        "crossreferences": {"to": []},
    });
    if let Some(fields) = concept.as_object_mut() {
        more(fields);
    }
    concept
}

fn alignments() -> Vec<Value> {
    let mut all = Vec::new();
    for attitude in ["lawful", "neutral", "chaotic"] {
        for morality in ["good", "neutral", "evil"] {
            let key = match (attitude, morality) {
                ("neutral", "neutral") => "neutral".to_owned(),
                _ => format!("{attitude}-{morality}"),
            };
            all.push(concept("alignment", &key, |fields| {
                fields.remove("name");
                fields.insert("morality".to_owned(), morality.into());
                fields.insert("societal_attitude".to_owned(), attitude.into());
            }));
        }
    }
    all
}

/// Where creatures are found.
pub fn environment(number: usize) -> &'static str {
    words::list("places").get(number).copied().unwrap_or("road")
}

fn environments() -> Vec<Value> {
    let made = (0..30).map(|number| {
        let key = environment(number);
        json!({
            "key": key, "name": title(key), "desc": text(key, 200), "aquatic": number % 7 == 0, "planar": number % 11 == 0,
            "interior": number % 5 == 0, "document": CORE, "crossreferences": {"to": []},
        })
    });
    made.collect()
}

/// A language, by key and name.
pub fn language(number: usize) -> (String, String) {
    if number == 0 {
        return ("common".to_owned(), "Common".to_owned());
    }
    let name = coined(&mut Draw::of(SEED, "language", number, 0)) + "ish";
    (format!("{}-{number}", name.to_lowercase()), name)
}

fn languages() -> Vec<Value> {
    let made = (0..18).map(|number| {
        let (key, name) = language(number);
        let folk = words::list("folk").get(number).copied().unwrap_or_default();
        json!({
            "key": key, "name": name, "desc": format!("Typical speakers are {folk}s."), "document": books::nested(CORE),
            "is_exotic": number > 8, "is_secret": number > 15, "script_language": "common", "crossreferences": {"to": []},
        })
    });
    made.collect()
}

fn properties() -> Vec<Value> {
    let books = ["srd-2014", "srd-2024"].into_iter();
    let made = books.flat_map(|book| {
        PROPERTIES.map(|(name, kind)| {
            let end = if kind.is_some() { "mastery" } else { "wp" };
            let key = format!("{book}_{}-{end}", name.to_lowercase());
            json!({"key": key, "name": name, "desc": text(name, 190), "document": book, "type": kind, "crossreferences": {"to": []}})
        })
    });
    made.collect()
}
