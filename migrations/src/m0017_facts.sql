-- What the texts of creatures tell of their attacks and of what these do to others. Derived when rows are drawn; the
-- rows that are there are drawn again.
ALTER TABLE "creature" ADD COLUMN "saves_forced" text[] NOT NULL DEFAULT '{}';
ALTER TABLE "creature" ADD COLUMN "damage_types_dealt" text[] NOT NULL DEFAULT '{}';
ALTER TABLE "creature" ADD COLUMN "attack_kinds" text[] NOT NULL DEFAULT '{}';
ALTER TABLE "creature" ADD COLUMN "reach" integer;
ALTER TABLE "creature" ADD COLUMN "longest_range" integer;
ALTER TABLE "creature" ADD COLUMN "multiattack" integer;
ALTER TABLE "creature" ADD COLUMN "recovers_on" text[] NOT NULL DEFAULT '{}';
