-- Effects of spells; numbers, spellcasting and lairs of creatures as their texts tell them.
ALTER TABLE "spell" ADD COLUMN "effects" text[] NOT NULL DEFAULT '{}';
ALTER TABLE "creature"
    ADD COLUMN "attack_bonus_max" integer,
    ADD COLUMN "save_dc_max" integer,
    ADD COLUMN "damage_per_round" integer,
    ADD COLUMN "spellcasting_kinds" text[] NOT NULL DEFAULT '{}',
    ADD COLUMN "has_lair" boolean NOT NULL DEFAULT false,
    ADD COLUMN "has_regional_effects" boolean NOT NULL DEFAULT false;
