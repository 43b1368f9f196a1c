-- ANALYZE holds the rows of its sample whole, 30,000 by default: 46 MB of vectors, which the embedded store never gives
-- back. Nobody compares vectors by their statistics, and 3,000 rows tell the others.
ALTER TABLE passage_vector
    ALTER COLUMN embedding SET STATISTICS 0,
    ALTER COLUMN entity_id SET STATISTICS 10,
    ALTER COLUMN ord SET STATISTICS 10,
    ALTER COLUMN family SET STATISTICS 10,
    ALTER COLUMN model SET STATISTICS 10;
