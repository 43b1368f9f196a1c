//! Library of a file: its stat blocks as records, each in the book that it names, else in that of the file.

use super::{NAME, initiative, spell, text};
use crate::foundry_text::fields::Fields;
use crate::import::line_counter::LineCounter;
use crate::import::plain::plain;
use crate::import::shelf::Shelf;
use crate::import::{ReadError, Reading};
use crate::yaml;
use lorekeeper_content::Pattern;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// The beginning and the end of a block of Fantasy Statblocks in Markdown.
static FENCE: Pattern = Pattern::new(
    r"(?ms)^(?P<quote>(?:>[ ]?)*)[ ]{0,3}(?:```+|~~~+)[ ]*statblocks?[^\n]*\n(?P<yaml>.*?)(?:^(?:>[ ]?)*[ ]{0,3}(?:```+|~~~+)[ ]*$|\z)",
);

/// The fields at the beginning of a note.
static MATTER: Pattern = Pattern::new(r"(?s)\A---[ ]*\n(?P<yaml>.*?)\n(?:---|\.\.\.)[ ]*(?:\n|\z)");

/// Names of parameters that make a map a stat block.
const PARAMETERS: [&str; 8] = ["ac", "hp", "hit_dice", "stats", "actions", "traits", "cr", "statblock"];

/// Whether a text has stat blocks: of Fantasy Statblocks, or printed ones.
pub(crate) fn recognises(text: &str) -> bool {
    FENCE.is_match(text) || !blocks_in_yaml(text).is_empty() || !text::split(text).is_empty()
}

/// The maps of a text that is YAML and nothing else.
fn blocks_in_yaml(text: &str) -> Vec<Value> {
    static BEGINS: Pattern = Pattern::new(
        r#"(?m)\A(?:\s*(?:#[^\n]*|---|layout:[^\n]*|image:[^\n]*|statblock:[^\n]*)\n)*\s*(?:- )?["']?(?:name|monster)["']?:\s"#,
    );
    if !BEGINS.is_match(text) {
        return Vec::new();
    }
    let parts = text.split("\n---\n").map(|part| yaml::parse(part.as_bytes()));
    let mut found = Vec::new();
    for part in parts.flatten() {
        match part {
            Value::Array(maps) => found.extend(maps),
            map => found.push(map),
        }
    }
    found.retain(is_block);
    found
}

fn is_block(map: &Value) -> bool {
    let fields = Fields::of(map);
    fields.at("name").is_there() && PARAMETERS.iter().any(|name| fields.at(name).is_there())
}

/// Reads the stat blocks of a text.
pub(crate) fn read_text(file: &str, text: &str) -> Result<Reading, ReadError> {
    let mut shelf = Shelf::new(NAME, file)?;
    let text = text.replace("\r\n", "\n");
    let maps = blocks_in_yaml(&text);
    if !maps.is_empty() {
        let placed = maps.into_iter().enumerate();
        let placed = placed.map(|(place, map)| (format!("block {}", place + 1), map));
        put_all(&mut shelf, placed.collect());
        return Ok(shelf.finish());
    }
    let mut maps = Vec::new();
    let mut lines = LineCounter::new(&text);
    let matter = MATTER.captures(&text).and_then(|found| found.name("yaml"));
    if let Some(map) = matter.and_then(|yaml| yaml::parse(yaml.as_str().as_bytes()).ok())
        && Fields::of(&map).at("statblock").is_there()
        && is_block(&map)
    {
        maps.push(("front matter".to_owned(), map));
    }
    for found in FENCE.captures_iter(&text) {
        let Some(whole) = found.get(0) else { continue };
        let path = format!("line {}", lines.line_of(whole.start()));
        let quote = found.name("quote").map_or(0, |quote| quote.as_str().matches('>').count());
        let yaml = found.name("yaml").map_or("", |yaml| yaml.as_str());
        match yaml::parse(unquoted(yaml, quote).as_bytes()) {
            Ok(map) if map.is_object() => maps.push((path, map)),
            Ok(_) => shelf.skip("fantasy_statblocks", &path, "it is no map of parameters"),
            Err(cause) => {
                let reason = format!("it is no YAML that can be read: {cause}");
                shelf.skip("fantasy_statblocks", &path, &reason);
            }
        }
    }
    put_all(&mut shelf, maps);
    let rest = FENCE.replace_all(&text, |found: &regex::Captures<'_>| {
        // The lines below keep their numbers.
        "\n".repeat(found.get(0).map_or("", |whole| whole.as_str()).matches('\n').count())
    });
    for block in text::split(&rest) {
        let path = format!("line {}", block.line);
        put(&mut shelf, "texts", &path, json!({"name": block.name, "text": block.text}));
    }
    Ok(shelf.finish())
}

