//! Inverted index: which entities have a lexeme, how often and how prominently, in memory.
//!
//! The words come from the store's `tsvector`s, stemmed; a document of the index is an entity, in the order of keys.

use super::entities::Doc;
use super::folder::Files;
use crate::{Error, Result};
use lorekeeper_store::tsvector::FIELDS;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::Path;
use std::sync::Arc;
use tantivy::directory::{Directory, RamDirectory};
use tantivy::postings::Postings as _;
use tantivy::schema::{Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::{DocSet, Index, InvertedIndexReader, TERMINATED, Term};

/// The sum of 1/i² over all i: the rank of a lexeme that is in a name, over and over.
const LIMIT: f32 = 1.644_934;

/// How prominent a lexeme is in the name, in the facts, and in the text.
const PROMINENCE: [f32; FIELDS] = [1.0, 0.8, 0.6];

/// More occurrences than these do not count.
const MAX_OCCURRENCES: usize = 255;

/// The postings of all entities.
#[derive(Clone)]
#[cfg_attr(test, derive(Default))]
pub struct Postings {
    /// The first has most entities, each other the entities of an update.
    segments: Vec<Segment>,
    /// Σ 1/i² of the first so many i.
    inverse_squares: Arc<Vec<f32>>,
    /// How many bytes they take.
    pub bytes: u64,
}

/// The postings of some entities, which have numbers of their own.
#[derive(Clone)]
struct Segment {
    /// One reader a field; none of an empty index.
    fields: Vec<(Field, Arc<InvertedIndexReader>)>,
    /// The number of each of its entities in the index; none where the entity is gone. Without an update they are the same.
    docs: Option<Arc<[Option<Doc>]>>,
}

/// The fields of an entity: its name, its facts and its text.
pub(super) fn schema() -> (Schema, [Field; FIELDS]) {
    let mut schema = Schema::builder();
    let indexing =
        TextFieldIndexing::default().set_fieldnorms(false).set_index_option(IndexRecordOption::WithFreqsAndPositions);
    let options = TextOptions::default().set_indexing_options(indexing);
    let fields = ["name", "facts", "text"].map(|name| schema.add_text_field(name, options.clone()));
    (schema.build(), fields)
}

impl Postings {
    /// Opens what a writer has made; other files are left alone.
    pub fn open(files: &Files) -> Result<Self> {
        let directory = RamDirectory::create();
        for (name, bytes) in files.iter() {
            let path = Path::new(name);
            directory.atomic_write(path, bytes).map_err(Error::index)?;
        }
        let bytes = u64::try_from(directory.total_mem_usage()).unwrap_or(u64::MAX);
        let index = Index::open(directory).map_err(Error::index)?;
        let (_, fields) = schema();
        let reader = index.reader().map_err(Error::index)?;
        let searcher = reader.searcher();
        let mut readers = Vec::new();
        if let Some(segment) = searcher.segment_readers().first() {
            for field in fields {
                readers.push((field, segment.inverted_index(field).map_err(Error::index)?));
            }
        }
        let segment = Segment { fields: readers, docs: None };
        let mut sum = 0.0;
        let mut inverse_squares = vec![0.0];
        for i in 1..=MAX_OCCURRENCES {
            #[expect(clippy::cast_precision_loss, reason = "at most 255")]
            let square = (i * i) as f32;
            sum += 1.0 / square;
            inverse_squares.push(sum);
        }
        Ok(Self { segments: vec![segment], inverse_squares: Arc::new(inverse_squares), bytes })
    }

    /// How many times entities were added to those of the first segment.
    pub fn updates(&self) -> usize {
        self.segments.len().saturating_sub(1)
    }

    /// These with those of the files of other entities, whose numbers are `added`. `moved` has the new number of each entity that was
    /// here; none where it is gone.
    pub fn updated(&self, moved: &[Option<Doc>], files: &Files, added: Vec<Doc>) -> Result<Self> {
        let mut updated = self.clone();
        let is_moved = |(doc, moved): (Doc, &Option<Doc>)| *moved != Some(doc);
        if added.is_empty() && !(0..).zip(moved).any(is_moved) {
            return Ok(updated);
        }
        for segment in &mut updated.segments {
            segment.docs = Some(match &segment.docs {
                None => moved.into(),
                Some(docs) => {
                    let docs = docs.iter();
                    let moved = |doc: Doc| moved.get(doc as usize).copied().flatten();
                    docs.map(|doc| doc.and_then(moved)).collect()
                }
            });
        }
        if added.is_empty() {
            return Ok(updated);
        }
        let mut more = Self::open(files)?;
        for segment in &mut more.segments {
            segment.docs = Some(added.iter().copied().map(Some).collect());
        }
        updated.segments.extend(more.segments);
        updated.bytes += more.bytes;
        Ok(updated)
    }

    /// How many entities have all of these lexemes.
    pub fn having_all(&self, lexemes: &[String]) -> Result<usize> {
        let mut having: Option<Vec<Doc>> = None;
        for lexeme in lexemes {
            let docs = self.lexeme(lexeme)?.into_iter().map(|(doc, _)| doc);
            having = Some(match having {
                None => docs.collect(),
                Some(before) => docs.filter(|doc| before.binary_search(doc).is_ok()).collect(),
            });
        }
        Ok(having.map_or(0, |having| having.len()))
    }

    /// The entities that have a phrase, with its rank from 0 to 1: the mean rank of its lexemes.
    pub fn phrase(&self, lexemes: &[String]) -> Result<Vec<(Doc, f32)>> {
        let [first, others @ ..] = lexemes else {
            return Ok(Vec::new());
        };
        let mut ranks = self.lexeme(first)?;
        if others.is_empty() {
            return Ok(ranks);
        }
        let adjacent = self.adjacent(lexemes)?;
        ranks.retain(|(doc, _)| adjacent.contains(doc));
        let mut different: Vec<&String> = others.iter().filter(|lexeme| *lexeme != first).collect();
        different.sort_unstable();
        different.dedup();
        let mut sums: FxHashMap<Doc, f32> = ranks.iter().copied().collect();
        for lexeme in &different {
            for (doc, rank) in self.lexeme(lexeme)? {
                if let Some(sum) = sums.get_mut(&doc) {
                    *sum += rank;
                }
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "a phrase has a few words")]
        let count = (different.len() + 1) as f32;
        for (doc, rank) in &mut ranks {
            *rank = sums.get(doc).copied().unwrap_or(*rank) / count;
        }
        Ok(ranks)
    }

    /// The entities that have a lexeme with this beginning in their name, with the sum of the ranks.
    pub fn prefix_of_name(&self, prefix: &str) -> Result<Vec<(Doc, f32)>> {
        self.in_each(|segment| self.prefix_in(segment, prefix))
    }

    /// What is found in each segment, by the numbers of the index and in their order.
    fn in_each(&self, find: impl Fn(&Segment) -> Result<Vec<(Doc, f32)>>) -> Result<Vec<(Doc, f32)>> {
        let mut found = Vec::new();
        for segment in &self.segments {
            let own = find(segment)?.into_iter();
            found.extend(own.filter_map(|(doc, rank)| Some((segment.number(doc)?, rank))));
        }
        if self.segments.len() > 1 {
            found.sort_unstable_by_key(|(doc, _)| *doc);
        }
        Ok(found)
    }

    fn prefix_in(&self, segment: &Segment, prefix: &str) -> Result<Vec<(Doc, f32)>> {
        let Some((_, reader)) = segment.fields.first() else {
            return Ok(Vec::new());
        };
        let mut found: FxHashMap<Doc, f32> = FxHashMap::default();
        let dictionary = reader.terms();
        let mut terms = dictionary.range().ge(prefix.as_bytes()).into_stream().map_err(Error::index)?;
        while terms.advance() {
            if !terms.key().starts_with(prefix.as_bytes()) {
                break;
            }
            let info = terms.value();
            let mut postings =
                reader.read_postings_from_terminfo(info, IndexRecordOption::WithFreqs).map_err(Error::index)?;
            while postings.doc() != TERMINATED {
                let rank = self.rank([postings.term_freq(), 0, 0]);
                *found.entry(postings.doc()).or_default() += rank;
                postings.advance();
            }
        }
        let mut found: Vec<(Doc, f32)> = found.into_iter().collect();
        found.sort_unstable_by_key(|(doc, _)| *doc);
        Ok(found)
    }

    /// The entities that have a lexeme, with its rank from 0 to 1, in the order of keys.
    fn lexeme(&self, lexeme: &str) -> Result<Vec<(Doc, f32)>> {
        self.in_each(|segment| self.lexeme_in(segment, lexeme))
    }

    fn lexeme_in(&self, segment: &Segment, lexeme: &str) -> Result<Vec<(Doc, f32)>> {
        let mut lists = Vec::new();
        for (number, (field, reader)) in segment.fields.iter().enumerate() {
            let term = Term::from_field_text(*field, lexeme);
            let postings = reader.read_postings(&term, IndexRecordOption::WithFreqs).map_err(Error::index)?;
            lists.extend(postings.map(|postings| (number, postings)));
        }
        let mut found = Vec::new();
        loop {
            let next = lists.iter().map(|(_, postings)| postings.doc()).min();
            let Some(doc) = next.filter(|doc| *doc != TERMINATED) else {
                return Ok(found);
            };
            let mut occurrences = [0; FIELDS];
            for (number, postings) in &mut lists {
                if postings.doc() == doc {
                    if let Some(count) = occurrences.get_mut(*number) {
                        *count = postings.term_freq();
                    }
                    postings.advance();
                }
            }
            found.push((doc, self.rank(occurrences)));
        }
    }

    /// The rank of a lexeme that a name, the facts and a text have so often: each further occurrence counts less.
    fn rank(&self, occurrences: [u32; FIELDS]) -> f32 {
        let (mut rank, mut before) = (0.0, 0);
        for (prominence, count) in PROMINENCE.iter().zip(occurrences) {
            let after = before + count as usize;
            let sum = |count: usize| {
                let sums = &self.inverse_squares;
                sums.get(count).or(sums.last()).copied().unwrap_or_default()
            };
            rank += prominence * (sum(after) - sum(before));
            before = after;
        }
        rank / LIMIT
    }

    /// The entities that have all lexemes of a phrase next to each other, in one field.
    fn adjacent(&self, lexemes: &[String]) -> Result<FxHashSet<Doc>> {
        let mut found = FxHashSet::default();
        for segment in &self.segments {
            let own = segment.adjacent(lexemes)?.into_iter();
            found.extend(own.filter_map(|doc| segment.number(doc)));
        }
        Ok(found)
    }
}

impl Segment {
    /// The number of an entity in the index.
    fn number(&self, doc: Doc) -> Option<Doc> {
        match &self.docs {
            None => Some(doc),
            Some(docs) => docs.get(doc as usize).copied().flatten(),
        }
    }

    fn adjacent(&self, lexemes: &[String]) -> Result<FxHashSet<Doc>> {
        let mut found = FxHashSet::default();
        'fields: for (field, reader) in &self.fields {
            let mut lists = Vec::new();
            for lexeme in lexemes {
                let term = Term::from_field_text(*field, lexeme);
                let option = IndexRecordOption::WithFreqsAndPositions;
                match reader.read_postings(&term, option).map_err(Error::index)? {
                    Some(postings) => lists.push(postings),
                    None => continue 'fields,
                }
            }
            let mut at = 0;
            'docs: loop {
                for postings in &mut lists {
                    if postings.doc() < at && postings.seek(at) == TERMINATED {
                        break 'docs;
                    }
                    if postings.doc() > at {
                        at = postings.doc();
                        continue 'docs;
                    }
                }
                if at == TERMINATED {
                    break;
                }
                if starts(&mut lists) {
                    found.insert(at);
                }
                at += 1;
            }
        }
        Ok(found)
    }
}

