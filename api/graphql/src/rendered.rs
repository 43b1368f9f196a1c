//! Cache of rendered entities: the JSON that selections make of rows.
//!
//! What a request shows of an entity is a function of its row, of what it leads to, and of the selection with its variables.
//! A rendering is kept with the very row that it was made of, the generation of the content and a hash of the selection: the
//! next request copies it. Only what differs between requests (scores, snippets, cursors) is made anew.
//!
//! In the value of a response a rendering is [`Value::Binary`], which no field of the schema is. [`write()`] copies its bytes.

use super::entity::Entity;
use super::entity::{CharacterOption, Creature, Equipment, Node, Rule, Spell};
use super::pipeline::{Plan, SchemaIndex, count_rendered, size};
use super::telemetry;
use async_graphql::parser::types::{Field, FragmentDefinition, Selection, SelectionSet};
use async_graphql::registry::Registry;
use async_graphql::{ContextSelectionSet, Name, OutputType, Pos, Positioned, ServerResult, Value, Variables};
use bytes::Bytes;
use lorekeeper_search::memory::MemoryUse;
use lorekeeper_store::Reader;
use moka::sync::Cache;
use serde::Serialize;
use serde_json::ser::Formatter;
use std::any::Any;
use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// How many bytes of renderings are kept, about.
const MAX_BYTES: u64 = 16 << 20;

/// Fields that count what one response may select: they are resolved for each.
const COUNTED_BY_RESPONSE: [&str; 1] = ["similar"];

/// A row of any family, which the cache does not keep alive.
type AnyRow = Weak<dyn Any + Send + Sync>;

/// The JSON that a selection made of a row.
#[derive(Debug)]
struct Rendering {
    row: AnyRow,
    json: Bytes,
    /// What its value counts in the budget of a response.
    size: usize,
}

/// The renderings that requests asked for last, by the address of the row and the selection. A row's place in memory is not
/// used again as long as a rendering refers to it.
#[derive(Clone, Debug)]
pub struct RenderingCache {
    renderings: Cache<(usize, u128), Arc<Rendering>>,
    /// Two seeds: nobody can choose selections of one hash.
    seeds: [RandomState; 2],
}

impl Default for RenderingCache {
    fn default() -> Self {
        let weigh = |_: &(usize, u128), rendering: &Arc<Rendering>| {
            u32::try_from(200 + rendering.json.len()).unwrap_or(u32::MAX)
        };
        let cache = Cache::builder().weigher(weigh).max_capacity(MAX_BYTES);
        Self { renderings: cache.build(), seeds: [RandomState::new(), RandomState::new()] }
    }
}

impl RenderingCache {
    /// What the renderings take in memory.
    pub fn memory(&self) -> MemoryUse {
        MemoryUse { part: "renderings", bytes: self.renderings.weighted_size(), limit: Some(MAX_BYTES) }
    }

    /// The renderings for one request of a reader at a generation of the content.
    pub fn of_request(&self, generation: String, reader: Reader, schema_index: Arc<SchemaIndex>) -> Renderings {
        Renderings { cache: self.clone(), schema_index, generation, reader, selections: Mutex::default() }
    }
}

/// The renderings for one request, kept in its data.
#[derive(Debug)]
pub struct Renderings {
    cache: RenderingCache,
    schema_index: Arc<SchemaIndex>,
    generation: String,
    reader: Reader,
    /// The hashes of selections by their places; `None` for those whose values are not kept.
    selections: Mutex<HashMap<Pos, Option<u128>>>,
}

