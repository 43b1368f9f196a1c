//! The creatures of an encounter: by id, by name, or by challenge rating alone.

use crate::Backend;
use crate::error::{Error, Result};
use crate::text_limits;
use async_graphql::{ID, InputObject};
use lorekeeper_content::document;
use lorekeeper_content::encounter::{Group, MAX_COUNT, Rules};
use lorekeeper_content::vocabulary::edition::preference;
use lorekeeper_content::{ChallengeRating, Family, Identity, creature, experience_points, slugify};
use lorekeeper_ingest::on_demand;
use lorekeeper_search::did_you_mean;
use lorekeeper_search::load::{self, AnyRow};
use lorekeeper_search::no_results::{joined, quote_excerpt};
use lorekeeper_search::scope::{self, Scope};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Most kinds of creatures in an encounter.
const MAX_KINDS: usize = 20;

/// Creatures of one kind: by `id`, by `name`, or by `challengeRating` alone.
#[derive(Clone, Debug, PartialEq, InputObject)]
pub struct EncounterCreature {
    /// Global id of the creature.
    pub id: Option<ID>,
    /// Name or slug of the creature. Without `document` the one of the 2024 SRD, else of the 2014 SRD, else of the first
    /// document by key.
    pub name: Option<String>,
    /// Document of a `name`, by key, name or alias.
    pub document: Option<String>,
    /// Challenge rating of a creature that no book has.
    pub challenge_rating: Option<ChallengeRating>,
    /// How many there are, 1 to 100 in the whole encounter.
    #[graphql(default_with = "Some(1)")]
    pub count: Option<i32>,
}

/// Creatures that were looked up.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// The creatures, in the order in which they were given.
    pub members: Vec<Member>,
    /// The rules of the creatures' edition, if they are of one.
    pub rules: Option<Rules>,
    /// Whether there are creatures of both editions.
    pub is_of_both_editions: bool,
    /// Names that several books have, and creatures that are worth nothing.
    pub warnings: Vec<String>,
}

/// Creatures of one kind.
#[derive(Clone, Debug)]
pub struct Member {
    /// The creature; `None` where only a challenge rating was given.
    pub row: Option<Arc<creature::Model>>,
    /// The challenge rating, if it is known.
    pub challenge_rating: Option<f64>,
    /// What they are worth.
    pub group: Group,
}

impl Chosen {
    /// What the creatures are worth.
    pub fn groups(&self) -> Vec<Group> {
        self.members.iter().map(|member| member.group).collect()
    }
}

/// One entry of the argument, checked.
enum Entry {
    Id(Identity),
    Name { slug: String, name: String, document: Option<String> },
    Rating(f64),
}

/// Looks up the creatures of the argument `creatures`.
pub async fn choose(backend: &Backend, creatures: Vec<EncounterCreature>) -> Result<Chosen> {
    if creatures.len() > MAX_KINDS {
        return Err(Error::input(format!(
            "`creatures` has {} entries, but at most {MAX_KINDS} are read: several of one kind are one entry with a count.",
            creatures.len()
        )));
    }
    let mut entries = Vec::new();
    for creature in &creatures {
        entries.push((read(creature)?, read_count("`creatures` has a count of", creature.count)?));
    }
    let total: u32 = entries.iter().map(|(_, count)| *count).sum();
    if total > MAX_COUNT {
        return Err(Error::input(format!(
            "`creatures` has a count of {total} in all, but at most {MAX_COUNT} are judged."
        )));
    }
    if entries.is_empty() {
        return Ok(Chosen::default());
    }
    // Challenge ratings alone need no creature.
    if !entries.iter().all(|(entry, _)| matches!(entry, Entry::Rating(_))) {
        on_demand::ensure_fetched(&backend.ingest, &[Family::Creature]).await;
    }
    let stored = Stored::read(backend, &entries).await?;
    let mut chosen = Chosen::default();
    for (entry, count) in entries {
        let row = match &entry {
            Entry::Rating(_) => None,
            Entry::Id(identity) => Some(stored.by_id(identity)?),
            Entry::Name { slug, name, document } => {
                Some(stored.by_name(backend, slug, name, document.as_deref(), &mut chosen).await?)
            }
        };
        chosen.members.push(member(&entry, row, count, &mut chosen.warnings));
    }
    let systems = chosen.members.iter().filter_map(|member| {
        let book = member.row.as_ref()?.document_key.as_str();
        Rules::of_game_system(stored.documents.iter().find(|d| d.key == book)?.game_system.as_deref()?)
    });
    let editions: Vec<Rules> = systems.collect();
    chosen.is_of_both_editions = editions.iter().any(|rules| Some(rules) != editions.first());
    chosen.rules = editions.first().copied().filter(|_| !chosen.is_of_both_editions);
    Ok(chosen)
}

