//! Facets: which values the rows of a table have, as inverted lists, and how many of some rows have each.
//!
//! The lists are read once for a generation of content: what a request counts are intersections of sets of keys.

use crate::{Result, Search};
use lorekeeper_content::CORE_DOCUMENT;
use lorekeeper_content::filter::{Facet, FacetKind};
use lorekeeper_store::bound;
use roaring::RoaringTreemap;
use rustc_hash::{FxHashMap, FxHashSet};
use sea_orm::FromQueryResult;
use sea_orm::sea_query::{Alias, Expr, PostgresQueryBuilder, Query, SelectStatement, SqlWriterValues, Values};
use std::cmp::Reverse;
use std::fmt::Write;
use std::sync::Arc;

/// How many bytes of inverted lists are kept, about: those of all families take 2 MB.
pub(crate) const MAX_BYTES: u64 = 128 << 20;

/// Keys of rows.
pub(crate) type Rows = RoaringTreemap;

/// A value of a facet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The value, as a filter takes it.
    pub value: String,
    /// What people call it, where the value is a key.
    pub label: Option<String>,
    /// How many rows have it.
    pub count: i64,
}

/// The inverted lists of some facets of a table.
pub(crate) struct FacetIndex {
    facets: Vec<Vec<InvertedList>>,
    /// What each row is counted as, where rows are counted as something else.
    things: FxHashMap<u64, u32>,
}

/// A value, and the rows that have it.
struct InvertedList {
    value: String,
    label: Option<String>,
    rank: Option<f64>,
    rows: Rows,
}

#[derive(FromQueryResult)]
struct Read {
    facet: i32,
    value: String,
    label: Option<String>,
    rank: Option<f64>,
    ids: Vec<i64>,
}

/// The values of one facet in all rows of a table, in their own order, else the most frequent ones first.
pub async fn values(search: &Search, table: &'static str, facet: &Facet) -> Result<Vec<Value>> {
    let index = FacetIndex::read(search, table, std::slice::from_ref(facet), None).await?;
    Ok(index.count(0, None))
}

/// The rows of some keys.
pub(crate) fn row_set(ids: impl IntoIterator<Item = i64>) -> Rows {
    ids.into_iter().map(i64::cast_unsigned).collect()
}

impl FacetIndex {
    /// Reads the inverted lists of facets of a table. `thing` is what a row is counted as, as SQL: rows that have it in common
    /// count once.
    pub async fn read(
        search: &Search,
        table: &'static str,
        facets: &[Facet],
        thing: Option<&str>,
    ) -> Result<Arc<Self>> {
        let (text, values) = statement(table, facets, thing);
        let generation = format!("{} {:?}", search.store.content(), search.store.hidden());
        let key = format!("{text} {values:?}");
        let read = async {
            let read = Read::find_by_statement(bound(&text, values.0));
            let read = read.all(&search.connection()).await?;
            Ok(search.computed(Arc::new(Self::new(facets, read))))
        };
        search.facets.get(&generation, &key, read).await
    }

    fn new(facets: &[Facet], read: Vec<Read>) -> Self {
        let mut lists: Vec<Vec<InvertedList>> = facets.iter().map(|_| Vec::new()).collect();
        let mut things = FxHashMap::default();
        for (number, Read { facet, value, label, rank, ids }) in (0..).zip(read) {
            let place = usize::try_from(facet).unwrap_or(usize::MAX);
            match (facets.get(place), lists.get_mut(place)) {
                (Some(facet), Some(lists)) => {
                    let value = (facet.display)(value);
                    lists.push(InvertedList { value, label, rank, rows: row_set(ids) });
                }
                _ => things.extend(ids.into_iter().map(|id| (id.cast_unsigned(), number))),
            }
        }
        Self { facets: lists, things }
    }

    /// The values that some rows have of the facet at a place (`None`: all rows), in their own order, else the most
    /// frequent ones first. A missing value is none.
    pub fn count(&self, facet: usize, among: Option<&Rows>) -> Vec<Value> {
        let lists = self.facets.get(facet).map_or(&[][..], Vec::as_slice);
        let counted = lists.iter().map(|list| (list, self.count_rows(&list.rows, among)));
        let mut counted: Vec<(&InvertedList, u64)> = counted.filter(|(_, count)| *count > 0).collect();
        // Stable: the lists are in the order of their values.
        counted.sort_by(|(one, one_count), (other, other_count)| {
            let rank = |list: &InvertedList| list.rank.unwrap_or(f64::INFINITY);
            let by_rank = rank(one).total_cmp(&rank(other));
            by_rank.then_with(|| Reverse(one_count).cmp(&Reverse(other_count)))
        });
        let value = |(list, count): (&InvertedList, u64)| Value {
            value: list.value.clone(),
            label: list.label.clone(),
            count: i64::try_from(count).unwrap_or(i64::MAX),
        };
        counted.into_iter().map(value).collect()
    }

    /// How many of some rows are in a list: the things, where rows are counted as such.
    fn count_rows(&self, list: &Rows, among: Option<&Rows>) -> u64 {
        if self.things.is_empty() {
            return among.map_or_else(|| list.len(), |among| list.intersection_len(among));
        }
        let common = among.map(|among| list & among);
        let things = common.as_ref().unwrap_or(list).iter().filter_map(|id| self.things.get(&id));
        things.collect::<FxHashSet<_>>().len() as u64
    }

    /// The bytes that it takes, about.
    pub fn size(&self) -> usize {
        let lists = self.facets.iter().flatten();
        let lists = lists.map(|list| list.rows.serialized_size() + list.value.len() + size_of::<InvertedList>());
        lists.sum::<usize>() + self.things.len() * size_of::<(u64, u32)>()
    }
}

