//! Quantized weights: where a graph stores weights in eight bits, they stay so in memory, and products are computed in
//! eight bits.
//!
//! Such a graph widens its weights to floats before it reads them. ONNX Runtime does that once, when it loads the graph,
//! and reads 43 MB of floats for every query of the default model, which is what a query waits for; as bytes, the same
//! weights are a quarter. A query takes half the time then, a passage three quarters. The other factor is rounded to
//! eight bits, too: vectors differ from those of floats as if turned by two degrees (cosine similarity 0.9993),
//! so both have the same identity.
//!
//! Word vectors are a table of 12 MB of bytes, which such a graph widens to 47 MB of floats. Here only the rows of a text's
//! words are widened, to the same floats.

use prost::{DecodeError, Message};
use std::collections::{HashMap, HashSet};

/// Counts up whenever another graph is made of the same one.
pub(super) const VERSION: u32 = 3;

/// How many weights of a column share a scale.
const BLOCK: usize = 128;

/// The domain of ONNX Runtime's own operators.
const RUNTIME_DOMAIN: &str = "com.microsoft";

/// Whether this processor multiplies bytes at least as fast as floats.
pub(super) fn is_supported() -> bool {
    #[cfg(target_arch = "x86_64")]
    let is_supported = std::arch::is_x86_feature_detected!("avx2");
    #[cfg(target_arch = "aarch64")]
    let is_supported = std::arch::is_aarch64_feature_detected!("dotprod");
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let is_supported = false;
    is_supported
}

/// A graph in ONNX's format whose weights of eight bits are never widened as a whole. Documentation, and what else does not
/// matter when it runs, is left out.
pub(super) fn keep_quantized(graph: &[u8]) -> Result<Vec<u8>, DecodeError> {
    let mut model = Model::decode(graph)?;
    let Some(graph) = &mut model.graph else { return Ok(model.encode_to_vec()) };
    let tensors = graph.tensors.iter().map(|bytes| Ok((TensorName::decode(bytes.as_slice())?.name, bytes.as_slice())));
    let tensors: HashMap<String, &[u8]> = tensors.collect::<Result<_, DecodeError>>()?;
    let makers = graph.nodes.iter().flat_map(|node| node.outputs.iter().map(move |name| (name.clone(), node.clone())));
    let makers: HashMap<String, Node> = makers.collect();
    let (mut replaced, mut added, mut has_products) = (HashSet::new(), Vec::new(), false);
    for node in std::mem::take(&mut graph.nodes) {
        let widened = node.inputs.iter().find_map(|name| Widened::find(name, &makers, &tensors));
        let product = widened.as_ref().and_then(|widened| quantized_product(&node, widened));
        let rows = widened.as_ref().and_then(|widened| widened_rows(&node, widened));
        if let Some(Widened { cast, factor, .. }) = widened.filter(|_| product.is_some() || rows.is_some()) {
            let values = factor.inputs.iter().chain(&factor.outputs).chain(&cast.inputs);
            replaced.extend(values.cloned());
        }
        match (product, rows) {
            (Some((product, factors)), _) => {
                added.extend(factors.iter().map(Message::encode_to_vec));
                graph.nodes.push(product);
                has_products = true;
            }
            (None, Some(rows)) => graph.nodes.extend(rows),
            (None, None) => graph.nodes.push(node),
        }
    }
    graph.tensors.extend(added);
    remove_unread(graph, &replaced)?;
    if has_products && !model.operators.iter().any(|set| set.domain == RUNTIME_DOMAIN) {
        model.operators.push(OperatorSet { domain: RUNTIME_DOMAIN.to_owned(), version: 1 });
    }
    Ok(model.encode_to_vec())
}

/// Stored bytes, and the nodes that widen them to floats: each byte as a number, times a scale.
struct Widened<'a> {
    cast: &'a Node,
    factor: &'a Node,
    weights: Tensor,
    scales: Tensor,
}

impl<'a> Widened<'a> {
    /// Finds the stored bytes that a value is made of.
    fn find(name: &str, makers: &'a HashMap<String, Node>, tensors: &HashMap<String, &[u8]>) -> Option<Self> {
        let factor = makers.get(name).filter(|maker| maker.operator == "Mul")?;
        let [first, second] = factor.inputs.as_slice() else { return None };
        let widened = |name: &String| makers.get(name).filter(|maker| maker.operator == "Cast");
        let (cast, scales) = widened(first).map(|cast| (cast, second)).or_else(|| Some((widened(second)?, first)))?;
        let stored = |name: &String| Tensor::decode(*tensors.get(name)?).ok();
        let (weights, scales) = (stored(cast.inputs.first()?)?, stored(scales)?);
        let is_stored = weights.data_type == INT8 && scales.data_type == FLOAT;
        is_stored.then_some(Self { cast, factor, weights, scales })
    }
}

