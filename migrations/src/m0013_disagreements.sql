-- What sources state differently, and how that was settled. Derived when rows are drawn; the rows that are there are
-- drawn again.
ALTER TABLE "spell" ADD COLUMN "disagreements" jsonb NOT NULL DEFAULT '[]';
ALTER TABLE "creature" ADD COLUMN "disagreements" jsonb NOT NULL DEFAULT '[]';
ALTER TABLE "equipment" ADD COLUMN "disagreements" jsonb NOT NULL DEFAULT '[]';
ALTER TABLE "character_option" ADD COLUMN "disagreements" jsonb NOT NULL DEFAULT '[]';
ALTER TABLE "rule" ADD COLUMN "disagreements" jsonb NOT NULL DEFAULT '[]';
