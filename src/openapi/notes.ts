// The prose of the OpenAPI document.

export const TITLE = 'Rental Marketplace Owner API';

/** What holds for every operation, in Markdown; the reference begins with it. */
export const ABOUT = `Owners manage their products and bundles and read the rentals that they take part in.

Every request carries a **user API token**: in the header \`Authorization: Bearer svc_…\` (recommended) or in the query
parameter \`token\` (for older clients). The header wins where both are sent. A token acts with the permissions that its
user has at that moment, and stops working the moment it is revoked or expires. \`svc_test_\` tokens work on test deployments,
\`svc_live_\` tokens on live ones.

**Types are strict.** Nothing is converted (\`"3"\` is no integer, \`1\` is no boolean) and unknown fields are refused.
Integers end at 2 147 483 647, text is Unicode without NUL, and lengths count code points. A refused request lists
everything that is wrong with it, one error per field, each with one of nine codes.

**Creates are throttled** by one budget per user. A 429 carries \`Retry-After\` in whole seconds; waiting that long lets the
next request through. Every create tells in \`RateLimit\` how many are left.

**Every answer to a valid token** names the permissions of its user in \`Token-Permissions\`, and its end in \`Token-Expires\`.

**Writes can be sent again.** A write with an \`Idempotency-Key\` is done once: sent again within 24 hours it is answered as the
first time, with \`Idempotency-Replayed: true\`, also over GraphQL.

**Versions are dates.** A token keeps the version that was newest when it was made; the header \`service-version\` sets
another for one request; \`X-API-Version\` names the one that was applied. Within a version there may be new endpoints, new
optional fields of requests and new fields of answers: ignore the fields that you don't know.

**Compression.** Answers from 1 KiB are compressed by \`Accept-Encoding\`: br, zstd, gzip. A body may come with
\`Content-Encoding: gzip\`; its 1 MiB counts after inflation.

**Examples** use the ids of the demo data, with which a new test deployment begins, and work for the demo owner. Elsewhere use
ids of yours.`;

/** The same for readers of the document, with what its extensions mean. */
export const DESCRIPTION = `${ABOUT}

GET endpoints answer HEAD too. Where GraphQL has another name, \`x-graphql-name\` (of a field), \`x-graphql-field\` (of an
operation) and \`x-enum-varnames\` (of a value) tell it; every other name is the same on both.`;