/// A node that takes rows of a widened table, as nodes that take the rows of its bytes and scales and widen these; `None`
/// where it takes something else, or where a row has more than one scale.
fn widened_rows(node: &Node, Widened { cast, factor, weights, scales }: &Widened<'_>) -> Option<[Node; 4]> {
    let [table, places] = node.inputs.as_slice() else { return None };
    let is_along_rows = node.attributes.iter().all(|bytes| {
        let attribute = Attribute::decode(bytes.as_slice()).ok();
        attribute.is_some_and(|attribute| attribute.name == "axis" && attribute.value == 0)
    });
    let [rows, _] = weights.shape.as_slice() else { return None };
    let is_table = node.operator == "Gather" && factor.outputs.contains(table) && scales.shape == [*rows, 1];
    if !is_table || !is_along_rows {
        return None;
    }
    let value = |part: &str| format!("{part} of {}", node.outputs.join(" "));
    let taken = |table: &Tensor, part: &str| Node {
        inputs: vec![table.name.clone(), places.clone()],
        outputs: vec![value(part)],
        name: value(part),
        ..node.clone()
    };
    let floats = Node {
        inputs: vec![value("bytes")],
        outputs: vec![value("floats")],
        name: value("floats"),
        ..Node::clone(cast)
    };
    let scaled = Node {
        inputs: vec![value("floats"), value("scales")],
        outputs: node.outputs.clone(),
        name: value("rows"),
        ..Node::clone(factor)
    };
    Some([taken(weights, "bytes"), taken(scales, "scales"), floats, scaled])
}

/// A product as one node, with the tensors that it reads beside the first factor; `None` where it is something else, or
/// rows or scales have another shape.
fn quantized_product(
    node: &Node,
    Widened { factor, weights, scales, .. }: &Widened<'_>,
) -> Option<(Node, [Tensor; 2])> {
    let is_product = node.operator == "MatMul" && factor.outputs.contains(node.inputs.get(1)?);
    let &[rows, columns] = weights.shape.as_slice() else { return None };
    let (height, width) = (usize::try_from(rows).ok()?, usize::try_from(columns).ok()?);
    let is_one_a_column = scales.shape.last() == Some(&columns) && scales.raw.len() == width * size_of::<f32>();
    let blocks = height / BLOCK;
    if !is_product || !is_one_a_column || !height.is_multiple_of(BLOCK) || weights.raw.len() != height * width {
        return None;
    }
    // Column by column, and without a sign: the zero is in the middle.
    let columns_of_bytes = (0..width).map(|x| weights.raw.iter().skip(x).step_by(width));
    let bytes = columns_of_bytes.flatten().map(|byte| byte ^ 0x80);
    let repeated = scales.raw.chunks_exact(size_of::<f32>()).flat_map(|scale| scale.repeat(blocks));
    let shape = [columns, i64::try_from(blocks).ok()?, i64::try_from(BLOCK).ok()?];
    let name = |part: &str| format!("{} of {}", part, node.outputs.join(" "));
    let factors = [
        Tensor { shape: shape.to_vec(), data_type: UINT8, name: name("bytes"), raw: bytes.collect() },
        Tensor { shape: vec![columns * shape[1]], data_type: FLOAT, name: name("scales"), raw: repeated.collect() },
    ];
    let attribute =
        |(name, value): (&str, i64)| Attribute { name: name.to_owned(), value, kind: INTEGER }.encode_to_vec();
    // Level 4: the other factor may be rounded to eight bits.
    let attributes = [("K", rows), ("N", columns), ("bits", 8), ("block_size", shape[2]), ("accuracy_level", 4)];
    let product = Node {
        inputs: node.inputs.iter().take(1).cloned().chain(factors.iter().map(|tensor| tensor.name.clone())).collect(),
        operator: "MatMulNBits".to_owned(),
        domain: RUNTIME_DOMAIN.to_owned(),
        attributes: attributes.map(attribute).to_vec(),
        ..node.clone()
    };
    Some((product, factors))
}

