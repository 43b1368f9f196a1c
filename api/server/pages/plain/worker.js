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
      return node && { node: { ...node, similar: [], otherVersions: [], source: { names: [], url: "" } } };
    }
    if (name === "Preview") {
      const node = await entity(variables.id);
      return node && { node };
    }
    if (name === "Cards") {
      const nodes = await Promise.all(variables.ids.map(entity));
      return nodes.some(Boolean) && { nodes: nodes.map((node) => node ?? null) };
    }
    const found = name.startsWith("Search") ? await search(books, name, variables) : null;
    return found && { found };
  };
  const found = await data();
  return found ? asJson(JSON.stringify({ data: found })) : null;
}

/** What chosen books have of a family, by words of its name; null where no book was chosen. */
async function search(books, name, variables) {
  const families = {
    SearchSpells: "SPELL",
    SearchCreatures: "CREATURE",
    SearchEquipment: "EQUIPMENT",
    SearchCharacterOptions: "CHARACTER_OPTION",
    SearchRules: "RULE",
  };
  const words = (variables.query ?? variables.where ?? "").toLowerCase().split(/\s+/);
  const indexes = (await books.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/contents/"));
  if (indexes.length === 0) {
    return null;
  }
  const all = await Promise.all(indexes.map(async (index) => (await books.match(index)).json()));
  const hits = all
    .flat()
    .filter((hit) => !families[name] || hit.family === families[name])
    .filter((hit) => words.every((word) => hit.name.toLowerCase().includes(word)));
  return {
    totalCount: hits.length,
    matchCount: hits.length,
    facets: [],
    pageInfo: { hasNextPage: false, endCursor: null },
    edges: hits.slice(0, MOST_HITS).map((node) => ({ snippet: null, node: { ...node, versions: [] } })),
    meta: { message: null, warnings: [], coverageGaps: [], correctedQuery: null, understoodWhere: null },
  };
}
