//! Disagreements: the fields that sources state differently, each settled by a rule that can be read.

use super::MergedGroup;
use super::adjudications;
use super::compared::{self, shown, stated};
use super::fields::is_empty;
use super::printed_tables::{self, PrintedTables};
use super::settlement::{ADJUDICATION, Dispute, OWN_TEXT, Stated, settlement};
use lorekeeper_content::vocabulary::camel_case;
use lorekeeper_content::{Disagreement, Identity, Row, Statement};
use serde_json::{Map, Value};

/// The name of the record's own text among the sources.
pub(super) const TEXT: &str = "printed_text";

/// The name of the game's arithmetic among the sources.
pub(super) const ARITHMETIC: &str = "arithmetic";

/// Settles what the sources of an entity, its own text, the tables of its book and the game's arithmetic disagree on: the
/// merged row gets the values that are believed. `merged` is the row before that.
pub(super) fn settle<R: Row>(
    merged: &R,
    identity: &Identity,
    group: &mut MergedGroup,
    tables: &PrintedTables,
) -> Vec<Disagreement> {
    let witnesses = [
        (TEXT, fields_of(merged.told())),
        (printed_tables::NAME, tables.line(identity).cloned().unwrap_or_default()),
        (ARITHMETIC, fields_of(merged.computed())),
    ];
    let drafts = group.statements.iter();
    let drafts = drafts.map(|(source, fields)| (source.as_str(), fields));
    let all: Vec<(&str, &Map<String, Value>)> =
        drafts.chain(witnesses.iter().map(|(name, fields)| (*name, fields))).collect();
    let first = group.origins.first().map(|origin| origin.source.clone());
    let first = first.unwrap_or_default();
    let mut disagreements = Vec::new();
    let denied = merged.told().into_iter();
    let denied: Vec<(&str, Value)> = denied.filter(|(_, value)| is_empty(value)).collect();
    let compared = compared::fields(R::FAMILY);
    let adjudications = adjudications::of_entity(identity);
    let adjudicated = adjudications.iter().map(|entry| entry.field.as_str());
    let adjudicated = adjudicated.filter(|path| !compared.contains(path));
    for path in compared.iter().copied().chain(adjudicated) {
        let statements: Vec<Stated> =
            all.iter().filter_map(|(source, fields)| Stated::new(source, stated(source, fields, path)?)).collect();
        let adjudicated = adjudications.iter().find(|entry| entry.field == path);
        let Some((preferred, others)) = statements.split_first() else {
            // No source says anything, but the book does.
            if let Some(entry) = adjudicated {
                compared::put(&mut group.row, path, entry.value.clone());
                group.is_settled = true;
                disagreements.push(Disagreement {
                    field: camel_case(path),
                    values: Vec::new(),
                    settled_by: ADJUDICATION.to_owned(),
                    reason: entry.evidence.clone(),
                });
            }
            continue;
        };
        let none = denied.iter().find(|(denied, _)| *denied == path);
        if let (Some((_, none)), None) = (none, adjudicated) {
            disagreements.push(Disagreement {
                field: camel_case(path),
                values: statements.iter().map(Stated::statement).collect(),
                settled_by: OWN_TEXT.to_owned(),
                reason: "The text of the entry has none.".to_owned(),
            });
            compared::put(&mut group.row, path, none.clone());
            group.is_settled = true;
            continue;
        }
        let is_overruled = adjudicated.is_some_and(|entry| shown(&entry.value) != preferred.shown);
        let differ = others.iter().any(|other| other.shown != preferred.shown);
        let settled = if differ || is_overruled {
            let dispute =
                Dispute { identity, path, statements: &statements, is_united: R::UNION_COLUMNS.contains(&path) };
            let settled = settlement::<R>(&dispute, &group.row);
            disagreements.push(Disagreement {
                field: camel_case(path),
                values: statements.iter().map(Stated::statement).collect(),
                settled_by: settled.by.to_owned(),
                reason: settled.reason,
            });
            settled.believed
        } else if is_witness(preferred.source) {
            // No source says it.
            Some((preferred.source.to_owned(), preferred.value.clone()))
        } else {
            None
        };
        if let Some((source, value)) = settled {
            take_printed(&mut group.row, &group.statements, path, (&source, &value));
            compared::put(&mut group.row, path, value);
            group.is_settled = true;
            let field = camel_case(path);
            // A witness is no source: the row keeps the one that it had.
            if source == first {
                group.fields.remove(&field);
            } else if !is_witness(&source) {
                group.fields.insert(field, source);
            }
        }
    }
    disagreements
}

/// Lists and codes, and the line that prints each.
const PRINTED: [(&str, &str); 6] = [
    ("casting_time", "casting_time_label"),
    ("condition_immunities", "condition_immunities_text"),
    ("damage_immunities", "damage_immunities_text"),
    ("damage_resistances", "damage_resistances_text"),
    ("damage_vulnerabilities", "damage_vulnerabilities_text"),
    ("languages", "languages_text"),
];

/// Takes the line that prints a believed value from a source that states the value; without one there is no line (but that of
/// conditions), so that no row has the list of one source beside the line of another.
fn take_printed(
    row: &mut Map<String, Value>,
    statements: &[(String, Map<String, Value>)],
    path: &str,
    (source, value): (&str, &Value),
) {
    let Some((_, printed)) = PRINTED.iter().find(|(field, _)| *field == path) else {
        return;
    };
    let believed = shown(value);
    if row.get(path).map(shown).as_ref() == Some(&believed) {
        return;
    }
    let agrees = |fields: &Map<String, Value>| fields.get(path).map(shown).as_ref() == Some(&believed);
    let mut agreeing: Vec<_> = statements.iter().filter(|(_, fields)| agrees(fields)).collect();
    agreeing.sort_by_key(|(name, _)| name != source);
    let mut lines = agreeing.iter().filter_map(|(_, fields)| fields.get(*printed));
    let line = lines.find(|line| !is_empty(line)).cloned();
    // Conditions are printed as their words.
    let words = || (path == "condition_immunities").then(|| Value::String(believed.clone()));
    let empty = match row.get(*printed) {
        Some(Value::String(_)) if path == "casting_time" => Value::String(String::new()),
        _ => Value::Null,
    };
    row.insert((*printed).to_owned(), line.or_else(words).unwrap_or(empty));
}

/// The fields that a witness states.
fn fields_of(stated: Vec<(&'static str, Value)>) -> Map<String, Value> {
    let mut fields = Map::new();
    for (path, value) in stated {
        compared::put(&mut fields, path, value);
    }
    fields
}

fn is_witness(name: &str) -> bool {
    [TEXT, printed_tables::NAME, ARITHMETIC].contains(&name)
}

impl Stated<'_> {
    fn statement(&self) -> Statement {
        Statement { source: self.source.to_owned(), value: shown(self.value) }
    }
}

impl<'a> Stated<'a> {
    fn new(source: &'a str, value: &'a Value) -> Option<Self> {
        let shown = shown(value);
        (!shown.is_empty()).then_some(Self { source, value, shown })
    }
}
