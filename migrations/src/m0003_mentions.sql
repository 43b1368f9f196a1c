-- The places in the texts of each row that name other entities, and the way back.
ALTER TABLE "spell" ADD COLUMN "mentions" jsonb NOT NULL DEFAULT '[]';
ALTER TABLE "creature" ADD COLUMN "mentions" jsonb NOT NULL DEFAULT '[]';
ALTER TABLE "equipment" ADD COLUMN "mentions" jsonb NOT NULL DEFAULT '[]';
ALTER TABLE "character_option" ADD COLUMN "mentions" jsonb NOT NULL DEFAULT '[]';
ALTER TABLE "rule" ADD COLUMN "mentions" jsonb NOT NULL DEFAULT '[]';
CREATE INDEX spell_mentions ON spell USING gin (mentions jsonb_path_ops);
CREATE INDEX creature_mentions ON creature USING gin (mentions jsonb_path_ops);
CREATE INDEX equipment_mentions ON equipment USING gin (mentions jsonb_path_ops);
CREATE INDEX character_option_mentions ON character_option USING gin (mentions jsonb_path_ops);
CREATE INDEX rule_mentions ON rule USING gin (mentions jsonb_path_ops);
