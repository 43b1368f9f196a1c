//! Index of values: which entities have which value of a field that queries mention in words.
//!
//! The fields and their patterns are the families' own declarations, and the values are the store's: no value of the
//! game is written down here.

use super::entities::{Doc, Entity};
use crate::constraints::{Pattern, value_words};
use crate::{Connection, Error, Result};
use lorekeeper_content::filter::{Field, Filter, query_language};
use lorekeeper_content::{Family, families};
use sea_orm::ConnectionTrait;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, PostgresQueryBuilder, Query, SelectStatement};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// Most rows that one statement reads.
const ROWS: u64 = 200;

/// The values of a field, and the entities that have each, as they are kept in a file.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldValues {
    family: Family,
    field: String,
    /// By the value as JSON.
    values: BTreeMap<String, Vec<Doc>>,
}

/// A field that queries mention.
pub struct ValueField {
    /// The family.
    pub family: Family,
    /// The name, as clients write it.
    pub name: String,
    /// How queries mention it.
    pub patterns: Vec<Pattern>,
    /// The values that the store has.
    pub values: Vec<FieldValue>,
    /// Numbers of the values of text, by their first word.
    pub by_word: HashMap<String, Vec<usize>>,
    declared: Field,
}

/// A value of a field.
pub struct FieldValue {
    /// The value.
    pub value: Value,
    /// Its words in the singular, where it is text.
    pub words: Vec<String>,
    /// The entities that have it, in order.
    pub docs: Vec<Doc>,
}

/// The fields of all families that queries mention.
#[derive(Default)]
pub struct ValueIndex {
    /// The fields.
    pub fields: Vec<ValueField>,
}

/// The fields of a family that queries mention.
fn declared(family: Family) -> Vec<Field> {
    macro_rules! fields {
        ($(($module:ident, $variant:ident, $plural:ident),)*) => {
            match family {
                $( Family::$variant => <lorekeeper_content::$module::Filter as Filter>::fields(), )*
            }
        };
    }
    let mut fields = families!(fields);
    fields.retain(|field| !field.mentions.is_empty());
    fields
}

