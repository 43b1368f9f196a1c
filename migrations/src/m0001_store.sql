-- What the sources said, and how fetching went.
CREATE TABLE source_record (
    source text NOT NULL,
    endpoint text NOT NULL,
    key text NOT NULL,
    url text NOT NULL,
    raw jsonb NOT NULL,
    hash text NOT NULL,
    fetched_at timestamptz NOT NULL,
    PRIMARY KEY (source, endpoint, key)
);

CREATE TABLE endpoint_state (
    source text NOT NULL,
    endpoint text NOT NULL,
    last_success timestamptz,
    last_failure timestamptz,
    error text,
    records integer NOT NULL DEFAULT 0,
    PRIMARY KEY (source, endpoint)
);

-- Single facts about the store itself.
CREATE TABLE store_fact (
    key text PRIMARY KEY,
    value text NOT NULL
);