fn member(entry: &Entry, row: Option<Arc<creature::Model>>, count: u32, warnings: &mut Vec<String>) -> Member {
    let challenge_rating = match (entry, &row) {
        (Entry::Rating(rating), _) => Some(*rating),
        (_, row) => row.as_ref().and_then(|row| row.challenge_rating),
    };
    let stated = row.as_ref().and_then(|row| row.experience_points);
    let worth = stated.or_else(|| challenge_rating.and_then(experience_points));
    if let (None, Some(row)) = (worth, &row) {
        warnings.push(format!(
            "{} has neither experience points nor a challenge rating and counts as 0.",
            quote_excerpt(&row.name)
        ));
    }
    Member { row, challenge_rating, group: Group { experience_points: worth.unwrap_or_default().max(0).into(), count } }
}

/// An entry of the argument; refused unless it has one of id, name and challenge rating.
fn read(creature: &EncounterCreature) -> Result<Entry> {
    text_limits::check_names("creatures.id", &creature.id)?;
    text_limits::check_names("creatures.name", &creature.name)?;
    text_limits::check_names("creatures.document", &creature.document)?;
    let given = [
        ("id", creature.id.is_some()),
        ("name", creature.name.is_some()),
        ("challenge rating", creature.challenge_rating.is_some()),
    ];
    let given: Vec<&str> = given.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
    let wanted = "an entry must have one of id, name and challenge rating.";
    if creature.document.is_some() && creature.name.is_none() {
        return Err(Error::input(
            "`creatures` has an entry with a document, but without a name: a document goes with a name.",
        ));
    }
    match (&creature.id, &creature.name, creature.challenge_rating) {
        (Some(id), None, None) => {
            let identity = Identity::parse(id).filter(|id| id.family == Family::Creature);
            identity.map(Entry::Id).ok_or_else(|| {
                Error::input(format!(
                    "`creatures` has the id {}, which is not the id of a creature. Ids look like creature:srd-2024:...",
                    quote_excerpt(id)
                ))
            })
        }
        (None, Some(name), None) if slugify(name).is_empty() => {
            Err(Error::input(format!("`creatures` has an empty name, but {wanted}")))
        }
        (None, Some(name), None) => {
            Ok(Entry::Name { slug: slugify(name), name: name.clone(), document: creature.document.clone() })
        }
        (None, None, Some(rating)) => Ok(Entry::Rating(rating.0)),
        (None, None, None) => Err(Error::input(format!("`creatures` has an entry without any of them, but {wanted}"))),
        _ => Err(Error::input(format!("`creatures` has an entry with {}, but {wanted}", joined(&given, "and")))),
    }
}

/// A number of creatures; `what` begins the sentence on one that cannot be.
pub(super) fn read_count(what: &str, count: Option<i32>) -> Result<u32> {
    let count = count.unwrap_or(1);
    let number = u32::try_from(count).ok();
    number
        .filter(|number| (1..=MAX_COUNT).contains(number))
        .ok_or_else(|| Error::input(format!("{what} {count}, but must be from 1 to {MAX_COUNT}.")))
}

