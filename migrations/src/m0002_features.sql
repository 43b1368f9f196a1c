-- Features of classes, species, backgrounds and feats as character options of their own.
ALTER TABLE "character_option"
    ADD COLUMN "feature_kind" text,
    ADD COLUMN "owner_slug" text,
    ADD COLUMN "owner_kind" text,
    ADD COLUMN "option_of_slug" text,
    ADD COLUMN "level" integer,
    ADD COLUMN "uses" text,
    ADD COLUMN "recovery" text[] NOT NULL DEFAULT '{}',
    ADD COLUMN "activation" text;
CREATE INDEX character_option_owner ON character_option (owner_slug);
CREATE INDEX character_option_option_of ON character_option (option_of_slug);
CREATE INDEX spell_subclasses ON spell USING gin (subclass_slugs);
