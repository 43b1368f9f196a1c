//! Compression of answers: small ones well, large ones fast.

use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

/// Answers below this many bytes are sent as they are.
const MIN_COMPRESSED_BYTES: u64 = 1024;

/// From this many bytes on compressing well would take a processor for longer than making the answer did.
const MIN_FAST_BYTES: u64 = 1 << 20;

/// Past the middle compression costs much time and saves little.
const LEVEL: CompressionLevel = CompressionLevel::Precise(4);

/// Compresses answers well; it leaves those as they are that [`fast`] has compressed before.
pub fn well() -> CompressionLayer<impl Predicate + Send + Sync + 'static> {
    layer(LEVEL, MIN_COMPRESSED_BYTES)
}

/// Compresses large answers, and those of unknown size.
pub fn fast() -> CompressionLayer<impl Predicate + Send + Sync + 'static> {
    layer(CompressionLevel::Fastest, MIN_FAST_BYTES)
}

fn layer(
    level: CompressionLevel,
    min_bytes: u64,
) -> CompressionLayer<impl Predicate + Send + Sync + 'static> {
    // Streams would wait for enough to compress, pictures are compressed.
    let compressible = SizeAbove::new(min_bytes)
        .and(NotForContentType::SSE)
        .and(NotForContentType::const_new("multipart/mixed"))
        .and(NotForContentType::IMAGES);
    CompressionLayer::new()
        .quality(level)
        .compress_when(compressible)
}
