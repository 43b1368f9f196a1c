//! Similar entities: by meaning where an entity has its vector, else by the words that names and facts share.
//!
//! Only things of its family and kind are compared: the mean of all its passages with the passage that stands
//! for the other as a whole, its facts and the beginning of its text. On the two SRDs this read better than whole
//! with whole (a wizard's neighbours cast spells, a dragon's have its color), and no worse than mean with mean,
//! which costs a scan of all passages. Of things of one name, and of variants of one item, one stands for all.

use super::row_cache::RowReader;
use super::scope::Scope;
use crate::Result;
use lorekeeper_content::vocabulary::edition::Editions;
use lorekeeper_content::{Row, other_editions};
use lorekeeper_store::bound;
use sea_orm::{ConnectionTrait, FromQueryResult};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Most entities that are compared at once: each is held against all of its family.
pub const MAX_COMPARED: usize = 20;

/// Something similar.
#[derive(Clone, Debug, PartialEq)]
pub struct Similar {
    /// Its key.
    pub id: i64,
    /// How similar it is, 0 to 1.
    pub score: f64,
    /// Whether that is by meaning; else it is by words.
    pub semantic: bool,
}

/// A neighbour, before namesakes are told apart.
#[derive(Clone, Debug, FromQueryResult)]
struct Near {
    asked: i64,
    id: i64,
    name: String,
    slug: String,
    document_key: String,
    variant_of: Option<String>,
    score: f64,
}

/// For each of `ids` the `first` most similar entities of its family and kind, best first; itself and its other
/// versions are left out. `model` is the model whose vectors count; without one it is a model that has vectors.
pub async fn similar<R: Row>(
    reader: &RowReader,
    ids: &[i64],
    first: usize,
    scope: &Scope,
    model: Option<&str>,
) -> Result<HashMap<i64, Vec<Similar>>> {
    let db = &reader.connection;
    let editions = Editions::new(&super::scope::all_documents(db).await?);
    let asked: HashMap<i64, Arc<R>> = super::load::by_ids::<R>(reader, &super::columns::Columns::All, ids)
        .await?
        .into_iter()
        .map(|row| (row.id(), row))
        .collect();
    let mut found = HashMap::new();
    for semantic in [true, false] {
        let known = |id: &i64| !found.contains_key(id);
        let missing: Vec<i64> = asked.keys().copied().filter(known).collect();
        let near = if missing.is_empty() {
            break;
        } else if semantic {
            by_meaning::<R>(db, &missing, first, scope, model).await?
        } else {
            by_words::<R>(db, &missing, first, scope).await?
        };
        let mut of: BTreeMap<i64, Vec<Near>> = BTreeMap::new();
        for near in near {
            of.entry(near.asked).or_default().push(near);
        }
        for (id, near) in of {
            let Some(row) = asked.get(&id) else { continue };
            let picked = pick(&**row, near, &editions);
            let similar = picked.into_iter().take(first).map(|near| Similar {
                id: near.id,
                score: near.score.clamp(0.0, 1.0),
                semantic,
            });
            found.insert(id, similar.collect());
        }
    }
    Ok(found)
}

/// How many neighbours are looked at, so that `first` remain when namesakes are told apart.
fn depth(first: usize) -> i64 {
    i64::try_from(first * 8 + 40).unwrap_or(i64::MAX)
}

fn variant_of<R: Row>() -> &'static str {
    R::VARIANT_COLUMN.unwrap_or("NULL::text")
}

async fn by_meaning<R: Row>(
    db: &impl ConnectionTrait,
    ids: &[i64],
    first: usize,
    scope: &Scope,
    model: Option<&str>,
) -> Result<Vec<Near>> {
    let table = R::FAMILY.name();
    let variant_of = variant_of::<R>();
    let statement = format!(
        "WITH asked AS (
            SELECT e.id, e.kind, v.model, avg(v.embedding) AS embedding
            FROM search_entry e JOIN passage_vector v ON v.entity_id = e.id
                AND v.model = coalesce($2, (SELECT model FROM passage_vector LIMIT 1))
            WHERE e.id = ANY($1) GROUP BY e.id, e.kind, v.model
        )
        SELECT asked.id AS asked, near.id, near.name, near.slug, near.document_key, row.variant_of, near.score
        FROM asked CROSS JOIN LATERAL (
            SELECT e.id, e.name, e.slug, e.document_key, (1 - (v.embedding <=> asked.embedding))::float8 AS score
            FROM search_entry e JOIN passage_vector v ON v.entity_id = e.id AND v.ord = 0 AND v.model = asked.model
            WHERE e.family = $3 AND e.kind = asked.kind AND e.id <> asked.id
                AND ($4::text[] IS NULL OR e.document_key = ANY($4))
            ORDER BY v.embedding <=> asked.embedding, e.id LIMIT $5
        ) near
        JOIN (SELECT id, {variant_of} AS variant_of FROM {table}) row ON row.id = near.id"
    );
    let values = [
        ids.to_vec().into(),
        model.map(str::to_owned).into(),
        table.into(),
        scope.keys.clone().into(),
        depth(first).into(),
    ];
    Ok(Near::find_by_statement(bound(&statement, values)).all(db).await?)
}

