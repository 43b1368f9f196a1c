//! Drift of the upstreams: what they have at an address that the readers do not know, and what does not fit.
//!
//! `cargo xtask drift` runs it. All listings are fetched and read as a sync reads them; nothing is stored.

use lorekeeper_content::record::Records;
use lorekeeper_sources::http::Client;
use lorekeeper_sources::{
    ListingNotes, Progress, Settings, UPSTREAMS, Upstream, configured, foundry_srd, normaliser, unread_fields,
};
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

/// A progress that nobody follows.
struct Unseen;

impl Progress for Unseen {
    fn total(&self, _: usize) {}

    fn advance(&self, _: usize) {}
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let settings = settings(std::env::args().skip(1))?;
    let client = Client::with_retries(Duration::from_millis(500))?;
    for upstream in configured(&settings) {
        let report = report(upstream.as_ref(), &client).await;
        write!(std::io::stdout(), "{report}")?;
    }
    Ok(())
}

/// The sources that are asked, and where: those whose address is named, else all at their own.
fn settings(arguments: impl Iterator<Item = String>) -> Result<Settings, String> {
    let mut named: BTreeMap<String, String> = BTreeMap::new();
    let mut arguments = arguments;
    while let Some(option) = arguments.next() {
        let address = arguments.next().ok_or(format!("{option} needs an address"))?;
        let address = address.trim_end_matches('/').to_owned();
        match option.as_str() {
            "--open5e" | "--dnd5e" => named.insert(option, address),
            _ => {
                return Err(format!("{option} is unknown: use --open5e URL, --dnd5e URL"));
            }
        };
    }
    let is_asked = |source: &str| {
        let option = if source.starts_with("open5e") { "--open5e" } else { "--dnd5e" };
        named.is_empty() || named.contains_key(option)
    };
    let address = |option: &str, own: &str| named.get(option).map_or(own, String::as_str).to_owned();
    Ok(Settings {
        sources: UPSTREAMS
            .into_iter()
            .filter(|source| *source != foundry_srd::NAME && is_asked(source))
            .map(str::to_owned)
            .collect(),
        open5e_url: address("--open5e", "https://api.open5e.com"),
        dnd5e_url: address("--dnd5e", "https://www.dnd5eapi.co"),
        foundry_url: "https://github.com".to_owned(),
        foundry_content: foundry_srd::CONTENT.to_owned(),
    })
}

/// What is new in an upstream, a line a listing.
async fn report(upstream: &dyn Upstream, client: &Client) -> String {
    let source = upstream.name();
    let mut lines = Vec::new();
    match upstream.unread_collections(client).await {
        Ok(unread) if unread.is_empty() => {}
        Ok(unread) => lines.push(format!("collections that are not read: {}", unread.join(", "))),
        Err(error) => lines.push(format!("no index of the collections: {error}")),
    }
    let mut records = Records::default();
    for endpoint in upstream.endpoints() {
        match upstream.fetch(client, &endpoint.name, &Unseen).await {
            Ok(fetched) if fetched.is_absent => lines.push(format!("{}: not there", endpoint.name)),
            Ok(fetched) => {
                lines.extend(fetched.incomplete.map(|why| format!("{}: {why}", endpoint.name)));
                records.0.insert(endpoint.name, fetched.records);
            }
            Err(error) => lines.push(format!("{}: {error}", endpoint.name)),
        }
    }
    let count: usize = records.0.values().map(Vec::len).sum();
    if let Some(normalise) = normaliser(source) {
        let drafts = normalise(&records);
        for (endpoint, notes) in drafts.notes(&records) {
            lines.extend(listing(source, &endpoint, &notes));
        }
        for skipped in &drafts.skipped {
            lines.push(format!("{}: {} is left out: {}", skipped.endpoint, skipped.key, skipped.reason));
        }
    }
    let mut report = format!("{source}: {count} records of {} listings\n", records.0.len());
    if lines.is_empty() {
        lines.push("nothing is new".to_owned());
    }
    for line in lines {
        // Writing to a string does not fail.
        let _ = writeln!(report, "  {line}");
    }
    report
}

/// What is new in a listing.
fn listing(source: &str, endpoint: &str, notes: &ListingNotes) -> Option<String> {
    let unread = unread_fields(source, endpoint, notes);
    let unread = unread.into_iter().map(|field| format!("{field} is not read"));
    let unfit = notes.unfit.iter().map(|unfit| format!("{} does not fit", unfit.told(notes.records)));
    let parts: Vec<String> = unread.chain(unfit).collect();
    (!parts.is_empty()).then(|| format!("{endpoint}: {}", parts.join("; ")))
}
