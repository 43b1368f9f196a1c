//! XML as JSON: an element with elements is an object, one with a text alone is the text; those of one name are a list.

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::{Map, Value};

/// Most elements, texts and attributes of a file.
const MAX_NODES: u32 = 3_000_000;

/// How deep elements are nested that are read.
const MAX_DEPTH: usize = 12;

/// A file that cannot be parsed: where, and why.
pub(super) struct Fault {
    pub line: usize,
    pub column: usize,
    pub problem: String,
}

/// Parses a text. Entities of a file's own are refused: a few lines of them could stand for gigabytes.
pub(super) fn parse(text: &str) -> Result<Document<'_>, Fault> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let place = error.pos();
        let problem = match error {
            roxmltree::Error::DtdDetected => "a document type with entities of its own, which is not read".to_owned(),
            roxmltree::Error::NodesLimitReached => "more elements than are read at once".to_owned(),
            error => {
                let words = error.to_string();
                let place = format!(" at {place}");
                words.strip_suffix(&place).unwrap_or(&words).to_owned()
            }
        };
        Fault {
            line: usize::try_from(place.row).unwrap_or_default(),
            column: usize::try_from(place.col).unwrap_or_default(),
            problem,
        }
    })
}

/// The value of an element.
pub(super) fn value(node: Node<'_, '_>) -> Value {
    valued(node, MAX_DEPTH)
}

fn valued(node: Node<'_, '_>, depth: usize) -> Value {
    let children: Vec<Node<'_, '_>> = node.children().filter(Node::is_element).collect();
    let has_attributes = node.attributes().next().is_some();
    if (children.is_empty() && !has_attributes) || depth == 0 {
        let texts = node.descendants().filter(Node::is_text).filter_map(|text| text.text());
        return Value::String(texts.collect::<String>().trim().to_owned());
    }
    let mut fields: Map<String, Value> =
        node.attributes().map(|attribute| (format!("@{}", attribute.name()), Value::from(attribute.value()))).collect();
    if children.is_empty() {
        fields.insert("text".to_owned(), Value::from(node.text().unwrap_or_default().trim()));
    }
    for child in children {
        let name = child.tag_name().name().to_owned();
        let value = valued(child, depth - 1);
        match fields.get_mut(&name) {
            None => drop(fields.insert(name, value)),
            Some(Value::Array(values)) => values.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
        }
    }
    Value::Object(fields)
}
