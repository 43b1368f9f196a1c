//! A fake Open5e with any number of records: the fixtures, repeated.

use super::EPITHETS;
use crate::upstream::{Upstream, fixtures};
use serde_json::Value;

/// The endpoints of Open5e that are repeated; the others are served as they are.
const REPEATED: [&str; 5] = ["backgrounds", "creatures", "feats", "magicitems", "spells"];

/// Serves at least as many records of content as asked for. Only the second version of Open5e is repeated: sync with
/// `sources = open5e_v2`.
pub async fn upstream(records: usize) -> Upstream {
    let upstream = Upstream::start().await;
    let mut all = fixtures::records();
    all.retain(|endpoint, _| REPEATED.contains(&endpoint.as_str()));
    let mut conditions = upstream.records("conditions");
    let poisoned = conditions.first().map(|condition| renamed(condition.clone(), "poisoned", "Poisoned"));
    conditions.extend(poisoned);
    upstream.replace("conditions", conditions);
    let copies = records.div_ceil(all.values().map(Vec::len).sum::<usize>().max(1));
    for (endpoint, originals) in all {
        let repeated = (0..copies).flat_map(|copy| originals.iter().map(move |record| vary(record.clone(), copy)));
        upstream.replace(&endpoint, repeated.collect());
    }
    upstream
}

/// A record with another key, name, text and numbers; copy 0 is the original.
fn vary(mut record: Value, copy: usize) -> Value {
    let Some(fields) = record.as_object_mut().filter(|_| copy > 0) else {
        return record;
    };
    let epithet = EPITHETS.get(copy % EPITHETS.len()).copied().unwrap_or_default();
    let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let key = format!("{}-{copy}", text(fields.get("key")));
    let name = match copy / EPITHETS.len() {
        0 => format!("{epithet} {}", text(fields.get("name"))),
        series => format!("{epithet} {} {series}", text(fields.get("name"))),
    };
    if let Some(Value::String(prose)) = fields.get_mut("desc") {
        // A condition of the game, so that spells lead to a rule.
        *prose = format!("{name}: {prose} On a failed save, the target has the poisoned condition.");
    }
    for (number, modulus) in [("hit_points", 700), ("level", 10)] {
        if let Some(value) = fields.get(number).and_then(Value::as_u64) {
            let varied = (value + copy as u64) % modulus;
            fields.insert(number.to_owned(), varied.into());
        }
    }
    renamed(record, &key, &name)
}

/// A record with another key and name.
fn renamed(mut record: Value, key: &str, name: &str) -> Value {
    if let Some(fields) = record.as_object_mut() {
        fields.insert("key".to_owned(), key.into());
        fields.insert("name".to_owned(), name.into());
    }
    record
}
