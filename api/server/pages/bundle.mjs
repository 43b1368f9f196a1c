// Bundles the pages into dist/: home.html, playground.html, and what they load as assets/NAME-HASH.EXT.gz.
// Run by api/server/build.rs in a copy of this folder; by hand: npm ci && npm run build.

import { build } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
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

/** The files that an entry became: its script, and its style sheet if it has one. */
function outputs(metafile, entry) {
  const [script, made] = Object.entries(metafile.outputs).find(([, made]) => made.entryPoint === entry);
  return { script: basename(script), style: made.cssBundle && basename(made.cssBundle) };
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

const PAGES = { home: "src/home/main.tsx", playground: "src/playground/main.tsx" };
const pages = await build({
  ...shared,
  format: "esm",
  splitting: true,
  entryPoints: Object.entries(PAGES).map(([out, entry]) => ({ in: entry, out })),
  plugins: [editorStylesOnce],
  define: { ...shared.define, WORKERS: JSON.stringify(Object.fromEntries(addresses)) },
});

for (const [page, entry] of Object.entries(PAGES)) {
  const { script, style } = outputs(pages.metafile, entry);
  const html = await readFile(`src/${page}/index.html`, "utf8");
  const filled = html.replace("{script}", `/assets/${script}`).replace("{style}", `/assets/${style}`);
  await writeFile(`dist/${page}.html`, filled);
}

for (const name of await readdir(OUT)) {
  const whole = await readFile(`${OUT}/${name}`);
  await rm(`${OUT}/${name}`);
  if (whole.length > 0) {
    await writeFile(`${OUT}/${name}.gz`, gzipSync(whole, { level: 9 }));
  }
}
