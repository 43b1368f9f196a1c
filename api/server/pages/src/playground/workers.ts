// The editor's language services run in workers, which are bundled like the page itself.

import type { Environment } from "monaco-editor";

/** Their addresses, by label; filled in by bundle.mjs. */
declare const WORKERS: { editor: string; json: string; graphql: string };

const environment: Environment = {
  getWorker(_id, label) {
    return new Worker(label === "json" ? WORKERS.json : label === "graphql" ? WORKERS.graphql : WORKERS.editor);
  },
};

Object.assign(globalThis, { MonacoEnvironment: environment });
