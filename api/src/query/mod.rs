//! The only reader for requests: listing, searching, looking up. Generic over the families.

pub mod candidates;
pub mod columns;
pub mod coverage;
pub mod facets;
pub mod hints;
pub mod list;
pub mod load;
pub mod name;
pub mod page;
pub mod passages;
pub mod reading;
pub mod readings;
pub mod scope;
pub mod search;
pub mod semantic;
pub mod similar;
pub mod snippet;
pub mod spelling;
pub mod status;
pub mod suggest;
mod vocabulary;
