-- What a removed row came from: books of people's files, of whatever format.
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
        EXISTS (
            SELECT FROM jsonb_array_elements(OLD.origins) AS origin
            WHERE origin ->> 'source' IN ('orcbrew', 'fivetools', 'foundry', 'fight_club', 'stat_blocks')
        )
    )
    ON CONFLICT (id) DO UPDATE
    SET name = EXCLUDED.name, removed_at = EXCLUDED.removed_at, is_imported = EXCLUDED.is_imported;
    RETURN NULL;
END $$;
