//! The variables of an operation: names, defaults, descriptions, and what each takes.

use super::kind::{Choice, Kind, Property, Range, Word};
use super::words::{self, Case};
use super::{strip, usage};
use apollo_compiler::ast::{InputValueDefinition, Type, Value as Constant, VariableDefinition};
use apollo_compiler::executable::Operation as Query;
use apollo_compiler::schema::{Component, ExtendedType, InputObjectType};
use apollo_compiler::validation::Valid;
use apollo_compiler::{ExecutableDocument, Name, Node, Schema};
use serde_json::{Value, json};

/// A variable of an operation.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name; that of the tool's argument, too.
    pub name: String,
    /// Other names under which it is taken.
    pub aliases: Vec<String>,
    /// What it is for.
    pub description: String,
    /// What it takes.
    pub kind: Kind,
    /// Must be given.
    pub required: bool,
    /// What holds when it is not given, as the client would write it.
    pub default: Option<Value>,
    /// Whether clients are told of it.
    pub shown: bool,
    /// Whether it is sent.
    pub sent: bool,
    /// The completion that offers values.
    pub complete: Option<String>,
    /// What the user is asked where a call lacks it.
    pub elicit: Option<String>,
    /// Where it goes: the argument of the operation's field, and the way on from there (`filter.level.eq`).
    pub place: Option<String>,
}

impl Variable {
    /// An argument of a tool that is no operation; it may be left out.
    pub(crate) fn argument(name: &str, kind: Kind, description: &str) -> Self {
        Self {
            name: name.to_owned(),
            aliases: Vec::new(),
            description: description.to_owned(),
            kind,
            required: false,
            default: None,
            shown: true,
            sent: true,
            complete: None,
            elicit: None,
            place: None,
        }
    }

    /// The same argument, which must be given.
    pub(crate) fn required(self) -> Self {
        Self { required: true, ..self }
    }
}

/// The variables of a query, those that are not sent included.
pub fn variables(
    schema: &Valid<Schema>,
    document: &ExecutableDocument,
    query: &Query,
    definitions: &[Node<VariableDefinition>],
) -> Result<Vec<Variable>, String> {
    let read = |definition: &Node<_>| variable(schema, document, query, definition);
    definitions.iter().map(read).collect()
}

fn variable(
    schema: &Valid<Schema>,
    document: &ExecutableDocument,
    query: &Query,
    definition: &VariableDefinition,
) -> Result<Variable, String> {
    let name = definition.name.to_string();
    let given = Directive { schema, definition: Some(definition) };
    let directive = |name: &str| definition.directives.get(name);
    let kind = match (directive("detail"), directive("without")) {
        (Some(detail), _) => {
            let always = detail.specified_argument_by_name("always");
            let always = always.and_then(|value| value.to_bool()).unwrap_or_default();
            Kind::Detail(if always { Choice::None } else { Choice::Free })
        }
        (None, Some(without)) => {
            let argument = without.specified_argument_by_name("argument");
            let argument = argument.and_then(|value| value.as_str());
            Kind::Without(argument.unwrap_or_default().to_owned())
        }
        (None, None) if directive("order").is_some() => {
            given.order(&definition.ty).ok_or_else(|| format!("${name}: @order is for a list of orders"))?
        }
        (None, None) => given.kind(&definition.ty).map_err(|reason| format!("${name}: {reason}"))?,
    };
    let own = kind.is_set_by_adapter();
    let path = usage::path(schema, document, &query.selection_set, &name);
    let description = given
        .text("description")
        .or_else(|| kind.order_description())
        .or_else(|| path.as_ref().map(usage::description))
        .unwrap_or_default();
    if description.is_empty() && !own {
        return Err(format!("${name}: neither the schema nor @arg describes it"));
    }
    let default = definition.default_value.as_ref();
    let default = default.filter(|value| !value.is_null());
    Ok(Variable {
        aliases: given.list("aliases"),
        default: default.map(|value| kind.shown(&constant(value))),
        required: definition.ty.is_non_null() && default.is_none() && !own,
        complete: given.text("complete"),
        elicit: given.text("elicit"),
        sent: !strip::is_local(definition),
        place: path.map(|path| {
            let names: Vec<String> = path.into_iter().map(|(name, _)| name).collect();
            names.join(".")
        }),
        shown: !given.flag("hidden") && !own,
        name,
        description,
        kind,
    })
}

