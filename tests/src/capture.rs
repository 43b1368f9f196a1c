//! The capture: records that the upstreams have been seen to send. It lies beside the repository, where it lies at all.

mod api;

pub use api::{Api, DND5E, DND5E_OCTOBER, OPEN5E_V1, OPEN5E_V2, all};

use crate::upstream::fixtures;
use flate2::read::GzDecoder;
use lorekeeper_content::record::{Record, Records};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The folder with the capture: beside the repository, or further up.
fn folder() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().map(|above| above.join("shared/replay/data")).find(|folder| folder.is_dir())
}

/// The archive of packs of the game system, where it is there.
pub fn packs() -> Option<PathBuf> {
    let archive = folder()?.join("foundry/dnd5e-release-5.3.3.tar.gz");
    archive.is_file().then_some(archive)
}

/// The paths that hold values, by endpoint of a version; `None` when there is no list of them.
pub fn shapes(api: &Api) -> Option<BTreeMap<String, Vec<String>>> {
    let text = std::fs::read_to_string(folder()?.join("open5e-shapes.txt")).ok()?;
    let mut shapes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut endpoint = String::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let name = heading.split(' ').next().unwrap_or_default();
            let prefix = format!("{}_", api.version);
            name.strip_prefix(&prefix).unwrap_or_default().clone_into(&mut endpoint);
        } else if let (false, Some((path, _))) = (endpoint.is_empty(), line.trim().split_once(": ")) {
            shapes.entry(endpoint.clone()).or_default().push(path.to_owned());
        }
    }
    for paths in shapes.values_mut() {
        let all = paths.clone();
        paths.retain(|path| !all.iter().any(|other| is_below(other, path)));
    }
    Some(shapes)
}

/// Whether a path leads further than another.
fn is_below(path: &str, other: &str) -> bool {
    let rest = path.strip_prefix(other).unwrap_or_default();
    rest.starts_with('.') || rest.starts_with("[]")
}

/// Captured records of a source, by endpoint.
pub struct Capture {
    /// Where they were captured.
    pub api: &'static Api,
    listings: BTreeMap<String, Vec<Value>>,
}

impl Capture {
    /// The capture, which is read once; `None` when a part of it is not there.
    pub fn read(api: &'static Api) -> Option<&'static Self> {
        api.capture.get_or_init(|| Self::load(api)).as_ref()
    }

    fn load(api: &'static Api) -> Option<Self> {
        let folder = folder()?;
        let listing = |endpoint: &String| {
            let path = folder.join((api.file)(endpoint));
            let file = File::open(path).ok()?;
            let records = serde_json::from_reader(GzDecoder::new(file)).ok()?;
            Some((endpoint.clone(), records))
        };
        let listings = api.endpoints.iter().map(listing).collect::<Option<_>>()?;
        Some(Self { api, listings })
    }

    /// The records of the fixtures in place of captured ones.
    pub fn of_fixtures(api: &'static Api) -> Self {
        let mut fixtures = fixtures::records();
        let listings = api.endpoints.iter().filter_map(|endpoint| {
            let records = fixtures.remove(&format!("{}{endpoint}", api.prefix))?;
            Some((endpoint.clone(), records))
        });
        Self::of(api, listings.collect())
    }

    /// A capture of some of the records.
    pub fn of(api: &'static Api, listings: BTreeMap<String, Vec<Value>>) -> Self {
        Self { api, listings }
    }

    /// The records of an endpoint.
    pub fn listing(&self, endpoint: &str) -> &[Value] {
        self.listings.get(endpoint).map_or(&[], Vec::as_slice)
    }

    /// The same with other records at one endpoint.
    pub fn with(&self, endpoint: &str, listing: Vec<Value>) -> Self {
        let mut listings = self.listings.clone();
        listings.insert(endpoint.to_owned(), listing);
        Self::of(self.api, listings)
    }

    /// As the source's records. Their address is their place in the listing, by which a row is known
    /// again whatever has changed in it.
    pub fn records(&self) -> Records {
        self.records_at(|endpoint, at, _| format!("{endpoint} {at}"))
    }

    /// As the source's records, each with the address that it has on the web.
    pub fn addressed(&self) -> Records {
        let Api { base, version, .. } = self.api;
        self.records_at(|endpoint, _, raw| match text(raw, "url") {
            path if path.starts_with('/') => format!("{base}{path}"),
            _ => format!("{base}/{version}/{endpoint}/{}/", text(raw, self.api.key)),
        })
    }

    /// As the source's records. Their addresses are made of the endpoint, the place in the listing, and the record.
    fn records_at(&self, address: impl Fn(&str, usize, &Value) -> String) -> Records {
        let listings = self.listings.iter().map(|(endpoint, listing)| {
            let records = listing.iter().enumerate();
            let records = records.map(|(at, raw)| Record {
                key: text(raw, self.api.key).to_owned(),
                url: address(endpoint, at, raw),
                raw: raw.clone(),
            });
            (endpoint.clone(), records.collect())
        });
        Records(listings.collect())
    }
}

/// A field that is text; empty when there is none.
fn text<'a>(raw: &'a Value, field: &str) -> &'a str {
    raw.get(field).and_then(Value::as_str).unwrap_or_default()
}
