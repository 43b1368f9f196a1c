-- What stat blocks of 2024 print: several sizes, tags, gear, uses of legendary actions.
ALTER TABLE "creature"
    ADD COLUMN "sizes" text[] NOT NULL DEFAULT '{}',
    ADD COLUMN "tags" text[] NOT NULL DEFAULT '{}',
    ADD COLUMN "gear" text[] NOT NULL DEFAULT '{}',
    ADD COLUMN "legendary_uses" integer,
    ADD COLUMN "legendary_uses_in_lair" integer;
