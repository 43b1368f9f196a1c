// The service worker: what was seen before, and books that were chosen, work without a network.

const PAGES = "lorekeeper-pages";
const ANSWERS = "lorekeeper-answers";
const BOOKS = "lorekeeper-books";

/** Answers that are kept. */
const MOST_ANSWERS = 400;
/** Hits of a search in chosen books. */
const MOST_HITS = 60;

/** The server varies answers by headers that differ between a page and its worker. */
const KEPT = { ignoreVary: true };

const HOME = "/";
const PLACES = ["/", "/book", "/encounter", "/import", "/list"];
const ENTITY = /^\/(spell|creature|equipment|character_option|rule)\/[^/]+\/[^/]+/;
/** A file whose name changes with its content. */
const LASTING = /^\/assets\/.*-[A-Z0-9]{8}\.\w+$/;

self.addEventListener("install", (event) => {
  event.waitUntil(
    fetch(HOME)
      .then(keepHome)
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) {
    return;
  }
  if (request.method === "POST" && pathname === "/graphql" && !request.headers.has("authorization")) {
    event.respondWith(answer(event));
  } else if (request.method !== "GET") {
    return;
  } else if (LASTING.test(pathname)) {
    event.respondWith(caches.match(request, KEPT).then((kept) => kept ?? fetched(request)));
  } else if (request.mode === "navigate" && (PLACES.includes(pathname) || ENTITY.test(pathname))) {
    event.respondWith(page(event, pathname));
  } else if (pathname.startsWith("/assets/")) {
    event.respondWith(fetched(request).catch(() => known(request)));
  }
});

/** A file from the server, which is kept. */
async function fetched(request) {
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(PAGES);
    await cache.put(request, response.clone());
  }
  return response;
}

/** What was kept; without it, what no network gives. */
async function known(request) {
  return (await caches.match(request, KEPT)) ?? Response.error();
}

/** What servers answer to an address that is too long for them. */
const TOO_LONG = [414, 431];

/** A page from the server; where it gives none the home page, which shows what the address names. */
async function page(event, pathname) {
  try {
    const response = await fetch(event.request);
    if (TOO_LONG.includes(response.status)) {
      return (await caches.match(HOME, KEPT)) ?? response;
    }
    if (response.ok && PLACES.includes(pathname)) {
      event.waitUntil(keepHome(response.clone()));
    }
    return response;
  } catch {
    return known(HOME);
  }
}

/** Keeps the home page with all that it loads, and nothing that an older one loaded. */
async function keepHome(response) {
  const html = await response.clone().text();
  const files = [...new Set(html.match(/\/assets\/[\w.-]+/g) ?? [])];
  const cache = await caches.open(PAGES);
  await Promise.all(
    files.map(async (file) => {
      if (!(LASTING.test(file) && (await cache.match(file, KEPT)))) {
        const loaded = await fetch(file);
        if (loaded.ok) {
          await cache.put(file, loaded);
        }
      }
    }),
  );
  await cache.put(HOME, response);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (LASTING.test(pathname) && !files.includes(pathname)) {
      await cache.delete(url);
    }
  }
}

/** The answer to a query: the server's, else the one of before, else what chosen books have. */
async function answer(event) {
  const text = await event.request.clone().text();
  const isQuery =
    event.request.headers.get("content-type")?.startsWith("application/json") && /"query":"query /.test(text);
  try {
    const response = await fetch(event.request);
    if (isQuery && response.ok) {
      event.waitUntil(keepAnswer(text, response.clone()));
    }
    return response;
  } catch (cause) {
    const found = isQuery && ((await (await caches.open(ANSWERS)).match(await keyOf(text))) ?? (await fromBooks(text)));
    if (!found) {
      throw cause;
    }
    return found;
  }
}

