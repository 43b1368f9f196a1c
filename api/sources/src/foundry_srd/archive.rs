//! Archive of the packs: a stream (tar in gzip) that is read up to the end of its folder of packs.
//!
//! The archive of the repository is sorted, and most of it are pictures behind the packs. Nothing is written under a
//! name that the archive chose: entries with other paths than those of packs, and links, are not read.

use super::{ENDPOINT, RELEASE, REPOSITORY, kept::kept, licence::is_open};
use crate::import::{Allowance, TooMuch};
use crate::{Record, Records};
use flate2::read::GzDecoder;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::Read;
use tar::{Archive, Entry};

/// Most bytes, unpacked, that are passed over and read.
const MAX_UNPACKED: u64 = 256 << 20;

/// Most bytes of one document.
const MAX_DOCUMENT: u64 = 2 << 20;

/// Packs of parts that the creatures have copies of.
const TEMPLATES: [&str; 2] = ["monsterfeatures", "monsterfeatures24"];

/// The documents of an archive.
#[derive(Debug, Default)]
pub(crate) struct Packs {
    /// The records of the listing.
    pub records: Records,
    /// SHA-256 of the documents that are kept, in hexadecimal digits.
    pub content: String,
    /// How many documents have no mark of an open licence.
    pub unmarked: usize,
    /// Documents that cannot be read, with the reason.
    pub unread: Vec<(String, String)>,
}

/// Why an archive cannot be read, as the rest of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ArchiveError {
    #[error("is damaged or cut off; fetch it again")]
    Damaged,
    #[error("is an archive without open packs of Foundry's game system; unpack it, and give the files that are meant")]
    NoPacks,
    #[error("has more in it than an archive of the packs of Foundry's game system")]
    TooLarge,
}

/// Whether bytes begin like a gzip stream.
pub(crate) fn recognises(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x1f\x8b")
}

/// Reads the documents of an archive. `advance` is called for each.
pub(crate) fn read(stream: impl Read, allowance: &mut Allowance, advance: impl Fn()) -> Result<Packs, ArchiveError> {
    read_up_to(MAX_UNPACKED, stream, allowance, advance)
}

fn read_up_to(
    unpacked: u64,
    stream: impl Read,
    allowance: &mut Allowance,
    advance: impl Fn(),
) -> Result<Packs, ArchiveError> {
    let mut archive = Archive::new(GzDecoder::new(stream).take(unpacked));
    let read = documents(&mut archive, allowance, advance);
    if archive.into_inner().limit() == 0 {
        return Err(ArchiveError::TooLarge);
    }
    read
}

fn documents(
    archive: &mut Archive<impl Read>,
    allowance: &mut Allowance,
    advance: impl Fn(),
) -> Result<Packs, ArchiveError> {
    let damaged = |cause: std::io::Error| {
        tracing::debug!(%cause, "an archive of packs cannot be read");
        ArchiveError::Damaged
    };
    let mut packs = Packs::default();
    let mut found: BTreeMap<String, (Value, String)> = BTreeMap::new();
    let mut began = false;
    for entry in archive.entries().map_err(damaged)? {
        let entry = entry.map_err(damaged)?;
        allowance.entries = allowance.entries.checked_sub(1).ok_or(ArchiveError::TooLarge)?;
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let Some((folder, path)) = place(&path) else {
            continue;
        };
        if folder != "packs" {
            if began {
                // Pictures follow.
                break;
            }
            continue;
        }
        let Some((pack, key)) = document(path).filter(|_| is_file(&entry)) else {
            continue;
        };
        began = true;
        let bytes = contents(entry, allowance).map_err(damaged)??;
        match crate::yaml::parse(&bytes) {
            Ok(document) if !is_open(&document, pack) => {
                packs.unmarked += usize::from(!is_folder(&document));
            }
            Ok(document) => {
                let document = kept(document);
                allowance.take_values(values(&document)).map_err(|TooMuch| ArchiveError::TooLarge)?;
                let digest = hex::encode(Sha256::digest(&bytes));
                found.insert(key.to_owned(), (document, digest));
                advance();
            }
            Err(reason) => packs.unread.push((key.to_owned(), reason)),
        }
    }
    if found.is_empty() {
        return Err(ArchiveError::NoPacks);
    }
    let mut content = Sha256::new();
    for (key, (_, digest)) in &found {
        content.update(format!("{key} {digest}\n"));
    }
    packs.content = hex::encode(content.finalize());
    let records = found.into_iter().map(|(key, (raw, _))| Record { url: url(&key), key, raw });
    packs.records = Records([(ENDPOINT.to_owned(), records.collect())].into());
    Ok(packs)
}

/// The page of a document in the repository.
fn url(key: &str) -> String {
    format!("https://github.com/{REPOSITORY}/blob/{RELEASE}/packs/_source/{key}.yml")
}

fn is_file<R: Read>(entry: &Entry<'_, R>) -> bool {
    entry.header().entry_type().is_file()
}

/// The top folder within the archive's own, and the rest of a path; `None` for a path that leads elsewhere.
fn place(path: &str) -> Option<(&str, &str)> {
    let (_, below) = path.strip_prefix("./").unwrap_or(path).split_once('/')?;
    let leads_away = below.split('/').any(|part| matches!(part, "." | ".."));
    if path.starts_with('/') || leads_away || path.contains('\\') {
        return None;
    }
    below.split_once('/')
}

/// The pack and the key of a document, by its path below the packs.
fn document(path: &str) -> Option<(&str, &str)> {
    let key = path.strip_prefix("_source/")?.strip_suffix(".yml")?;
    let (pack, name) = key.split_once('/')?;
    let is_document = !name.ends_with("_folder") && !TEMPLATES.contains(&pack);
    is_document.then_some((pack, key))
}

fn is_folder(document: &Value) -> bool {
    let key = document.get("_key").and_then(Value::as_str);
    key.is_some_and(|key| key.starts_with("!folders!"))
}

/// The bytes of a document.
fn contents(entry: impl Read, allowance: &mut Allowance) -> std::io::Result<Result<Vec<u8>, ArchiveError>> {
    let mut bytes = Vec::new();
    entry.take(MAX_DOCUMENT + 1).read_to_end(&mut bytes)?;
    let fits = bytes.len() as u64 <= MAX_DOCUMENT && allowance.take(bytes.len()).is_ok();
    Ok(if fits { Ok(bytes) } else { Err(ArchiveError::TooLarge) })
}

/// How many values a document has.
fn values(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(values).sum(),
        Value::Object(fields) => fields.values().map(|value| 1 + values(value)).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
