//! Names of what is measured once; targets look for them.

/// From the start of the process to the first answer, on the embedded store.
pub const COLD_EMBEDDED: &str = "serve to first answer, embedded store";
/// The same on Postgres.
pub const COLD_POSTGRES: &str = "serve to first answer, Postgres";
/// Memory of a server that has loaded the model and is not asked anything.
pub const IDLE_POSTGRES: &str = "memory at rest with the model, Postgres";
/// The same on the embedded store.
pub const IDLE_EMBEDDED: &str = "memory at rest with the model, embedded store";
/// A sync of everything into an empty store.
pub const SYNC: &str = "sync into an empty store";
/// A sync that finds nothing new.
pub const RESYNC: &str = "sync of everything, nothing new";
/// What that writes into the tables of content.
pub const RESYNC_WRITES: &str = "rows of content written by it";
/// What it writes into the tables of how fetching went.
pub const RESYNC_NOTES: &str = "rows of bookkeeping written by it";
/// Vectors made by the program.
pub const EMBEDDED: &str = "texts embedded";
/// An import of an `OrcBrew` file.
pub const IMPORT: &str = "import of an OrcBrew file";
/// The book taken out again.
pub const REMOVAL: &str = "its book taken out again";
/// Statements of a nested request, by its `first`.
pub const STATEMENTS: &str = "statements of nested, first: ";
/// How long an answer keeps its thread from others at once, by its percentile.
pub const HELD: &str = "an answer keeps its thread, at most, ";
/// Reads of the embedded store while a sync writes.
pub const READS_WHILE_WRITING: &str = "embedded, while a sync writes: ";
/// The model with nothing around it.
pub const MODEL: &str = "bare call of the model for a query, p50";
