#!/usr/bin/env node
// Starts the program that npm installed for this platform.
"use strict";

const { spawn } = require("node:child_process");
const { dirname, join } = require("node:path");

const platform = `${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "lorekeeper.exe" : "lorekeeper";

function program() {
  try {
    return join(dirname(require.resolve(`{name}-${platform}/package.json`)), "bin", file);
  } catch {
    console.error(
      `lorekeeper: there is no program for ${platform} here. Packages exist for Linux (x64, arm64, with glibc), ` +
        "macOS (arm64) and Windows (x64). If yours is among them, npm left out optional dependencies " +
        "(--omit=optional, --no-optional): install without that.",
    );
    process.exit(1);
  }
}

const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
// Ctrl-C of the terminal reaches the child by itself; a second one would end it without closing its store.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`lorekeeper: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  process.exitCode = signal ? 1 : code;
});
