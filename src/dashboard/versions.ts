// The versions of the API: their stages, what changed, and which of the owner's tokens use each.
import { html } from 'hono/html';
import { listTokens, type TokenRow } from '../accounts/tokens.ts';
import type { Version } from '../operation/versions.ts';
import { DASHBOARD_PATHS } from '../paths.ts';
import type { DashboardDeps, PageHandler } from './context.ts';
import { page } from './layout.ts';
import { day } from './time.ts';
import { versionWithStage } from './token-parts.ts';

export const versionsPage =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const visitor = c.get('visitor');
    const tokens = (await listTokens(deps.db, visitor.id)).filter(({ revokedAt }) => !revokedAt);
    const content = html`<h1>Versions</h1>
<p class="muted">A token stays tied to the version that was newest when it was created. A request can name another one in its header <code>service-version</code>.</p>
${deps.versions.list().map((version) => versionSection(deps, version, tokens))}`;
    return c.html(page(visitor, 'Versions', { title: 'Versions', content }));
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
${version.changes.length > 0 && html`<ul>${version.changes.map((change) => html`<li>${change}</li>`)}</ul>`}
<h3>Your tokens</h3>
${tokenLinks(tokens.filter((token) => token.version === version.date))}
</section>`;

const tokenLinks = (tokens: readonly TokenRow[]) =>
  tokens.length === 0
    ? html`<p class="muted">None.</p>`
    : html`<ul class="inline">${tokens.map(({ id, name }) => html`<li><a href="${DASHBOARD_PATHS.token(id)}"><bdi>${name}</bdi></a></li>`)}</ul>`;
