-- What the hit points of a summoned creature depend on, as they are printed.
ALTER TABLE "creature" ADD COLUMN "hit_points_detail" text;
