-- Derived when rows are drawn; the rows that are there are drawn again.
ALTER TABLE "spell" ADD COLUMN "inflicts" text[] NOT NULL DEFAULT '{}';
ALTER TABLE "creature" ADD COLUMN "inflicts" text[] NOT NULL DEFAULT '{}';
