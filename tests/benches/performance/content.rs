//! Content to measure on: where it comes from, and what of it is asked for.

use crate::Result;
use crate::limits::Sql;
use crate::program::Settings;
use lorekeeper_tests::growth;
use lorekeeper_tests::upstream::Upstream;
use std::net::Ipv4Addr;

/// Where content is fetched from.
pub struct Content {
    /// Settings of a process that fetches it.
    pub settings: Settings,
    /// Settings for the embedded store: less of it where not all is generated.
    pub embedded: Settings,
    /// Settings of a process on the embedded store that finds much that is new.
    pub more: Settings,
    /// What serves it, while this is held.
    _upstreams: Vec<Upstream>,
}

impl Content {
    /// Generated content: so many times the open content; on the embedded store a tenth of it, since all of that has to
    /// be embedded once more, and then half.
    pub async fn generated(factor: f64) -> Result<Self> {
        let one = generated(factor, PORT).await?;
        let (tenth, half) = (
            generated(0.1 * factor, 0).await?,
            generated(0.5 * factor, 0).await?,
        );
        Ok(Self {
            settings: settings_of(&one),
            embedded: settings_of(&tenth),
            more: settings_of(&half),
            _upstreams: vec![one, tenth, half],
        })
    }

    /// From the upstreams at `urls`: an address of Open5e, and one of the D&D 5e API behind a comma. On the embedded
    /// store that of the D&D 5e API comes first, and that of Open5e is what is new.
    pub fn at(urls: &str) -> Self {
        let (open5e, dnd5e) = urls.split_once(',').unwrap_or((urls, urls));
        let settings = |sources: &str| {
            Settings::from([
                ("LOREKEEPER_OPEN5E_URL", open5e.trim().to_owned()),
                ("LOREKEEPER_DND5E_URL", dnd5e.trim().to_owned()),
                ("LOREKEEPER_SOURCES", sources.to_owned()),
            ])
        };
        Self {
            settings: settings("open5e_v2,dnd5e_api"),
            embedded: settings("dnd5e_api"),
            more: settings("open5e_v2,dnd5e_api"),
            _upstreams: Vec::new(),
        }
    }
}

/// Where generated content is served, if that is free: records have their address in them, so a store that is measured
/// again would otherwise find all of them changed.
const PORT: u16 = 9311;

/// An upstream with so many times the open content, at a port that is wanted, if it is free.
pub async fn generated(factor: f64, port: u16) -> Result<Upstream> {
    let at = |port| growth::serve((Ipv4Addr::LOCALHOST, port).into(), factor);
    match at(port).await {
        Ok(upstream) => Ok(upstream),
        Err(_) => Ok(at(0).await?),
    }
}

/// Settings of a process that fetches from a generated upstream.
pub fn settings_of(upstream: &Upstream) -> Settings {
    Settings::from([
        ("LOREKEEPER_OPEN5E_URL", upstream.open5e_url.clone()),
        ("LOREKEEPER_SOURCES", "open5e_v2".to_owned()),
    ])
}

/// Words and names of what is stored, to ask for.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Names of spells.
    pub spells: Vec<String>,
    /// Types of creatures, most of them first.
    pub types: Vec<String>,
    /// Words of names that several entities have.
    pub words: Vec<String>,
}

impl Samples {
    /// Those of a store.
    pub async fn of(sql: &mut Sql) -> Result<Self> {
        let samples = Self {
            spells: sql
                .texts("SELECT DISTINCT name FROM spell ORDER BY 1 LIMIT 2000")
                .await?,
            types: sql
                .texts(
                    "SELECT creature_type FROM creature WHERE creature_type <> '' \
                     GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 8",
                )
                .await?,
            words: sql
                .texts(
                    "SELECT word FROM (SELECT regexp_split_to_table(lower(name), '[^a-z]+') AS word FROM search_entry) AS words \
                     WHERE length(word) > 3 GROUP BY 1 HAVING count(*) > 1 ORDER BY count(*) DESC, 1 LIMIT 400",
                )
                .await?,
        };
        if samples.spells.is_empty() || samples.types.is_empty() || samples.words.is_empty() {
            return Err("the store has no spells, creatures or names to ask for".into());
        }
        Ok(samples)
    }
}

/// One of several, another one for every number, in an order that leaps about.
pub fn pick<T>(all: &[T], number: u64) -> Option<&T> {
    let place = number.wrapping_mul(2_654_435_761) >> 7;
    let length = u64::try_from(all.len()).ok().filter(|length| *length > 0)?;
    all.get(usize::try_from(place % length).ok()?)
}