/// The statement that reads the values of all facets with the keys of their rows: for each facet by its number, in the
/// order of the values. Behind them are the things, if rows are counted as such.
fn statement(table: &'static str, facets: &[Facet], thing: Option<&str>) -> (String, Values) {
    let mut sql = SqlWriterValues::new("$", true);
    // Writing into memory does not fail.
    let _ = write!(sql, "WITH facet_row AS MATERIALIZED (");
    columns(table, facets, thing).build_collect_any_into(&PostgresQueryBuilder, &mut sql);
    let lists = facets.iter().enumerate().map(|(number, facet)| inverted(facet, number));
    let things = thing.map(|_| {
        let number = facets.len();
        format!("SELECT {number}, thing, NULL, NULL::float8, array_agg(id) FROM facet_row GROUP BY thing")
    });
    let all: Vec<String> = lists.chain(things).collect();
    let _ = write!(
        sql,
        ") SELECT * FROM ({}) AS list (facet, value, label, rank, ids) ORDER BY facet, value COLLATE \"C\"",
        all.join(" UNION ALL ")
    );
    sql.into_parts()
}

/// The keys of all rows, with nothing but the values (`f0`, `f1`, ...) and ranks (`r0`, `r1`, ...) of facets, and what they
/// are counted as (`thing`).
fn columns(table: &'static str, facets: &[Facet], thing: Option<&str>) -> SelectStatement {
    let mut select = Query::select();
    select.expr(Expr::cust("id"));
    for (number, facet) in facets.iter().enumerate() {
        select.expr_as(facet.values.clone(), Alias::new(format!("f{number}")));
        let rank = facet.rank.clone().unwrap_or(Expr::cust("NULL::int"));
        select.expr_as(rank, Alias::new(format!("r{number}")));
    }
    if let Some(thing) = thing {
        select.expr_as(Expr::cust(format!("ROW({thing})::text")), Alias::new("thing"));
    }
    select.from(Alias::new(table)).to_owned()
}

/// The statement that reads the values of one facet with the keys of their rows.
fn inverted(facet: &Facet, number: usize) -> String {
    let value = format!("f{number}");
    let select = |value: &str, label: &str| {
        format!("SELECT {number}, {value}, {label}, min(r{number})::float8, array_agg(id) FROM facet_row")
    };
    let text = format!("{value}::text");
    match facet.kind {
        FacetKind::Single => {
            format!("{} WHERE {text} <> '' GROUP BY {value}", select(&text, "NULL"))
        }
        FacetKind::List => format!(
            "{}, LATERAL (SELECT DISTINCT unnest({value})) AS member(value) WHERE member.value <> '' GROUP BY member.value",
            select("member.value", "NULL")
        ),
        FacetKind::Document => format!(
            "{} LEFT JOIN document d ON d.key = {value} GROUP BY {value}, d.display_name, d.name",
            // The name under which results show it.
            select(&text, "coalesce(d.display_name, d.name)")
        ),
        // What no book describes belongs to every game system.
        FacetKind::GameSystem => format!(
            "{}
            JOIN (
                SELECT key, lower(game_system) AS system, game_system_name AS name FROM document
                WHERE game_system <> '' AND key <> '{CORE_DOCUMENT}'
                UNION ALL
                SELECT '{CORE_DOCUMENT}', lower(game_system), max(game_system_name) FROM document WHERE game_system <> '' GROUP BY 2
            ) AS systems ON systems.key = {value} GROUP BY systems.system",
            select("systems.system", "max(systems.name)")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(facet: i32, value: &str, rank: Option<f64>, ids: &[i64]) -> Read {
        Read { facet, value: value.to_owned(), label: None, rank, ids: ids.to_vec() }
    }

    fn counts(index: &FacetIndex, facet: usize, among: Option<&[i64]>) -> Vec<(String, i64)> {
        let among = among.map(|ids| row_set(ids.iter().copied()));
        let counted = index.count(facet, among.as_ref()).into_iter();
        counted.map(|value| (value.value, value.count)).collect()
    }

    #[test]
    fn values_are_in_their_order_or_by_frequency_and_things_count_once() {
        let facet = |name| Facet::new(name, FacetKind::Single, Expr::val(1));
        let facets = [facet("rarity"), facet("category")];
        let lists = || {
            vec![
                read(0, "common", Some(1.0), &[1]),
                read(0, "legendary", Some(5.0), &[2, 3]),
                read(1, "armor", None, &[2]),
                read(1, "ring", None, &[4]),
                read(1, "weapon", None, &[1, 3]),
            ]
        };
        let index = FacetIndex::new(&facets, lists());
        let of = |pairs: &[(&str, i64)]| pairs.iter().map(|(v, n)| ((*v).to_owned(), *n)).collect::<Vec<_>>();
        assert_eq!(counts(&index, 0, None), of(&[("common", 1), ("legendary", 2)]));
        assert_eq!(counts(&index, 1, None), of(&[("weapon", 2), ("armor", 1), ("ring", 1)]));
        assert_eq!(counts(&index, 1, Some(&[2, 3, 9])), of(&[("armor", 1), ("weapon", 1)]));

        let things = [read(2, "(sword)", None, &[1, 3]), read(2, "(ring)", None, &[4]), read(2, "(mail)", None, &[2])];
        let index = FacetIndex::new(&facets, lists().into_iter().chain(things).collect());
        assert_eq!(counts(&index, 1, None), of(&[("armor", 1), ("ring", 1), ("weapon", 1)]));
        assert_eq!(counts(&index, 1, Some(&[1, 3])), of(&[("weapon", 1)]));
    }
}