impl Renderings {
    /// The hash of the selection under resolution, the generation and the reader.
    fn selection(&self, ctx: &ContextSelectionSet<'_>) -> Option<u128> {
        let place = ctx.item.pos;
        let known = || self.selections.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(&place) {
            return *known;
        }
        let hash = |seed: &RandomState| {
            let mut hasher = seed.build_hasher();
            self.generation.hash(&mut hasher);
            self.reader.hash(&mut hasher);
            let mut selections = SelectionHasher {
                hasher,
                variables: &ctx.query_env.variables,
                fragments: &ctx.query_env.fragments,
                is_kept: true,
            };
            selections.add(&ctx.item.node);
            selections.is_kept.then(|| u128::from(selections.hasher.finish()))
        };
        let [first, second] = &self.cache.seeds;
        let found = hash(first).zip(hash(second));
        let found = found.map(|(first, second)| (first << 64) | second);
        known().insert(place, found);
        found
    }

    fn get(&self, row: &AnyRow, selection: u128) -> Option<Arc<Rendering>> {
        let found = self.cache.renderings.get(&(address(row), selection));
        telemetry::count_lookup("rendered", found.is_some());
        found.filter(|found| found.row.ptr_eq(row))
    }

    /// Keeps a rendering of a value.
    fn put(&self, row: AnyRow, selection: u128, value: &Value) -> Option<Bytes> {
        let json: Bytes = write(value).ok()?.into();
        let rendering = Rendering { json: json.clone(), size: size(value), row };
        let key = (address(&rendering.row), selection);
        self.cache.renderings.insert(key, Arc::new(rendering));
        Some(json)
    }
}

fn address(row: &AnyRow) -> usize {
    row.as_ptr().cast::<()>() as usize
}

/// Hashes selections with the values of their variables.
struct SelectionHasher<'a, H> {
    hasher: H,
    variables: &'a Variables,
    fragments: &'a HashMap<Name, Positioned<FragmentDefinition>>,
    is_kept: bool,
}

impl<H: Hasher> SelectionHasher<'_, H> {
    /// Adds a selection. Analysis has refused fragments that spread themselves.
    fn add(&mut self, set: &SelectionSet) {
        set.items.len().hash(&mut self.hasher);
        for item in &set.items {
            match &item.node {
                Selection::Field(field) => self.add_field(&field.node),
                Selection::InlineFragment(inline) => {
                    let inline = &inline.node;
                    let condition = inline.type_condition.as_ref();
                    let condition = condition.map(|condition| condition.node.on.node.as_str());
                    ("inline", condition).hash(&mut self.hasher);
                    self.add_directives(&inline.directives);
                    self.add(&inline.selection_set.node);
                }
                Selection::FragmentSpread(spread) => {
                    let spread = &spread.node;
                    "spread".hash(&mut self.hasher);
                    self.add_directives(&spread.directives);
                    let Some(fragment) = self.fragments.get(&spread.fragment_name.node) else {
                        self.is_kept = false;
                        continue;
                    };
                    let condition = fragment.node.type_condition.node.on.node.as_str();
                    condition.hash(&mut self.hasher);
                    self.add(&fragment.node.selection_set.node);
                }
            }
        }
    }

    fn add_field(&mut self, field: &Field) {
        let name = field.name.node.as_str();
        self.is_kept &= !COUNTED_BY_RESPONSE.contains(&name);
        ("field", field.response_key().node.as_str(), name).hash(&mut self.hasher);
        self.add_arguments(&field.arguments);
        self.add_directives(&field.directives);
        self.add(&field.selection_set.node);
    }

    fn add_directives(&mut self, directives: &[Positioned<async_graphql::parser::types::Directive>]) {
        directives.len().hash(&mut self.hasher);
        for directive in directives {
            directive.node.name.node.as_str().hash(&mut self.hasher);
            self.add_arguments(&directive.node.arguments);
        }
    }

    fn add_arguments(&mut self, arguments: &[(Positioned<Name>, Positioned<async_graphql_value::Value>)]) {
        arguments.len().hash(&mut self.hasher);
        for (name, value) in arguments {
            name.node.as_str().hash(&mut self.hasher);
            let variables = self.variables;
            let value = value.node.clone().into_const_with(|name| {
                Ok::<_, std::convert::Infallible>(variables.get(&name).cloned().unwrap_or(Value::Null))
            });
            // The text of a value is its whole meaning.
            let Ok(value) = value;
            value.to_string().hash(&mut self.hasher);
        }
    }
}

