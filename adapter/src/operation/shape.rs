//! The selection of an operation: how an answer's objects become results, and the JSON Schema of those.

mod directives;

use super::words::Case;
use apollo_compiler::ast::{DirectiveList, Type};
use apollo_compiler::executable::{Field, Selection, SelectionSet};
use apollo_compiler::schema::ExtendedType;
use apollo_compiler::{ExecutableDocument, Schema};
use directives::{Render, detail_of, name_of, render_of};
use serde_json::{Value, json};

type JsonObject = serde_json::Map<String, Value>;

/// The fields of an object, in the order in which they are selected.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    fields: Vec<FieldShape>,
}

/// How much of a record is wanted.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Detail {
    /// All of it.
    Full,
    /// What identifies and describes it.
    Summary,
    /// What identifies it.
    Names,
}

impl Detail {
    /// As clients read and write it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Summary => "summary",
            Self::Names => "names",
        }
    }
}

#[derive(Clone, Debug)]
struct FieldShape {
    /// In the answer.
    key: String,
    /// In a result.
    name: String,
    /// The types that have it, where the object can be of several.
    on: Option<Vec<String>>,
    /// The only detail that has it, beside `Names`.
    only: Option<Detail>,
    /// Whether `Names` has it.
    named: bool,
    /// Whether summaries that agree on it leave it to the answer.
    shared: bool,
    render: Render,
    leaf: Leaf,
    list: bool,
    shape: Shape,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Leaf {
    Object,
    Enum(Case),
    /// A scalar, as a type of JSON Schema; any when empty.
    Scalar(&'static str),
}

impl Shape {
    /// The shape of a selection.
    pub fn of(schema: &Schema, document: &ExecutableDocument, set: &SelectionSet) -> Self {
        let mut shape = Self::default();
        shape.add(&Source { schema, document }, set, None, None);
        shape
    }

    fn add(&mut self, source: &Source<'_>, set: &SelectionSet, on: Option<&Vec<String>>, only: Option<Detail>) {
        for selection in &set.selections {
            match selection {
                Selection::Field(field) => self.add_field(source, field, on, only),
                Selection::InlineFragment(inline) => {
                    let only = detail_of(&inline.directives).or(only);
                    self.add_narrowed(source, &set.ty, &inline.selection_set, on, only);
                }
                Selection::FragmentSpread(spread) => {
                    if let Some(fragment) = spread.fragment_def(source.document) {
                        let only = detail_of(&spread.directives).or(only);
                        self.add_narrowed(source, &set.ty, &fragment.selection_set, on, only);
                    }
                }
            }
        }
    }

    /// Adds the selection of a fragment within a selection on `parent`.
    fn add_narrowed(
        &mut self,
        source: &Source<'_>,
        parent: &str,
        set: &SelectionSet,
        on: Option<&Vec<String>>,
        only: Option<Detail>,
    ) {
        let narrowed = source.narrowed(parent, &set.ty);
        self.add(source, set, narrowed.as_ref().or(on), only);
    }

    fn add_field(&mut self, source: &Source<'_>, field: &Field, on: Option<&Vec<String>>, only: Option<Detail>) {
        let key = field.response_key().to_string();
        if key == "__typename" {
            return;
        }
        let only = detail_of(&field.directives).or(only);
        let ty = field.ty();
        let mut shape = Self::default();
        shape.add(source, &field.selection_set, None, None);
        let same = |known: &&mut FieldShape| known.key == key && known.on.as_ref() == on;
        if let Some(known) = self.fields.iter_mut().find(same) {
            // Selected twice: it is in both details if one of the two says so.
            if known.only != only {
                known.only = None;
            }
            return;
        }
        self.fields.push(FieldShape {
            name: name_of(&field.directives).unwrap_or_else(|| key.clone()),
            key,
            on: on.cloned(),
            only,
            named: field.directives.has("names"),
            shared: field.directives.has("shared"),
            render: render_of(&field.directives),
            leaf: source.leaf(ty, &field.directives),
            list: ty.is_list(),
            shape,
        });
    }

    /// The shape below a key.
    pub fn at(&self, key: &str) -> Option<&Self> {
        self.fields.iter().find(|field| field.key == key).map(|field| &field.shape)
    }

    /// The shape below a path of keys.
    pub fn below(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |shape, key| shape.at(key))
    }

    /// The shape but for one key.
    pub fn without(&self, key: &str) -> Self {
        let others = self.fields.iter().filter(|field| field.key != key);
        Self { fields: others.cloned().collect() }
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| field.key.as_str())
    }

    /// Whether a key holds a list.
    pub fn is_list(&self, key: &str) -> bool {
        self.fields.iter().any(|field| field.key == key && field.list)
    }

