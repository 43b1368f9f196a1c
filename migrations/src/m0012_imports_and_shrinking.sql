-- Records of an import that is under way: no draw reads them, and they take effect together. What a crash leaves here
-- belongs to nothing, so it need not outlive one.
CREATE UNLOGGED TABLE IF NOT EXISTS staged_record (
    import text NOT NULL,
    source text NOT NULL,
    endpoint text NOT NULL,
    key text NOT NULL,
    url text NOT NULL,
    raw jsonb NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (import, source, endpoint, key)
);

-- The largest count of a listing within a month, so that one that shrinks little by little is noticed.
ALTER TABLE endpoint_state
    ADD COLUMN IF NOT EXISTS largest integer,
    ADD COLUMN IF NOT EXISTS largest_at timestamptz;
