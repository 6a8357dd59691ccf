// What the newest version would change for each token of an older one, by what the token used; and how to try it.
import { html } from 'hono/html';
import type { TokenRow } from '../../accounts/tokens.ts';
import type { VersionName } from '../../operation/versions.ts';
import { DASHBOARD_PATHS, DOCS_PATHS, productPath } from '../../paths.ts';
import { type ReleaseNote, releaseNotes } from '../../rest/release-notes.ts';
import { readTokenUses, type TokenUse } from '../../usage/token-uses.ts';
import type { DashboardDeps } from './context.ts';
import { productToRead, toPaste } from './example-requests.ts';
import { day, plural } from './format.ts';
import { SURFACE_NAMES } from './token-fragments.ts';

/** Up to so many tokens are shown with their changes open. */
const OPEN_TOKENS = 3;

/** Absent where all tokens have the newest version. */
export async function versionChanges(deps: DashboardDeps, userId: number, tokens: readonly TokenRow[]) {
  const { db, versions } = deps;
  const newest = versions.newest();
  const older = tokens.filter(({ version }) => version < newest);
  if (older.length === 0) return '';
  const released = versions.list().toReversed();
  const notes = new Map(released.map(({ date }) => [date, releaseNotes(versions, date)]));
  const since = (version: VersionName) => [...notes].flatMap(([date, found]) => (date > version ? found : []));
  const fields = [...notes.values()].flat().flatMap(({ names }) => names);
  const uses = await readTokenUses(
    db,
    older.map(({ id }) => id),
    fields,
  );
  const useOf = new Map(uses.map((use) => [use.tokenId, use]));
  return html`<section class="card version" aria-labelledby="changes">
<h2 id="changes">What ${newest} would change for your tokens</h2>
<p class="muted">The changes that concern what a token used in the last 31 days. Fields have their names on REST. <a href="${DOCS_PATHS.changelog}">All changes with examples</a></p>
${older.map((token) => ofToken(deps, token, since(token.version), useOf.get(token.id), older.length <= OPEN_TOKENS))}
${tryIt(deps, newest, await productToRead(db, userId))}
</section>`;
}

function ofToken(
  { versions }: DashboardDeps,
  { id, name, version }: TokenRow,
  notes: readonly ReleaseNote[],
  use: TokenUse | undefined,
  isOpen: boolean,
) {
  const concerning = use?.used.length ? notes.filter((note) => concerns(note, use)) : notes;
  const { sunsetAt } = versions.lifecycle(version);
  return html`<details${isOpen && html` open`}><summary><bdi>${name}</bdi>: ${concerning.length} of ${plural(notes.length, 'change')}</summary>
<p><a href="${DASHBOARD_PATHS.token(id)}"><bdi>${name}</bdi></a> has the version ${version}${sunsetAt && html`, which ends ${day(sunsetAt)}`}. ${usedText(use)}</p>
<ul>${concerning.map((note) => html`<li>${withCode(note.sentence)}${use && isRefused(note, use) && html` <span class="badge stage-deprecated">In a refused request</span>`}</li>`)}</ul>
</details>`;
}

const concerns = (note: ReleaseNote, use: TokenUse): boolean =>
  isRefused(note, use) ||
  use.used.some(
    ({ surface, operation }) =>
      !(note.isOfRest && surface === 'GRAPHQL') && note.operations.some((name) => name === operation),
  );

/** Over GraphQL several operations can be refused in one request. */
const isRefused = ({ names, operations }: ReleaseNote, { refused }: TokenUse): boolean =>
  refused.some(
    ({ field, operation }) => names.includes(field) && operations.some((name) => operation.split(', ').includes(name)),
  );

const usedText = (use: TokenUse | undefined) =>
  use?.used.length
    ? html`It used ${use.used.map(({ surface, operation }, index) => html`${index > 0 ? ', ' : ''}<code>${operation}</code> over ${SURFACE_NAMES[surface]}`)}.`
    : 'It used no operation: all changes are listed.';

/** The value of a token is not known here. */
const tryIt = ({ config }: DashboardDeps, newest: VersionName, productId: number) => html`${toPaste(
  'try-newest',
  `Try ${newest} with one request`,
  'the request',
  `curl -i -H "Authorization: Bearer $TOKEN" -H 'service-version: ${newest}' \\\n  ${config.publicOrigin}${productPath(productId)}`,
)}
<p class="visually-hidden" role="status" data-copy-status></p>
<p class="muted">The header <code>service-version</code> sets the version of one request; the token keeps its own. A new token has the newest version, a rolled one that of the old value. <a href="${DOCS_PATHS.guides}#moving">How to move</a></p>`;

/** A sentence of Markdown whose only markup is code. */
export const withCode = (sentence: string) =>
  sentence.split('`').map((text, index) => (index % 2 === 1 ? html`<code>${text}</code>` : text));
