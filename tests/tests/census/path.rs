//! Paths into JSON: `actions[].attacks[].to_hit`.

use serde_json::Value;
use std::fmt;

/// A path into JSON. `[]` is every element of a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path(Vec<Step>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Field(String),
    Each,
}

impl Path {
    /// Reads a path.
    pub fn parse(text: &str) -> Self {
        let steps = text.split('.').flat_map(|part| {
            let name = part.trim_end_matches("[]");
            let lists = (part.len() - name.len()) / 2;
            let field = Step::Field(name.to_owned());
            std::iter::once(field).chain(std::iter::repeat_n(Step::Each, lists))
        });
        Self(steps.collect())
    }

    /// The values there.
    pub fn values<'a>(&self, root: &'a Value) -> Vec<&'a Value> {
        self.0.iter().fold(vec![root], |found, step| {
            found
                .into_iter()
                .flat_map(|value| match step {
                    Step::Field(name) => value.get(name).into_iter().collect::<Vec<_>>(),
                    Step::Each => value.as_array().into_iter().flatten().collect(),
                })
                .collect()
        })
    }

    /// Whether there is such a place.
    pub fn exists_in(&self, root: &Value) -> bool {
        !self.values(root).is_empty()
    }

    /// Puts `change` of each value in its place.
    pub fn change(&self, root: &mut Value, change: &dyn Fn(&Value) -> Value) {
        descend(&self.0, root, change);
    }
}

fn descend(steps: &[Step], value: &mut Value, change: &dyn Fn(&Value) -> Value) {
    match steps.split_first() {
        None => *value = change(value),
        Some((Step::Field(name), rest)) => {
            if let Some(inner) = value.get_mut(name) {
                descend(rest, inner, change);
            }
        }
        Some((Step::Each, rest)) => {
            for inner in value.as_array_mut().into_iter().flatten() {
                descend(rest, inner, change);
            }
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                Step::Field(name) if at == 0 => f.write_str(name)?,
                Step::Field(name) => write!(f, ".{name}")?,
                Step::Each => f.write_str("[]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths_lead_into_lists() {
        let path = Path::parse("tails[].length");
        let mut newt = json!({"tails": [{"length": 1}, {"length": 2}, {}]});
        assert_eq!(path.to_string(), "tails[].length");
        assert_eq!(path.values(&newt), [&json!(1), &json!(2)]);
        path.change(&mut newt, &|value| json!([value]));
        assert_eq!(newt, json!({"tails": [{"length": [1]}, {"length": [2]}, {}]}));
        assert!(!Path::parse("ears").exists_in(&newt));
    }
}