/// Removes those of the replaced values that no node reads any more, with the nodes that make them.
fn remove_unread(graph: &mut Graph, replaced: &HashSet<String>) -> Result<(), DecodeError> {
    let names_read = |graph: &Graph| graph.nodes.iter().flat_map(|node| node.inputs.clone()).collect::<HashSet<_>>();
    for operator in ["Mul", "Cast"] {
        let read = names_read(graph);
        let is_unread = |name: &String| replaced.contains(name) && !read.contains(name);
        graph.nodes.retain(|node| node.operator != operator || !node.outputs.iter().any(is_unread));
    }
    let read = names_read(graph);
    for bytes in std::mem::take(&mut graph.tensors) {
        let TensorName { name } = TensorName::decode(bytes.as_slice())?;
        if read.contains(&name) || !replaced.contains(&name) {
            graph.tensors.push(bytes);
        }
    }
    Ok(())
}

/// Element types of tensors.
const FLOAT: i32 = 1;
const UINT8: i32 = 2;
const INT8: i32 = 3;

/// The type of an attribute that is a number.
const INTEGER: i32 = 2;

/// A model in ONNX's format. Parts that are not read here are bytes.
#[derive(Clone, PartialEq, Message)]
struct Model {
    #[prost(int64, tag = "1")]
    format: i64,
    #[prost(message, optional, tag = "7")]
    graph: Option<Graph>,
    #[prost(message, repeated, tag = "8")]
    operators: Vec<OperatorSet>,
    #[prost(bytes = "vec", repeated, tag = "25")]
    functions: Vec<Vec<u8>>,
}

/// A set of operators, and its version.
#[derive(Clone, PartialEq, Message)]
struct OperatorSet {
    #[prost(string, tag = "1")]
    domain: String,
    #[prost(int64, tag = "2")]
    version: i64,
}

/// A graph: nodes that make values of values, and tensors that are stored.
#[derive(Clone, PartialEq, Message)]
struct Graph {
    #[prost(message, repeated, tag = "1")]
    nodes: Vec<Node>,
    #[prost(string, tag = "2")]
    name: String,
    #[prost(bytes = "vec", repeated, tag = "5")]
    tensors: Vec<Vec<u8>>,
    #[prost(bytes = "vec", repeated, tag = "11")]
    inputs: Vec<Vec<u8>>,
    #[prost(bytes = "vec", repeated, tag = "12")]
    outputs: Vec<Vec<u8>>,
    #[prost(bytes = "vec", repeated, tag = "15")]
    sparse_tensors: Vec<Vec<u8>>,
}

/// A node: an operator, and the names of what it reads and makes.
#[derive(Clone, PartialEq, Message)]
struct Node {
    #[prost(string, repeated, tag = "1")]
    inputs: Vec<String>,
    #[prost(string, repeated, tag = "2")]
    outputs: Vec<String>,
    #[prost(string, tag = "3")]
    name: String,
    #[prost(string, tag = "4")]
    operator: String,
    #[prost(bytes = "vec", repeated, tag = "5")]
    attributes: Vec<Vec<u8>>,
    #[prost(string, tag = "7")]
    domain: String,
    #[prost(string, tag = "8")]
    overload: String,
}

/// An attribute of a node that is a number.
#[derive(Clone, PartialEq, Message)]
struct Attribute {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(int64, tag = "3")]
    value: i64,
    #[prost(int32, tag = "20")]
    kind: i32,
}

/// A tensor whose elements are stored one behind another.
#[derive(Clone, PartialEq, Message)]
struct Tensor {
    #[prost(int64, repeated, tag = "1")]
    shape: Vec<i64>,
    #[prost(int32, tag = "2")]
    data_type: i32,
    #[prost(string, tag = "8")]
    name: String,
    #[prost(bytes = "vec", tag = "9")]
    raw: Vec<u8>,
}

/// The name of a tensor.
#[derive(Clone, PartialEq, Message)]
struct TensorName {
    #[prost(string, tag = "8")]
    name: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `states · (bytes · scales)`, with a bias and a factor that nothing here changes.
    fn model(rows: i64) -> Model {
        let node = |operator: &str, inputs: &[&str], output: &str| Node {
            inputs: inputs.iter().map(ToString::to_string).collect(),
            outputs: vec![output.to_owned()],
            operator: operator.to_owned(),
            ..Node::default()
        };
        let tensor = |name: &str, data_type, shape: &[i64], raw: Vec<u8>| {
            Tensor { shape: shape.to_vec(), data_type, name: name.to_owned(), raw }.encode_to_vec()
        };
        let bytes: Vec<u8> = (0..rows).flat_map(|row| [u8::try_from(row).unwrap(), 0xff]).collect();
        let scales: Vec<u8> = [0.5_f32, 2.0].iter().flat_map(|scale| scale.to_le_bytes()).collect();
        let nodes = vec![
            node("Cast", &["bytes"], "wide"),
            node("Mul", &["wide", "scales"], "weights"),
            node("MatMul", &["states", "weights"], "product"),
            node("Add", &["product", "bias"], "biased"),
            // Nothing reads what the graph answers.
            node("Mul", &["biased", "bias"], "answer"),
        ];
        let tensors = vec![
            tensor("bytes", INT8, &[rows, 2], bytes),
            tensor("scales", FLOAT, &[1, 2], scales),
            tensor("bias", FLOAT, &[2], vec![0; 8]),
        ];
        Model { graph: Some(Graph { nodes, tensors, ..Graph::default() }), ..Model::default() }
    }

