//! Compression of answers: small ones well, large ones fast.

use axum::body::HttpBody;
use axum::http::Response;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, NotForContentType, Predicate, SizeAbove};

/// Answers below this many bytes are sent as they are.
const MIN_COMPRESSED_BYTES: u64 = 1024;

/// From this many bytes on compressing well would take a processor for longer than making the answer did.
const MIN_FAST_BYTES: u64 = 1 << 20;

/// Past the middle compression costs much time and saves little.
const LEVEL: CompressionLevel = CompressionLevel::Precise(4);

type Compressible = And<And<NotForContentType, NotForContentType>, NotForContentType>;

/// Compresses answers up to a megabyte.
pub fn well() -> CompressionLayer<And<And<SizeAbove, SizeBelow>, Compressible>> {
    let size = SizeAbove::new(MIN_COMPRESSED_BYTES).and(SizeBelow(MIN_FAST_BYTES));
    CompressionLayer::new()
        .quality(LEVEL)
        .compress_when(size.and(compressible()))
}

/// Compresses larger answers, and those of unknown size.
pub fn fast() -> CompressionLayer<And<SizeAbove, Compressible>> {
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(MIN_FAST_BYTES).and(compressible()))
}

/// Streams would wait for enough to compress, pictures are compressed.
fn compressible() -> Compressible {
    NotForContentType::SSE
        .and(NotForContentType::const_new("multipart/mixed"))
        .and(NotForContentType::IMAGES)
}

/// Answers that are known to be smaller.
#[derive(Copy, Clone, Debug)]
pub struct SizeBelow(u64);

impl Predicate for SizeBelow {
    fn should_compress<B: HttpBody>(&self, response: &Response<B>) -> bool {
        response
            .body()
            .size_hint()
            .exact()
            .is_some_and(|size| size < self.0)
    }
}
