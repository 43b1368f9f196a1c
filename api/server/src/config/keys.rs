//! Table of all settings: the flags, the variables, the keys of the settings file and the help follow from it.

/// A setting.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name in `lorekeeper.toml`; the flag has dashes instead.
    pub name: &'static str,
    /// Its environment variable.
    pub variable: &'static str,
    /// What holds where no layer has it.
    pub default: Fallback,
    /// The kind of its flag.
    pub flag: Flag,
    /// The help text.
    pub help: &'static str,
}

/// The default of a setting.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// A value, as it could be set.
    Value(&'static str),
    /// None; the help says in words what then holds.
    Absent(&'static str),
}

/// Kind of a flag.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Flag {
    /// A flag with a value; the help shows this name for it.
    Value(&'static str),
    /// A flag without a value.
    Switch,
    /// No flag: the setting is a secret, and everybody on the machine sees flags.
    Secret,
}

use Fallback::{Absent, Value as Is};
use Flag::{Secret, Switch, Value};

const fn key(name: &'static str, variable: &'static str, default: Fallback, flag: Flag, help: &'static str) -> Key {
    Key { name, variable, default, flag, help }
}

/// All settings.
#[rustfmt::skip]
pub const KEYS: &[Key] = &[
    key("bind", "LOREKEEPER_BIND", Is("127.0.0.1:8080"), Value("ADDRESS"), "Address to serve on"),
    key("database_url", "DATABASE_URL", Absent("the embedded store"), Value("URL"), "A Postgres (15 or newer, with pgvector and pg_trgm) to use"),
    key("data_dir", "LOREKEEPER_DATA_DIR", Absent("the platform's data directory"), Value("DIR"), "Where the embedded store and fetched files live"),
    key("sources", "LOREKEEPER_SOURCES", Is("open5e_v2,dnd5e_api,foundry_srd,open5e_v1"), Value("LIST"), "Sources to sync, in order of preference"),
    key("open5e_url", "LOREKEEPER_OPEN5E_URL", Is("https://api.open5e.com"), Value("URL"), "Address of the Open5e API"),
    key("dnd5e_url", "LOREKEEPER_DND5E_URL", Is("https://www.dnd5eapi.co"), Value("URL"), "Address of the D&D 5e API"),
    key("foundry_url", "LOREKEEPER_FOUNDRY_URL", Is("https://github.com"), Value("URL"), "Address of the host of the archive of SRD packs"),
    key("cache_ttl", "LOREKEEPER_CACHE_TTL", Is("7d"), Value("TIME"), "How long what was fetched is fresh"),
    key("error_ttl", "LOREKEEPER_ERROR_TTL", Is("5m"), Value("TIME"), "How long a failed fetch is not repeated"),
    key("model", "LOREKEEPER_MODEL", Is("all-MiniLM-L6-v2"), Value("NAME"), "Embedding model; \"lorekeeper assets --models\" lists them"),
    key("model_dir", "LOREKEEPER_MODEL_DIR", Absent("fetched when needed"), Value("DIR"), "Folder with a model: model.onnx, tokenizer.json and companions"),
    key("model_query_prefix", "LOREKEEPER_MODEL_QUERY_PREFIX", Absent("what the model is known to want"), Value("TEXT"), "What queries begin with before they are embedded"),
    key("model_passage_prefix", "LOREKEEPER_MODEL_PASSAGE_PREFIX", Absent("what the model is known to want"), Value("TEXT"), "What passages begin with before they are embedded"),
    key("vector_memory", "LOREKEEPER_VECTOR_MEMORY", Is("256"), Value("MIB"), "Most memory for the vectors that are searched, in MiB; where there are more, the store compares them"),
    key("offline", "LOREKEEPER_OFFLINE", Is("false"), Switch, "Look up no name and fetch nothing"),
    key("starter_pack", "LOREKEEPER_STARTER_PACK", Is("true"), Value("TRUE|FALSE"), "Load the starter pack where nothing else is to be had; it is fetched first, so offline only what `lorekeeper assets` brought"),
    key("mcp_tools", "LOREKEEPER_MCP_TOOLS", Is("search"), Value("SET"), "Which MCP tools are served: search, lookup (the older vocabulary), graphql (search, and two tools for GraphQL queries), table (search, and four tools for dice, chances and comparisons) or all"),
    key("allowed_hosts", "LOREKEEPER_ALLOWED_HOSTS", Absent("localhost, 127.0.0.1, ::1"), Value("LIST"), "Names of hosts under which the server may be asked, beside the loopback ones; an address beyond loopback answers to any until they are set"),
    key("allowed_origins", "LOREKEEPER_ALLOWED_ORIGINS", Absent("pages on loopback"), Value("LIST"), "Web pages that may ask and open /graphql/ws, beside those on loopback, such as https://example.com or http://intranet:*"),
    key("public_url", "LOREKEEPER_PUBLIC_URL", Absent("none: search engines are asked to stay away"), Value("URL"), "Address of this server on the web; with it there is a sitemap, and pages name it in their links"),
    key("admin_token", "LOREKEEPER_ADMIN_TOKEN", Absent("none: mutations are off"), Secret, "Token for syncing, importing and removing over GraphQL"),
    key("max_complexity", "LOREKEEPER_MAX_COMPLEXITY", Is("200000"), Value("NUMBER"), "Most complexity of a GraphQL request: a field counts as often as its page may have rows, a comparison of a filter 100"),
    key("query_timeout", "LOREKEEPER_QUERY_TIMEOUT", Is("10s"), Value("TIME"), "Longest time that a GraphQL query may take"),
    key("max_response_size", "LOREKEEPER_MAX_RESPONSE_SIZE", Is("32"), Value("MIB"), "Largest answer to a GraphQL request, in MiB"),
    key("max_batch_size", "LOREKEEPER_MAX_BATCH_SIZE", Is("10"), Value("NUMBER"), "Most operations of a batch"),
    key("introspection", "LOREKEEPER_INTROSPECTION", Is("true"), Value("TRUE|FALSE"), "Whether clients may look at the schema"),
    key("federation", "LOREKEEPER_FEDERATION", Is("false"), Switch, "Serve the schema as a subgraph of Apollo Federation 2"),
    key("trusted_documents", "LOREKEEPER_TRUSTED_DOCUMENTS", Absent("none: all are answered"), Value("FILE"), "A manifest of the only GraphQL documents that are answered"),
    key("response_cache_size", "LOREKEEPER_RESPONSE_CACHE_SIZE", Is("8"), Value("MIB"), "Most memory for answers that are kept, in MiB; 0 for none"),
    key("api_tokens", "LOREKEEPER_API_TOKENS", Absent("none: everybody may read"), Secret, "Tokens for reading, with commas between them"),
    key("oauth_issuer", "LOREKEEPER_OAUTH_ISSUER", Absent("none: no login"), Value("URL"), "An OpenID provider whose access tokens are taken; public_url must be set"),
    key("oauth_audience", "LOREKEEPER_OAUTH_AUDIENCE", Absent("public_url, with and without /mcp"), Value("LIST"), "How access tokens for this server name it"),
    key("oauth_client_id", "LOREKEEPER_OAUTH_CLIENT_ID", Absent("none: the pages take a token"), Value("ID"), "The public client by which one signs in on the pages"),
    key("oauth_read_scope", "LOREKEEPER_OAUTH_READ_SCOPE", Is("read"), Value("SCOPE"), "The scope of access tokens that may read"),
    key("oauth_admin_scope", "LOREKEEPER_OAUTH_ADMIN_SCOPE", Is("admin"), Value("SCOPE"), "The scope of access tokens that may do what the admin token may"),
    key("rate_limit", "LOREKEEPER_RATE_LIMIT", Is("none"), Value("NUMBER"), "Requests a minute that a client may send"),
    key("rate_burst", "LOREKEEPER_RATE_BURST", Absent("a sixth of rate_limit, at least 10"), Value("NUMBER"), "Requests that a client may send at once, where there is a limit"),
    key("trusted_proxies", "LOREKEEPER_TRUSTED_PROXIES", Absent("none"), Value("LIST"), "Proxies (addresses or networks) that are believed about whom they ask for"),
    key("shutdown_timeout", "LOREKEEPER_SHUTDOWN_TIMEOUT", Is("30s"), Value("TIME"), "How long requests that run may take to finish when the server stops"),
    key("log", "LOREKEEPER_LOG", Is("info"), Value("FILTER"), "Log filter, such as info or lorekeeper=debug"),
    key("log_format", "LOREKEEPER_LOG_FORMAT", Is("text"), Value("FORMAT"), "How a line of the log looks: text or json"),
    key("otlp_endpoint", "LOREKEEPER_OTLP_ENDPOINT", Absent("none"), Value("URL"), "A collector of OpenTelemetry that traces are sent to, over HTTP"),
    key("config", "LOREKEEPER_CONFIG", Absent("lorekeeper.toml in the configuration folder of the user"), Value("FILE"), "Settings file"),
];
