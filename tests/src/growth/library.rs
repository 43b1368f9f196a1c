//! All that is served: listings whose records are made when they are asked for, from a seed.

use super::books::{self, Share};
use super::draw::Draw;
use super::names::{self, Compose, Name, Names};
use super::{classes, concepts, creatures, equipment, options, rules, spells};
use crate::upstream::Listing;
use lorekeeper::family::slugify;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What decides all draws.
pub const SEED: u64 = 5;

/// What a record is made of.
pub struct Made<'a> {
    /// Its key.
    pub key: String,
    /// Its document, as records repeat it.
    pub document: Value,
    /// Its name.
    pub name: Name,
    /// Its number in its listing.
    pub number: usize,
    /// Its own draws.
    pub draw: Draw,
    /// What else there is.
    pub library: &'a Library,
}

/// A listing that grows.
struct Sort {
    endpoint: &'static str,
    share: Share,
    /// How many there are at factor 1.
    count: usize,
    /// How many of a hundred another book has too.
    repeated: f64,
    compose: Compose,
    record: fn(Made<'_>) -> Value,
}

#[rustfmt::skip]
const SORTS: [Sort; 13] = [
    Sort { endpoint: "spells", share: Share::Spells, count: 1950, repeated: 25.0, compose: names::spell, record: spells::record },
    Sort { endpoint: "creatures", share: Share::Creatures, count: 3540, repeated: 25.0, compose: names::creature, record: creatures::record },
    Sort { endpoint: "weapons", share: Share::Equipment, count: 75, repeated: 0.0, compose: names::arms, record: equipment::weapon },
    Sort { endpoint: "armor", share: Share::Equipment, count: 25, repeated: 0.0, compose: names::arms, record: equipment::armor },
    Sort { endpoint: "items", share: Share::Equipment, count: 500, repeated: 15.0, compose: names::gear, record: equipment::item },
    Sort { endpoint: "magicitems", share: Share::Equipment, count: 2370, repeated: 15.0, compose: names::magic_item, record: equipment::magic_item },
    Sort { endpoint: "services", share: Share::Equipment, count: 30, repeated: 0.0, compose: names::trade, record: equipment::service },
    Sort { endpoint: "classes", share: Share::Options, count: 300, repeated: 0.0, compose: names::class, record: classes::record },
    Sort { endpoint: "species", share: Share::Options, count: 120, repeated: 0.0, compose: names::people, record: options::species },
    Sort { endpoint: "backgrounds", share: Share::Options, count: 180, repeated: 5.0, compose: names::trade, record: options::background },
    Sort { endpoint: "feats", share: Share::Options, count: 300, repeated: 10.0, compose: names::trade, record: options::feat },
    Sort { endpoint: "rules", share: Share::Rules, count: 700, repeated: 10.0, compose: names::rule, record: rules::rule },
    Sort { endpoint: "rulesets", share: Share::Rules, count: 100, repeated: 0.0, compose: names::rule, record: rules::ruleset },
];

/// How much there is of everything.
pub struct Library {
    volumes: usize,
    names: BTreeMap<&'static str, Names>,
}

impl Library {
    /// As much as `factor` times the open content there is: 1 is some 10,000 records.
    #[must_use]
    pub fn new(factor: f64) -> Arc<Self> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a number of records"
        )]
        let times = |count: usize| ((count as f64 * factor).round() as usize).max(1);
        let volumes = times(1);
        let names = SORTS.iter().map(|sort| {
            let book = |number| book(sort, number, volumes);
            let names = Names::new(
                SEED,
                sort.endpoint,
                times(sort.count),
                sort.repeated,
                sort.compose,
                book,
            );
            (sort.endpoint, names)
        });
        Arc::new(Self {
            volumes,
            names: names.collect(),
        })
    }

    /// The listings by endpoint.
    #[must_use]
    pub fn listings(self: &Arc<Self>) -> BTreeMap<String, Listing> {
        let mut listings: BTreeMap<String, Listing> = BTreeMap::new();
        for (endpoint, records) in concepts::records(self.volumes) {
            listings.insert(endpoint.to_owned(), Listing::Kept(records));
        }
        for sort in &SORTS {
            let library = Arc::clone(self);
            let count = self.count(sort.endpoint);
            let make = move |number| library.record(sort, number);
            listings.insert(
                sort.endpoint.to_owned(),
                Listing::Made(count, Box::new(make)),
            );
        }
        listings
    }

    /// How many records an endpoint has.
    #[must_use]
    pub fn count(&self, endpoint: &str) -> usize {
        self.names.get(endpoint).map_or(0, Names::count)
    }

    /// A record of an endpoint as others refer to it.
    #[must_use]
    pub fn named(&self, endpoint: &str, number: usize) -> Option<Value> {
        let sort = SORTS.iter().find(|sort| sort.endpoint == endpoint)?;
        let names = self
            .names
            .get(endpoint)
            .filter(|names| number < names.count())?;
        let name = names.of(number).text;
        let key = format!("{}_{}", book(sort, number, self.volumes), slugify(&name));
        Some(json!({"name": name, "key": key}))
    }

    /// A record of an endpoint.
    #[must_use]
    pub fn record_of(&self, endpoint: &str, number: usize) -> Option<Value> {
        let sort = SORTS.iter().find(|sort| sort.endpoint == endpoint)?;
        (number < self.count(endpoint)).then(|| self.record(sort, number))
    }

    fn record(&self, sort: &Sort, number: usize) -> Value {
        let Some(names) = self.names.get(sort.endpoint) else {
            return Value::Null;
        };
        let name = names.of(number);
        let book = book(sort, number, self.volumes);
        let made = Made {
            key: format!("{book}_{}", slugify(&name.text)),
            document: books::nested(&book),
            name,
            number,
            draw: Draw::of(SEED, &format!("{} body", sort.endpoint), number, 0),
            library: self,
        };
        (sort.record)(made)
    }
}

fn book(sort: &Sort, number: usize, volumes: usize) -> String {
    let mut draw = Draw::of(SEED, &format!("{} book", sort.endpoint), number, 0);
    books::any(&mut draw, sort.share, volumes)
}
