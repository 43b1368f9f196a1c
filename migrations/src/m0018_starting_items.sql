-- Starting equipment as items, counts and choices. Derived from its text when rows are drawn; the rows that are there are
-- drawn again.
ALTER TABLE "character_option" ADD COLUMN "starting_items" jsonb;
