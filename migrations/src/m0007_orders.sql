-- What orders and rankings read. Rows of one value are sorted as they are read, so an index needs the first column of
-- an order only; missing values come last both ways, which takes an index for each.
CREATE INDEX spell_level_desc ON spell (level DESC NULLS LAST);

CREATE INDEX creature_challenge_rating_desc ON creature (challenge_rating DESC NULLS LAST);
CREATE INDEX creature_hit_points ON creature (hit_points);
CREATE INDEX creature_hit_points_desc ON creature (hit_points DESC NULLS LAST);
CREATE INDEX creature_armor_class ON creature (armor_class);
CREATE INDEX creature_armor_class_desc ON creature (armor_class DESC NULLS LAST);

CREATE INDEX equipment_cost ON equipment (cost);
CREATE INDEX equipment_cost_desc ON equipment (cost DESC NULLS LAST);

-- A ranking ends with names and books, and needs no more of an entity.
CREATE INDEX search_entry_shown ON search_entry (id) INCLUDE (name, document_key);

-- A misspelt word mostly begins as the right one does.
CREATE INDEX name_word_initial ON name_word (left(word, 1));

ANALYZE spell, creature, equipment, search_entry, name_word;
