//! `lorekeeper schema`

use crate::error::Result;

/// Prints the schema; needs no store.
pub fn run() -> Result<()> {
    super::say(&crate::graphql::sdl())
}
