//! Writer of the inverted index: the lexemes of entities become the files of their postings.

use super::folder::Files;
use super::postings::schema;
use crate::{Error, Result};
use lorekeeper_store::tsvector::{FIELDS, Lexeme};
use tantivy::directory::{Directory, RamDirectory};
use tantivy::schema::Field;
use tantivy::tokenizer::{PreTokenizedString, Token};
use tantivy::{Index, TantivyDocument};

/// Collects the lexemes of entities, in the order of keys.
pub struct PostingsWriter {
    writer: tantivy::SingleSegmentIndexWriter,
    directory: RamDirectory,
    fields: [Field; FIELDS],
}

impl PostingsWriter {
    /// A writer without entities, which takes so much memory at first.
    pub fn new(bytes: usize) -> Result<Self> {
        let (schema, fields) = schema();
        let directory = RamDirectory::create();
        let writer = Index::builder()
            .schema(schema)
            .single_segment_index_writer(directory.clone(), bytes)
            .map_err(Error::index)?;
        Ok(Self { writer, directory, fields })
    }

    /// Adds the next entity.
    pub fn add(&mut self, lexemes: &[Lexeme]) -> Result<()> {
        let mut document = TantivyDocument::default();
        for (number, field) in self.fields.iter().enumerate() {
            let mut tokens: Vec<Token> = Vec::new();
            for lexeme in lexemes {
                let Some(positions) = lexeme.positions.get(number) else {
                    continue;
                };
                tokens.extend(positions.iter().map(|position| Token {
                    position: usize::from(*position),
                    text: lexeme.text.clone(),
                    position_length: 1,
                    ..Token::default()
                }));
            }
            if tokens.is_empty() {
                continue;
            }
            tokens.sort_by_key(|token| token.position);
            let text = PreTokenizedString { text: String::new(), tokens };
            document.add_pre_tokenized_text(*field, text);
        }
        self.writer.add_document(document).map_err(Error::index)
    }

    /// The files of all that was added.
    pub fn finish(self) -> Result<Files> {
        let index = self.writer.finalize().map_err(Error::index)?;
        let mut files = Files::default();
        for path in index.directory().list_managed_files() {
            // As they are stored, with the checksums that the index itself does not show.
            let bytes = self.directory.open_read(&path).map_err(Error::index)?;
            let bytes = bytes.read_bytes().map_err(Error::index)?;
            files.insert(path.to_string_lossy(), bytes.to_vec());
        }
        Ok(files)
    }
}
