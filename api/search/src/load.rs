//! Looking rows up: by key, by identity, by slug, by what they belong to.

use super::asked_fact::fact_of;
use super::columns::{Columns, rows_of, with_ids};
use super::row_cache::RowReader;
use crate::Result;
use lorekeeper_content::{ContentType, Family, Identity, Row, document, families};
use lorekeeper_store::bound;
use sea_orm::ConnectionTrait;
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait, Order, SelectStatement};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A row of any family.
macro_rules! any_row {
    ($(($module:ident, $variant:ident, $plural:ident),)*) => {
        /// A row of any family.
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyRow {
            $(
                #[doc = concat!("A row of `", stringify!($module), "`.")]
                $variant(Arc<lorekeeper_content::$module::Model>),
            )*
        }

        impl AnyRow {
            /// What identifies it.
            pub fn identity(&self) -> Identity {
                use lorekeeper_content::RowCore;
                match self { $( Self::$variant(row) => row.identity(), )* }
            }

            /// Its key in the store.
            pub fn id(&self) -> i64 {
                use lorekeeper_content::RowCore;
                match self { $( Self::$variant(row) => row.id(), )* }
            }

            /// Its name.
            pub fn name(&self) -> &str {
                use lorekeeper_content::RowCore;
                match self { $( Self::$variant(row) => row.name(), )* }
            }

            /// What its book prints under some labels.
            pub(crate) fn fact(&self, labels: &[&str]) -> Option<String> {
                match self { $( Self::$variant(row) => fact_of(&**row, labels), )* }
            }
        }

        $(
            impl From<Arc<lorekeeper_content::$module::Model>> for AnyRow {
                fn from(row: Arc<lorekeeper_content::$module::Model>) -> Self {
                    Self::$variant(row)
                }
            }
        )*

        /// Rows of any family by key, whichever families they are of.
        pub async fn any_by_ids(reader: &RowReader, ids: &[i64]) -> Result<HashMap<i64, AnyRow>> {
            let by_family = by_family(reader, ids).await?;
            let mut found = HashMap::new();
            $(
                if let Some(ids) = by_family.get(&Family::$variant) {
                    for row in by_ids::<lorekeeper_content::$module::Model>(reader, &Columns::All, ids).await? {
                        found.insert(row.id, row.into());
                    }
                }
            )*
            Ok(found)
        }

        /// Rows of any family by identity. One without a kind stands for what has its slug in the book, a feature last.
        pub async fn any_by_identity(reader: &RowReader, wanted: &[Identity]) -> Result<HashMap<Identity, AnyRow>> {
            let mut found = HashMap::new();
            $( {
                let mine: Vec<&Identity> = wanted.iter().filter(|i| i.family == Family::$variant).collect();
                for row in by_identity::<lorekeeper_content::$module::Model>(reader, &mine).await? {
                    let row = AnyRow::from(row);
                    let identity = row.identity();
                    let without_kind = Identity { kind: String::new(), ..identity.clone() };
                    if wanted.contains(&without_kind) {
                        let known = found.entry(without_kind).or_insert_with(|| row.clone());
                        if is_feature(&known.identity()) && !is_feature(&identity) {
                            *known = row.clone();
                        }
                    }
                    found.insert(identity, row);
                }
            } )*
            Ok(found)
        }
    };
}
families!(any_row);

/// Keys by family: as the index knows them, else as the store does.
async fn by_family(reader: &RowReader, ids: &[i64]) -> Result<HashMap<Family, Vec<i64>>> {
    let mut by_family: HashMap<Family, Vec<i64>> = HashMap::new();
    let mut unknown = Vec::new();
    let index = reader.index.ready();
    for id in ids {
        let entity = index.as_ref().and_then(|index| index.words.entity(*id));
        match entity {
            Some(entity) => by_family.entry(entity.family).or_default().push(*id),
            None => unknown.push(*id),
        }
    }
    if !unknown.is_empty() {
        let statement = bound("SELECT id, family FROM search_entry WHERE id = ANY($1)", [unknown.into()]);
        for row in reader.connection.query_all_raw(statement).await? {
            let family: String = row.try_get("", "family")?;
            if let Some(family) = Family::parse(&family) {
                by_family.entry(family).or_default().push(row.try_get("", "id")?);
            }
        }
    }
    Ok(by_family)
}

