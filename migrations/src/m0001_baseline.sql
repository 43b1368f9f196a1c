-- Records of the sources.
CREATE TABLE source_record (
    source text NOT NULL,
    endpoint text NOT NULL,
    key text NOT NULL,
    url text NOT NULL,
    raw jsonb NOT NULL,
    hash text NOT NULL,
    fetched_at timestamptz NOT NULL,
    PRIMARY KEY (source, endpoint, key)
);

-- How fetching each listing went: what is due when, what was left out, how often it failed in a row.
CREATE TABLE endpoint_state (
    source text NOT NULL,
    endpoint text NOT NULL,
    last_success timestamptz,
    last_failure timestamptz,
    error text,
    records integer NOT NULL DEFAULT 0,
    notice text,
    skipped integer NOT NULL DEFAULT 0,
    failures integer NOT NULL DEFAULT 0,
    content_hash text,
    next_due timestamptz,
    -- The largest count of the listing within a month, so that one that shrinks little by little is noticed.
    largest integer,
    largest_at timestamptz,
    PRIMARY KEY (source, endpoint)
);

-- Records of an import that is under way: no draft reads them, and they take effect together. The table is logged: the
-- embedded store does not start again after a crash where it has to empty an unlogged table in a folder of many files.
CREATE TABLE staged_record (
    import text NOT NULL,
    source text NOT NULL,
    endpoint text NOT NULL,
    key text NOT NULL,
    url text NOT NULL,
    raw jsonb NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (import, source, endpoint, key)
);

-- Single facts about the store itself.
CREATE TABLE store_fact (
    key text PRIMARY KEY,
    value text NOT NULL
);
-- The identity of the store, which its standbys share.
INSERT INTO store_fact (key, value) VALUES ('store', gen_random_uuid()::text);

-- Rows: one table for the documents, one for each family. Indexes of an order have all of its columns, so that a page
-- reads the rows that are on it; missing values come last both ways, which takes an index for each direction. Filters
-- compare words without case, spaces, hyphens and underscores: an index on that very expression gives Postgres its
-- statistics.
CREATE SEQUENCE entity_id_seq;

CREATE TABLE "document" (
    "key" text PRIMARY KEY,
    "name" text NOT NULL,
    "display_name" text,
    "publisher" text,
    "game_system" text,
    "game_system_name" text,
    "licenses" jsonb NOT NULL,
    "aliases" text[] NOT NULL,
    "description" text,
    "kind" text,
    "author" text,
    "publication_date" text,
    "permalink" text,
    "attribution" text,
    "distance_unit" text,
    "weight_unit" text,
    "source" text NOT NULL,
    "origins" jsonb NOT NULL,
    "field_sources" jsonb NOT NULL,
    "content_hash" text NOT NULL,
    "fetched_at" timestamptz NOT NULL
);

