//! Backups as streams: the process that has the store packs it, whichever process asked.

use axum::body::Bytes;
use futures::stream::{BoxStream, StreamExt};
use lorekeeper_graphql::error::Result;
use lorekeeper_store::{Settings, Store};
use std::io::{self, BufWriter, ErrorKind, Write};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// Most bytes of a chunk.
const CHUNK_BYTES: usize = 64 * 1024;

/// Chunks that wait for their reader.
const WAITING_CHUNKS: usize = 16;

/// The archive of a backup in chunks; an error cuts it off.
pub type Chunks = BoxStream<'static, io::Result<Bytes>>;

/// Copies the store, and packs the copy as fast as it is read.
pub async fn archive(store: &Store, settings: &Settings) -> Result<Chunks> {
    let snapshot = store.snapshot(settings).await?;
    let (sender, chunks) = mpsc::channel(WAITING_CHUNKS);
    tokio::task::spawn_blocking(move || {
        let target = BufWriter::with_capacity(CHUNK_BYTES, Target(sender.clone()));
        if let Err(cause) = snapshot.pack(target) {
            tracing::warn!(%cause, "A backup broke off.");
            // A reader that is gone is the most likely cause.
            let _ = sender.blocking_send(Err(cause));
        }
    });
    Ok(ReceiverStream::new(chunks).boxed())
}

/// Sends what is written.
struct Target(mpsc::Sender<io::Result<Bytes>>);

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.blocking_send(Ok(Bytes::copy_from_slice(bytes)));
        sent.map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
