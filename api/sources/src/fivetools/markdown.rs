//! Entries, the texts of 5etools, as Markdown: texts, lists, tables, insets and parts with names, one within another.

mod table;
pub(super) mod tag;

use super::index::Index;
use crate::foundry_text::fields::Fields;
use crate::import::plain::plain;
use crate::prose::capitalized;
use lorekeeper_content::vocabulary::ability_of;
use serde_json::Value;
use tag::without_tags;

/// How deep a text refers to other texts that are put in its place.
const MAX_REFERENCES: usize = 4;

/// A writer of entries.
struct Writer<'a> {
    index: Option<&'a Index<'a>>,
    references: usize,
    /// Whether references to features are left out, since these stand elsewhere.
    omits_features: bool,
}

/// Entries as Markdown.
pub(super) fn markdown(entries: &Value, index: &Index<'_>) -> String {
    let writer = Writer { index: Some(index), references: MAX_REFERENCES, omits_features: false };
    plain(&writer.blocks(entries).join("\n\n"))
}

/// Entries as Markdown without the features and options that they refer to.
pub(super) fn without_features(entries: &Value, index: &Index<'_>) -> String {
    let writer = Writer { index: Some(index), references: MAX_REFERENCES, omits_features: true };
    plain(&writer.blocks(entries).join("\n\n"))
}

/// The texts of a list, or of one alone.
pub(super) fn list(value: &Value) -> String {
    let one = std::slice::from_ref(value);
    let texts = value.as_array().map_or(one, Vec::as_slice).iter().map(line);
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
}

