//! Collapsing: variants of one item (`+1`, `+2` and `+3`; by weapon, by metal) are one result.
//!
//! The item stands for its variants, unless it was not found or the query names one of them. A result keeps the keys of
//! the others that were found.

use crate::Result;
use crate::hybrid::Hit;
use crate::index::Entity;
use lorekeeper_content::Row;
use lorekeeper_store::bound;
use sea_orm::ConnectionTrait;
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait, PostgresQueryBuilder, Query};
use std::collections::HashMap;

/// Which results stand for others.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Collapse {
    /// Each stands for itself.
    #[default]
    None,
    /// One stands for all variants of an item.
    Variants,
}

/// How much more the name of a variant resembles a query that names it than the item's name does.
const NAMED_MARGIN: f64 = 0.1;

/// Hits, best first, with one for all variants of an item. Entities are in the order of keys.
pub(crate) fn collapse_hits(entities: &[Entity], hits: &[Hit]) -> Vec<Hit> {
    let entity = |hit: &Hit| {
        let place = entities.binary_search_by_key(&hit.id, |entity| entity.id);
        entities.get(place.ok()?)
    };
    let mut collapsed: Vec<Hit> = Vec::new();
    let mut places: HashMap<(&str, &str, &str), usize> = HashMap::new();
    for hit in hits {
        let (Some(entity), next) = (entity(hit), collapsed.len()) else {
            continue;
        };
        let Some(thing) = entity.thing() else {
            collapsed.push(hit.clone());
            continue;
        };
        let place = *places.entry(thing).or_insert(next);
        let Some(first) = collapsed.get_mut(place) else {
            collapsed.push(hit.clone());
            continue;
        };
        let name = |hit: &Hit| hit.name.unwrap_or_default();
        let is_named = first.is_exact() || name(first) > name(hit) + NAMED_MARGIN;
        if entity.variant_of.is_none() && !is_named {
            let variant = std::mem::replace(first, hit.clone());
            first.score = variant.score;
            first.variants = variant.variants;
            first.variants.insert(0, variant.id);
        } else {
            first.variants.push(hit.id);
        }
    }
    collapsed
}

/// The item that a row is, or is a variant of: its document, kind and slug, as SQL.
fn thing(variant_of: &str) -> String {
    format!("document_key, kind, coalesce({variant_of}, slug)")
}

/// What rows of `R` are counted as where they are collapsed, as SQL; `None` where each row counts.
pub fn counted_as<R: Row>(collapse: Collapse) -> Option<String> {
    match collapse {
        Collapse::Variants => R::VARIANT_COLUMN.map(thing),
        Collapse::None => None,
    }
}

/// What a condition leaves of the table of `R`, with one row for all variants of an item.
pub fn collapsed<R: Row>(condition: Condition) -> Condition {
    let Some(variant_of) = R::VARIANT_COLUMN else {
        return condition;
    };
    let thing = thing(variant_of);
    let ids = Query::select()
        .expr(Expr::cust(format!("DISTINCT ON ({thing}) id")))
        .from(Alias::new(R::FAMILY.name()))
        .cond_where(condition)
        .order_by_expr(
            Expr::cust(format!("{thing}, {variant_of} IS NOT NULL, name, id")),
            sea_orm::sea_query::Order::Asc,
        )
        .to_owned();
    Condition::all().add(Expr::col(Alias::new("id")).in_subquery(ids))
}

/// The other rows that a condition leaves of the items of these rows, by the key of each.
pub async fn variants<R: Row>(
    db: &impl ConnectionTrait,
    condition: Condition,
    ids: Vec<i64>,
) -> Result<HashMap<i64, Vec<i64>>> {
    let Some(variant_of) = R::VARIANT_COLUMN else {
        return Ok(HashMap::new());
    };
    let (thing, table) = (thing(variant_of), R::FAMILY.name());
    let shown = Query::select()
        .expr(Expr::cust(thing.clone()))
        .from(Alias::new(table))
        .and_where(Expr::cust_with_values("id = ANY($1)", [ids.clone()]))
        .to_owned();
    let (shown, values) = shown.build(PostgresQueryBuilder);
    let of_shown = Expr::cust_with_values(format!("({thing}) IN ({shown})"), values.0);
    let query = Query::select()
        .expr(Expr::cust("array_agg(id ORDER BY name, id)"))
        .from(Alias::new(table))
        .cond_where(condition)
        .and_where(of_shown)
        .add_group_by([Expr::cust(thing)])
        .to_owned();
    let (text, values) = query.build(PostgresQueryBuilder);
    let mut found = HashMap::new();
    for row in db.query_all_raw(bound(&text, values.0)).await? {
        let mut all: Vec<i64> = row.try_get_by_index(0)?;
        let shown = all.iter().position(|id| ids.contains(id));
        if let Some(shown) = shown.map(|place| all.remove(place)) {
            found.insert(shown, all);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::Family;

    fn entity(id: i64, slug: &str, variant_of: Option<&str>) -> Entity {
        Entity {
            id,
            family: Family::Equipment,
            kind: "magic_item".into(),
            document: "pond".into(),
            slug: slug.into(),
            name: slug.into(),
            words: 1,
            variant_of: variant_of.map(str::to_owned),
            owner: None,
        }
    }

    fn hit(id: i64, score: f64, name: Option<f64>) -> Hit {
        Hit { score, name, ..Hit::unranked(id) }
    }

    fn things() -> [Entity; 4] {
        [
            entity(1, "wet-weapon", None),
            entity(2, "wet-fork", Some("wet-weapon")),
            entity(3, "wet-spoon", Some("wet-weapon")),
            entity(4, "dry-towel", None),
        ]
    }

    #[test]
    fn an_item_stands_for_its_variants() {
        let hits = [hit(2, 0.9, None), hit(4, 0.8, None), hit(1, 0.7, None), hit(3, 0.6, None)];
        let found = collapse_hits(&things(), &hits);
        let found: Vec<_> = found.iter().map(|h| (h.id, h.score, h.variants.clone())).collect();
        assert_eq!(found, [(1, 0.9, vec![2, 3]), (4, 0.8, vec![])]);
    }

    #[test]
    fn a_variant_that_is_named_stands_for_the_others() {
        let hits = [hit(3, 0.9, Some(0.8)), hit(1, 0.7, Some(0.4)), hit(2, 0.6, None)];
        let found = collapse_hits(&things(), &hits);
        assert_eq!((found.len(), found[0].id), (1, 3));
        assert_eq!(found[0].variants, [1, 2]);
    }
}
