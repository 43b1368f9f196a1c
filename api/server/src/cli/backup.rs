//! `lorekeeper backup` and `lorekeeper restore`

use crate::backup::Chunks;
use crate::config::Config;
use clap::Args;
use futures::StreamExt;
use lorekeeper_graphql::error::{Error, Result};
use lorekeeper_store::Manifest;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The archive.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The archive (lorekeeper.tar.gz)
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Writes the embedded store to an archive, also while a server uses it. The file takes its name when it is whole: one that
/// was there stays until then.
pub async fn back_up(config: Config, arguments: Arguments) -> Result<()> {
    lorekeeper_store::require_embedded(&config.store)?;
    let file = arguments.file;
    super::with_session(config, |session| async move {
        let chunks = session.back_up().await?;
        let manifest = write(&file, chunks).await?;
        super::print(&format!("{} has {}.\n", file.display(), size(&manifest)))
    })
    .await
}

/// Restores an archive into an empty data directory.
pub async fn restore(config: Config, arguments: Arguments) -> Result<()> {
    let manifest = lorekeeper_store::restore(&arguments.file, &config.store).await?;
    super::print(&format!(
        "{} has the store of {} again: {}.\n",
        config.store.data_dir.display(),
        manifest.copied.format("%Y-%m-%d %H:%M UTC"),
        size(&manifest)
    ))
}

/// Writes an archive, and reads it again before it takes its name.
async fn write(path: &Path, mut chunks: Chunks) -> Result<Manifest> {
    let unwritable = |cause: io::Error| Error::input(format!("{} cannot be written: {cause}.", path.display()));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // For its owner alone, as the store is.
    let mut file = NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(unwritable)?;
    while let Some(chunk) = chunks.next().await {
        let chunk =
            chunk.map_err(|cause| Error::internal("The backup broke off. The log of the server says why.", cause))?;
        file.write_all(&chunk).map_err(unwritable)?;
    }
    file.as_file().sync_all().map_err(unwritable)?;
    let manifest = lorekeeper_store::check_backup(file.path())?;
    let persisted = file.persist(path);
    persisted.map_err(|failed| unwritable(failed.error))?;
    Ok(manifest)
}

fn size(manifest: &Manifest) -> String {
    let mebibytes = manifest.bytes.div_ceil(1 << 20);
    format!("{} files, {mebibytes} MiB", manifest.files)
}
