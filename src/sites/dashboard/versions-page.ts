// The API versions page: what the latest would change for each token of an older one, by what the token used; the
// stages and changes of each version, and the user's tokens tied to it.
import { html } from 'hono/html';
import { pageOf } from '../../accounts/token-list.ts';
import { tokensIn } from '../../accounts/token-rules.ts';
import { listTokens, type TokenRow } from '../../accounts/tokens.ts';
import type { Version, Versions } from '../../operation/versions.ts';
import { DASHBOARD_PATHS, DOCS_PATHS } from '../../paths.ts';
import { notesBetween, type ReleaseNote, releaseNotes } from '../../rest/release-notes.ts';
import { readTokenUses, type TokenUse } from '../../usage/reads.ts';
import { prose } from '../pages/frame.ts';
import type { PageContext, PageHandler } from './context.ts';
import { versionRequest } from './first-steps.ts';
import { day, facts, plural, respondPage } from './layout.ts';
import { faultNote, PAGE, pageLinks, parseQuery, queryText } from './lists.ts';
import { SURFACE_NAMES, versionWithStage } from './tokens.ts';

export const versionsPage: PageHandler = async (c) => {
  const { db, versions } = c.env;
  const { values, fault } = parseQuery(c.req.query(), { page: PAGE });
  const tokens = await listTokens(db, c.get('user').id, tokensIn('usable', c.get('now')));
  return respondPage(c, {
    title: 'Versions',
    status: fault ? 400 : 200,
    content: html`<h1>Versions</h1>
<p class="muted">A token is pinned to the version that was the latest when it was created. Send the header <code>service-version</code> to use another one for a request.</p>
${fault ? faultNote(fault) : await versionChanges(c, tokens, values.page)}
${versions.list().map((version) => versionSection(versions, version, tokens))}`,
  });
};

/** More are a link to their list. */
const TOKENS_NAMED = 5;

function versionSection(versions: Versions, version: Version, tokens: readonly TokenRow[]) {
  const { date, label, deprecatedAt, sunsetAt, summary } = version;
  const notes = releaseNotes(versions, date);
  const own = tokens.filter((token) => token.version === date);
  const all = `${DASHBOARD_PATHS.settings}${queryText({ state: 'usable', version: date })}`;
  return html`
<section class="card version" aria-labelledby="v${date}">
<h2 id="v${date}">${versionWithStage(versions, date)}</h2>
${facts({
  Released: `${date} as ${label}`,
  Deprecated: deprecatedAt && day(deprecatedAt),
  Ends: sunsetAt && day(sunsetAt),
})}
<p>${summary}</p>
${notes.length > 0 && html`<ul>${notes.map(({ sentence }) => html`<li>${prose(sentence)}</li>`)}</ul>`}
<h3>Your tokens</h3>
${
  own.length === 0
    ? html`<p class="muted">None.</p>`
    : html`<ul class="inline">${own.slice(0, TOKENS_NAMED).map((token) => html`<li>${tokenLink(token)}</li>`)}${own.length > TOKENS_NAMED && html`<li><a href="${all}">All ${own.length}</a></li>`}</ul>`
}
</section>`;
}

const tokenLink = ({ id, name }: TokenRow) =>
  html`<a href="${DASHBOARD_PATHS.token(id)}"><bdi>${name}</bdi></a>`;

const OPEN_TOKENS = 3;

/** A page of the tokens of older versions; only their use is read. Absent if all tokens have the latest version. */
async function versionChanges(c: PageContext, tokens: readonly TokenRow[], wantedPage = 1) {
  const { db, versions } = c.env;
  const newest = versions.newest();
  const older = tokens.filter(({ version }) => version < newest);
  if (older.length === 0) return '';
  const { rows: shown, ...page } = pageOf(older, wantedPage);
  const dates = new Set(shown.map(({ version }) => version));
  const notes = new Map(
    [...dates].map((version) => [version, notesBetween(versions, version, newest)]),
  );
  const uses = await readTokenUses(
    db,
    shown.map(({ id }) => id),
    [...new Set([...notes.values()].flat().flatMap(({ names }) => names))],
  );
  return html`<section class="card version" aria-labelledby="changes">
<h2 id="changes">What ${newest} would change for your tokens</h2>
<p class="muted">Changes that affect what each token used in the last 31 days, with the REST names of fields. <a href="${DOCS_PATHS.changelog}">All changes with examples</a></p>
${shown.map((token) => {
  const use = uses.find(({ tokenId }) => tokenId === token.id);
  const { sunsetAt } = versions.lifecycle(token.version);
  return html`<details${older.length <= OPEN_TOKENS && html` open`}>${changesOf(token, notes.get(token.version) ?? [], use, sunsetAt)}
</details>`;
})}
${pageLinks(DASHBOARD_PATHS.versions, page)}
${await versionRequest(c, newest)}
<p class="visually-hidden" role="status" data-copy-status></p>
<p class="muted">Send <code>service-version</code> to try the new version; the token keeps its own. New tokens use the latest version, rolled ones keep theirs. <a href="${DOCS_PATHS.guide('versions', 'moving')}">How to upgrade</a></p>
</section>`;
}

function changesOf(
  token: TokenRow,
  notes: readonly ReleaseNote[],
  use?: TokenUse,
  sunsetAt?: Date,
) {
  const concerning = use?.used.length ? notes.filter((note) => concerns(note, use)) : notes;
  return html`<summary><bdi>${token.name}</bdi>: ${concerning.length} of ${plural(notes.length, 'change')}</summary>
<p>${tokenLink(token)} has the version ${token.version}${sunsetAt && html`, which ends ${day(sunsetAt)}`}. ${usedText(use)}</p>
<ul>${concerning.map((note) => html`<li>${prose(note.sentence)}${use && isRefused(note, use) && html` <span class="badge stage-deprecated">In a failed request</span>`}</li>`)}</ul>`;
}

const concerns = (note: ReleaseNote, use: TokenUse): boolean =>
  isRefused(note, use) ||
  use.used.some(
    ({ surface, operation }) =>
      !(note.isOfRest && surface === 'GRAPHQL') &&
      note.operations.some((name) => name === operation),
  );

/** In GraphQL, several operations of one request can fail. */
const isRefused = ({ names, operations }: ReleaseNote, { refused }: TokenUse): boolean =>
  refused.some(
    ({ field, operation }) =>
      names.includes(field) && operations.some((name) => operation.split(', ').includes(name)),
  );

const usedText = (use: TokenUse | undefined) =>
  use?.used.length
    ? html`It used ${use.used.map(({ surface, operation }, index) => html`${index > 0 ? ', ' : ''}<code>${operation}</code> over ${SURFACE_NAMES[surface]}`)}.`
    : 'It hasn’t been used, so all changes are listed.';
