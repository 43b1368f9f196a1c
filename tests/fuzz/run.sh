#!/usr/bin/env bash
# Asks a running server what schemathesis can think of: every field of Query and Mutation, with arguments made
# from their types.
#
#   tests/fuzz/run.sh http://127.0.0.1:8080/graphql [OPTION OF schemathesis run]...
#
# A finding is a 5xx, INTERNAL or an error without a code, an answer that takes longer than SLOW seconds (5), a
# connection that breaks. EXAMPLES is how many requests each field gets (100), SEED makes a run repeatable.
# schemathesis is installed once into ${XDG_CACHE_HOME:-~/.cache}/lorekeeper/fuzz. Introspection must be on.
set -euo pipefail
url=${1:?the address of a GraphQL endpoint, such as http://127.0.0.1:8080/graphql}
shift
here=$(cd "$(dirname "$0")" && pwd)
pins=$(sha256sum "$here/requirements.txt" | cut -c1-12)
venv=${XDG_CACHE_HOME:-$HOME/.cache}/lorekeeper/fuzz/$pins
if [[ ! -x $venv/bin/schemathesis ]]; then
    rm -rf "$venv"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" ||
        { rm -rf "$venv"; exit 1; }
fi

# schemathesis leaves notes about its runs in the working directory.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
PYTHONPATH=$here SCHEMATHESIS_HOOKS=hooks NO_PROXY=127.0.0.1,localhost "$venv/bin/schemathesis" run "$url" \
    --checks answered_or_refused --max-response-time "${SLOW:-5}" --request-timeout 60 \
    --max-examples "${EXAMPLES:-100}" ${SEED:+--seed "$SEED"} --mode all --phases fuzzing,stateful \
    --suppress-health-check all --continue-on-failure --warnings off --no-shrink "$@"
