//! Generated rules: what the values of a column, over all books, say of a single value. Nobody wrote them field by field, so they
//! find what no written rule expects.
//!
//! - *spelling*: a value has the letters of a value that is four times as frequent, and is written otherwise.
//! - *alone*: a value stands once, in a column whose values stand forty times each on average.
//! - *range*: a number lies further outside of the middle 99.8 % of its column than that is wide.
//! - *edition*: a value differs from that of the same entity in another edition of the book, where nearly all agree.
//!
//! A finding is a reason to look, not a fault: `lint/generated.txt` keeps how many there are, by column, and may only shrink.

use lorekeeper_content::{Family, Row, letters};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Fields that say where a row is from, or that are texts and derived from them.
const LEFT_OUT: [&str; 12] = [
    "id", "slug", "text", "description", "mentions", "origins", "field_sources", "disagreements", "linked_names",
    "content_hash", "fetched_at", "illustration",
];

/// Longest value that is a name or a code, in bytes.
const MAX_BYTES: usize = 60;

/// Books that are editions of one book.
const EDITIONS: [(&str, &str); 2] = [("srd-2014", "srd-2024"), ("tob", "tob-2023")];

/// How often a column must be filled before its values say anything.
const MIN_FILLED: usize = 100;

/// A column: the family, and the path within its rows.
type Column = (Family, String);

/// The values of columns, each with the ids of the rows that have it.
#[derive(Default)]
pub struct Columns {
    texts: BTreeMap<Column, BTreeMap<String, Vec<String>>>,
    numbers: BTreeMap<Column, Vec<(f64, String)>>,
    /// By family, kind and slug, and by book: the scalar values of the row.
    entities: BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>,
}

/// The findings of a rule in a column: the value, and the row.
pub type Findings = BTreeMap<(&'static str, Column), Vec<String>>;

impl Columns {
    /// Adds the rows of a family.
    pub fn add<R: Row>(&mut self, rows: &[R]) {
        for row in rows {
            let identity = row.identity();
            let id = identity.global_id();
            let mut scalars = BTreeMap::new();
            if let Ok(value) = serde_json::to_value(row) {
                self.add_value(R::FAMILY, "", &value, &id, &mut scalars);
            }
            let entity = id.replacen(&format!(":{}:", row.document_key()), "::", 1);
            let of_books = self.entities.entry(entity).or_default();
            of_books.insert(row.document_key().to_owned(), scalars);
        }
    }

    fn add_value(
        &mut self,
        family: Family,
        path: &str,
        value: &Value,
        id: &str,
        scalars: &mut BTreeMap<String, String>,
    ) {
        match value {
            Value::Object(fields) => {
                let kept = fields.iter().filter(|(key, _)| !LEFT_OUT.contains(&key.as_str()));
                for (key, value) in kept {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    self.add_value(family, &path, value, id, scalars);
                }
            }
            Value::Array(items) => {
                let path = format!("{path}[]");
                for item in items {
                    self.add_value(family, &path, item, id, &mut BTreeMap::new());
                }
            }
            Value::String(text) if text.len() <= MAX_BYTES => {
                scalars.insert(path.to_owned(), text.clone());
                let values = self.texts.entry((family, path.to_owned())).or_default();
                values.entry(text.clone()).or_default().push(id.to_owned());
            }
            Value::Number(number) => {
                scalars.insert(path.to_owned(), number.to_string());
                let number = number.as_f64().unwrap_or_default();
                let numbers = self.numbers.entry((family, path.to_owned())).or_default();
                numbers.push((number, id.to_owned()));
            }
            Value::Bool(flag) => {
                scalars.insert(path.to_owned(), flag.to_string());
            }
            Value::String(_) | Value::Null => {}
        }
    }

    /// What the rules find.
    pub fn findings(&self) -> Findings {
        let mut findings = Findings::new();
        for (column, values) in &self.texts {
            let found = spelt_otherwise(values).chain(alone(values));
            for (rule, finding) in found {
                findings.entry((rule, column.clone())).or_default().push(finding);
            }
        }
        for (column, numbers) in &self.numbers {
            let key = ("range", column.clone());
            let outside = outside(numbers);
            if !outside.is_empty() {
                findings.insert(key, outside);
            }
        }
        self.add_editions(&mut findings);
        findings
    }

    fn add_editions(&self, findings: &mut Findings) {
        const LARGEST_SHARE: usize = 20;
        let mut compared: BTreeMap<Column, (usize, Vec<String>)> = BTreeMap::new();
        for (entity, of_books) in &self.entities {
            let family = entity.split(':').next().and_then(Family::parse);
            for (older, newer) in EDITIONS {
                let (Some(family), Some(older), Some(newer)) = (family, of_books.get(older), of_books.get(newer))
                else {
                    continue;
                };
                let fields: BTreeSet<&String> = older.keys().chain(newer.keys()).collect();
                for field in fields.into_iter().filter(|field| *field != "document_key") {
                    let (one, other) = (older.get(field), newer.get(field));
                    let of_column = compared.entry((family, field.clone())).or_default();
                    of_column.0 += 1;
                    if one != other {
                        of_column.1.push(format!("{entity}: {one:?}, {other:?}"));
                    }
                }
            }
        }
        for (column, (compared, differing)) in compared {
            if !differing.is_empty() && differing.len() * LARGEST_SHARE <= compared {
                findings.insert(("edition", column), differing);
            }
        }
    }
}

/// Values with the letters of one that is four times as frequent. Signs of numbers are no spelling.
fn spelt_otherwise(values: &BTreeMap<String, Vec<String>>) -> impl Iterator<Item = (&'static str, String)> {
    const TIMES: usize = 4;
    let mut same: BTreeMap<String, Vec<(&String, &Vec<String>)>> = BTreeMap::new();
    let of_letters = values.iter().filter(|(value, _)| !value.contains(|c: char| c.is_ascii_digit()));
    for (value, ids) in of_letters {
        same.entry(letters(value)).or_default().push((value, ids));
    }
    let groups = same.into_values().filter(|group| group.len() > 1);
    groups.flat_map(|mut group| {
        group.sort_by_key(|(_, ids)| ids.len());
        let (usual, rare) = group.split_last().map_or((None, &[][..]), |(last, rest)| (Some(last), rest));
        let most = usual.map_or(0, |(_, ids)| ids.len());
        let usual = usual.map_or("", |(value, _)| value.as_str());
        let rare = rare.iter().filter(|(_, ids)| ids.len() * TIMES <= most);
        rare.map(|(value, ids)| ("spelling", format!("{value:?} for {usual:?}: {}", ids.join(", "))))
            .collect::<Vec<_>>()
    })
}

/// Values that stand once, where values stand often.
fn alone(values: &BTreeMap<String, Vec<String>>) -> impl Iterator<Item = (&'static str, String)> {
    const OFTEN: usize = 40;
    let filled: usize = values.values().map(Vec::len).sum();
    let says_something = filled >= MIN_FILLED && filled >= values.len() * OFTEN;
    let once = values.iter().filter(move |(_, ids)| says_something && ids.len() == 1);
    once.map(|(value, ids)| ("alone", format!("{value:?}: {}", ids.join(", "))))
}

/// Numbers that lie further outside of the middle of their column than that is wide.
fn outside(numbers: &[(f64, String)]) -> Vec<String> {
    const THOUSAND: usize = 1000;
    let mut sorted: Vec<f64> = numbers.iter().map(|(number, _)| *number).collect();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1);
    let cut = sorted.len().div_ceil(THOUSAND);
    let (Some(low), Some(high)) = (sorted.get(cut), sorted.get(last.saturating_sub(cut))) else {
        return Vec::new();
    };
    let width = high - low;
    let is_outside = |number: f64| number < low - width || number > high + width;
    let outside = numbers.iter().filter(|(number, _)| sorted.len() >= MIN_FILLED && is_outside(*number));
    outside.map(|(number, id)| format!("{number}: {id}")).collect()
}

