//! Character options: races, subraces, classes, subclasses, backgrounds, feats, and options like feats: invocations,
//! boons, selections.

mod ability;
mod background;
mod casting;
mod choice;
mod class;
mod feature;
mod gear;
mod grant;
mod level_modifier;
mod proficiency;
mod race;
mod requirement;
mod subclass;

use super::Head;
use super::index::Index;
use crate::{Drafts, Records};
use lorekeeper_content::Trait;
use lorekeeper_content::character_option::{Kind, Model};

/// Draws the character options.
pub(super) fn draw(records: &Records, index: &Index<'_>, drafts: &mut Drafts) {
    race::draw(records, index, drafts);
    class::draw(records, index, drafts);
    subclass::draw(records, index, drafts);
    background::draw(records, drafts);
    choice::draw(records, index, drafts);
}

fn row(kind: Kind, head: &Head<'_>) -> Model {
    Model {
        kind,
        document_key: head.book.to_owned(),
        slug: head.slug.clone(),
        name: head.name.clone(),
        text: head.item.first_text(&["description", "help", "summary"]),
        ..Model::default()
    }
}

/// The traits that an item lists; a line without a name goes by `otherwise`.
fn traits(head: &Head<'_>, otherwise: &str) -> Vec<Trait> {
    let listed = head.item.items("traits").into_iter();
    listed
        .filter_map(|entry| {
            let text = entry.first_text(&["description", "summary"]);
            let name = entry.words("name").unwrap_or_default();
            if name.is_empty() && text.is_empty() {
                return None;
            }
            Some(Trait {
                name: if name.is_empty() { otherwise.to_owned() } else { name },
                text,
                kind: feature::action_type(&entry).map(str::to_owned),
                usage: None,
            })
        })
        .collect()
}
