// The page of the API versions: their stages, their changes, and the tokens of the user that are tied to each.
import { html } from 'hono/html';
import { stateOf } from '../../accounts/token-state.ts';
import { listTokens, type TokenRow } from '../../accounts/tokens.ts';
import type { Version } from '../../operation/versions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { type ReleaseNote, releaseNotes } from '../../rest/release-notes.ts';
import type { DashboardDeps, PageHandler } from './context.ts';
import { day } from './format.ts';
import { page } from './layout.ts';
import { versionWithStage } from './token-fragments.ts';
import { versionChanges, withCode } from './version-changes.ts';

export const versionsPage =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const user = c.get('user');
    const now = c.get('now');
    await deps.usage.flush();
    const tokens = (await listTokens(deps.db, user.id)).filter((token) => stateOf(token, now) === 'usable');
    const content = html`<h1>Versions</h1>
<p class="muted">A token is tied to the version that was newest when it was created. The header <code>service-version</code> names another one for one request.</p>
${await versionChanges(deps, user.id, tokens)}
${deps.versions.list().map((version) => versionSection(deps, version, tokens))}`;
    return c.html(page(user, 'Versions', { title: 'Versions', content }));
  };

const versionSection = ({ versions }: DashboardDeps, version: Version, tokens: readonly TokenRow[]) => html`
<section class="card version" aria-labelledby="v${version.date}">
<h2 id="v${version.date}">${versionWithStage(versions, version.date)}</h2>
<dl class="facts">
<div><dt>Released</dt><dd>${version.date} as ${version.label}</dd></div>
${version.deprecatedAt && html`<div><dt>Deprecated</dt><dd>${day(version.deprecatedAt)}</dd></div>`}
${version.sunsetAt && html`<div><dt>Ends</dt><dd>${day(version.sunsetAt)}</dd></div>`}
</dl>
<p>${version.summary}</p>
${changes(releaseNotes(versions, version.date))}
<h3>Your tokens</h3>
${tokenLinks(tokens.filter((token) => token.version === version.date))}
</section>`;

const changes = (notes: readonly ReleaseNote[]) =>
  notes.length > 0 && html`<ul>${notes.map(({ sentence }) => html`<li>${withCode(sentence)}</li>`)}</ul>`;

const tokenLinks = (tokens: readonly TokenRow[]) =>
  tokens.length === 0
    ? html`<p class="muted">None.</p>`
    : html`<ul class="inline">${tokens.map(({ id, name }) => html`<li><a href="${DASHBOARD_PATHS.token(id)}"><bdi>${name}</bdi></a></li>`)}</ul>`;