/// Rows of any family whose texts name an entity.
#[derive(Clone, Debug, Default)]
pub struct MentioningRows {
    /// The first of them, by name.
    pub rows: Vec<AnyRow>,
    /// How many there are in all.
    pub total: i64,
}

/// The first rows whose texts name each of some entities, by the entities' global ids.
pub async fn mentioned_by(
    reader: &RowReader,
    global_ids: &[String],
    documents: Option<&[String]>,
    first: i64,
) -> Result<HashMap<String, MentioningRows>> {
    let tables = Family::ALL.map(|family| format!("SELECT id, name, document_key, mentions FROM {}", family.name()));
    let statement = format!(
        "SELECT named, id, total FROM (
             SELECT named, id, count(*) OVER (PARTITION BY named) AS total,
                 row_number() OVER (PARTITION BY named ORDER BY name, document_key, id) AS place
             FROM unnest($1::text[]) AS named
             JOIN ({}) AS naming ON naming.mentions @> jsonb_build_array(jsonb_build_object('id', named))
             WHERE $2::text[] IS NULL OR document_key = ANY($2)
         ) AS ordered WHERE place <= $3 ORDER BY named, place",
        tables.join(" UNION ALL ")
    );
    let documents = documents.map(<[String]>::to_vec);
    let values = [global_ids.to_vec().into(), documents.into(), first.into()];
    let mut naming = Vec::new();
    for row in reader.connection.query_all_raw(bound(&statement, values)).await? {
        naming.push((
            row.try_get::<String>("", "named")?,
            row.try_get::<i64>("", "id")?,
            row.try_get::<i64>("", "total")?,
        ));
    }
    let ids: BTreeSet<i64> = naming.iter().map(|(_, id, _)| *id).collect();
    let rows = any_by_ids(reader, &ids.into_iter().collect::<Vec<_>>()).await?;
    let mut found: HashMap<String, MentioningRows> = HashMap::new();
    for (named, id, total) in naming {
        let mentioning = found.entry(named).or_default();
        mentioning.total = total;
        mentioning.rows.extend(rows.get(&id).cloned());
    }
    Ok(found)
}

/// The name of a kind, as rows have it.
pub fn kind_name<K: sea_orm::ActiveEnum<Value = String>>(kind: K) -> String {
    kind.to_value()
}

/// Rows of a family by key.
pub async fn by_ids<R: Row>(reader: &RowReader, columns: &Columns, ids: &[i64]) -> Result<Vec<Arc<R>>> {
    let condition = with_ids(ids.to_vec());
    columns.read(reader, rows_where::<R>(condition)).await
}

/// Whether an entity is a feature, which gives way to what has its name by itself.
pub fn is_feature(identity: &Identity) -> bool {
    ContentType::Feature.contains(identity.family, &identity.kind)
}

async fn by_identity<R: Row>(reader: &RowReader, wanted: &[&Identity]) -> Result<Vec<Arc<R>>> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let any = wanted.iter().fold(Condition::any(), |any, identity| {
        let mut all = Condition::all()
            .add(Expr::col(Alias::new("document_key")).eq(identity.document.as_str()))
            .add(Expr::col(Alias::new("slug")).eq(identity.slug.as_str()));
        if R::HAS_KIND && !identity.kind.is_empty() {
            all = all.add(Expr::cust_with_values("lower(kind) = $1", [identity.kind.to_lowercase()]));
        }
        any.add(all)
    });
    Columns::All.read(reader, rows_where::<R>(any)).await
}

