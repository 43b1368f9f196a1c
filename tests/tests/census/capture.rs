//! What the upstream has been seen to send. It lies beside the repository, where it lies at all.

use crate::api::Api;
use flate2::read::GzDecoder;
use lorekeeper::source::{Record, Records};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The folder with the capture: beside the repository, or further up.
fn folder() -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .map(|above| above.join("shared/replay/data"))
        .find(|folder| folder.is_dir())
}

/// The paths that hold values, by endpoint of a version.
pub fn shapes(api: &Api) -> Option<BTreeMap<String, Vec<String>>> {
    let text = std::fs::read_to_string(folder()?.join("open5e-shapes.txt")).ok()?;
    let mut shapes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut endpoint = String::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let name = heading.split(' ').next().unwrap_or_default();
            let prefix = format!("{}_", api.version);
            name.strip_prefix(&prefix)
                .unwrap_or_default()
                .clone_into(&mut endpoint);
        } else if let (false, Some((path, _))) = (endpoint.is_empty(), line.trim().split_once(": "))
        {
            shapes
                .entry(endpoint.clone())
                .or_default()
                .push(path.to_owned());
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
    /// Reads the capture; `None` when a part of it is not there.
    pub fn read(api: &'static Api) -> Option<Self> {
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
        let record = |endpoint: &str, at: usize, raw: &Value| Record {
            key: raw
                .get(self.api.key)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned(),
            url: format!("{endpoint} {at}"),
            raw: raw.clone(),
        };
        let listings = self.listings.iter().map(|(endpoint, listing)| {
            let records = listing.iter().enumerate();
            let records = records.map(|(at, raw)| record(endpoint, at, raw));
            (endpoint.clone(), records.collect())
        });
        Records(listings.collect())
    }
}
