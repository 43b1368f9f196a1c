-- What people say about the books that they imported, by the key that a book has in its records. A book whose content
-- goes to another one has that one's key, and its place among those that go there: the first wins.
CREATE TABLE book_setting (
    book text PRIMARY KEY,
    name text,
    owner text,
    licence text,
    edition text,
    is_private boolean NOT NULL DEFAULT false,
    becomes text,
    place integer NOT NULL DEFAULT 0
);

-- The keys of the documents that only the owner reads: of all rows of private books, before the first is written.
CREATE TABLE hidden_document (
    key text PRIMARY KEY
);
CREATE INDEX search_entry_document ON search_entry (document_key);
