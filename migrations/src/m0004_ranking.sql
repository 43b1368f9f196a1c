-- How many different words an entity has: a word says less of one that has many.
ALTER TABLE search_entry ADD COLUMN words integer GENERATED ALWAYS AS (length(terms)) STORED;

-- A name that is written as one word, or as two (owl bear).
CREATE INDEX search_entry_letters ON search_entry (replace(slug, '-', ''));