async function keyOf(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `/answers/${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

async function keepAnswer(text, response) {
  const body = await response.text();
  if (JSON.parse(body).errors) {
    return;
  }
  const cache = await caches.open(ANSWERS);
  await cache.put(await keyOf(text), asJson(body));
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_ANSWERS)).map((key) => cache.delete(key)));
}

function asJson(body) {
  return new Response(body, { headers: { "content-type": "application/json", "x-kept": "1" } });
}

/** An answer from the books that were chosen; null where they have none. */
async function fromBooks(text) {
  const { query, variables } = JSON.parse(text);
  const name = /^query (\w+)/.exec(query)?.[1] ?? "";
  const books = await caches.open(BOOKS);
  const entity = async (id) => (await books.match(`/kept/${encodeURIComponent(id)}`))?.json();
  const data = async () => {
    if (name === "Entity") {
      const node = await entity(variables.id);
      const hit = (await contents(books))?.find(({ id }) => id === variables.id);
      return (
        node && { node: { ...node, similar: [], otherVersions: hit?.versions ?? [], source: { names: [], url: "" } } }
      );
    }
    if (name === "Preview") {
      const node = await entity(variables.id);
      return node && { node };
    }
    if (name === "Cards") {
      const nodes = await Promise.all(variables.ids.map(entity));
      return nodes.some(Boolean) && { nodes: nodes.map((node) => node ?? null) };
    }
    return name.startsWith("Search") ? search(books, name, variables) : null;
  };
  const found = await data();
  return found ? asJson(JSON.stringify({ data: found })) : null;
}

/** Fields of filters and orders that entries of kept books have, where their name is another one. */
const FIELDS = {
  classes: "classSlugs",
  challengeRating: "challengeRatingText",
  kind: ["equipmentKind", "optionKind", "ruleKind"],
  type: "creatureType",
  owner: "ownerSlug",
  document: "book",
  gameSystem: "edition",
  // These are kept as they are shown, not as they are compared.
  senses: [],
  properties: [],
};

/** What orders entries, and the field that it stands for. Others are ordered by name. */
const ORDERS = {
  NAME: "name",
  LEVEL: "level",
  SCHOOL: "school",
  MATERIAL_COST: "materialCost",
  CHALLENGE_RATING: "challengeRating",
  TYPE: "type",
  ARMOR_CLASS: "armorClass",
  HIT_POINTS: "hitPoints",
  INITIATIVE_BONUS: "initiativeBonus",
  PASSIVE_PERCEPTION: "passivePerception",
  EXPERIENCE_POINTS: "experiencePoints",
  KIND: "kind",
  CATEGORY: "category",
  COST: "cost",
  WEIGHT: "weight",
  CHAPTER: "chapter",
  DOCUMENT: "document",
};

/** What an entry has in a field of a filter; undefined where that is not kept. */
function valueIn(hit, field) {
  const names = [FIELDS[field] ?? field].flat();
  return hit[names.find((name) => hit[name] !== undefined)];
}

/** A number, or a fraction such as `1/4`; else null. */
function numberIn(value) {
  const [, number, divisor = "1"] = /^(-?\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(`${value}`) ?? [];
  return number === undefined ? null : Number(number) / Number(divisor);
}

const COMPARISONS = {
  eq: (value, wanted) => value === wanted,
  in: (value, wanted) => wanted.includes(value),
  hasAny: (value, wanted) => wanted.some((one) => value?.includes(one)),
  isNull: (value, wanted) => (value === null || value?.length === 0) === wanted,
  gte: (value, wanted) => numberIn(value) !== null && numberIn(value) >= wanted,
  lte: (value, wanted) => numberIn(value) !== null && numberIn(value) <= wanted,
};

/** The conditions of a filter: of a field, how it is compared, and whether what fits is left out. */
function conditionsIn({ filter, gameSystem, documents }) {
  const { not, ...fields } = filter ?? {};
  const given = [
    ...Object.entries(fields).map(([field, by]) => ({ field, by, isOut: false })),
    ...(not?.or ?? []).flatMap((one) => Object.entries(one).map(([field, by]) => ({ field, by, isOut: true }))),
  ];
  return [
    ...given,
    ...(gameSystem ? [{ field: "gameSystem", by: { eq: gameSystem }, isOut: false }] : []),
    ...(documents ? [{ field: "document", by: { in: documents }, isOut: false }] : []),
  ];
}

function fits(hit, { field, by, isOut }) {
  const value = valueIn(hit, field);
  return Object.entries(by).every(([how, wanted]) => COMPARISONS[how](value, wanted)) !== isOut;
}

/** How many entries have each value of a field. */
function counted(hits, field) {
  const counts = new Map();
  hits.flatMap((hit) => valueIn(hit, field) ?? []).forEach((value) => counts.set(value, (counts.get(value) ?? 0) + 1));
  const label = (value) => hits.find(({ book }) => field === "document" && book === value)?.document;
  return [...counts].map(([value, count]) => ({
    value: `${value}`,
    label: label(value)?.displayName ?? label(value)?.name ?? null,
    count,
  }));
}

/** Entries in their order; those without a value stand last. */
function ordered(hits, field, isDown) {
  const compare = (one, other) => {
    const [first, second] = [valueIn(one, field), valueIn(other, field)];
    if (first == null || second == null) {
      return Number(first == null) - Number(second == null);
    }
    const [left, right] = [numberIn(first), numberIn(second)];
    const by = left !== null && right !== null ? left - right : `${first}`.localeCompare(`${second}`);
    return isDown ? -by : by;
  };
  return hits.sort((one, other) => compare(one, other) || one.name.localeCompare(other.name));
}

/** What chosen books have, each with its versions in other ones of them; null where no book was chosen. */
async function contents(books) {
  const indexes = (await books.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/contents/"));
  const all = await Promise.all(
    indexes.map(async (index) => {
      const book = decodeURIComponent(new URL(index.url).pathname.replace("/contents/", ""));
      const hits = await (await books.match(index)).json();
      return hits.map((hit) => ({ ...hit, book, edition: hit.document?.gameSystem ?? null }));
    }),
  );
  const ids = new Set(all.flat().map(({ id }) => id));
  const kept = (versions = []) => versions.filter(({ id }) => ids.has(id));
  return indexes.length > 0 ? all.flat().map((hit) => ({ ...hit, versions: kept(hit.versions) })) : null;
}

/** A part of a search that is a condition, and no word. */
const CONDITION = /^\S*[:<>=]\S*$|^-|["“”()]/;

/** What chosen books have of a family, by words of names and by filters of what is kept; null where no book was chosen. */
async function search(books, name, variables) {
  const families = {
    SearchSpells: "SPELL",
    SearchCreatures: "CREATURE",
    SearchEquipment: "EQUIPMENT",
    SearchCharacterOptions: "CHARACTER_OPTION",
    SearchRules: "RULE",
  };
  const parts = (variables.query ?? variables.where ?? "").split(/\s+/).filter(Boolean);
  const isCondition = (part) => variables.where && CONDITION.test(part);
  const words = parts.filter((part) => !isCondition(part)).map((word) => word.toLowerCase());
  const all = await contents(books);
  if (!all) {
    return null;
  }
  const named = all.filter((hit) => words.every((word) => hit.name.toLowerCase().includes(word)));
  const ofFamily = (hits) => hits.filter((hit) => !families[name] || hit.family === families[name]);
  const isKept = (field) => ofFamily(all).every((hit) => valueIn(hit, field) !== undefined);
  const canCompare = ({ field, by }) => isKept(field) && Object.keys(by).every((how) => COMPARISONS[how]);
  const conditions = conditionsIn(variables);
  const held = conditions.filter(canCompare);
  const within = (hits, conditions) => hits.filter((hit) => conditions.every((one) => fits(hit, one)));
  const [order] = variables.orderBy ?? [];
  const sorting = ORDERS[order?.field ?? "NAME"];
  const canSort = sorting !== undefined && isKept(sorting);
  const hits = ordered(within(ofFamily(named), held), canSort ? sorting : "name", order?.direction === "DESC");
  const facets = (variables.facets ?? []).filter(isKept).map((field) => {
    // A facet leaves out its own filter, and that of the family.
    const others = held.filter((one) => one.field !== field);
    return {
      name: field,
      values: counted(field === "family" ? within(named, held) : within(ofFamily(named), others), field),
    };
  });
  const ofBooks = held.filter(({ field }) => field === "document" || field === "gameSystem");
  const begin = Number(variables.after) || 0;
  const shown = hits.slice(begin, begin + MOST_HITS);
  const end = begin + shown.length;
  return {
    found: {
      totalCount: hits.length,
      matchCount: hits.length,
      facets,
      pageInfo: { hasNextPage: end < hits.length, endCursor: `${end}` },
      edges: shown.map((node) => ({ snippet: null, node })),
      meta: {
        message: null,
        warnings: [],
        coverageGaps: [],
        correctedQuery: null,
        understoodWhere: null,
        // What was asked for and is not heeded: fields of filters, conditions that were typed.
        resting: [
          ...(canSort ? [] : ["sort"]),
          ...conditions.filter((one) => !canCompare(one)).map(({ field }) => field),
          ...parts.filter(isCondition),
        ],
      },
    },
    everywhere: { facets: [{ name: "family", values: counted(within(named, ofBooks), "family") }] },
  };
}