/// Stored creatures that entries may mean, and all documents.
struct Stored {
    documents: Vec<document::Model>,
    by_id: HashMap<Identity, AnyRow>,
    by_slug: Vec<Arc<creature::Model>>,
}

impl Stored {
    async fn read(backend: &Backend, entries: &[(Entry, u32)]) -> Result<Self> {
        let reader = &backend.search.rows();
        let mut ids = Vec::new();
        let mut slugs = Vec::new();
        for (entry, _) in entries {
            match entry {
                Entry::Id(identity) => ids.push(identity.clone()),
                Entry::Name { slug, .. } => slugs.push(slug.clone()),
                Entry::Rating(_) => {}
            }
        }
        Ok(Self {
            documents: scope::all_documents(&reader.connection).await?,
            by_id: load::any_by_identity(reader, &ids).await?,
            by_slug: load::by_slugs::<creature::Model>(reader, &[], &slugs).await?,
        })
    }

    fn by_id(&self, identity: &Identity) -> Result<Arc<creature::Model>> {
        match self.by_id.get(identity) {
            Some(AnyRow::Creature(row)) => Ok(Arc::clone(row)),
            _ => Err(Error::input(format!(
                "`creatures` has the id \"{}\", which no creature has. Ids come from the results of queries.",
                identity.global_id()
            ))),
        }
    }

    /// The creature of a name, by the rule of the singular fields.
    async fn by_name(
        &self,
        backend: &Backend,
        slug: &str,
        name: &str,
        document: Option<&str>,
        chosen: &mut Chosen,
    ) -> Result<Arc<creature::Model>> {
        let mut rows: Vec<&Arc<creature::Model>> = self.by_slug.iter().filter(|row| row.slug == slug).collect();
        if let Some(asked) = document {
            let Some(book) = self.documents.iter().find(|book| book.answers_to(asked)) else {
                let unknown = scope::unknown_document(asked, &self.documents);
                return Err(Error::input(format!("`creatures`: {unknown}")));
            };
            rows.retain(|row| row.document_key == book.key);
        }
        rows.sort_by_key(|row| preference(&row.document_key));
        let Some(row) = rows.first() else {
            return Err(self.unknown_name(backend, slug, name, document).await?);
        };
        if rows.len() > 1 {
            chosen.warnings.push(format!(
                "{} is in {} documents: that of \"{}\" is counted. Give its document, or its id, to choose another.",
                quote_excerpt(&row.name),
                rows.len(),
                row.document_key
            ));
        }
        Ok(Arc::clone(row))
    }

    async fn unknown_name(&self, backend: &Backend, slug: &str, name: &str, document: Option<&str>) -> Result<Error> {
        let elsewhere: BTreeSet<String> =
            self.by_slug.iter().filter(|row| row.slug == slug).map(|row| format!("\"{}\"", row.document_key)).collect();
        let elsewhere: Vec<String> = elsewhere.into_iter().collect();
        let shown = quote_excerpt(name);
        if let (Some(document), false) = (document, elsewhere.is_empty()) {
            return Ok(Error::input(format!(
                "`creatures` has the name {shown}, which is in {}, but not in the document {}.",
                joined(&elsewhere, "and"),
                quote_excerpt(document)
            )));
        }
        let db = &backend.search.connection();
        let (family, everywhere) = (Family::Creature.name(), Scope::default().condition());
        let near = did_you_mean::names_like(db, family, everywhere, name).await?;
        let near: Vec<String> = near.iter().map(|name| format!("\"{name}\"")).collect();
        let hint = if near.is_empty() {
            "Search for creatures to find their names.".to_owned()
        } else {
            format!("Did you mean {}?", joined(&near, "or"))
        };
        Ok(Error::input(format!("`creatures` has the name {shown}, which no creature has. {hint}")))
    }
}
