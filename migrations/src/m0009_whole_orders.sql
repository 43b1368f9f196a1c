-- Orders as they are, to their end: of rows with one value, a page reads those that are on it. With their first column
-- only, all of them were read and sorted, and there are as many more of them as there is content. What a filter on such
-- a column leaves is read from here, too, without the rows.
DROP INDEX spell_level, spell_level_desc;
CREATE INDEX spell_level ON spell (level, name, document_key, id);
CREATE INDEX spell_level_desc ON spell (level DESC NULLS LAST, name, document_key, id);

DROP INDEX creature_challenge_rating, creature_challenge_rating_desc, creature_hit_points, creature_hit_points_desc,
    creature_armor_class, creature_armor_class_desc;
CREATE INDEX creature_challenge_rating ON creature (challenge_rating, name, document_key, id);
CREATE INDEX creature_challenge_rating_desc ON creature (challenge_rating DESC NULLS LAST, name, document_key, id);
CREATE INDEX creature_hit_points ON creature (hit_points, name, document_key, id);
CREATE INDEX creature_hit_points_desc ON creature (hit_points DESC NULLS LAST, name, document_key, id);
CREATE INDEX creature_armor_class ON creature (armor_class, name, document_key, id);
CREATE INDEX creature_armor_class_desc ON creature (armor_class DESC NULLS LAST, name, document_key, id);

DROP INDEX equipment_cost, equipment_cost_desc;
CREATE INDEX equipment_cost ON equipment (cost, name, document_key, id);
CREATE INDEX equipment_cost_desc ON equipment (cost DESC NULLS LAST, name, document_key, id);

ANALYZE spell, creature, equipment;
