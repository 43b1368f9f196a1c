-- When each row was added or changed, and which rows went away: clients ask for what is new since a time. Triggers note
-- it, so that no writer can forget to.
ALTER TABLE "spell" ADD COLUMN "changed_at" timestamptz NOT NULL DEFAULT now();
ALTER TABLE "creature" ADD COLUMN "changed_at" timestamptz NOT NULL DEFAULT now();
ALTER TABLE "equipment" ADD COLUMN "changed_at" timestamptz NOT NULL DEFAULT now();
ALTER TABLE "character_option" ADD COLUMN "changed_at" timestamptz NOT NULL DEFAULT now();
ALTER TABLE "rule" ADD COLUMN "changed_at" timestamptz NOT NULL DEFAULT now();

CREATE TABLE "removal" (
    "id" text PRIMARY KEY,
    "family" text NOT NULL,
    "name" text NOT NULL,
    "document_key" text NOT NULL,
    "removed_at" timestamptz NOT NULL
);
CREATE INDEX "removal_removed_at" ON "removal" ("removed_at", "id");

CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_at := clock_timestamp();
    RETURN NEW;
END $$;

-- The global id of a row is that of the program; the argument says whether the table has kinds.
CREATE FUNCTION note_addition() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    row_id text := TG_TABLE_NAME || ':' || NEW.document_key || ':';
BEGIN
    IF TG_ARGV[0] = 'kinds' THEN
        row_id := row_id || lower(NEW.kind) || ':';
    END IF;
    DELETE FROM removal WHERE id = row_id || NEW.slug;
    RETURN NULL;
END $$;

CREATE FUNCTION note_removal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    row_id text := TG_TABLE_NAME || ':' || OLD.document_key || ':';
BEGIN
    IF TG_ARGV[0] = 'kinds' THEN
        row_id := row_id || lower(OLD.kind) || ':';
    END IF;
    INSERT INTO removal (id, family, name, document_key, removed_at)
    VALUES (row_id || OLD.slug, TG_TABLE_NAME, OLD.name, OLD.document_key, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name, removed_at = EXCLUDED.removed_at;
    RETURN NULL;
END $$;

CREATE TRIGGER changed BEFORE INSERT OR UPDATE ON "spell" FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER changed BEFORE INSERT OR UPDATE ON "creature" FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER changed BEFORE INSERT OR UPDATE ON "equipment" FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER changed BEFORE INSERT OR UPDATE ON "character_option" FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER changed BEFORE INSERT OR UPDATE ON "rule" FOR EACH ROW EXECUTE FUNCTION note_change();
CREATE TRIGGER added AFTER INSERT ON "spell" FOR EACH ROW EXECUTE FUNCTION note_addition('plain');
CREATE TRIGGER added AFTER INSERT ON "creature" FOR EACH ROW EXECUTE FUNCTION note_addition('plain');
CREATE TRIGGER added AFTER INSERT ON "equipment" FOR EACH ROW EXECUTE FUNCTION note_addition('kinds');
CREATE TRIGGER added AFTER INSERT ON "character_option" FOR EACH ROW EXECUTE FUNCTION note_addition('kinds');
CREATE TRIGGER added AFTER INSERT ON "rule" FOR EACH ROW EXECUTE FUNCTION note_addition('kinds');
CREATE TRIGGER removed AFTER DELETE ON "spell" FOR EACH ROW EXECUTE FUNCTION note_removal('plain');
CREATE TRIGGER removed AFTER DELETE ON "creature" FOR EACH ROW EXECUTE FUNCTION note_removal('plain');
CREATE TRIGGER removed AFTER DELETE ON "equipment" FOR EACH ROW EXECUTE FUNCTION note_removal('kinds');
CREATE TRIGGER removed AFTER DELETE ON "character_option" FOR EACH ROW EXECUTE FUNCTION note_removal('kinds');
CREATE TRIGGER removed AFTER DELETE ON "rule" FOR EACH ROW EXECUTE FUNCTION note_removal('kinds');