/// An object of one row.
pub trait OfRow {
    /// The row; none of an object that is made of no row of a family.
    fn row(&self) -> Option<AnyRow>;
}

macro_rules! of_row {
    ($($object:ident),*) => { $(
        impl OfRow for $object {
            fn row(&self) -> Option<AnyRow> {
                let row: AnyRow = Arc::downgrade(&self.deref().0) as AnyRow;
                Some(row)
            }
        }
    )* };
}

of_row!(Spell, Creature, Equipment, CharacterOption, Rule);

macro_rules! of_any_row {
    ($interface:ident $(, $other:ident)?) => {
        impl OfRow for $interface {
            fn row(&self) -> Option<AnyRow> {
                match self {
                    Self::Spell(object) => object.row(),
                    Self::Creature(object) => object.row(),
                    Self::Equipment(object) => object.row(),
                    Self::CharacterOption(object) => object.row(),
                    Self::Rule(object) => object.row(),
                    $(Self::$other(_) => None,)?
                }
            }
        }
    };
}

of_any_row!(Entity);
of_any_row!(Node, Document);

/// An object whose rendering is kept.
#[derive(Clone, Debug)]
pub struct Rendered<T>(pub T);

#[async_trait::async_trait]
impl<T: OutputType + OfRow> OutputType for Rendered<T> {
    fn type_name() -> Cow<'static, str> {
        T::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        T::create_type_info(registry)
    }

    fn introspection_type_name(&self) -> Cow<'static, str> {
        self.0.introspection_type_name()
    }

    async fn resolve(&self, ctx: &ContextSelectionSet<'_>, field: &Positioned<Field>) -> ServerResult<Value> {
        let renderings = ctx.data_opt::<Renderings>();
        let kept = renderings.and_then(|known| Some((known, known.selection(ctx)?, self.0.row()?)));
        let Some((renderings, selection, row)) = kept else {
            return self.0.resolve(ctx, field).await;
        };
        if let Some(rendering) = renderings.get(&row, selection) {
            count_rendered(ctx, rendering.size).await;
            return Ok(Value::Binary(rendering.json.clone()));
        }
        let count_errors = || ctx.query_env.errors.lock().map_or(usize::MAX, |errors| errors.len());
        let errors = count_errors();
        let mut value = self.0.resolve(ctx, field).await?;
        // A value in which a field failed is this request's.
        if count_errors() > errors {
            return Ok(value);
        }
        let (set, fragments) = (&ctx.item.node, &ctx.query_env.fragments);
        Plan::of(set, &T::type_name(), fragments, &renderings.schema_index).order(&mut value);
        let json = renderings.put(row, selection, &value);
        Ok(json.map_or(value, Value::Binary))
    }
}

/// Writes a response, or a part of it, as JSON. Renderings are copied.
///
/// # Errors
///
/// Where the value cannot be written.
pub fn write(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut written = Vec::with_capacity(128);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut written, CopyingFormatter))?;
    Ok(written)
}

/// Reads the renderings of a value, so that it is one of the schema.
pub fn read(value: &mut Value) {
    match value {
        Value::Binary(json) => *value = serde_json::from_slice(json).unwrap_or_default(),
        Value::List(items) => items.iter_mut().for_each(read),
        Value::Object(fields) => fields.values_mut().for_each(read),
        _ => {}
    }
}

/// Compact JSON, into which bytes are copied as they are.
struct CopyingFormatter;

impl Formatter for CopyingFormatter {
    fn write_byte_array<W: ?Sized + std::io::Write>(&mut self, writer: &mut W, json: &[u8]) -> std::io::Result<()> {
        writer.write_all(json)
    }
}
