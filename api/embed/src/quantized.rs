//! Quantized matrix products: where a graph stores the weights of a product in eight bits, the product is computed in
//! eight bits.
//!
//! Such a graph widens its weights to floats before it multiplies. ONNX Runtime does that once, when it loads the graph,
//! and reads 43 MB of floats for every query of the default model, which is what a query waits for; as bytes, the same
//! weights are a quarter. A query takes half the time then, a passage three quarters. The other factor is rounded to
//! eight bits, too: vectors differ from those of floats as if turned by a degree and a half (cosine similarity 0.9996),
//! so both have the same identity.

use prost::{DecodeError, Message};
use std::collections::{HashMap, HashSet};

/// How many weights of a column share a scale.
const BLOCK: usize = 64;

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

/// A graph in ONNX's format whose products with weights of eight bits are computed in eight bits. Documentation, and
/// what else does not matter when it runs, is left out.
pub(super) fn quantize_products(graph: &[u8]) -> Result<Vec<u8>, DecodeError> {
    let mut model = Model::decode(graph)?;
    let Some(graph) = &mut model.graph else { return Ok(model.encode_to_vec()) };
    let tensors = graph.tensors.iter().map(|bytes| Ok((TensorName::decode(bytes.as_slice())?.name, bytes.as_slice())));
    let tensors: HashMap<String, &[u8]> = tensors.collect::<Result<_, DecodeError>>()?;
    let makers = graph.nodes.iter().flat_map(|node| node.outputs.iter().map(move |name| (name.clone(), node.clone())));
    let makers: HashMap<String, Node> = makers.collect();
    let (mut replaced, mut added) = (HashSet::new(), Vec::new());
    for node in &mut graph.nodes {
        let Some((weights, scales)) = stored_weights(node, &makers, &tensors) else { continue };
        let Some((product, factors)) = quantized_product(node, &weights, &scales) else { continue };
        let factor = node.inputs.get(1).and_then(|name| makers.get(name));
        replaced.extend(factor.iter().flat_map(|factor| factor.inputs.iter().chain(&factor.outputs).cloned()));
        replaced.insert(weights.name);
        added.extend(factors.iter().map(Message::encode_to_vec));
        *node = product;
    }
    graph.tensors.extend(added);
    remove_unread(graph, &replaced)?;
    if !replaced.is_empty() && !model.operators.iter().any(|set| set.domain == RUNTIME_DOMAIN) {
        model.operators.push(OperatorSet { domain: RUNTIME_DOMAIN.to_owned(), version: 1 });
    }
    Ok(model.encode_to_vec())
}

/// The stored bytes that a product multiplies with, and the scales of their columns.
fn stored_weights(
    node: &Node,
    makers: &HashMap<String, Node>,
    tensors: &HashMap<String, &[u8]>,
) -> Option<(Tensor, Tensor)> {
    let factor = (node.operator == "MatMul").then(|| makers.get(node.inputs.get(1)?))??;
    let [first, second] = factor.inputs.as_slice() else { return None };
    let widened = |name: &String| makers.get(name).filter(|maker| maker.operator == "Cast");
    let (cast, scales) = widened(first).map(|cast| (cast, second)).or_else(|| Some((widened(second)?, first)))?;
    let stored = |name: &String| Tensor::decode(*tensors.get(name)?).ok();
    let (weights, scales) = (stored(cast.inputs.first()?)?, stored(scales)?);
    let is_stored = factor.operator == "Mul" && weights.data_type == INT8 && scales.data_type == FLOAT;
    is_stored.then_some((weights, scales))
}

/// A product as one node, with the tensors that it reads beside the first factor; `None` where rows or scales have another shape.
fn quantized_product(node: &Node, weights: &Tensor, scales: &Tensor) -> Option<(Node, [Tensor; 2])> {
    let &[rows, columns] = weights.shape.as_slice() else { return None };
    let (height, width) = (usize::try_from(rows).ok()?, usize::try_from(columns).ok()?);
    let is_one_a_column = scales.shape.last() == Some(&columns) && scales.raw.len() == width * size_of::<f32>();
    let blocks = height / BLOCK;
    if !is_one_a_column || !height.is_multiple_of(BLOCK) || weights.raw.len() != height * width {
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
        let quantized = quantize_products(&model(128).encode_to_vec()).unwrap();
        let quantized = Model::decode(quantized.as_slice()).unwrap();
        assert_eq!(quantized.operators, [OperatorSet { domain: RUNTIME_DOMAIN.to_owned(), version: 1 }]);
        let graph = quantized.graph.unwrap();
        let operators: Vec<&str> = graph.nodes.iter().map(|node| node.operator.as_str()).collect();
        assert_eq!(operators, ["MatMulNBits", "Add", "Mul"]);
        assert_eq!(graph.nodes[0].inputs, ["states", "bytes of product", "scales of product"]);
        assert_eq!(graph.nodes[0].outputs, ["product"]);
        let attributes = graph.nodes[0].attributes.iter().map(|bytes| Attribute::decode(bytes.as_slice()).unwrap());
        let attributes: Vec<(String, i64)> = attributes.map(|attribute| (attribute.name, attribute.value)).collect();
        let expected = [("K", 128), ("N", 2), ("bits", 8), ("block_size", 64), ("accuracy_level", 4)];
        assert_eq!(attributes, expected.map(|(name, value)| (name.to_owned(), value)));
        let tensors = graph.tensors.iter().map(|bytes| Tensor::decode(bytes.as_slice()).unwrap());
        let [bias, bytes, scales] = &tensors.collect::<Vec<_>>()[..] else { panic!() };
        assert_eq!(bias.name, "bias");
        assert_eq!(bytes.shape, [2, 2, 64]);
        // The first column counts from 0 to 127, the second is -1: both from the middle.
        assert_eq!((bytes.raw[0], bytes.raw[127], bytes.raw[128]), (128, 255, 127));
        let scales: Vec<f32> =
            scales.raw.chunks(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect();
        assert_eq!(scales, [0.5, 0.5, 2.0, 2.0]);
    }

    #[test]
    fn weights_that_do_not_fill_blocks_stay_as_they_are() {
        let model = model(100);
        let unchanged = quantize_products(&model.encode_to_vec()).unwrap();
        assert_eq!(Model::decode(unchanged.as_slice()).unwrap(), model);
    }

    #[test]
    fn bytes_of_another_format_are_refused() {
        assert!(quantize_products(b"This is no graph.").is_err());
    }
}
