//! `lorekeeper schema`

use lorekeeper_graphql::error::Result;

/// Prints the schema; needs no store.
pub fn run() -> Result<()> {
    super::print(&lorekeeper_graphql::sdl())
}
