#!/usr/bin/env bash
# No breaking change without notice: schema.graphql against that of the last release.
#
#   tests/schema/check.sh            fails on what breaks clients and is not in announced.json; 77: no npm, no check
#   tests/schema/check.sh release    a release is made: its schema is the one to hold the next against
#
# The packages are kept in ${XDG_CACHE_HOME:-~/.cache}/lorekeeper/schema, by their lock file.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
schema=$here/../../schema.graphql

if [[ ${1:-} == release ]]; then
    cp "$schema" "$here/released.graphql"
    echo '{}' >"$here/announced.json"
    exit
fi

command -v npm >/dev/null || { echo "No npm here: the schema was not held against the last release's."; exit 77; }
cache=${XDG_CACHE_HOME:-$HOME/.cache}/lorekeeper/schema/$(sha256sum "$here/package-lock.json" | cut -c1-12)
if [[ ! -d $cache/node_modules ]]; then
    mkdir -p "$(dirname "$cache")"
    fresh=$(mktemp -d "$cache.XXXXXX")
    cp "$here"/package{,-lock}.json "$fresh"
    if ! npm ci --prefix "$fresh" --no-audit --no-fund --ignore-scripts --loglevel=error >"$fresh/log" 2>&1; then
        cat "$fresh/log"
        offline=$(grep -cE 'ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN' "$fresh/log" || true)
        rm -rf "$fresh"
        [[ $offline == 0 ]] || { echo "No npm registry: the schema was not held against the last release's."; exit 77; }
        exit 1
    fi
    mv -T "$fresh" "$cache" 2>/dev/null || rm -rf "$fresh"
fi
# A script finds its packages beside itself.
cp "$here/check.mjs" "$cache/check.mjs"
node "$cache/check.mjs" "$here/released.graphql" "$schema" "$here/announced.json"
