//! Which documents a query looks at.

use crate::config::nearest;
use crate::error::Result;
use crate::family::{CORE, document};
use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait};
use sea_orm::{DatabaseConnection, EntityTrait, QueryOrder};

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
        db: &DatabaseConnection,
        documents: Option<&[String]>,
        game_system: Option<&str>,
    ) -> Result<Self> {
        if documents.is_none() && game_system.is_none() {
            return Ok(Self::default());
        }
        let all = all_documents(db).await?;
        let mut messages = Vec::new();
        let mut keys: Vec<String> = match documents {
            None => all.iter().map(|d| d.key.clone()).collect(),
            Some(names) => names
                .iter()
                .flat_map(|name| {
                    // Two books may share a name: it means both.
                    let found: Vec<String> = all
                        .iter()
                        .filter(|d| answers_to(d, name))
                        .map(|d| d.key.clone())
                        .collect();
                    if found.is_empty() {
                        messages.push(unknown_document(name, &all));
                    }
                    found
                })
                .collect(),
        };
        if let Some(system) = game_system {
            let known: Vec<&str> = all
                .iter()
                .filter_map(|d| d.game_system.as_deref())
                .collect();
            if !known.iter().any(|k| k.eq_ignore_ascii_case(system)) {
                let known: std::collections::BTreeSet<&str> = known.into_iter().collect();
                let known: Vec<&str> = known.into_iter().collect();
                messages.push(format!(
                    "No game system is called \"{system}\". There are: {}.",
                    known.join(", ")
                ));
            }
            keys.retain(|key| {
                key == CORE
                    || all.iter().any(|d| {
                        d.key == *key
                            && d.game_system
                                .as_deref()
                                .is_some_and(|s| s.eq_ignore_ascii_case(system))
                    })
            });
            if !messages.is_empty() && documents.is_none() {
                keys.clear();
            }
        }
        let message = (!messages.is_empty()).then(|| messages.join(" "));
        Ok(Self {
            keys: Some(keys),
            message,
        })
    }

    /// The condition on a table with a column `document_key`.
    #[must_use]
    pub fn condition(&self) -> Condition {
        Condition::all().add_option(
            self.keys
                .as_ref()
                .map(|keys| Expr::col(Alias::new("document_key")).is_in(keys.iter().cloned())),
        )
    }
}

/// All documents, by key.
pub async fn all_documents(db: &DatabaseConnection) -> Result<Vec<document::Model>> {
    Ok(document::Entity::find()
        .order_by_asc(document::Column::Key)
        .all(db)
        .await?)
}

/// Whether a document answers to a name: its key, its name or an alias, ignoring case.
#[must_use]
pub fn answers_to(document: &document::Model, name: &str) -> bool {
    let name = name.trim().to_lowercase();
    document.key.to_lowercase() == name
        || document.name.to_lowercase() == name
        || document
            .display_name
            .as_ref()
            .is_some_and(|n| n.to_lowercase() == name)
        || document.aliases.iter().any(|a| a.to_lowercase() == name)
}

/// A sentence for a document that is not there, naming one that looks like it.
#[must_use]
pub fn unknown_document(name: &str, all: &[document::Model]) -> String {
    if all.is_empty() {
        return format!("There is no document \"{name}\": nothing is stored yet.");
    }
    let nearest = nearest(name, all.iter().map(|d| d.key.as_str()));
    let alike = strsim::normalized_damerau_levenshtein(&name.to_lowercase(), nearest) > 0.5;
    let hint = if alike {
        format!(" Did you mean \"{nearest}\"?")
    } else {
        String::new()
    };
    format!("There is no document \"{name}\".{hint} The query documents lists all.")
}
