//! The number of values in JSON text, counted without parsing: a bound of what parsing takes in memory.

/// How many values and keys JSON text has at most.
pub(super) fn count(json: &[u8]) -> usize {
    let mut count = 1;
    let mut in_text = false;
    let mut is_escaped = false;
    for byte in json {
        if in_text {
            in_text = is_escaped || *byte != b'"';
            is_escaped = !is_escaped && *byte == b'\\';
        } else {
            match byte {
                b'"' => in_text = true,
                b'{' | b'[' | b',' | b':' => count += 1,
                _ => {}
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;

    fn values(value: &Value) -> usize {
        match value {
            Value::Array(items) => 1 + items.iter().map(values).sum::<usize>(),
            Value::Object(fields) => 1 + fields.values().map(|v| 1 + values(v)).sum::<usize>(),
            _ => 1,
        }
    }

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<i64>().prop_map(Value::from),
            "[a\\\\\",:{\\[]*".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 64, 8, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
                proptest::collection::vec(("[a\\\\\",:{]*", inner), 0..8)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn no_value_is_missed(value in json()) {
            let (counted, values) = (count(value.to_string().as_bytes()), values(&value));
            prop_assert!(values <= counted && counted <= 2 * values, "{}", value);
        }
    }
}