CREATE TABLE "spell" (
    "id" bigint PRIMARY KEY,
    "document_key" text NOT NULL,
    "slug" text NOT NULL,
    "name" text NOT NULL,
    "text" text NOT NULL,
    "origins" jsonb NOT NULL,
    "field_sources" jsonb NOT NULL,
    "content_hash" text NOT NULL,
    "fetched_at" timestamptz NOT NULL,
    "level" integer NOT NULL,
    "school" text,
    "class_slugs" text[] NOT NULL,
    "subclass_slugs" text[] NOT NULL,
    "casting_time" text NOT NULL,
    "casting_time_label" text NOT NULL,
    "reaction_condition" text,
    "range_text" text,
    "range" double precision,
    "range_unit" text,
    "target_type" text,
    "target_count" integer,
    "area_shape" text,
    "area_size" integer,
    "area_unit" text,
    "verbal" boolean NOT NULL,
    "somatic" boolean NOT NULL,
    "material" boolean NOT NULL,
    "material_text" text,
    "material_cost" double precision,
    "material_consumed" boolean NOT NULL,
    "duration" text NOT NULL,
    "concentration" boolean NOT NULL,
    "ritual" boolean NOT NULL,
    "attack_roll" boolean NOT NULL,
    "attack_type" text,
    "saving_throw" text,
    "saving_throw_success" text,
    "damage_roll" text,
    "damage_types" text[] NOT NULL,
    "healing" text,
    "higher_levels" text,
    "casting_options" jsonb NOT NULL,
    "inflicts" text[] NOT NULL DEFAULT '{}',
    "disagreements" jsonb NOT NULL DEFAULT '[]',
    "changed_at" timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX "spell_identity" ON "spell" ("document_key", "slug");
CREATE INDEX "spell_slug" ON "spell" ("slug");
CREATE INDEX "spell_name" ON "spell" ("name", "document_key", "id");
CREATE INDEX spell_document ON spell (document_key);
CREATE INDEX spell_level ON spell (level, name, document_key, id);
CREATE INDEX spell_level_desc ON spell (level DESC NULLS LAST, name, document_key, id);
CREATE INDEX spell_school_word ON spell (translate(lower(school), ' _-', ''));
CREATE INDEX spell_casting_time ON spell (lower(casting_time));
CREATE INDEX spell_class_slugs ON spell USING gin (class_slugs);

CREATE TABLE "creature" (
    "id" bigint PRIMARY KEY,
    "document_key" text NOT NULL,
    "slug" text NOT NULL,
    "name" text NOT NULL,
    "text" text NOT NULL,
    "origins" jsonb NOT NULL,
    "field_sources" jsonb NOT NULL,
    "content_hash" text NOT NULL,
    "fetched_at" timestamptz NOT NULL,
    "size" text,
    "creature_type" text,
    "subtype" text,
    "category" text,
    "group" text,
    "alignment" text,
    "armor_class" integer,
    "armor_detail" text,
    "hit_points" integer,
    "hit_dice" text,
    "initiative_bonus" integer,
    "speed" jsonb NOT NULL,
    "ability_scores" jsonb NOT NULL,
    "modifiers" jsonb NOT NULL,
    "saving_throws" jsonb NOT NULL,
    "all_saving_throws" jsonb NOT NULL,
    "skills" jsonb NOT NULL,
    "all_skills" jsonb NOT NULL,
    "proficiency_bonus" integer,
    "damage_vulnerabilities" text[] NOT NULL,
    "damage_resistances" text[] NOT NULL,
    "damage_immunities" text[] NOT NULL,
    "damage_vulnerabilities_text" text,
    "damage_resistances_text" text,
    "damage_immunities_text" text,
    "condition_immunities" text[] NOT NULL,
    "condition_immunities_text" text,
    "senses" jsonb NOT NULL,
    "passive_perception" integer,
    "languages" text[] NOT NULL,
    "languages_text" text,
    "challenge_rating" double precision,
    "experience_points" integer,
    "experience_points_in_lair" integer,
    "traits" jsonb NOT NULL,
    "actions" jsonb NOT NULL,
    "bonus_actions" jsonb NOT NULL,
    "reactions" jsonb NOT NULL,
    "legendary_preamble" text,
    "legendary_actions" jsonb NOT NULL,
    "lair_preamble" text,
    "lair_actions" jsonb NOT NULL,
    "environments" text[] NOT NULL,
    "sets" text[] NOT NULL,
    "forms" text[] NOT NULL,
    "illustration" jsonb,
    "spell_slugs" text[] NOT NULL,
    "spellcasting" jsonb,
    "inflicts" text[] NOT NULL DEFAULT '{}',
    "disagreements" jsonb NOT NULL DEFAULT '[]',
    "changed_at" timestamptz NOT NULL DEFAULT now(),
    "saves_forced" text[] NOT NULL DEFAULT '{}',
    "damage_types_dealt" text[] NOT NULL DEFAULT '{}',
    "attack_kinds" text[] NOT NULL DEFAULT '{}',
    "reach" integer,
    "longest_range" integer,
    "multiattack" integer,
    "recovers_on" text[] NOT NULL DEFAULT '{}',
    "sizes" text[] NOT NULL DEFAULT '{}',
    "tags" text[] NOT NULL DEFAULT '{}',
    "gear" text[] NOT NULL DEFAULT '{}',
    "legendary_uses" integer,
    "legendary_uses_in_lair" integer
);
CREATE UNIQUE INDEX "creature_identity" ON "creature" ("document_key", "slug");
CREATE INDEX "creature_slug" ON "creature" ("slug");
CREATE INDEX "creature_name" ON "creature" ("name", "document_key", "id");
CREATE INDEX creature_document ON creature (document_key);
CREATE INDEX creature_challenge_rating ON creature (challenge_rating, name, document_key, id);
CREATE INDEX creature_challenge_rating_desc ON creature (challenge_rating DESC NULLS LAST, name, document_key, id);
CREATE INDEX creature_hit_points ON creature (hit_points, name, document_key, id);
CREATE INDEX creature_hit_points_desc ON creature (hit_points DESC NULLS LAST, name, document_key, id);
CREATE INDEX creature_armor_class ON creature (armor_class, name, document_key, id);
CREATE INDEX creature_armor_class_desc ON creature (armor_class DESC NULLS LAST, name, document_key, id);
CREATE INDEX creature_type_word ON creature (translate(lower(creature_type), ' _-', ''));
CREATE INDEX creature_size_word ON creature (translate(lower(size), ' _-', ''));
CREATE INDEX creature_spell_slugs ON creature USING gin (spell_slugs);

CREATE TABLE "equipment" (
    "id" bigint PRIMARY KEY,
    "document_key" text NOT NULL,
    "kind" text NOT NULL,
    "slug" text NOT NULL,
    "name" text NOT NULL,
    "text" text NOT NULL,
    "origins" jsonb NOT NULL,
    "field_sources" jsonb NOT NULL,
    "content_hash" text NOT NULL,
    "fetched_at" timestamptz NOT NULL,
    "category" text,
    "subcategory" text,
    "cost" double precision,
    "cost_per" text,
    "weight" double precision,
    "size" text,
    "quantity" integer,
    "image" jsonb,
    "sets" text[] NOT NULL,
    "damage_dice" text,
    "versatile_dice" text,
    "damage_type" text,
    "properties" jsonb NOT NULL,
    "mastery" text,
    "range" integer,
    "long_range" integer,
    "weapon_range" text,
    "simple" boolean,
    "martial" boolean,
    "improvised" boolean,
    "ammunition" text,
    "armor_category" text,
    "ac_base" integer,
    "ac_adds_dexterity" boolean,
    "ac_dexterity_cap" integer,
    "ac_display" text,
    "strength_required" integer,
    "stealth_disadvantage" boolean,
    "don_time" text,
    "doff_time" text,
    "contents" jsonb NOT NULL,
    "speed" text,
    "capacity" text,
    "ability" text,
    "utilize" jsonb NOT NULL,
    "craft" text[] NOT NULL,
    "rarity" text,
    "rarity_rank" integer,
    "requires_attunement" boolean,
    "attunement_detail" text,
    "base_weapon_slug" text,
    "base_armor_slug" text,
    "variant_slugs" text[] NOT NULL,
    "variant_of_slug" text,
    "notes" text,
    "disagreements" jsonb NOT NULL DEFAULT '[]',
    "changed_at" timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX "equipment_identity" ON "equipment" ("document_key", "kind", "slug");
CREATE INDEX "equipment_slug" ON "equipment" ("slug");
CREATE INDEX "equipment_name" ON "equipment" ("name", "document_key", "id");
CREATE INDEX equipment_document ON equipment (document_key);
CREATE INDEX equipment_kind ON equipment (kind);
CREATE INDEX equipment_cost ON equipment (cost, name, document_key, id);
CREATE INDEX equipment_cost_desc ON equipment (cost DESC NULLS LAST, name, document_key, id);
CREATE INDEX equipment_category_word ON equipment (translate(lower(category), ' _-', ''));
CREATE INDEX equipment_rarity_word ON equipment (translate(lower(rarity), ' _-', ''));
CREATE INDEX equipment_base_weapon ON equipment (base_weapon_slug);
CREATE INDEX equipment_base_armor ON equipment (base_armor_slug);

CREATE TABLE "character_option" (
    "id" bigint PRIMARY KEY,
    "document_key" text NOT NULL,
    "kind" text NOT NULL,
    "slug" text NOT NULL,
    "name" text NOT NULL,
    "text" text NOT NULL,
    "origins" jsonb NOT NULL,
    "field_sources" jsonb NOT NULL,
    "content_hash" text NOT NULL,
    "fetched_at" timestamptz NOT NULL,
    "parent_slug" text,
    "hit_die" integer,
    "hit_points_at_first_level" text,
    "hit_points_at_higher_levels" text,
    "proficiencies" jsonb NOT NULL,
    "starting_equipment" text,
    "saving_throws" text[] NOT NULL,
    "primary_abilities" text[] NOT NULL,
    "caster_type" text,
    "spellcasting_ability" text,
    "spellcasting_text" text,
    "levels" jsonb NOT NULL,
    "features" jsonb NOT NULL,
    "multiclassing" jsonb,
    "summary" text,
    "sizes" text[] NOT NULL,
    "speed" integer,
    "creature_type" text,
    "ability_increases" jsonb NOT NULL,
    "languages" text[] NOT NULL,
    "age" text,
    "alignment" text,
    "size_text" text,
    "traits" jsonb NOT NULL,
    "benefits" jsonb NOT NULL,
    "feat_category" text,
    "prerequisites" text,
    "repeatable" boolean,
    "starting_gold" double precision,
    "disagreements" jsonb NOT NULL DEFAULT '[]',
    "changed_at" timestamptz NOT NULL DEFAULT now(),
    "starting_items" jsonb
);
CREATE UNIQUE INDEX "character_option_identity" ON "character_option" ("document_key", "kind", "slug");
CREATE INDEX "character_option_slug" ON "character_option" ("slug");
CREATE INDEX "character_option_name" ON "character_option" ("name", "document_key", "id");
CREATE INDEX character_option_document ON character_option (document_key);
CREATE INDEX character_option_kind ON character_option (kind);
CREATE INDEX character_option_parent ON character_option (parent_slug);

CREATE TABLE "rule" (
    "id" bigint PRIMARY KEY,
    "document_key" text NOT NULL,
    "kind" text NOT NULL,
    "slug" text NOT NULL,
    "name" text NOT NULL,
    "text" text NOT NULL,
    "origins" jsonb NOT NULL,
    "field_sources" jsonb NOT NULL,
    "content_hash" text NOT NULL,
    "fetched_at" timestamptz NOT NULL,
    "section_slug" text,
    "section_name" text,
    "chapter" text,
    "order" integer,
    "heading_level" integer,
    "parent_slug" text,
    "related_slugs" text[] NOT NULL,
    "abbreviation" text,
    "ability" text,
    "morality" text,
    "societal_attitude" text,
    "script" text,
    "typical_speakers" text[] NOT NULL,
    "exotic" boolean,
    "secret" boolean,
    "category" text,
    "class_slugs" text[] NOT NULL,
    "race_slugs" text[] NOT NULL,
    "background_slugs" text[] NOT NULL,
    "aquatic" boolean,
    "planar" boolean,
    "interior" boolean,
    "icon" jsonb,
    "disagreements" jsonb NOT NULL DEFAULT '[]',
    "changed_at" timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX "rule_identity" ON "rule" ("document_key", "kind", "slug");
CREATE INDEX "rule_slug" ON "rule" ("slug");
CREATE INDEX "rule_name" ON "rule" ("name", "document_key", "id");
CREATE INDEX rule_document ON rule (document_key);
CREATE INDEX rule_kind ON rule (kind);
CREATE INDEX rule_section ON rule (section_slug);
CREATE INDEX rule_parent ON rule (parent_slug);

-- Search text, passages and vectors: derived from rows, and rebuilt from them at any time.
CREATE TABLE search_entry (
    id bigint PRIMARY KEY,
    family text NOT NULL,
    document_key text NOT NULL,
    kind text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    terms tsvector NOT NULL,
    -- How many different words an entity has: a word says less of one that has many.
    words integer GENERATED ALWAYS AS (length(terms)) STORED
);
CREATE INDEX search_entry_name ON search_entry USING gin (lower(name) gin_trgm_ops);
CREATE INDEX search_entry_slug ON search_entry (family, slug);
-- A name that is written as one word, or as two (owl bear).
CREATE INDEX search_entry_letters ON search_entry (replace(slug, '-', ''));
-- A ranking ends with names and books, and needs no more of an entity.
CREATE INDEX search_entry_shown ON search_entry (id) INCLUDE (name, document_key);

CREATE TABLE passage (
    entity_id bigint NOT NULL,
    ord integer NOT NULL,
    label text NOT NULL,
    text text NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (entity_id, ord)
);

-- A type of four bytes: five vectors fit into a page of Postgres.
CREATE TYPE entity_family AS ENUM ('spell', 'creature', 'equipment', 'character_option', 'rule');

-- Narrow, and PLAIN, so that an exact scan reads vectors and nothing else; one of a family reads those of that family.
CREATE TABLE passage_vector (
    entity_id bigint NOT NULL,
    ord integer NOT NULL,
    family entity_family NOT NULL,
    model text NOT NULL,
    embedding vector NOT NULL,
    PRIMARY KEY (entity_id, ord, model),
    FOREIGN KEY (entity_id, ord) REFERENCES passage (entity_id, ord) ON DELETE CASCADE
);
CREATE INDEX passage_vector_family ON passage_vector (family);
-- ANALYZE holds the rows of its sample whole, 30,000 by default: 46 MB of vectors, which the embedded store never gives
-- back. Nobody compares vectors by their statistics, and 3,000 rows tell the others.
ALTER TABLE passage_vector
    ALTER COLUMN embedding SET STORAGE PLAIN,
    ALTER COLUMN embedding SET STATISTICS 0,
    ALTER COLUMN entity_id SET STATISTICS 10,
    ALTER COLUMN ord SET STATISTICS 10,
    ALTER COLUMN family SET STATISTICS 10,
    ALTER COLUMN model SET STATISTICS 10;

-- When each row was added or changed (`changed_at`), and which rows went away: clients ask for what is new since a time.
-- Triggers note it, so that no writer can forget to.
CREATE TABLE "removal" (
    "id" text PRIMARY KEY,
    "family" text NOT NULL,
    "name" text NOT NULL,
    "document_key" text NOT NULL,
    "removed_at" timestamptz NOT NULL,
    -- Names of an imported book may be nobody else's business, once the book is gone.
    "is_imported" boolean NOT NULL DEFAULT false
);
CREATE INDEX "removal_removed_at" ON "removal" ("removed_at", "id");

-- The time of a change, which never goes back where a clock does: a client that asks for what is new since the time of its
-- last answer would miss it. What comes after all that can be read is later than it by a microsecond at least.
CREATE FUNCTION time_of_change() RETURNS timestamptz LANGUAGE sql AS $$
    SELECT greatest(
        clock_timestamp(),
        (SELECT value::timestamptz FROM store_fact WHERE key = 'rows_complete_until') + interval '1 microsecond'
    )
$$;

CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.changed_at := time_of_change();
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

-- `orcbrew` is the source of imports.
CREATE FUNCTION note_removal() RETURNS trigger LANGUAGE plpgsql AS $$
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
