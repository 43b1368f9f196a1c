-- The places in the texts of each row that name other entities, the way back, and the names behind the slugs of a row.
ALTER TABLE "spell"
    ADD COLUMN "mentions" jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN "linked_names" jsonb NOT NULL DEFAULT '{}';
CREATE INDEX spell_mentions ON "spell" USING gin (mentions jsonb_path_ops);
ALTER TABLE "creature"
    ADD COLUMN "mentions" jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN "linked_names" jsonb NOT NULL DEFAULT '{}';
CREATE INDEX creature_mentions ON "creature" USING gin (mentions jsonb_path_ops);
ALTER TABLE "equipment"
    ADD COLUMN "mentions" jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN "linked_names" jsonb NOT NULL DEFAULT '{}';
CREATE INDEX equipment_mentions ON "equipment" USING gin (mentions jsonb_path_ops);
ALTER TABLE "character_option"
    ADD COLUMN "mentions" jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN "linked_names" jsonb NOT NULL DEFAULT '{}';
CREATE INDEX character_option_mentions ON "character_option" USING gin (mentions jsonb_path_ops);
ALTER TABLE "rule"
    ADD COLUMN "mentions" jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN "linked_names" jsonb NOT NULL DEFAULT '{}';
CREATE INDEX rule_mentions ON "rule" USING gin (mentions jsonb_path_ops);