/// The directive `@arg` of a variable; the properties of an object have none.
struct Directive<'a> {
    schema: &'a Valid<Schema>,
    definition: Option<&'a VariableDefinition>,
}

impl Directive<'_> {
    fn value(&self, argument: &str) -> Option<&Constant> {
        let arg = self.definition?.directives.get("arg")?;
        arg.specified_argument_by_name(argument).map(AsRef::as_ref)
    }

    fn text(&self, argument: &str) -> Option<String> {
        self.value(argument)?.as_str().map(str::to_owned)
    }

    fn flag(&self, argument: &str) -> bool {
        let flag = self.value(argument).and_then(Constant::to_bool);
        flag.unwrap_or_default()
    }

    fn list(&self, argument: &str) -> Vec<String> {
        let items = self.value(argument).and_then(Constant::as_list);
        let items = items.unwrap_or_default().iter();
        items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
    }

    fn range(&self) -> Range {
        Range {
            minimum: self.value("minimum").and_then(Constant::to_i32),
            maximum: self.value("maximum").and_then(Constant::to_i32),
        }
    }

    fn kind(&self, ty: &Type) -> Result<Kind, String> {
        if ty.is_list() {
            return Ok(Kind::List(Box::new(self.kind(ty.item_type())?)));
        }
        let name = ty.inner_named_type().as_str();
        match name {
            "ChallengeRating" => Ok(Kind::ChallengeRating(self.range())),
            "String" | "ID" => Ok(Kind::Text(self.list("words"))),
            "Int" => Ok(Kind::Integer(self.range())),
            "Float" => Ok(Kind::Number(self.range())),
            "Boolean" => Ok(Kind::Boolean(self.list("words").try_into().ok())),
            _ => self.choice(name),
        }
    }

    /// What to sort by: the words of the field of an order.
    fn order(&self, ty: &Type) -> Option<Kind> {
        let order = self.schema.get_input_object(ty.inner_named_type())?;
        let fields = order.fields.get("field")?.ty.inner_named_type();
        let words = self
            .schema
            .get_enum(fields)?
            .values
            .keys()
            .map(|value| Word { shown: Case::Snake.write(value), value: value.to_string() });
        Some(Kind::Order(words.collect()))
    }

    fn choice(&self, name: &str) -> Result<Kind, String> {
        let choices = match self.schema.types.get(name) {
            Some(ExtendedType::Enum(choices)) => choices,
            Some(ExtendedType::InputObject(object)) => return self.object(object),
            _ => return Err(format!("arguments of type {name} are not supported")),
        };
        if let Some(off) = self.text("otherwise") {
            let default = self.definition.and_then(|d| d.default_value.as_ref());
            let on = default.and_then(|value| value.as_enum());
            let on = on.ok_or("@arg(otherwise:) needs a default")?;
            return Ok(Kind::Switch([on.to_string(), off]));
        }
        let case = Case::of(self.value("case"));
        let words = choices.values.keys().map(|value| Word { shown: case.write(value), value: value.to_string() });
        Ok(Kind::Choice(words.collect()))
    }

    fn object(&self, object: &InputObjectType) -> Result<Kind, String> {
        let within = Directive { definition: None, ..*self };
        let property = |(name, field): (&Name, &Component<InputValueDefinition>)| {
            let description = field.description.as_deref().unwrap_or_default();
            Ok(Property {
                name: Word { shown: words::snake(name), value: name.to_string() },
                description: usage::one_line(description),
                kind: within.kind(&field.ty)?,
            })
        };
        let properties = object.fields.iter().map(property);
        properties.collect::<Result<_, String>>().map(Kind::Object)
    }
}

/// A constant of a GraphQL document as JSON.
fn constant(value: &Constant) -> Value {
    match value {
        Constant::String(text) => json!(text),
        Constant::Enum(name) => json!(name.as_str()),
        Constant::Boolean(value) => json!(value),
        Constant::Int(_) => json!(value.to_i32()),
        Constant::Float(_) => json!(value.to_f64()),
        Constant::List(items) => items.iter().map(|item| constant(item)).collect(),
        // No default is an object.
        Constant::Object(_) | Constant::Null | Constant::Variable(_) => Value::Null,
    }
}