/// Whether the lexemes of a phrase follow each other somewhere in the document that all lists are at.
fn starts(lists: &mut [tantivy::postings::SegmentPostings]) -> bool {
    let mut starts: Option<Vec<u32>> = None;
    let mut positions = Vec::new();
    for (offset, postings) in (0_u32..).zip(lists) {
        postings.positions(&mut positions);
        let begin = positions.iter().filter_map(|at| at.checked_sub(offset));
        starts = Some(match starts {
            None => begin.collect(),
            Some(before) => begin.filter(|at| before.binary_search(at).is_ok()).collect(),
        });
        if starts.as_ref().is_some_and(Vec::is_empty) {
            return false;
        }
    }
    starts.is_some()
}

#[cfg(test)]
mod tests {
    use super::super::postings_writer::PostingsWriter;
    use super::*;
    use lorekeeper_store::tsvector::lexemes;

    fn files(texts: &[&str]) -> Files {
        let mut writer = PostingsWriter::new(2 << 20).unwrap();
        for text in texts {
            writer.add(&lexemes(text)).unwrap();
        }
        writer.finish().unwrap()
    }

    fn find(postings: &Postings, lexemes: &[&str]) -> Vec<Doc> {
        let lexemes: Vec<String> = lexemes.iter().copied().map(str::to_owned).collect();
        let found = postings.phrase(&lexemes).unwrap();
        found.into_iter().map(|(doc, _)| doc).collect()
    }

