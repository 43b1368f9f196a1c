-- The process takes texts apart into stems: queries and stored texts by the same rules, on every Postgres.
DROP TEXT SEARCH CONFIGURATION lore;
DROP TEXT SEARCH DICTIONARY lore_stem;
-- No statement looks for words.
DROP INDEX search_entry_terms;
