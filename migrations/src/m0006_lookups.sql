-- What filters and relations look rows up by. A filter compares words in lower case, and without an index on that
-- Postgres does not know how common they are: it then sorts all that a filter leaves rather than read names in order.
CREATE INDEX spell_document ON spell (document_key);
CREATE INDEX spell_level ON spell (level);
CREATE INDEX spell_school ON spell (lower(school));
CREATE INDEX spell_casting_time ON spell (lower(casting_time));
CREATE INDEX spell_class_slugs ON spell USING gin (class_slugs);

CREATE INDEX creature_document ON creature (document_key);
CREATE INDEX creature_challenge_rating ON creature (challenge_rating);
CREATE INDEX creature_type ON creature (lower(creature_type));
CREATE INDEX creature_size ON creature (lower(size));
CREATE INDEX creature_spell_slugs ON creature USING gin (spell_slugs);

CREATE INDEX equipment_document ON equipment (document_key);
CREATE INDEX equipment_kind ON equipment (kind);
CREATE INDEX equipment_category ON equipment (lower(category));
CREATE INDEX equipment_rarity ON equipment (lower(rarity));
CREATE INDEX equipment_base_weapon ON equipment (base_weapon_slug);
CREATE INDEX equipment_base_armor ON equipment (base_armor_slug);

CREATE INDEX character_option_document ON character_option (document_key);
CREATE INDEX character_option_kind ON character_option (kind);
CREATE INDEX character_option_parent ON character_option (parent_slug);

CREATE INDEX rule_document ON rule (document_key);
CREATE INDEX rule_kind ON rule (kind);
CREATE INDEX rule_section ON rule (section_slug);
CREATE INDEX rule_parent ON rule (parent_slug);

ANALYZE spell, creature, equipment, character_option, rule;