    #[test]
    fn an_update_moves_drops_and_adds() {
        let first = files(&["'newt':1A 'toad':2A", "'toad':1A", "'frog':1A"]);
        let first = Postings::open(&first).unwrap();
        assert_eq!(find(&first, &["toad"]), [0, 1]);
        let more = files(&["'toad':1A 'tree':2A"]);
        let moved = [Some(0), None, Some(2)];
        let second = first.updated(&moved, &more, vec![1]).unwrap();
        assert_eq!(find(&second, &["toad"]), [0, 1]);
        assert_eq!(find(&second, &["toad", "tree"]), [1]);
        assert_eq!(find(&second, &["frog"]), [2]);
        let moved = [Some(1), Some(2), Some(3)];
        let third = second.updated(&moved, &files(&["'frog':1A"]), vec![0]);
        let third = third.unwrap();
        assert_eq!(find(&third, &["frog"]), [0, 3]);
        assert_eq!(find(&third, &["toad"]), [1, 2]);
        assert_eq!(third.having_all(&["newt".into(), "toad".into()]).unwrap(), 1);
        assert_eq!(third.updates(), 2);
        // Where nothing changed, nothing is added.
        let same = [0, 1, 2, 3].map(Some);
        let same = third.updated(&same, &files(&[]), Vec::new()).unwrap();
        assert_eq!(same.updates(), 2);
    }
}
