//! Vehicles: ships, of which the packs have the line of the book's table as a text.

use super::super::Document;
use super::super::index::Index;
use super::super::markdown::of_thing;
use lorekeeper_content::equipment::{Kind, Model};
use lorekeeper_content::{Pattern, slugify};

/// The speed in the line of the table.
static SPEED: Pattern = Pattern::new(r"\bSpeed:[*_]* (?P<whole>\d+)?(?P<half>(?: ?1/2|½))? ?mph");

/// The row of a vehicle.
pub(super) fn row(vehicle: &Document<'_>, index: &Index<'_>) -> Model {
    let html = vehicle.fields.text("system.details.biography.value");
    let text = of_thing(html, vehicle.fields, None, vehicle, index);
    Model {
        document_key: vehicle.book().to_owned(),
        kind: Kind::Gear,
        slug: slugify(vehicle.name),
        name: vehicle.name.to_owned(),
        speed: speed(&text),
        text,
        ..Model::default()
    }
}

/// The speed as the field has it: `2.5 mph`.
fn speed(text: &str) -> Option<String> {
    let found = SPEED.captures(text)?;
    let whole = found.name("whole").map_or("0", |whole| whole.as_str());
    let half = found.name("half").map_or("", |_| ".5");
    Some(format!("{whole}{half} mph"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_read() {
        for (text, expected) in [
            ("**Speed:** 8 mph\n\n**Crew:** 3", Some("8 mph")),
            ("**Speed:** 1 1/2 mph", Some("1.5 mph")),
            ("**Speed:** 2½ mph", Some("2.5 mph")),
            ("It is fast.", None),
        ] {
            assert_eq!(speed(text).as_deref(), expected, "{text}");
        }
    }
}