    #[test]
    fn a_product_with_stored_bytes_is_one_node() {
        let quantized = keep_quantized(&model(128).encode_to_vec()).unwrap();
        let quantized = Model::decode(quantized.as_slice()).unwrap();
        assert_eq!(quantized.operators, [OperatorSet { domain: RUNTIME_DOMAIN.to_owned(), version: 1 }]);
        let graph = quantized.graph.unwrap();
        let operators: Vec<&str> = graph.nodes.iter().map(|node| node.operator.as_str()).collect();
        assert_eq!(operators, ["MatMulNBits", "Add", "Mul"]);
        assert_eq!(graph.nodes[0].inputs, ["states", "bytes of product", "scales of product"]);
        assert_eq!(graph.nodes[0].outputs, ["product"]);
        let attributes = graph.nodes[0].attributes.iter().map(|bytes| Attribute::decode(bytes.as_slice()).unwrap());
        let attributes: Vec<(String, i64)> = attributes.map(|attribute| (attribute.name, attribute.value)).collect();
        let expected = [("K", 128), ("N", 2), ("bits", 8), ("block_size", 128), ("accuracy_level", 4)];
        assert_eq!(attributes, expected.map(|(name, value)| (name.to_owned(), value)));
        let tensors = graph.tensors.iter().map(|bytes| Tensor::decode(bytes.as_slice()).unwrap());
        let [bias, bytes, scales] = &tensors.collect::<Vec<_>>()[..] else { panic!() };
        assert_eq!(bias.name, "bias");
        assert_eq!(bytes.shape, [2, 1, 128]);
        // The first column counts from 0 to 127, the second is -1: both from the middle.
        assert_eq!((bytes.raw[0], bytes.raw[127], bytes.raw[128]), (128, 255, 127));
        let scales: Vec<f32> =
            scales.raw.chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect();
        assert_eq!(scales, [0.5, 2.0]);
    }

    #[test]
    fn rows_of_a_table_of_bytes_are_widened_one_by_one() {
        let mut table = model(100);
        let graph = table.graph.as_mut().unwrap();
        let axis = Attribute { name: "axis".to_owned(), value: 0, kind: INTEGER }.encode_to_vec();
        let gather = &mut graph.nodes[2];
        gather.operator = "Gather".to_owned();
        (gather.inputs, gather.attributes) = (vec!["weights".to_owned(), "states".to_owned()], vec![axis]);
        let scales = Tensor { shape: vec![100, 1], data_type: FLOAT, name: "scales".to_owned(), raw: vec![0; 400] };
        graph.tensors[1] = scales.encode_to_vec();
        let quantized = keep_quantized(&table.encode_to_vec()).unwrap();
        let graph = Model::decode(quantized.as_slice()).unwrap().graph.unwrap();
        let nodes: Vec<String> =
            graph.nodes.iter().map(|n| format!("{} {}", n.operator, n.inputs.join(", "))).collect();
        let expected = [
            "Gather bytes, states",
            "Gather scales, states",
            "Cast bytes of product",
            "Mul floats of product, scales of product",
            "Add product, bias",
            "Mul biased, bias",
        ];
        assert_eq!(nodes, expected);
        assert_eq!(graph.nodes[3].outputs, ["product"]);
        assert_eq!(graph.tensors.len(), 3);
    }

    #[test]
    fn weights_that_do_not_fill_blocks_stay_as_they_are() {
        let model = model(100);
        let unchanged = keep_quantized(&model.encode_to_vec()).unwrap();
        assert_eq!(Model::decode(unchanged.as_slice()).unwrap(), model);
    }

    #[test]
    fn bytes_of_another_format_are_refused() {
        assert!(keep_quantized(b"This is no graph.").is_err());
    }
}