/// A text in one line, such as a name or a detail.
pub(super) fn line(value: &Value) -> String {
    let writer = Writer { index: None, references: 0, omits_features: false };
    let text = plain(&writer.blocks(value).join(" "));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text that may be missing, in one line.
pub(super) fn words(text: &str) -> String {
    let text = plain(&without_tags(text));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Writer<'_> {
    /// The blocks of a value.
    fn blocks(&self, value: &Value) -> Vec<String> {
        match value {
            Value::String(text) => {
                Some(without_tags(text).trim().to_owned()).filter(|text| !text.is_empty()).into_iter().collect()
            }
            Value::Number(number) => vec![number.to_string()],
            Value::Array(values) => values.iter().flat_map(|value| self.blocks(value)).collect(),
            Value::Object(_) => self.entry(value),
            Value::Null | Value::Bool(_) => Vec::new(),
        }
    }

    /// The blocks of the fields of an entry.
    fn fields(&self, entry: &Value, fields: &[&str]) -> Vec<String> {
        let values = fields.iter().filter_map(|field| entry.get(field));
        values.flat_map(|value| self.blocks(value)).collect()
    }

    fn entry(&self, entry: &Value) -> Vec<String> {
        let fields = Fields::of(entry);
        let name = without_tags(fields.text("name").trim());
        let body = || self.fields(entry, &["by", "headerEntries", "entry", "entries", "items", "footerEntries"]);
        match fields.text("type") {
            "section" if !name.is_empty() => {
                let mut blocks = vec![format!("### {name}")];
                blocks.extend(body());
                blocks
            }
            "inset" | "insetReadaloud" | "variant" | "variantSub" => quoted(&named(&name, body())),
            "quote" => {
                let mut blocks = quoted(&self.fields(entry, &["entries"]));
                let (by, from) = (line(at(entry, "by")), words(fields.text("from")));
                let source: Vec<String> = [by, from].into_iter().filter(|w| !w.is_empty()).collect();
                if let (Some(last), false) = (blocks.last_mut(), source.is_empty()) {
                    last.extend(["\n>\n> — ", source.join(", ").as_str()]);
                }
                blocks
            }
            "list" => {
                let list = self.list(entry);
                let list = (!list.is_empty()).then_some(list);
                let name = Some(format!("**{name}**")).filter(|_| !name.is_empty());
                name.into_iter().chain(list).collect()
            }
            "table" => table::table(entry, &|cell| line(cell)),
            "tableGroup" => {
                let own = Some(format!("**{name}**")).filter(|_| !name.is_empty());
                own.into_iter().chain(self.fields(entry, &["tables"])).collect()
            }
            "options" => {
                let mut options: Vec<&Value> =
                    entry.get("entries").and_then(Value::as_array).into_iter().flatten().collect();
                options.sort_by_key(|option| Fields::of(option).text("name").to_owned());
                let blocks = options.into_iter().flat_map(|option| self.blocks(option));
                named(&name, blocks.collect())
            }
            "inline" | "inlineBlock" => {
                let parts = self.fields(entry, &["entries"]);
                Some(parts.join(" ")).filter(|text| !text.is_empty()).into_iter().collect()
            }
            "itemSpell" => vec![format!("{name} {}", body().join(" ")).trim().to_owned()],
            "attack" => self.attack(entry, fields, &name),
            "hr" => vec!["---".to_owned()],
            "image" | "gallery" => Vec::new(),
            "statblock" => self.reference(fields.text("tag"), fields.text("name"), entry),
            "statblockInline" => {
                let data = entry.get("data").unwrap_or(&Value::Null);
                let own = Fields::of(data).text("name").to_owned();
                named(&own, self.fields(data, &["entries"]))
            }
            "refClassFeature" | "refSubclassFeature" | "refOptionalfeature" if self.omits_features => Vec::new(),
            "refClassFeature" => self.reference("classFeature", fields.text("classFeature"), entry),
            "refSubclassFeature" => self.reference("subclassFeature", fields.text("subclassFeature"), entry),
            "refOptionalfeature" => self.reference("optionalfeature", fields.text("optionalfeature"), entry),
            "refFeat" => self.reference("feat", fields.text("feat"), entry),
            "flowchart" => self.fields(entry, &["blocks"]),
            "ingredient" | "wrapper" | "wrapped" => self.fields(entry, &["entry", "wrapped"]),
            "spellcasting" => {
                let text = super::creature::casting_text(entry);
                named(&name, vec![text])
            }
            _ => leaf(fields, &name).map_or_else(|| named(&name, body()), |text| vec![text]),
        }
    }

    fn list(&self, entry: &Value) -> String {
        let items = entry.get("items").and_then(Value::as_array);
        let numbered = Fields::of(entry).text("style").contains("decimal");
        let items = items.into_iter().flatten().enumerate().filter_map(|(place, item)| {
            let is_list = Fields::of(item).text("type") == "list";
            let text = self.blocks(item).join("\n\n");
            if text.is_empty() {
                return None;
            }
            let inner = text.replace('\n', "\n  ").replace("\n  \n", "\n\n");
            Some(if is_list {
                format!("  {inner}")
            } else if numbered {
                format!("{}. {inner}", place + 1)
            } else {
                format!("- {inner}")
            })
        });
        items.collect::<Vec<_>>().join("\n")
    }

    fn attack(&self, entry: &Value, fields: Fields<'_>, name: &str) -> Vec<String> {
        let kind = match fields.text("attackType") {
            "MW" => "Melee Weapon Attack:",
            "RW" => "Ranged Weapon Attack:",
            _ => "Attack:",
        };
        let attack = self.fields(entry, &["attackEntries"]).join(" ");
        let hit = self.fields(entry, &["hitEntries"]).join(" ");
        named(name, vec![format!("{kind} {attack} Hit: {hit}")])
    }

    /// The text that a reference stands for; its name where that is not at hand.
    fn reference(&self, endpoint: &str, reference: &str, entry: &Value) -> Vec<String> {
        let name = reference.split('|').next().unwrap_or_default();
        let found = self.index.filter(|_| self.references > 0).and_then(|index| {
            let source = Fields::of(entry).text("source");
            index.referred(endpoint, reference, source)
        });
        let Some(record) = found else {
            let display = Fields::of(entry).text("displayName");
            let name = if display.is_empty() { name } else { display };
            return Some(format!("**{}**", without_tags(name))).filter(|_| !name.is_empty()).into_iter().collect();
        };
        let writer = Writer { references: self.references - 1, ..*self };
        let own = Fields::of(record).text("name");
        named(own, writer.fields(record, &["entries"]))
    }
}

/// An entry that is a formula, a number or a link; `None` for one of another type.
fn leaf(fields: Fields<'_>, name: &str) -> Option<String> {
    Some(match fields.text("type") {
        "abilityDc" => format!("**{name} save DC** = 8 + your proficiency bonus + your {} modifier", abilities(fields)),
        "abilityAttackMod" => {
            format!("**{name} attack modifier** = your proficiency bonus + your {} modifier", abilities(fields))
        }
        "abilityGeneric" => {
            let start = match name {
                "" => String::new(),
                name => format!("**{name}** = "),
            };
            let end = match abilities(fields).as_str() {
                "" => String::new(),
                abilities => format!(" {abilities} modifier"),
            };
            format!("{start}{}{end}", words(fields.text("text")))
        }
        "bonus" => bonus(fields.int("value")),
        "bonusSpeed" => format!("{} ft.", bonus(fields.int("value"))),
        "dice" => dice(fields).unwrap_or_default(),
        "link" => {
            let text = words(fields.text("text"));
            let address = fields.text("href.url");
            let is_link = address.starts_with("http") && !text.is_empty();
            if is_link { format!("[{text}]({address})") } else { text }
        }
        _ => return None,
    })
}

fn at<'a>(entry: &'a Value, field: &str) -> &'a Value {
    entry.get(field).unwrap_or(&Value::Null)
}

