-- Derived from rows: droppable, and rebuilt from them at any time.

-- The embedded store has no stop word file, so the dictionary has none; the query leaves them out.
CREATE TEXT SEARCH DICTIONARY lore_stem (TEMPLATE = snowball, Language = english);
CREATE TEXT SEARCH CONFIGURATION lore (COPY = simple);
ALTER TEXT SEARCH CONFIGURATION lore
    ALTER MAPPING FOR asciiword, asciihword, hword_asciipart, word, hword, hword_part WITH lore_stem;

CREATE TABLE search_entry (
    id bigint PRIMARY KEY,
    family text NOT NULL,
    document_key text NOT NULL,
    kind text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    terms tsvector NOT NULL
);
CREATE INDEX search_entry_terms ON search_entry USING gin (terms);
CREATE INDEX search_entry_name ON search_entry USING gin (lower(name) gin_trgm_ops);
CREATE INDEX search_entry_slug ON search_entry (family, slug);

-- The words of all names: what a misspelt word of a query is corrected to.
CREATE TABLE name_word (
    word text PRIMARY KEY
);
CREATE INDEX name_word_similar ON name_word USING gin (word gin_trgm_ops);

CREATE TABLE passage (
    entity_id bigint NOT NULL,
    ord integer NOT NULL,
    label text NOT NULL,
    text text NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (entity_id, ord)
);

-- Narrow, and PLAIN, so that an exact scan reads vectors and nothing else.
CREATE TABLE passage_vector (
    entity_id bigint NOT NULL,
    ord integer NOT NULL,
    model text NOT NULL,
    embedding vector NOT NULL,
    PRIMARY KEY (entity_id, ord, model),
    FOREIGN KEY (entity_id, ord) REFERENCES passage (entity_id, ord) ON DELETE CASCADE
);
ALTER TABLE passage_vector ALTER COLUMN embedding SET STORAGE PLAIN;
