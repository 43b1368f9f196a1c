//! Which documents a query looks at.

use crate::Result;
use lorekeeper_content::edit_distance::normalized_damerau_levenshtein;
use lorekeeper_content::{CORE_DOCUMENT, document, slugify};
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait};
use sea_orm::{ConnectionTrait, EntityTrait, QueryOrder};
use std::cmp::Ordering;

/// How many documents are named where none is alike.
const SOME: usize = 8;

/// Most documents that are suggested for one that is not there.
const HINTS: usize = 3;

/// Most unknown documents of a request that are answered with suggestions: each is compared with every name of every book.
const MAX_EXPLAINED: usize = 3;

/// The documents that a query looks at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Keys of the documents; `None` for all.
    pub keys: Option<Vec<String>>,
    /// What to tell the client, if something was asked for that is not there.
    pub message: Option<String>,
}

impl Scope {
    /// Resolves the `documents` and `gameSystem` arguments.
    pub async fn resolve(
        db: &impl ConnectionTrait,
        documents: Option<&[String]>,
        game_system: Option<&str>,
    ) -> Result<Self> {
        if documents.is_none() && game_system.is_none() {
            return Ok(Self::default());
        }
        let all = all_documents(db).await?;
        let (mut messages, mut unexplained) = (Vec::new(), 0_usize);
        let mut keys: Vec<String> = match documents {
            None => all.iter().map(|d| d.key.clone()).collect(),
            Some(names) => names
                .iter()
                .flat_map(|name| {
                    // Two books may share a name: it means both.
                    let found: Vec<String> = all.iter().filter(|d| d.answers_to(name)).map(|d| d.key.clone()).collect();
                    if found.is_empty() && messages.len() < MAX_EXPLAINED {
                        messages.push(unknown_document(name, &all));
                    } else if found.is_empty() {
                        unexplained += 1;
                    }
                    found
                })
                .collect(),
        };
        if unexplained > 0 {
            messages.push(format!("{unexplained} more of the documents are unknown, too."));
        }
        if let Some(system) = game_system {
            let known: Vec<&str> = all.iter().filter_map(|d| d.game_system.as_deref()).collect();
            if !known.iter().any(|known| is_system(known, system)) {
                let known: std::collections::BTreeSet<&str> = known.into_iter().collect();
                let known: Vec<&str> = known.into_iter().collect();
                messages.push(if known.is_empty() {
                    format!("No game system is called \"{system}\": nothing is stored yet.")
                } else {
                    format!("No game system is called \"{system}\". There are: {}.", known.join(", "))
                });
            }
            keys.retain(|key| {
                key == CORE_DOCUMENT
                    || all.iter().any(|d| {
                        d.key == *key && d.game_system.as_deref().is_some_and(|known| is_system(known, system))
                    })
            });
            if !messages.is_empty() && documents.is_none() {
                keys.clear();
            }
        }
        let message = (!messages.is_empty()).then(|| messages.join(" "));
        Ok(Self { keys: Some(keys), message })
    }

    /// Whether it has a document.
    pub fn has(&self, document: &str) -> bool {
        let keys = self.keys.as_ref();
        keys.is_none_or(|keys| keys.iter().any(|key| key == document))
    }

    /// The condition on a table with a column `document_key`.
    pub fn condition(&self) -> Condition {
        Condition::all().add_option(
            self.keys.as_ref().map(|keys| Expr::col(Alias::new("document_key")).is_in(keys.iter().cloned())),
        )
    }
}

/// All documents, by key.
pub async fn all_documents(db: &impl ConnectionTrait) -> Result<Vec<document::Model>> {
    Ok(document::Entity::find().order_by_asc(document::Column::Key).all(db).await?)
}

/// The documents that a text may mean, best first: their key, name or an alias starts with it, contains it, or
/// is like it. A blank text may mean any.
pub fn alike<'a>(text: &str, all: &'a [document::Model]) -> Vec<&'a document::Model> {
    let text = text.trim().to_lowercase();
    let mut ranked: Vec<(u8, f64, &document::Model)> = all
        .iter()
        .filter_map(|d| {
            let best = d.names().map(|name| likeness(&text, &name.to_lowercase()));
            let (tier, like) = best.min_by(|a, b| rank(*a, *b))?;
            (tier < 2 || like > 0.5).then_some((tier, like, d))
        })
        .collect();
    // Stable: what ranks alike stays in the order of the keys.
    ranked.sort_by(|a, b| rank((a.0, a.1), (b.0, b.1)));
    ranked.into_iter().map(|(_, _, d)| d).collect()
}

