-- Vectors say of which family they are, and lie family by family: meaning within one reads its own and no others.
-- A type of four bytes: five vectors fit into a page of Postgres as before.
LOCK TABLE passage, passage_vector IN ACCESS EXCLUSIVE MODE;
CREATE TYPE entity_family AS ENUM ('spell', 'creature', 'equipment', 'character_option', 'rule');

ALTER TABLE passage_vector RENAME TO former_vector;
ALTER INDEX passage_vector_pkey RENAME TO former_vector_pkey;
CREATE TABLE passage_vector (
    entity_id bigint NOT NULL,
    ord integer NOT NULL,
    family entity_family NOT NULL,
    model text NOT NULL,
    embedding vector NOT NULL
);
ALTER TABLE passage_vector ALTER COLUMN embedding SET STORAGE PLAIN;
INSERT INTO passage_vector
SELECT v.entity_id, v.ord, e.family::entity_family, v.model, v.embedding
FROM former_vector v JOIN search_entry e ON e.id = v.entity_id
ORDER BY e.family::entity_family, v.entity_id, v.ord;
DROP TABLE former_vector;
ALTER TABLE passage_vector
    ADD PRIMARY KEY (entity_id, ord, model),
    ADD FOREIGN KEY (entity_id, ord) REFERENCES passage (entity_id, ord) ON DELETE CASCADE;

ANALYZE passage_vector;