/// A word counts by how rare it is within the family; one that half of the family has, not at all. What has many
/// words besides is less alike.
async fn by_words<R: Row>(db: &impl ConnectionTrait, ids: &[i64], first: usize, scope: &Scope) -> Result<Vec<Near>> {
    let table = R::FAMILY.name();
    let variant_of = variant_of::<R>();
    let weights = if R::SIMILAR_BY_TEXT { "{a,b,d}" } else { "{a,b}" };
    let statement = format!(
        "WITH own AS (
            SELECT a.id, a.kind, word.lexeme FROM search_entry a, unnest(ts_filter(a.terms, '{weights}')) word
            WHERE a.id = ANY($1)
        ),
        word AS (
            SELECT e.id, word.lexeme FROM search_entry e, unnest(ts_filter(e.terms, '{weights}')) word
            WHERE e.family = $2 AND word.lexeme IN (SELECT lexeme FROM own)
        ),
        rarity AS (
            SELECT lexeme, ln((SELECT count(*) FROM search_entry WHERE family = $2)::float8 / count(*)) AS idf
            FROM word GROUP BY lexeme
        ),
        whole AS (
            SELECT own.id, sum(idf) AS idf FROM own JOIN rarity USING (lexeme) WHERE idf > ln(2) GROUP BY own.id
        ),
        shared AS (
            SELECT own.id AS asked, own.kind, word.id, sum(idf) AS idf, count(*) AS count
            FROM own JOIN rarity USING (lexeme) JOIN word USING (lexeme)
            WHERE idf > ln(2) AND word.id <> own.id GROUP BY own.id, own.kind, word.id
        ),
        scored AS (
            SELECT shared.asked, e.id, e.name, e.slug, e.document_key,
                (shared.idf / whole.idf * sqrt(shared.count::float8 / length(ts_filter(e.terms, '{weights}'))))::float8 AS score
            FROM shared JOIN whole ON whole.id = shared.asked JOIN search_entry e ON e.id = shared.id
            WHERE e.kind = shared.kind AND ($3::text[] IS NULL OR e.document_key = ANY($3))
        ),
        ranked AS (
            SELECT scored.*, row_number() OVER (PARTITION BY asked ORDER BY score DESC, name, id) AS place FROM scored
        )
        SELECT ranked.asked, ranked.id, ranked.name, ranked.slug, ranked.document_key, row.variant_of, ranked.score
        FROM ranked JOIN (SELECT id, {variant_of} AS variant_of FROM {table}) row ON row.id = ranked.id
        WHERE ranked.place <= $4"
    );
    let values = [ids.to_vec().into(), table.into(), scope.keys.clone().into(), depth(first).into()];
    Ok(Near::find_by_statement(bound(&statement, values)).all(db).await?)
}

/// Of namesakes and of variants the one that is nearest to the book of `asked`; best first.
fn pick<R: Row>(asked: &R, near: Vec<Near>, editions: &Editions) -> Vec<Near> {
    let distance = |near: &Near| editions.distance(asked.document_key(), &near.document_key);
    // What it is called, and what it is a variant of: none of them is told of itself.
    let own: BTreeSet<String> = [thing(asked.name())]
        .into_iter()
        .chain(asked.variant_of().map(str::to_owned))
        .chain([asked.slug().to_owned()])
        .chain(other_editions(asked.slug()).map(str::to_owned))
        .collect();
    let mut best: BTreeMap<String, Near> = BTreeMap::new();
    // A text without a word that the model knows resembles nothing.
    for near in near.into_iter().filter(|near| near.score.is_finite()) {
        let key = near.variant_of.clone().unwrap_or_else(|| thing(&near.name));
        if [&key, &thing(&near.name), &near.slug].into_iter().any(|known| own.contains(known)) {
            continue;
        }
        match best.get(&key) {
            Some(known) if (distance(known), -known.score) <= (distance(&near), -near.score) => {}
            _ => {
                best.insert(key, near);
            }
        }
    }
    let mut picked: Vec<Near> = best.into_values().collect();
    picked.sort_by(|a, b| {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then_with(|| (&a.name, a.id).cmp(&(&b.name, b.id)))
    });
    picked
}

