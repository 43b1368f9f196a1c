//! The archive of packs: its documents are the fixtures, packed as the repository's archive is.

use super::reply::Reply;
use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, Header};

/// Where the archive is asked for, and where that leads.
const TAG: [&str; 5] = ["foundryvtt", "dnd5e", "archive", "refs", "tags"];
const ARCHIVE: [&str; 5] = ["foundryvtt", "dnd5e", "tar.gz", "refs", "tags"];

/// SHA-256 of the documents of the fixtures that are kept.
pub const CONTENT: &str = "46b8a9fddc42834b55d30b20ce674d1bde21ce52129a85130fbdf0db211e7670";

macro_rules! documents {
    ($($path:literal)*) => {
        &[$(($path, include_str!(concat!("../../fixtures/foundry/", $path, ".yml")))),*]
    };
}

/// The documents by their paths below the packs.
const DOCUMENTS: &[(&str, &str)] = documents!(
    "actors24/aberration/tea-leech" "classes24/lampwright/lampwright" "classes24/lampwright/trim-the-wick"
    "content24/appendices/rules-glossary" "content24/chapter-1/table-manners" "equipment24/weapons/skillet"
    "feats24/early-riser" "items/weapon/lucky-ladle-1" "monsters/beast/soot-gremlin" "origins24/wickling"
    "rules/appendix-e-rules" "rules/chapter-8-the-kitchen" "spells/wall-of-aprons"
    "spells24/1st-level/closed-book" "spells24/1st-level/lamp-dart" "tables24/spills"
);

/// The archive, with a picture behind the packs.
#[expect(clippy::expect_used, clippy::missing_panics_doc, reason = "memory can be written to")]
pub fn archive() -> Vec<u8> {
    let mut archive = Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    let documents = DOCUMENTS.iter().map(|(path, text)| {
        let path = format!("dnd5e-release-5.3.3/packs/_source/{path}.yml");
        (path, text.as_bytes())
    });
    let picture = ("dnd5e-release-5.3.3/tokens/owl.webp".to_owned(), &b"RIFF"[..]);
    for (path, bytes) in documents.chain([picture]) {
        let mut header = Header::new_gnu();
        header.set_mode(0o644);
        header.set_size(bytes.len() as u64);
        archive.append_data(&mut header, path, bytes).expect("memory");
    }
    let stream = archive.into_inner().expect("memory");
    stream.finish().expect("memory")
}

/// The answer for a path: a redirect to the archive, or the archive.
pub(super) fn answer(path: &[&str]) -> Reply {
    match path.split_last() {
        Some((file, folders)) if folders == TAG => {
            let tag = file.trim_end_matches(".tar.gz");
            Reply::moved(format!("/{}/{tag}", ARCHIVE.join("/")))
        }
        Some((_, folders)) if folders == ARCHIVE => Reply::archive(archive()),
        _ => Reply::not_found(),
    }
}
