// The page of the API versions: their stages, their changes, and the tokens of the user that are tied to each.
import { html } from 'hono/html';
import { tokensIn } from '../../accounts/token-state.ts';
import { listTokens, type TokenRow } from '../../accounts/tokens.ts';
import type { Version, Versions } from '../../operation/versions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { type ReleaseNote, releaseNotes } from '../../rest/release-notes.ts';
import type { PageHandler } from './context.ts';
import { day } from './format.ts';
import { facts, respondPage } from './layout.ts';
import { faultNote, PAGE, parseQuery, queryText } from './list-query.ts';
import { versionWithStage } from './token-fragments.ts';
import { versionChanges, withCode } from './version-changes.ts';

export const versionsPage: PageHandler = async (c) => {
  const { versions } = c.env;
  const { values, faults } = parseQuery(c.req.query(), { page: PAGE });
  const tokens = await listTokens(c.env.db, c.get('user').id, tokensIn('usable', c.get('now')));
  const isFaulty = faults.length > 0;
  return respondPage(c, {
    title: 'Versions',
    section: 'Versions',
    status: isFaulty ? 400 : 200,
    content: html`<h1>Versions</h1>
<p class="muted">A token is tied to the version that was newest when it was created. The header <code>service-version</code> names another one for one request.</p>
${isFaulty ? faultNote(faults) : await versionChanges(c, tokens, values.page)}
${versions.list().map((version) => versionSection(versions, version, tokens))}`,
  });
};

const versionSection = (versions: Versions, version: Version, tokens: readonly TokenRow[]) => html`
<section class="card version" aria-labelledby="v${version.date}">
<h2 id="v${version.date}">${versionWithStage(versions, version.date)}</h2>
${facts({
  Released: `${version.date} as ${version.label}`,
  Deprecated: version.deprecatedAt && day(version.deprecatedAt),
  Ends: version.sunsetAt && day(version.sunsetAt),
})}
<p>${version.summary}</p>
${changes(releaseNotes(versions, version.date))}
<h3>Your tokens</h3>
${tokenLinks(
  tokens.filter((token) => token.version === version.date),
  version,
)}
</section>`;

const changes = (notes: readonly ReleaseNote[]) =>
  notes.length > 0 && html`<ul>${notes.map(({ sentence }) => html`<li>${withCode(sentence)}</li>`)}</ul>`;

/** More of them are a link to their list. */
const TOKENS_NAMED = 5;

const tokenLinks = (tokens: readonly TokenRow[], { date }: Version) =>
  tokens.length === 0
    ? html`<p class="muted">None.</p>`
    : html`<ul class="inline">${tokens.slice(0, TOKENS_NAMED).map(({ id, name }) => html`<li><a href="${DASHBOARD_PATHS.token(id)}"><bdi>${name}</bdi></a></li>`)}${tokens.length > TOKENS_NAMED && html`<li><a href="${DASHBOARD_PATHS.settings}${queryText({ state: 'usable', version: date })}">All ${tokens.length}</a></li>`}</ul>`;