/// How a name resembles a text: 0 starts with it, 1 contains it, 2 neither; and how much of it is the same.
fn likeness(text: &str, name: &str) -> (u8, f64) {
    if text.is_empty() {
        return (0, 0.0);
    }
    let like = normalized_damerau_levenshtein(text, name);
    if name.starts_with(text) {
        (0, like)
    } else if name.contains(text) {
        (1, like)
    } else {
        (2, like)
    }
}

fn rank(a: (u8, f64), b: (u8, f64)) -> Ordering {
    a.0.cmp(&b.0).then(b.1.total_cmp(&a.1))
}

/// A sentence for a document that is not there, naming those that look like it.
pub fn unknown_document(name: &str, all: &[document::Model]) -> String {
    if all.is_empty() {
        return format!("There is no document \"{name}\": nothing is stored yet.");
    }
    let alike: Vec<String> = alike(name, all)
        .into_iter()
        .filter(|_| !name.trim().is_empty())
        .take(HINTS)
        .map(|d| format!("\"{}\"", d.key))
        .collect();
    let hint = match alike.as_slice() {
        [] => {
            let some: Vec<String> = all.iter().take(SOME).map(|d| format!("\"{}\"", d.key)).collect();
            let more = if all.len() > SOME { ", ..." } else { "" };
            format!(" There are {}{more}.", some.join(", "))
        }
        [only] => format!(" Did you mean {only}?"),
        [most @ .., last] => format!(" Did you mean {} or {last}?", most.join(", ")),
    };
    format!("There is no document \"{name}\".{hint}")
}

/// Whether a game system is asked for: by its name, however written (`5e 2024`), or by its year (`2024`).
fn is_system(known: &str, asked: &str) -> bool {
    let folded = |text: &str| slugify(text).replace('-', "");
    let (known, asked) = (folded(known), folded(asked));
    let is_year = asked.len() == 4 && asked.chars().all(|c| c.is_ascii_digit());
    known == asked || is_year && known.ends_with(&asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(key: &str, name: &str, aliases: &[&str]) -> document::Model {
        document::Model {
            key: key.into(),
            name: name.into(),
            aliases: aliases.iter().map(|a| (*a).to_owned()).collect(),
            ..document::Model::default()
        }
    }

    #[test]
    fn a_game_system_is_known_however_it_is_written() {
        for asked in ["5e-2024", "5E 2024", "5e_2024", "2024"] {
            assert!(is_system("5e-2024", asked), "{asked}");
        }
        for asked in ["5e", "2014", "24", ""] {
            assert!(!is_system("5e-2024", asked), "{asked}");
        }
    }

    #[test]
    fn documents_that_a_text_may_mean() {
        let all = [
            document("a5e-ag", "Adventurer's Guide", &[]),
            document("bfrd", "Black Flag SRD", &["blackflag"]),
            document("srd-2014", "System Reference Document 5.1", &["wotc-srd"]),
            document("srd-2024", "System Reference Document 5.2", &[]),
        ];
        let keys = |text| -> Vec<&str> { alike(text, &all).iter().map(|d| d.key.as_str()).collect() };
        assert_eq!(keys("SRD-20"), ["srd-2014", "srd-2024"]);
        assert_eq!(keys("srd"), ["srd-2014", "srd-2024", "bfrd"]);
        assert_eq!(keys("wotc"), ["srd-2014"]);
        assert_eq!(keys("advnturers guide"), ["a5e-ag"]);
        assert_eq!(keys("srd-2041"), ["srd-2014", "srd-2024"]);
        assert_eq!(keys(" ").len(), 4);
        assert!(keys("xyzzyx").is_empty());
        let sentence = unknown_document("srd-2041", &all);
        assert!(sentence.contains("Did you mean \"srd-2014\" or \"srd-2024\"?"), "{sentence}");
    }
}
