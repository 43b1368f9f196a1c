//! Documents: the books that content comes from.

use super::{Json, List, Origin};
use async_graphql::SimpleObject;
use sea_orm::prelude::*;
use serde::{Deserialize, Serialize};

/// A book: where content comes from, and under which licence.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, DeriveEntityModel, SimpleObject)]
#[sea_orm(table_name = "document")]
#[graphql(name = "DocumentRow")]
#[serde(default)]
pub struct Model {
    /// Key (`srd-2014`).
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// Name (`System Reference Document 5.1`).
    pub name: String,
    /// Short name for display (`5e 2014 Rules`).
    pub display_name: Option<String>,
    /// Name of its publisher.
    pub publisher: Option<String>,
    /// Game system: `5e-2014`, `5e-2024`, `a5e`, ...
    pub game_system: Option<String>,
    /// Name of the game system (`5th Edition 2014`).
    pub game_system_name: Option<String>,
    /// Keys of its licences (`cc-by-40`, `ogl-10a`).
    #[graphql(skip)]
    pub licenses: List<License>,
    /// Names that the document also answers to, ignoring case.
    pub aliases: Vec<String>,
    /// What it is about, as Markdown.
    pub description: Option<String>,
    /// What kind of publication it is (`SOURCE`, `MISCELLANEOUS`).
    #[graphql(name = "type")]
    pub kind: Option<String>,
    /// Names of its authors.
    pub author: Option<String>,
    /// Day of publication (`2016-01-12`), as the source gives it.
    pub publication_date: Option<String>,
    /// Address of the page where it is published.
    pub permalink: Option<String>,
    /// The line that its licence asks those who show it to give.
    pub attribution: Option<String>,
    /// Unit of its distances (`feet`).
    pub distance_unit: Option<String>,
    /// Unit of its weights (`lb`).
    pub weight_unit: Option<String>,
    /// The preferred source that has it: `open5e_v2`, `dnd5e_api`, `foundry_srd`, `open5e_v1`, `srd_data`, or that of an
    /// import (`orcbrew`, `fivetools`, `foundry`, `fight_club`, `stat_blocks`).
    pub source: String,
    #[graphql(skip)]
    pub origins: List<Origin>,
    #[graphql(skip)]
    pub field_sources: Json<std::collections::BTreeMap<String, String>>,
    #[graphql(skip)]
    pub content_hash: String,
    /// When it was last fetched.
    pub fetched_at: DateTimeUtc,
}

impl Model {
    /// The key, the names and the aliases of the document, all of which it is found by, ignoring case.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [self.key.as_str(), self.name.as_str()]
            .into_iter()
            .chain(self.display_name.as_deref())
            .chain(self.aliases.iter().map(String::as_str))
    }

    /// Whether the document is found by a name.
    pub fn answers_to(&self, name: &str) -> bool {
        let name = name.trim().to_lowercase();
        self.names().any(|mine| mine.to_lowercase() == name)
    }
}

/// Keys of books without a digit, as upstream's keys of records begin.
const BOOK_KEYS: [&str; 15] = [
    "bfrd", "ccdx", "core", "deepm", "deepmx", "elderberry-inn-icons", "kp", "open5e", "spells-that-dont-suck", "srd",
    "tdcs", "tob", "toh", "vom", "wz",
];

/// Whether a word is the key of a book of upstream's: those of most have a digit.
pub(crate) fn is_book_key(word: &str) -> bool {
    let key = word.trim().to_lowercase();
    key.contains(|c: char| c.is_ascii_digit()) || BOOK_KEYS.contains(&key.as_str())
}

/// A licence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, SimpleObject)]
#[serde(default)]
pub struct License {
    /// Key (`cc-by-40`).
    pub key: String,
    /// Name (`Creative Commons Attribution 4.0`).
    pub name: String,
    /// Its text, where the source has it.
    pub text: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
