//! Views: the pages that AI assistants show beside answers, and the operations that they ask with.

use super::site;
use flate2::read::GzDecoder;
use lorekeeper_mcp::Views;
use std::io::Read;

/// The names of the views.
const NAMES: [&str; 3] = ["card", "list", "encounter"];

/// The operations of the pages that views ask with. None of them changes anything.
static OPERATIONS: [(&str, &str); 14] = {
    macro_rules! operation {
        ($name:literal) => {
            ($name, include_str!(concat!("../../../pages/src/home/operations/", $name, ".graphql")))
        };
    }
    [
        operation!("candidates"),
        operation!("cards"),
        operation!("character-options"),
        operation!("conditions"),
        operation!("creatures"),
        operation!("encounter"),
        operation!("entity"),
        operation!("equipment"),
        operation!("preview"),
        operation!("rules"),
        operation!("search"),
        operation!("spells"),
        operation!("stored"),
        operation!("suggest"),
    ]
};

/// The views, where the pages are bundled.
pub fn views() -> Option<Views> {
    (!site().views.is_empty()).then_some(Views { names: &NAMES, page, operations: &OPERATIONS })
}

fn page(name: &str) -> Option<String> {
    let (_, compressed) = site().views.iter().find(|(known, _)| *known == name)?;
    let mut page = String::new();
    GzDecoder::new(*compressed).read_to_string(&mut page).ok()?;
    Some(page)
}
