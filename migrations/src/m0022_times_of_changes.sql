-- The time of a change, which never goes back where a clock does: a client that asks for what is new since the time of its
-- last answer would miss it. What comes after all that can be read is later than it by a microsecond at least.
CREATE FUNCTION time_of_change() RETURNS timestamptz LANGUAGE sql AS $$
    SELECT greatest(
        clock_timestamp(),
        (SELECT value::timestamptz FROM store_fact WHERE key = 'rows_complete_until') + interval '1 microsecond'
    )
$$;

CREATE OR REPLACE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_at := time_of_change();
    RETURN NEW;
END $$;

-- Names of an imported book may be nobody else's business, once the book is gone: `orcbrew` is the source of imports.
ALTER TABLE "removal" ADD COLUMN "is_imported" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION note_removal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    row_id text := TG_TABLE_NAME || ':' || OLD.document_key || ':';
BEGIN
    IF TG_ARGV[0] = 'kinds' THEN
        row_id := row_id || lower(OLD.kind) || ':';
    END IF;
    INSERT INTO removal (id, family, name, document_key, removed_at, is_imported)
    VALUES (
        row_id || OLD.slug, TG_TABLE_NAME, OLD.name, OLD.document_key, time_of_change(),
        OLD.origins @> '[{"source": "orcbrew"}]'
    )
    ON CONFLICT (id) DO UPDATE
    SET name = EXCLUDED.name, removed_at = EXCLUDED.removed_at, is_imported = EXCLUDED.is_imported;
    RETURN NULL;
END $$;