/// Reads the values of all fields that queries mention. Entities are in the order of keys; with `only`, those of these keys.
pub async fn read(db: &Connection, entities: &[Entity], only: Option<&[i64]>) -> Result<Vec<FieldValues>> {
    let mut read = Vec::new();
    for family in Family::ALL {
        let fields = declared(family);
        let mut values: Vec<BTreeMap<String, Vec<Doc>>> = vec![BTreeMap::new(); fields.len()];
        let mut after = i64::MIN;
        loop {
            let (statement, bound) = rows(family, &fields, after, only).build(PostgresQueryBuilder);
            let statement = lorekeeper_store::bound(&statement, bound.0);
            let rows = db.query_all_raw(statement).await?;
            let Some(last) = rows.last() else {
                break;
            };
            after = last.try_get_by_index(0)?;
            for row in rows {
                let (id, row): (i64, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
                let row: Vec<Value> = serde_json::from_str(&row).map_err(Error::index)?;
                let place = entities.binary_search_by_key(&id, |entity| entity.id);
                let Some(doc) = place.ok().and_then(|place| Doc::try_from(place).ok()) else {
                    continue;
                };
                for (postings, value) in values.iter_mut().zip(&row) {
                    add(postings, value, doc);
                }
            }
        }
        let named = fields.into_iter().zip(values);
        read.extend(named.map(|(field, values)| FieldValues { family, field: field.name, values }));
    }
    Ok(read)
}

/// The keys and the values of the next rows of a family, the values as one JSON array.
fn rows(family: Family, fields: &[Field], after: i64, only: Option<&[i64]>) -> SelectStatement {
    let places: Vec<String> = (1..=fields.len()).map(|place| format!("to_json(${place})")).collect();
    let values = format!("json_build_array({})::text", places.join(", "));
    let id = || Expr::col(Alias::new("id"));
    let mut select = Query::select();
    select
        .expr(id())
        .expr(Expr::cust_with_exprs(values, fields.iter().map(Field::values)))
        .from(Alias::new(family.name()))
        .and_where(id().gt(after))
        .order_by(Alias::new("id"), sea_orm::sea_query::Order::Asc)
        .limit(ROWS);
    if let Some(only) = only {
        select.and_where(id().is_in(only.iter().copied()));
    }
    select
}

fn add(postings: &mut BTreeMap<String, Vec<Doc>>, value: &Value, doc: Doc) {
    match value {
        Value::Null => {}
        Value::Array(members) => members.iter().for_each(|member| add(postings, member, doc)),
        Value::String(text) if text.trim().is_empty() => {}
        value => {
            let docs = postings.entry(value.to_string()).or_default();
            if docs.last() != Some(&doc) {
                docs.push(doc);
            }
        }
    }
}

impl ValueIndex {
    /// These with the values of other entities. `moved` has the new number of each entity that was here; none where it is gone.
    pub fn updated(&self, moved: &[Option<Doc>], added: Vec<FieldValues>) -> Option<Self> {
        let mut read = Vec::new();
        for (field, added) in self.fields.iter().zip(added) {
            let mut values = added.values;
            for value in &field.values {
                let docs = value.docs.iter();
                let docs = docs.filter_map(|doc| moved.get(*doc as usize).copied().flatten());
                let mut docs = docs.peekable();
                if docs.peek().is_some() {
                    let all: &mut Vec<Doc> = values.entry(value.value.to_string()).or_default();
                    all.extend(docs);
                    all.sort_unstable();
                }
            }
            read.push(FieldValues { family: added.family, field: added.field, values });
        }
        Self::new(read)
    }

    /// The index of values that were read; nothing where they are of other fields than those that are declared.
    pub fn new(read: Vec<FieldValues>) -> Option<Self> {
        let mut read = read.into_iter();
        let mut fields = Vec::new();
        for family in Family::ALL {
            for declared in declared(family) {
                let values = read.next()?;
                if (values.family, &values.field) != (family, &declared.name) {
                    return None;
                }
                fields.push(ValueField::new(declared, values));
            }
        }
        Some(Self { fields })
    }
}

impl ValueField {
    fn new(declared: Field, read: FieldValues) -> Self {
        let values = read.values.into_iter().filter_map(|(value, docs)| {
            let value: Value = serde_json::from_str(&value).ok()?;
            let words = value.as_str().map(value_words).unwrap_or_default();
            Some(FieldValue { value, words, docs })
        });
        let values: Vec<FieldValue> = values.collect();
        let mut by_word: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, value) in values.iter().enumerate() {
            if let Some(first) = value.words.first() {
                by_word.entry(first.clone()).or_default().push(number);
            }
        }
        Self {
            family: read.family,
            name: read.field,
            patterns: declared.mentions.iter().copied().map(Pattern::parse).collect(),
            values,
            by_word,
            declared,
        }
    }

    /// A comparison with a value in the query language of filters.
    pub fn written(&self, operator: &str, value: &str) -> String {
        query_language::written(&self.declared, operator, value)
    }

    /// The condition that there is a value, in that language.
    pub fn present(&self) -> String {
        query_language::present(&self.declared)
    }

    /// A value as clients write it.
    pub fn shown(&self, stored: String) -> String {
        (self.declared.display)(stored)
    }
}

/// Values of a field, each with an entity that has it.
#[cfg(test)]
type GivenValues<'a> = (Family, &'a str, Vec<(Value, Doc)>);

#[cfg(test)]
impl ValueIndex {
    /// The index of these values; the other fields have none.
    pub fn of(given: Vec<GivenValues<'_>>) -> Self {
        let mut read = Vec::new();
        let fields = Family::ALL.into_iter().flat_map(|family| {
            let fields = declared(family).into_iter();
            fields.map(move |field| (family, field.name))
        });
        for (family, field) in fields {
            let mut values = BTreeMap::new();
            let given = given.iter().filter(|(of, name, _)| (*of, *name) == (family, &field));
            for (value, doc) in given.flat_map(|(_, _, values)| values) {
                add(&mut values, value, *doc);
            }
            read.push(FieldValues { family, field, values });
        }
        Self::new(read).unwrap_or_default()
    }
}