/// The words of a name in an order of their own (`Wolf, Dire` is `Dire Wolf`), without the bonus of a magic item.
fn thing(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '+');
    let words: BTreeSet<&str> = words.filter(|word| !word.is_empty() && !word.starts_with('+')).collect();
    words.into_iter().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::{CORE_DOCUMENT, creature, document, equipment};

    fn editions() -> Editions {
        let of = |key: &str, system: &str| document::Model {
            key: key.into(),
            game_system: Some(system.into()),
            ..document::Model::default()
        };
        Editions::new(&[
            of("srd-2014", "5e-2014"),
            of("srd-2024", "5e-2024"),
            of("pond", "5e-2014"),
            of("bog", "5e-2014"),
        ])
    }

    fn near(id: i64, name: &str, document: &str, score: f64) -> Near {
        Near {
            asked: 1,
            id,
            name: name.into(),
            slug: lorekeeper_content::slugify(name),
            document_key: document.into(),
            variant_of: None,
            score,
        }
    }

    #[test]
    fn each_name_once_and_none_of_its_own() {
        let asked = creature::Model {
            id: 1,
            name: "Dire Goat".into(),
            slug: "dire-goat".into(),
            document_key: "pond".into(),
            ..creature::Model::default()
        };
        let found = pick(
            &asked,
            vec![
                near(2, "Goat, Dire", "srd-2014", 0.99),
                near(3, "Toad", "srd-2024", 0.9),
                near(4, "Toad", "srd-2014", 0.8),
                near(5, "Newt", "srd-2024", 0.85),
            ],
            &editions(),
        );
        // The toad of its edition, though the other one is nearer.
        assert_eq!(found.iter().map(|n| n.id).collect::<Vec<_>>(), [5, 4]);
    }

    #[test]
    fn what_a_book_of_the_edition_describes_is_nearer_than_what_none_does() {
        let asked = |document: &str| creature::Model {
            id: 1,
            name: "Dire Goat".into(),
            document_key: document.into(),
            ..creature::Model::default()
        };
        let picked = |from: &str, others: [&str; 2]| {
            let [one, other] = others;
            let near = vec![near(2, "Toad", one, 0.9), near(3, "Toad", other, 0.8)];
            let picked = pick(&asked(from), near, &editions());
            picked.iter().map(|near| near.id).collect::<Vec<_>>()
        };
        assert_eq!(picked("pond", [CORE_DOCUMENT, "bog"]), [3]);
        assert_eq!(picked("pond", [CORE_DOCUMENT, "srd-2024"]), [2]);
        // Books of unknown systems are of no edition in common.
        assert_eq!(picked("attic", ["cellar", "srd-2014"]), [3]);
    }

    #[test]
    fn of_variants_one_stands_for_all() {
        let asked = equipment::Model {
            id: 1,
            name: "Wet Dagger, +1".into(),
            slug: "wet-dagger-1".into(),
            document_key: "pond".into(),
            variant_of_slug: Some("wet-weapon".into()),
            ..equipment::Model::default()
        };
        let variant = |id, name, of: &str, score| Near { variant_of: Some(of.into()), ..near(id, name, "pond", score) };
        let found = pick(
            &asked,
            vec![
                variant(2, "Wet Dagger, +2", "wet-weapon", 0.9),
                variant(3, "Dry Dagger", "dry-weapon", 0.8),
                variant(4, "Dry Spoon", "dry-weapon", 0.7),
                near(5, "Wet Weapon", "pond", 0.6),
                near(6, "Wet Dagger, +3", "srd-2024", 0.5),
            ],
            &editions(),
        );
        assert_eq!(found.iter().map(|n| n.id).collect::<Vec<_>>(), [3]);
    }
}
