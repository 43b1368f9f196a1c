//! Questions of which each could show something of the private book.

/// The id of an entity of the private book.
pub const ID: &str = "spell:kettle-spoon:steam-burst";

/// An id like it, of nothing.
pub const NO_ID: &str = "spell:kettle-spoon:steam-bursts";

/// Root fields that tell nothing of what is stored, or ask for the admin.
pub const WITHOUT_CONTENT: [&str; 7] = ["_entities", "_service", "job", "jobs", "meta", "odds", "rollDice"];

/// Root fields, each with a query.
pub const QUESTIONS: &[(&str, &str)] = &[
    ("spell", "{ spell(slug: \"steam-burst\") { name document { key name } } }"),
    (
        "spell",
        "{ spell(slug: \"ember-ward\") { otherVersions { id } casters { id } mentionedBy { totalCount nodes { id } } similar(first: 20) { node { id } } } }",
    ),
    (
        "spells",
        "{ spells(first: 100) { totalCount facets { name values { value label count } } nodes { id text mentions { id node { id } } source { names } } } }",
    ),
    (
        "spells",
        "{ spells(search: \"steam burst\", mode: LEXICAL) { totalCount matchCount edges { node { id } } meta { message warnings correctedQuery understoodWhere understood { field value } } } }",
    ),
    (
        "spells",
        "{ spells(search: \"a hot breath of steam\", mode: SEMANTIC) { totalCount nodes { id } facets { name values { value count } } } }",
    ),
    ("spells", "{ spells(name: \"steem burst\") { totalCount nodes { id } meta { message warnings } } }"),
    ("spells", "{ spells(where: \"class:pantry-mage\") { totalCount nodes { id } meta { message warnings } } }"),
    (
        "spells",
        "{ spells(documents: [\"kettle spoon\"], search: \"steam\") { totalCount nodes { id } meta { message unknownScope } } }",
    ),
    ("spells", "{ spells(documents: [\"srd-2014\"], name: \"Ladle Lash\") { totalCount meta { message warnings } } }"),
    (
        "spells",
        "{ spells(orderBy: [{field: LEVEL, direction: DESC}], first: 3, changedSince: \"2000-01-01T00:00:00Z\", filter: {level: {lte: 2}}) { totalCount nodes { id classes { id } } } }",
    ),
    ("creature", "{ creature(slug: \"toad-cook\") { name document { key } legendaryActions { name } } }"),
    (
        "creatures",
        "{ creatures(first: 100, search: \"toad cook\") { totalCount facets { name values { value count } } nodes { id spells { id } } } }",
    ),
    (
        "equipment",
        "{ equipment(first: 100, collapse: NONE) { totalCount facets { name values { value count } } nodes { id } } }",
    ),
    ("equipmentItem", "{ equipmentItem(slug: \"great-ladle\") { name cost } }"),
    ("characterOption", "{ characterOption(slug: \"pantry-mage\") { name subclasses { name } spells { name } } }"),
    (
        "characterOptions",
        "{ characterOptions(first: 100, type: CLASS) { totalCount facets { name values { value count } } nodes { id subclasses { id } spells { id } } } }",
    ),
    ("rule", "{ rule(slug: \"brunch\") { name text } }"),
    ("rules", "{ rules(first: 100) { totalCount facets { name values { value count } } nodes { id } } }"),
    ("search", "{ search(query: \"steam burst\", first: 3) { totalCount nodes { id } } }"),
    (
        "search",
        "{ search(query: \"stemm brust of a todd cook\", first: 20) { totalCount matchCount facets { name values { value count } } edges { node { id } } meta { message warnings correctedQuery } } }",
    ),
    (
        "search",
        "{ search(query: \"ember ward\", first: 20, understand: false) { totalCount nodes { id } meta { warnings } } }",
    ),
    ("document", "{ document(key: \"Kettle & Spoon\") { name owner visibility counts { count } } }"),
    (
        "documents",
        "{ documents(first: 100) { totalCount nodes { key name source license entityCount owner } meta { message } } }",
    ),
    (
        "documents",
        "{ documents(source: ORCBREW, gameSystem: \"5e-2014\", orderBy: [{field: ENTITY_COUNT}]) { totalCount nodes { key } meta { message } } }",
    ),
    ("node", "{ node(id: \"document:kettle-spoon\") { id } }"),
    (
        "nodes",
        "{ nodes(ids: [\"creature:kettle-spoon:toad-cook\", \"rule:kettle-spoon:encounter:brunch\", \"spell:kettle-spoon:ember-ward\", \"document:kettle-spoon\"]) { id } }",
    ),
    (
        "compare",
        "{ compare(ids: [\"spell:srd-2014:ember-ward\", \"spell:kettle-spoon:ember-ward\"]) { entities { id } fields { name values } } }",
    ),
    (
        "encounter",
        "{ encounter(party: [3, 3], creatures: [{name: \"Toad Cook\", count: 3}]) { difficulty summary warnings } }",
    ),
    (
        "encounterCandidates",
        "{ encounterCandidates(party: [1, 1, 1], first: 100) { totalCount facets { name values { value count } } nodes { id } } }",
    ),
    ("removed", "{ removed(since: \"2000-01-01T00:00:00Z\") { nodes { id name } } }"),
    ("rollTable", "{ rollTable(id: \"spell:kettle-spoon:steam-burst\", seed: 3) { total } }"),
    (
        "status",
        "{ status { documents entityCount entities { count } passages embedded listings { source records } news } }",
    ),
    ("suggest", "{ suggest(text: \"toad\") { id name } }"),
    ("suggest", "{ suggest(text: \"stem bursd\") { id name document { key } } }"),
    ("suggestDocuments", "{ suggestDocuments(text: \"kettle\") { key name } }"),
    ("suggestWhere", "{ suggestWhere(text: \"class:pan\", family: SPELL) { term text count } }"),
    ("suggestWhere", "{ suggestWhere(text: \"document:\", family: SPELL, first: 100) { term text count } }"),
];

