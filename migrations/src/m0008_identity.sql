-- What tells this store from any other; its standbys have it, too.
INSERT INTO store_fact (key, value) VALUES ('store', gen_random_uuid()::text) ON CONFLICT DO NOTHING;
