//! Classes, races, backgrounds and feats.

mod alias;
mod background;
mod breath_weapon;
mod choice;
mod class;
mod class_level;
mod equipment_words;
mod feat;
mod feature;
mod prerequisite;
mod proficiency;
mod race;
mod race_trait;
mod subclass;
mod table_column;
pub(super) use alias::option_name;

use crate::{Draft, Drafts, Record, Records};
use class_level::Tables;
use feature::Features;
use lorekeeper_content::character_option::Model;
use proficiency::Types;

/// Draws the rows of one edition (`2014`, `2024`).
pub(super) fn draw(edition: &str, records: &Records, drafts: &mut Drafts) {
    let tables = Tables::read(edition, records, drafts);
    let book = Book {
        edition,
        types: Types::read(edition, records, drafts),
        features: Features::read(edition, &tables, records, drafts),
        tables,
    };
    class::draw(&book, records, drafts);
    subclass::draw(&book, records, drafts);
    race::draw(edition, records, drafts);
    background::draw(edition, &book.types, records, drafts);
    feat::draw(edition, records, drafts);
}

/// The other collections about an edition's classes and subclasses.
struct Book<'a> {
    edition: &'a str,
    types: Types,
    tables: Tables,
    features: Features,
}

/// A row with the record that it was made of; `section` is the class or race of one.
fn draft(row: Model, endpoint: &str, record: &Record, section: Option<String>) -> Draft<Model> {
    Draft { section, ..super::draft(row, endpoint, record) }
}
