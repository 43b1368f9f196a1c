-- A step of its own: stores that took the one before while it was another have no such index.
CREATE INDEX IF NOT EXISTS passage_vector_family ON passage_vector (family);