/// Rows whose slug is one of `slugs`, of these kinds (any kind when empty), by document.
pub async fn by_slugs<R: Row>(reader: &RowReader, kinds: &[&str], slugs: &[String]) -> Result<Vec<Arc<R>>> {
    belonging::<R>(reader, &Columns::All, kinds, "slug", slugs).await
}

fn rows_where<R: Row>(condition: Condition) -> SelectStatement {
    rows_of::<R>().cond_where(condition).take()
}

/// In the order of names, of books, and of ids: a book has rules of several kinds under one name.
fn by_name(mut query: SelectStatement) -> SelectStatement {
    query
        .order_by_expr(Expr::cust("name"), Order::Asc)
        .order_by_expr(Expr::cust("document_key"), Order::Asc)
        .order_by_expr(Expr::cust("id"), Order::Asc);
    query
}

/// Rows that have one of `values` in `column`, a text or a list of texts.
pub async fn belonging<R: Row>(
    reader: &RowReader,
    columns: &Columns,
    kinds: &[&str],
    column: &'static str,
    values: &[String],
) -> Result<Vec<Arc<R>>> {
    let column = Expr::col(Alias::new(column));
    let mut condition = Condition::all().add(column.is_in(values.iter().cloned()));
    if !kinds.is_empty() {
        condition = condition.add(Expr::col(Alias::new("kind")).is_in(kinds.iter().copied()));
    }
    let query = by_name(rows_where::<R>(condition));
    columns.read(reader, query).await
}

/// Rows whose list in `column` has any of `values`.
pub async fn listing<R: Row>(
    reader: &RowReader,
    columns: &Columns,
    column: &'static str,
    values: &[String],
) -> Result<Vec<Arc<R>>> {
    let holds = Expr::cust_with_exprs(
        "$1 && $2",
        [Expr::col(Alias::new(column)), Expr::val(sea_orm::Value::from(values.to_vec()))],
    );
    let query = by_name(rows_where::<R>(Condition::all().add(holds)));
    columns.read(reader, query).await
}

/// The document that answers to `name`.
pub async fn document(db: &impl ConnectionTrait, name: &str) -> Result<Option<document::Model>> {
    let all = super::scope::all_documents(db).await?;
    Ok(all.into_iter().find(|d| d.answers_to(name)))
}

/// An upstream record as it was received.
pub async fn raw_records(
    db: &impl ConnectionTrait,
    wanted: &[lorekeeper_content::Origin],
) -> Result<HashMap<lorekeeper_content::Origin, serde_json::Value>> {
    let column = |of: fn(&lorekeeper_content::Origin) -> &str| -> Vec<String> {
        wanted.iter().map(|o| of(o).to_owned()).collect()
    };
    let statement = bound(
        "SELECT r.source, r.endpoint, r.key, r.raw FROM source_record r \
         JOIN unnest($1::text[], $2::text[], $3::text[]) AS w(source, endpoint, key) USING (source, endpoint, key)",
        [column(|o| &o.source).into(), column(|o| &o.endpoint).into(), column(|o| &o.key).into()],
    );
    let mut raws: HashMap<(String, String, String), serde_json::Value> = HashMap::new();
    for row in db.query_all_raw(statement).await? {
        let key = (row.try_get("", "source")?, row.try_get("", "endpoint")?, row.try_get("", "key")?);
        raws.insert(key, row.try_get("", "raw")?);
    }
    Ok(wanted
        .iter()
        .filter_map(|o| {
            let raw = raws.get(&(o.source.clone(), o.endpoint.clone(), o.key.clone()))?;
            Some((o.clone(), raw.clone()))
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lorekeeper_content::spell;
    use sea_orm::sea_query::PostgresQueryBuilder;

    #[test]
    fn any_number_of_keys_is_one_parameter() {
        let statement = |count| {
            let found = rows_where::<spell::Model>(with_ids((0..count).collect()));
            found.build(PostgresQueryBuilder)
        };
        let (few, many) = (statement(2), statement(1500));
        assert_eq!(few.0, many.0);
        assert_eq!(many.1.0.len(), 1);
    }
}
