#!/usr/bin/env bash
# No breaking change without notice: schema.graphql against that of the last commit on main.
#
# Fails on what breaks clients and is not in announced.json. 77 stands for "skipped": no npm here, or no main.
# The packages are kept in ${XDG_CACHE_HOME:-~/.cache}/lorekeeper/schema, by their lock file.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
schema=$here/../../schema.graphql

before=$(mktemp --suffix .graphql)
trap 'rm -f "$before"' EXIT
git -C "$here" show main:schema.graphql >"$before" 2>/dev/null ||
    git -C "$here" show origin/main:schema.graphql >"$before" 2>/dev/null ||
    { echo "No branch main here: there is no schema to compare with."; exit 77; }

command -v npm >/dev/null || { echo "No npm here: the schema was not compared with that of main."; exit 77; }
cache=${XDG_CACHE_HOME:-$HOME/.cache}/lorekeeper/schema/$(sha256sum "$here/package-lock.json" | cut -c1-12)
if [[ ! -d $cache/node_modules ]]; then
    mkdir -p "$(dirname "$cache")"
    fresh=$(mktemp -d "$cache.XXXXXX")
    cp "$here"/package{,-lock}.json "$fresh"
    if ! npm ci --prefix "$fresh" --no-audit --no-fund --ignore-scripts --loglevel=error >"$fresh/log" 2>&1; then
        cat "$fresh/log"
        offline=$(grep -cE 'ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN' "$fresh/log" || true)
        rm -rf "$fresh"
        [[ $offline == 0 ]] || { echo "No npm registry: the schema was not compared with that of main."; exit 77; }
        exit 1
    fi
    mv -T "$fresh" "$cache" 2>/dev/null || rm -rf "$fresh"
fi
# A script finds its packages beside itself.
cp "$here/check.mjs" "$cache/check.mjs"
node "$cache/check.mjs" "$before" "$schema" "$here/announced.json"