/// The findings as lines: the rule, the column, and how many there are.
pub fn lines(findings: &Findings) -> String {
    let line = |((rule, (family, path)), found): (&(&str, Column), &Vec<String>)| {
        format!("{rule} {}.{path} {}\n", family.name(), found.len())
    };
    findings.iter().map(line).collect()
}

/// The columns of a rule that have more findings than were kept, each with its findings.
pub fn grown(findings: &Findings, kept: &str) -> Vec<String> {
    let most: BTreeMap<&str, usize> = kept
        .lines()
        .filter_map(|line| line.rsplit_once(' '))
        .filter_map(|(column, count)| Some((column, count.parse().ok()?)))
        .collect();
    let mut grown = Vec::new();
    for ((rule, (family, path)), found) in findings {
        let column = format!("{rule} {}.{path}", family.name());
        if found.len() > most.get(column.as_str()).copied().unwrap_or_default() {
            grown.push(format!("{column}:\n  {}", found.join("\n  ")));
        }
    }
    grown
}

#[test]
fn values_say_which_of_them_is_odd() {
    let ids = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>();
    let values = BTreeMap::from([
        ("sleight-of-hand".to_owned(), ids(90)),
        ("stealth".to_owned(), ids(60)),
        ("sleight_of_hand".to_owned(), ids(1)),
    ]);
    let found: Vec<_> = spelt_otherwise(&values).chain(alone(&values)).collect();
    let rules: Vec<_> = found.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(rules, ["spelling", "alone"]);
    let mut numbers: Vec<(f64, String)> = (0..200).map(|n| (f64::from(n), String::new())).collect();
    assert_eq!(outside(&numbers), [""; 0]);
    numbers.push((10_560.0, "toad".to_owned()));
    assert_eq!(outside(&numbers), ["10560: toad"]);
}
