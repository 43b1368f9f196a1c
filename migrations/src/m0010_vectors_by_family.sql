-- Vectors say of which family they are: each family has an index of its own, since one over all gives what is nearest of
-- all, of which a family may have nothing. A type of four bytes: five vectors fit into a page of Postgres as before.
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
-- Family by family, so that a scan of one reads pages that have little else.
INSERT INTO passage_vector
SELECT v.entity_id, v.ord, e.family::entity_family, v.model, v.embedding
FROM former_vector v JOIN search_entry e ON e.id = v.entity_id
ORDER BY e.family, v.entity_id, v.ord;
DROP TABLE former_vector;
ALTER TABLE passage_vector
    ADD PRIMARY KEY (entity_id, ord, model),
    ADD FOREIGN KEY (entity_id, ord) REFERENCES passage (entity_id, ord) ON DELETE CASCADE;

ANALYZE passage_vector;
