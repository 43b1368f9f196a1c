// Modules of the pages, to be tested without a browser.

import { build } from "esbuild";

const { PAGES } = process.env;

/** A module of the pages. */
export async function load(name) {
  const { outputFiles } = await build({
    entryPoints: [`${PAGES}/src/home/${name}.ts`],
    bundle: true,
    write: false,
    format: "esm",
    logLevel: "error",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
