//! Books: their publishers and licences.

use super::notation::joined;
use super::{Layout, Markdown, Printed};
use crate::document::Model;

impl Printed for Model {
    fn printed(&self, _: Layout) -> Markdown {
        let book = self;
        let system = match (&book.game_system_name, &book.game_system) {
            (Some(name), Some(key)) => Some(format!("{name} ({key})")),
            (name, key) => name.clone().or_else(|| key.clone()),
        };
        let short = book.display_name.clone().filter(|name| *name != book.name);
        Markdown::new(&book.name, "")
            .facts([
                ("Key", Some(book.key.clone())),
                ("Short Name", short),
                ("Also Known As", joined(book.aliases.iter().cloned())),
                ("Publisher", book.publisher.clone()),
                ("Authors", book.author.clone()),
                ("Published", book.publication_date.clone()),
                ("Game System", system),
                ("Licenses", licenses(book)),
                ("Permalink", book.permalink.as_ref().map(|url| format!("<{url}>"))),
                ("Attribution", book.attribution.clone()),
            ])
            .text(book.description.as_deref().unwrap_or_default())
    }
}

/// A book in one line: its name, key, publisher and licences.
pub(super) fn credit(book: &Model) -> String {
    let name = format!("{} ({})", book.name, book.key);
    let parts = [Some(name), book.publisher.clone(), licenses(book)];
    joined(parts.into_iter().flatten()).unwrap_or_default()
}

fn licenses(book: &Model) -> Option<String> {
    joined(book.licenses.iter().map(|license| license.name.clone()))
}