    /// Whether a key holds an object, or a list that becomes one.
    pub fn is_object(&self, key: &str) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|field| {
            let whole = !field.list || matches!(field.render, Render::Map(_));
            field.key == key && whole && field.leaf == Leaf::Object
        })
    }

    /// The value at a key as it is in a result.
    pub fn value(&self, key: &str, value: Value) -> Value {
        let field = self.fields.iter().find(|field| field.key == key);
        field.map_or(Value::Null, |field| field.value(value, Detail::Full))
    }

    /// The keys of results that summaries leave to the answer where they agree on them.
    pub fn shared(&self) -> Vec<&str> {
        let shared = self.fields.iter().filter(|field| field.shared);
        let keys = shared.flat_map(FieldShape::result_names);
        keys.collect()
    }

    /// The names that the fields of an object have in a result.
    pub fn result_names(&self) -> Vec<&str> {
        let names = self.fields.iter().flat_map(FieldShape::result_names);
        names.collect()
    }

    /// The names that the fields of an object have in a result, each with the names of its parts.
    pub fn result_fields(&self) -> Vec<(&str, Vec<&str>)> {
        let fields = self.fields.iter().flat_map(|field| match field.render {
            Render::Flatten => field.shape.result_fields(),
            _ => vec![(field.name.as_str(), field.shape.result_names())],
        });
        fields.collect()
    }

    /// An object of the answer as a result: what is null is left out, and of a summary a list of no objects.
    pub fn apply(&self, object: Value, detail: Detail) -> JsonObject {
        let mut result = JsonObject::new();
        let Value::Object(mut object) = object else {
            return result;
        };
        let typename = object.remove("__typename");
        let typename = typename.as_ref().and_then(Value::as_str);
        for field in &self.fields {
            let elsewhere = |types: &Vec<String>| typename.is_none_or(|name| !types.iter().any(|t| t == name));
            let other_detail = match detail {
                Detail::Names => !field.named,
                _ => field.only.is_some_and(|only| only != detail),
            };
            if other_detail || field.on.as_ref().is_some_and(elsewhere) {
                continue;
            }
            let value = object.get_mut(&field.key).map(Value::take);
            let value = value.map_or(Value::Null, |value| field.value(value, detail));
            match (&field.render, value) {
                (_, Value::Null) => {}
                (_, Value::Array(items))
                    if items.is_empty() && field.leaf == Leaf::Object && detail != Detail::Full => {}
                (Render::Flatten, Value::Object(fields)) => result.extend(fields),
                (_, value) => {
                    result.insert(field.name.clone(), value);
                }
            }
        }
        result
    }

    /// The JSON Schema of the properties that summaries have. Those of one of several types are left to the type's own
    /// tool, and what results share is not described in each tool. Lists and objects inside of them are left out: all tools
    /// together would be too long to be listed, and a client that chooses fields finds the names in its answers.
    pub fn properties(&self) -> JsonObject {
        let mut properties = JsonObject::new();
        for field in self.fields.iter().filter(|field| field.is_described()) {
            if field.render == Render::Flatten {
                properties.extend(field.shape.properties());
            } else {
                properties.insert(field.name.clone(), field.schema());
            }
        }
        properties
    }

    /// Whether an object can have more than its [`properties`](Self::properties).
    pub fn is_open(&self) -> bool {
        !self.fields.iter().all(FieldShape::is_described)
    }
}

impl FieldShape {
    /// The names that it has in a result.
    fn result_names(&self) -> Vec<&str> {
        match self.render {
            Render::Flatten => self.shape.result_names(),
            _ => vec![self.name.as_str()],
        }
    }

    /// Whether the schema of a result names the field.
    fn is_described(&self) -> bool {
        let is_common = self.on.as_ref().is_none_or(|types| types.len() > 1);
        let is_scalar = match self.render {
            Render::Flatten | Render::Join(_) => true,
            Render::Plain | Render::Map(_) => !self.list && self.leaf != Leaf::Object,
        };
        is_common && is_scalar && !self.shared && self.only != Some(Detail::Full)
    }

    fn value(&self, value: Value, detail: Detail) -> Value {
        match (value, &self.leaf) {
            (Value::Array(items), _) => {
                let items = items.into_iter().map(|item| self.value(item, detail));
                let items: Vec<Value> = items.collect();
                match &self.render {
                    Render::Plain | Render::Flatten => Value::Array(items),
                    Render::Map(map) => map.object(&items),
                    Render::Join(with) => {
                        let texts: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
                        json!((!texts.is_empty()).then(|| texts.join(with)))
                    }
                }
            }
            (value @ Value::Object(_), Leaf::Object) => {
                let fields = self.shape.apply(value, detail);
                let fields = (!fields.is_empty()).then_some(Value::Object(fields));
                fields.unwrap_or_default()
            }
            (Value::String(word), Leaf::Enum(case)) => json!(case.write(&word)),
            (value, _) => value,
        }
    }

    fn schema(&self) -> Value {
        match (&self.render, &self.leaf) {
            (Render::Join(_), _) | (_, Leaf::Enum(_)) => json!({"type": "string"}),
            (_, Leaf::Object | Leaf::Scalar("")) => json!({}),
            (_, Leaf::Scalar(ty)) => json!({"type": ty}),
        }
    }
}

struct Source<'a> {
    schema: &'a Schema,
    document: &'a ExecutableDocument,
}

impl Source<'_> {
    /// The object types of `condition`, where an object of type `parent` need not be one of them.
    fn narrowed(&self, parent: &str, condition: &str) -> Option<Vec<String>> {
        if parent == condition || self.schema.is_subtype(condition, parent) {
            return None;
        }
        let of = |name: &str| name == condition || self.schema.is_subtype(condition, name);
        let types = self.schema.types.iter();
        let objects = types.filter(|(name, ty)| ty.is_object() && of(name));
        Some(objects.map(|(name, _)| name.to_string()).collect())
    }

    fn leaf(&self, ty: &Type, directives: &DirectiveList) -> Leaf {
        let name = ty.inner_named_type();
        match self.schema.types.get(name) {
            Some(ExtendedType::Enum(_)) => {
                let word = directives.get("word");
                let case = word.and_then(|word| word.specified_argument_by_name("case"));
                Leaf::Enum(Case::of(case.map(|case| &**case)))
            }
            Some(ExtendedType::Scalar(_)) => Leaf::Scalar(match name.as_str() {
                "String" | "ID" | "DateTime" => "string",
                "Int" => "integer",
                "Float" => "number",
                "Boolean" => "boolean",
                _ => "",
            }),
            _ => Leaf::Object,
        }
    }
}
