-- What filters compare words by: neither case nor spaces, hyphens and underscores matter. The expression is that of
-- the filters. The indexes on words in lower case stay for servers of the version before.
CREATE INDEX IF NOT EXISTS spell_school_word ON spell (translate(lower(school), ' _-', ''));

CREATE INDEX IF NOT EXISTS creature_type_word ON creature (translate(lower(creature_type), ' _-', ''));
CREATE INDEX IF NOT EXISTS creature_size_word ON creature (translate(lower(size), ' _-', ''));

CREATE INDEX IF NOT EXISTS equipment_category_word ON equipment (translate(lower(category), ' _-', ''));
CREATE INDEX IF NOT EXISTS equipment_rarity_word ON equipment (translate(lower(rarity), ' _-', ''));

ANALYZE spell, creature, equipment;
