//! Advice on errors of an endpoint, which quote names of the schema: the nearest names, or the definition to look at.

use super::{SchemaSearch, definition};
use crate::arguments::resemblance;

/// Most names that are listed instead of a definition.
const MAX_LISTED: usize = 20;

/// Most names that may be meant by one.
const MAX_NEAREST: usize = 3;

/// How much a name is like the one that is meant.
const MIN_RESEMBLANCE: f64 = 0.6;

/// What helps with an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// The error says it all, or is not about the schema.
    Nothing,
    /// A sentence behind the error.
    Sentence(String),
    /// The name of a definition, for `search_schema`.
    Definition(String),
}

impl SchemaSearch {
    /// What helps with an error, such as `Unknown field "nmae" on type "Spell".`
    pub fn advice(&self, message: &str) -> Advice {
        if message.contains("Did you mean") {
            return Advice::Nothing;
        }
        // Every other part stands between two marks.
        let quoted: Vec<&str> = message.split('"').skip(1).step_by(2).collect();
        let types = quoted.iter().filter_map(|name| {
            let ty = self.schema.types.get(*name)?;
            let members = definition::members(ty);
            (self.has_type(name) && !members.is_empty()).then_some((*name, members))
        });
        let Some((owner, members)) = types.into_iter().next() else {
            return Advice::Nothing;
        };
        let mut names = quoted.iter().filter(|name| !self.has_type(name));
        let field = quoted.iter().find(|name| members.contains(name));
        let (place, known) = match field {
            Some(field) => (format!("{owner}.{field}"), self.arguments(owner, field)),
            None => (owner.to_owned(), members),
        };
        let is_unknown = message.contains("nknown") || message.contains("does not contain");
        let wrong =
            names.rfind(|name| is_unknown && Some(*name) != field && !known.contains(name) && !name.contains('.'));
        if let Some(wrong) = wrong {
            let nearest = nearest(wrong, &known);
            if !nearest.is_empty() {
                return Advice::Sentence(format!("Did you mean {}?", nearest.join(" or ")));
            }
        }
        let is_listed = wrong.is_some() || message.starts_with("Expected");
        if is_listed && known.len() <= MAX_LISTED {
            let verb = if field.is_some() { "takes" } else { "has" };
            return Advice::Sentence(format!("{place} {verb}: {}.", known.join(", ")));
        }
        Advice::Definition(place)
    }

    /// The arguments of a field.
    fn arguments(&self, owner: &str, field: &str) -> Vec<&str> {
        let field = self.schema.type_field(owner, field).ok();
        let arguments = field.into_iter().flat_map(|field| &field.arguments);
        arguments.map(|argument| argument.name.as_str()).collect()
    }
}

/// The known names that one is like, the nearest first.
fn nearest<'a>(name: &str, known: &[&'a str]) -> Vec<&'a str> {
    let mut near: Vec<(f64, &str)> = known
        .iter()
        .map(|known| (resemblance(name, known), *known))
        .filter(|(resemblance, _)| *resemblance >= MIN_RESEMBLANCE)
        .collect();
    near.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    // Those with the name's words leave no doubt.
    let best = near.first().map_or(0.0, |(resemblance, _)| *resemblance);
    near.retain(|(resemblance, _)| best < 1.0 || *resemblance >= 1.0);
    near.truncate(MAX_NEAREST);
    near.into_iter().map(|(_, known)| known).collect()
}
