-- How fetching went, in more detail: what is due when, what was left out, how often it failed in a row.
ALTER TABLE endpoint_state
    ADD COLUMN notice text,
    ADD COLUMN skipped integer NOT NULL DEFAULT 0,
    ADD COLUMN failures integer NOT NULL DEFAULT 0,
    ADD COLUMN content_hash text,
    ADD COLUMN next_due timestamptz;
