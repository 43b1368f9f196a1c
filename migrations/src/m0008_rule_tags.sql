-- The tags of an entry of the glossary (`[Action]`, `[Hazard]`).
ALTER TABLE "rule" ADD COLUMN "tags" text[] NOT NULL DEFAULT '{}';