/// A text without the marks of the quotation that it stands in.
fn unquoted(text: &str, depth: usize) -> String {
    let lines = text.lines().map(|line| {
        (0..depth).fold(line, |line, _| {
            let line = line.strip_prefix('>').unwrap_or(line);
            line.strip_prefix(' ').unwrap_or(line)
        })
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Reads the stat blocks of the tracker.
pub(crate) fn read_initiative(file: &str, value: Value) -> Result<Reading, ReadError> {
    let mut shelf = Shelf::new(NAME, file)?;
    for (path, raw) in initiative::blocks(value) {
        if Fields::of(&raw).at("Player").text("") == "player" {
            let name = raw.get("Name").and_then(Value::as_str).unwrap_or_default();
            let reason = "it is a player's character";
            shelf.skip("improved_initiative", &format!("{path} {name}"), reason);
            continue;
        }
        let endpoint = if initiative::is_spell(&raw) { spell::ENDPOINT } else { "improved_initiative" };
        put(&mut shelf, endpoint, &path, raw);
    }
    Ok(shelf.finish())
}

/// The stat blocks of a bundle of Fantasy Statblocks: a list of them, or of pairs of a name and a stat block.
pub(crate) fn bundle(value: &Value) -> Option<Vec<Value>> {
    let lists = ["bestiary", "monsters"];
    let lists = lists.iter().filter_map(|list| value.get(*list)?.as_array());
    // Records of other programs have names and actions, too, but no `stats`.
    let has_stats = |map: &Value| Fields::of(map).at("stats").is_there();
    let bare = value.as_array().filter(|maps| maps.iter().any(has_stats));
    let lists = lists.chain(bare);
    let maps = lists.flatten().map(|entry| entry.get(1).unwrap_or(entry));
    let found: Vec<Value> = maps.filter(|map| is_block(map)).cloned().collect();
    let is_one = is_block(value) && has_stats(value);
    let one = || is_one.then(|| vec![value.clone()]);
    Some(found).filter(|found| !found.is_empty()).or_else(one)
}

/// Reads the stat blocks of a bundle.
pub(crate) fn read_bundle(file: &str, maps: Vec<Value>) -> Result<Reading, ReadError> {
    let mut shelf = Shelf::new(NAME, file)?;
    put_all(&mut shelf, maps.into_iter().enumerate().map(|(place, map)| (format!("[{place}]"), map)).collect());
    Ok(shelf.finish())
}

/// Puts stat blocks of Fantasy Statblocks on a shelf. One that extends another has what that one says, too.
fn put_all(shelf: &mut Shelf, maps: Vec<(String, Value)>) {
    let by_name: HashMap<String, Value> =
        maps.iter().filter_map(|(_, map)| Some((Fields::of(map).word("name")?, map.clone()))).collect();
    for (path, mut map) in maps {
        let fields = Fields::of(&map);
        let extended = ["extends", "monster", "creature"];
        let extended = extended.iter().find_map(|field| fields.word(field));
        let base = extended.and_then(|name| by_name.get(&name)?.as_object());
        if let (Some(own), Some(base)) = (map.as_object_mut(), base)
            && own.contains_key("name")
        {
            for (field, value) in base {
                own.entry(field).or_insert_with(|| value.clone());
            }
        }
        put(shelf, "fantasy_statblocks", &path, map);
    }
}

fn put(shelf: &mut Shelf, endpoint: &str, path: &str, raw: Value) {
    let fields = Fields::of(&raw);
    let name = fields.word("name").or_else(|| fields.word("Name"));
    let Some(name) = name else {
        let is_reference = ["monster", "creature", "note"].iter().any(|field| fields.at(field).is_there());
        let reason = if is_reference { "it only refers to a creature that stands elsewhere" } else { "it has no name" };
        return shelf.skip(endpoint, path, reason);
    };
    let source = fields.filled("source").or_else(|| fields.filled("Source"));
    let source = source.or_else(|| Some((*fields.words("source").first()?).to_owned()));
    let name_of_book = source.unwrap_or_else(|| shelf.stem());
    let mut about = Map::new();
    if let Some(credit) = fields.filled("attribution") {
        about.insert("attribution".to_owned(), json!(plain(&credit)));
    }
    if let Some(license) = fields.filled("license") {
        about.insert("licenses".to_owned(), json!([plain(&license)]));
    }
    let book = shelf.book(&name_of_book, about);
    shelf.put(endpoint, &book, &name, &name, path, raw);
}
