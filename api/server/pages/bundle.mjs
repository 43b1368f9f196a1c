// Bundles the pages into dist/: home.html, playground.html, and what they load as assets/NAME-HASH.EXT.gz; and the views for
// AI assistants, each whole in one file, as views/NAME.html.gz.
// Run by api/server/build.rs in a copy of this folder; by hand: npm ci && npm run build.

import { build } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, extname, parse } from "node:path";
import { gzipSync } from "node:zlib";

const OUT = "dist/assets";

const shared = {
  bundle: true,
  minify: true,
  outdir: OUT,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  publicPath: "/assets",
  target: ["es2022"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
  define: { "process.env.NODE_ENV": '"production"' },
  loader: { ".ttf": "file", ".graphql": "text" },
};

/** The files that an entry became: its script, what that loads at once and later, and its style sheet. */
function outputs(metafile, entry) {
  const [script, made] = Object.entries(metafile.outputs).find(([, made]) => made.entryPoint === entry);
  const loaded = made.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path);
  const later = new Set();
  const follow = (path) =>
    metafile.outputs[path]?.imports.forEach(({ path: next, external }) => {
      if (!external && next !== script && !loaded.includes(next) && !later.has(next)) {
        later.add(next);
        follow(next);
      }
    });
  [script, ...loaded].forEach(follow);
  return {
    script: basename(script),
    style: made.cssBundle && basename(made.cssBundle),
    loaded: loaded.map((path) => basename(path)),
    later: [...later].map((path) => basename(path)),
  };
}

// The editor's modules each bring the styles they need, which come too late or twice when they are loaded on
// demand. Its own sheet (src/playground/style.css) has all of them.
const editorStylesOnce = {
  name: "editor-styles-once",
  setup: ({ onLoad }) => onLoad({ filter: /monaco-editor\/esm\/.*\.css$/ }, () => ({ contents: "", loader: "css" })),
};

await rm("dist", { recursive: true, force: true });
await mkdir(OUT, { recursive: true });

const WORKERS = {
  editor: "node_modules/monaco-editor/esm/vs/editor/editor.worker.js",
  json: "node_modules/monaco-editor/esm/vs/language/json/json.worker.js",
  graphql: "node_modules/monaco-graphql/esm/graphql.worker.js",
};
const workers = await build({ ...shared, format: "iife", entryPoints: Object.values(WORKERS) });
const addresses = Object.entries(WORKERS).map(([label, entry]) => [
  label,
  `/assets/${outputs(workers.metafile, entry).script}`,
]);

// Links in texts are written as links; what finds addresses in plain text is never asked, and stays out of the first card.
const noLinkFinder = {
  name: "no-link-finder",
  setup: ({ onLoad }) =>
    onLoad({ filter: /node_modules\/linkify-it\/.*\.m?js$/ }, () => ({ contents: "export class LinkifyIt {}" })),
};

// What `&eacute;` and the like stand for, a browser knows itself.
const ownEntities = {
  name: "own-entities",
  setup: ({ onLoad }) =>
    onLoad({ filter: /node_modules\/entities\/dist\/index\.js$/ }, () => ({
      // Without a sign before them, blanks would be left out. Of `&nothing;` a browser reads `&not`.
      contents: `export function decodeHTMLStrict(text) {
        const { body } = new DOMParser().parseFromString("." + text, "text/html");
        const decoded = body.textContent.slice(1);
        return /.;$/s.test(decoded) ? text : decoded;
      }`,
    })),
};

// Each text stands in place of its key: a module that is loaded on demand brings its own. What is looked up by a key that is
// not known before stays a table.
const texts = JSON.parse(await readFile("texts/en.json", "utf8"));
const textOf = (path) => path.split(".").reduce((texts, key) => texts?.[key], texts);
const asHtml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const textsInPlace = {
  name: "texts-in-place",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\bsrc\b.*\.tsx?$/ }, async ({ path }) => {
      let contents = await readFile(path, "utf8");
      const [, imported = ""] = /import \{([^}]*)\} from "[./]*\/texts\/en\.json"/.exec(contents) ?? [];
      for (const [, group, alias = group] of imported.matchAll(/(\w+)(?: as (\w+))?/g)) {
        contents = contents.replaceAll(new RegExp(`(?<![.\\w]|typeof )${alias}((?:\\.\\w+)+)`, "g"), (used, keys) => {
          const text = textOf(group + keys);
          return text === undefined ? used : `(${JSON.stringify(text)})`;
        });
      }
      return { contents, loader: extname(path).slice(1) };
    }),
};

const PAGES = {
  home: { entry: "src/home/main.tsx", plugins: [textsInPlace, noLinkFinder, ownEntities] },
  playground: { entry: "src/playground/main.tsx", plugins: [textsInPlace, editorStylesOnce] },
};
for (const [page, { entry, plugins }] of Object.entries(PAGES)) {
  const { metafile } = await build({
    ...shared,
    format: "esm",
    splitting: true,
    entryPoints: [{ in: entry, out: page }],
    plugins,
    define: { ...shared.define, WORKERS: JSON.stringify(Object.fromEntries(addresses)) },
  });
  const { script, style, loaded, later } = outputs(metafile, entry);
  const preloads = loaded.map((name) => `<link rel="modulepreload" href="/assets/${name}">\n`).join("");
  // For the service worker, which keeps them.
  const loads = later.map((name) => `<meta name="loads" content="/assets/${name}">\n`).join("");
  const html = await readFile(`src/${page}/index.html`, "utf8");
  const filled = html
    .replace("{script}", `/assets/${script}`)
    .replace("{style}", `/assets/${style}`)
    .replace("{preloads}\n", preloads)
    .replace("{loads}\n", loads)
    .replaceAll(/\{(\w+\.\w+)\}/g, (_, path) => asHtml(textOf(path)));
  await writeFile(`dist/${page}.html`, filled);
}

// A view asks for an operation by its name: the program that shows it has the texts.
const operationsByName = {
  name: "operations-by-name",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.graphql$/ }, ({ path }) => ({ contents: parse(path).name, loader: "text" })),
};

await mkdir("dist/views");
for (const view of ["card", "list", "encounter"]) {
  const { outputFiles } = await build({
    ...shared,
    metafile: false,
    format: "iife",
    outdir: "dist/views",
    write: false,
    entryPoints: [{ in: `src/views/${view}.tsx`, out: view }],
    plugins: [textsInPlace, noLinkFinder, ownEntities, operationsByName],
  });
  const text = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text;
  const script = text(".js").replaceAll("</script", "<\\/script");
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${textOf("common.brand")}</title>
<style>${text(".css")}</style>
</head>
<body>
<script>${script}</script>
</body>
</html>
`;
  await writeFile(`dist/views/${view}.html.gz`, gzipSync(html, { level: 9 }));
}

for (const name of await readdir(OUT)) {
  const whole = await readFile(`${OUT}/${name}`);
  await rm(`${OUT}/${name}`);
  if (whole.length > 0) {
    await writeFile(`${OUT}/${name}.gz`, gzipSync(whole, { level: 9 }));
  }
}