/// Queries of an id, in whose answers to all no id is told from another.
pub const IDS: [&str; 5] = [
    "query($id: ID!) { node(id: $id) { ... on Entity { name as(format: JSON) } } }",
    "query($id: ID!) { spell(id: $id) { name text markdown(links: true) } }",
    "query($id: ID!) { compare(ids: [\"spell:srd-2014:ember-ward\", $id]) { fields { name } } }",
    "query($id: ID!) { rollTable(id: $id) { total } }",
    "query($id: ID!) { _entities(representations: [{__typename: \"Spell\", id: $id}]) { ... on Spell { name } } }",
];

/// Paths of exports, pages, and of what a server tells of itself.
pub const PATHS: &[&str] = &[
    "/export/spell.ndjson",
    "/export/spell.csv?search=steam%20burst",
    "/export/spell.md",
    "/export/spell.5etools.json",
    "/export/spell.fight-club.xml",
    "/export/spell.foundry.json",
    "/export/creature.improved-initiative.json",
    "/export/creature.fantasy-statblocks.md",
    "/export/creature.homebrewery.md",
    "/export/equipment.ndjson",
    "/export/character_option.csv",
    "/export/rule.md",
    "/entity/spell:kettle-spoon:steam-burst.md",
    "/entity/spell:kettle-spoon:steam-burst.json",
    "/entity/creature:kettle-spoon:toad-cook.foundry.json",
    "/spell",
    "/creature?q=toad%20cook",
    "/spell/kettle-spoon/steam-burst",
    "/spell/srd-2014/ember-ward",
    "/spell/srd-2014/stem-burst",
    "/sitemap/spell.xml",
    "/sitemap/creature.xml",
    "/metrics",
    "/health/ready",
];

/// Tools, each with the arguments of a call.
pub const TOOLS: &[(&str, &str)] = &[
    ("get", r#"{"ids": ["spell:kettle-spoon:steam-burst"]}"#),
    ("list_documents", "{}"),
    ("plan_encounter", r#"{"party": [1, 1, 1]}"#),
    ("search_all", r#"{"query": "steam burst"}"#),
    ("search_character_option", r#"{"type": "class", "search": "pantry mage"}"#),
    ("search_creature", r#"{"search": "toad cook"}"#),
    ("search_equipment", r#"{"search": "great ladle"}"#),
    ("search_rule", r#"{"rule_type": "rule", "search": "brunch"}"#),
    ("search_spell", r#"{"search": "steam burst"}"#),
    ("lookup_character_option", r#"{"type": "class", "name": "Pantry Mage"}"#),
    ("lookup_creature", r#"{"name": "Toad Cook"}"#),
    ("lookup_equipment", r#"{"name": "Great Ladle"}"#),
    ("lookup_rule", r#"{"type": "section", "name": "Brunch"}"#),
    ("lookup_spell", r#"{"name": "Steam Burst"}"#),
    ("search_dnd_content", r#"{"query": "steam burst"}"#),
    ("compare", r#"{"ids": ["spell:srd-2014:ember-ward", "spell:kettle-spoon:ember-ward"]}"#),
    ("odds", r#"{"attack_bonus": 3, "armor_class": 12}"#),
    ("roll", r#"{"dice": "1d1", "seed": 3}"#),
    ("roll_table", r#"{"id": "spell:kettle-spoon:steam-burst"}"#),
    ("search_schema", r#"{"query": "steam burst"}"#),
    ("query_graphql", r#"{"query": "{ spells(first: 100) { totalCount nodes { id } } }"}"#),
];

/// Resources.
pub const RESOURCES: &[&str] = &[
    "lore://document/kettle-spoon", "lore://spell/kettle-spoon/steam-burst", "lore://spell/steam-burst",
    "lore://creature/toad-cook",
];

/// Templates of resources, with an argument and how it begins.
pub const COMPLETIONS: &[(&str, &str, &str)] =
    &[("lore://document/{key}", "key", "kettle"), ("lore://spell/{id}", "id", "steam")];

/// What is the same to everybody: it needs no store, or tells of the past.
pub fn is_the_same_to_all(what: &str) -> bool {
    let same = ["\"odds\"", "\"roll\"", "\"search_schema\"", "/metrics", "/health/ready", "/sitemap", NO_ID];
    same.iter().any(|same| what.contains(same))
        || what.starts_with("{ removed")
        || what.contains("rollTable")
        || what.contains("\"roll_table\"")
}

/// The slug of an id.
pub fn slug(id: &str) -> &str {
    id.rsplit(':').next().unwrap_or_default()
}