/// Blocks with a name before them: run into the first paragraph, or above what is none.
fn named(name: &str, mut blocks: Vec<String>) -> Vec<String> {
    let name = without_tags(name);
    let name = name.trim().trim_end_matches(':');
    if name.is_empty() {
        return blocks;
    }
    let ending = if name.ends_with(['.', '!', '?']) { "" } else { "." };
    match blocks.first_mut() {
        Some(first) if !first.starts_with(['|', '-', '>', '#']) && !first.starts_with("1. ") => {
            *first = format!("**{name}{ending}** {first}");
        }
        _ => blocks.insert(0, format!("**{name}**")),
    }
    blocks
}

/// One block that quotes others.
fn quoted(blocks: &[String]) -> Vec<String> {
    if blocks.is_empty() {
        return Vec::new();
    }
    let text = blocks.join("\n\n");
    let lines = text.lines().map(|line| format!("> {line}").trim_end().to_owned());
    vec![lines.collect::<Vec<_>>().join("\n")]
}

fn abilities(fields: Fields<'_>) -> String {
    let names = fields.words("attributes").into_iter().map(|code| match code {
        "spellcasting" => "spellcasting ability".to_owned(),
        code => capitalized(ability_of(code).unwrap_or(code)),
    });
    names.collect::<Vec<_>>().join(" or ")
}

fn bonus(value: Option<i32>) -> String {
    value.map(|value| format!("{value:+}")).unwrap_or_default()
}

/// Dice as structure, or as a text.
fn dice(fields: Fields<'_>) -> Option<String> {
    if let Some(text) = fields.filled("displayText").or_else(|| fields.filled("toRoll")) {
        return Some(text);
    }
    let rolls = fields.list("toRoll").filter_map(|roll| {
        let dice = format!("{}d{}", roll.int("number").unwrap_or(1), roll.int("faces")?);
        Some(match roll.int("modifier") {
            Some(bonus) if bonus != 0 => format!("{dice} {} {}", if bonus > 0 { '+' } else { '-' }, bonus.abs()),
            _ => dice,
        })
    });
    let rolls: Vec<String> = rolls.collect();
    (!rolls.is_empty()).then(|| rolls.join(" + "))
}

#[cfg(test)]
mod tests;
