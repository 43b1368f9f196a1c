"""What schemathesis must know of our schema, and what counts as a finding.

That an argument is refused (BAD_USER_INPUT, TOO_COMPLEX, UNAUTHENTICATED, ...) is an answer like another: values
are made from their types, which allow more than our sentences do. A finding is what the server did not mean:
INTERNAL, an error without a code, a 5xx, and what is no GraphQL answer at all.
"""

import schemathesis
from hypothesis import strategies as st
from schemathesis.graphql import nodes

CODES = {
    "BAD_USER_INPUT",
    "NOT_FOUND",
    "UPSTREAM_UNAVAILABLE",
    "TOO_COMPLEX",
    "RATE_LIMITED",
    "UNAUTHENTICATED",
}

# Numbers and fractions that are challenge ratings, and some that are none.
schemathesis.graphql.scalar(
    "ChallengeRating",
    st.one_of(
        st.floats(allow_nan=False, allow_infinity=False).map(nodes.Float),
        st.integers(-1, 31).map(nodes.Int),
        st.sampled_from(["1/8", "1/4", "1/2", "5", "1/3", "1/0", "", "x"]).map(nodes.String),
    ),
)
# Files come in multipart requests only; whatever else is sent must be refused.
schemathesis.graphql.scalar("Upload", st.text().map(nodes.String))


@schemathesis.check
def answered_or_refused(ctx, response, case):
    if response.status_code >= 500:
        raise AssertionError(f"status {response.status_code}: {response.text[:500]}")
    try:
        answer = response.json()
    except ValueError:
        raise AssertionError(f"no JSON: {response.text[:500]}") from None
    errors = answer.get("errors", [])
    if "data" not in answer and not errors:
        raise AssertionError(f"neither data nor errors: {response.text[:500]}")
    for error in errors:
        code = error.get("extensions", {}).get("code")
        if code not in CODES:
            raise AssertionError(f"code {code}: {error['message'][:500]}")
