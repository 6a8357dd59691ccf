// What the newest version would change for each token of an older one, by what the token used; and how to try it.
import { html } from 'hono/html';
import { pageOf } from '../../accounts/token-list.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS, DOCS_PATHS } from '../../paths.ts';
import { notesBetween, type ReleaseNote } from '../../rest/release-notes.ts';
import { readTokenUses, type TokenUse } from '../../usage/token-uses.ts';
import type { PageContext } from './context.ts';
import { versionRequest } from './example-requests.ts';
import { day, plural } from './format.ts';
import { pageLinks } from './list-query.ts';
import { SURFACE_NAMES } from './token-fragments.ts';

/** Up to so many tokens are shown with their changes open. */
const OPEN_TOKENS = 3;

/** A page of the tokens of older versions, whose use alone is read. Absent where all tokens have the newest version. */
export async function versionChanges(c: PageContext, tokens: readonly TokenRow[], wantedPage = 1) {
  const { db, versions } = c.env;
  const newest = versions.newest();
  const older = tokens.filter(({ version }) => version < newest);
  if (older.length === 0) return '';
  const { rows: shown, ...page } = pageOf(older, wantedPage);
  const notes = new Map(
    [...new Set(shown.map(({ version }) => version))].map((version) => [
      version,
      notesBetween(versions, version, newest),
    ]),
  );
  const uses = await readTokenUses(
    db,
    shown.map(({ id }) => id),
    [...new Set([...notes.values()].flat().flatMap(({ names }) => names))],
  );
  return html`<section class="card version" aria-labelledby="changes">
<h2 id="changes">What ${newest} would change for your tokens</h2>
<p class="muted">The changes that concern what a token used in the last 31 days. Fields have their names on REST. <a href="${DOCS_PATHS.changelog}">All changes with examples</a></p>
${shown.map((token) =>
  changesOf(token, {
    sunsetAt: versions.lifecycle(token.version).sunsetAt,
    notes: notes.get(token.version) ?? [],
    use: uses.find(({ tokenId }) => tokenId === token.id),
    isOpen: older.length <= OPEN_TOKENS,
  }),
)}
${pageLinks(DASHBOARD_PATHS.versions, page)}
${await versionRequest(c, newest)}
<p class="visually-hidden" role="status" data-copy-status></p>
<p class="muted">The header <code>service-version</code> sets the version of one request; the token keeps its own. A new token has the newest version, a rolled one that of the old value. <a href="${DOCS_PATHS.guide('versions', 'moving')}">How to move</a></p>
</section>`;
}

interface Changes {
  /** When the version of the token ends. */
  readonly sunsetAt: Date | undefined;
  readonly notes: readonly ReleaseNote[];
  readonly use: TokenUse | undefined;
  readonly isOpen: boolean;
}

function changesOf({ id, name, version }: TokenRow, { sunsetAt, notes, use, isOpen }: Changes) {
  const concerning = use?.used.length ? notes.filter((note) => concerns(note, use)) : notes;
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

/** A sentence of Markdown whose only markup is code. */
export const withCode = (sentence: string) =>
  sentence.split('`').map((text, index) => (index % 2 === 1 ? html`<code>${text}</code>` : text));
