// The layout of every page of the dashboard: navigation, user, content.
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { frame, type Html } from '../pages/frame.ts';
import { ICON, TOP_BAR_STYLES } from '../pages/shared-assets.ts';
import { createStaticAssets } from '../pages/static-assets.ts';
import { topBar } from '../pages/top-bar.ts';
import type { PageContext, SessionUser } from './context.ts';
import { minute } from './format.ts';
import { formTokenField } from './forms.ts';

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

export const ASSETS = createStaticAssets(DASHBOARD_PATHS.assets, {
  style: [...TOP_BAR_STYLES, file('dashboard.css')],
  script: [file('dashboard.js')],
  icon: [ICON],
});

const SECTIONS = [
  { path: DASHBOARD_PATHS.settings, name: 'API settings' },
  { path: DASHBOARD_PATHS.usage, name: 'Usage' },
  { path: DASHBOARD_PATHS.requests, name: 'Refused requests' },
  { path: DASHBOARD_PATHS.versions, name: 'Versions' },
  { path: DASHBOARD_PATHS.activity, name: 'Activity' },
  { path: DASHBOARD_PATHS.account, name: 'Account' },
] as const;

type Section = (typeof SECTIONS)[number]['name'];

interface Page {
  readonly title: string;
  readonly content: Html;
  /** Marked in the navigation. */
  readonly section?: Section;
  readonly status?: ContentfulStatusCode;
}

/** The response with a page; without a session it has no sections. */
export function respondPage(c: PageContext, { title, content, section, status = 200 }: Page) {
  const user: SessionUser | undefined = c.get('user');
  const page = frame({
    title,
    assets: ASSETS.paths,
    scripts: [ASSETS.paths.script],
    body: html`${topBar('dashboard')}
${user && html`<header class="top"><div class="top-inner">${navigation(c, user, section)}</div></header>`}
<main id="content" tabindex="-1">
${section && behindNote(c)}
${content}
</main>`,
  });
  return c.html(page, status);
}

const behindNote = (c: PageContext) => {
  const since = c.get('behindSince');
  return (
    since &&
    html`<p class="note warning" role="status">Calls since ${minute(since)} UTC may be missing here: the service is behind with counting them.</p>`
  );
};

/** Pages speak of versions from the second one on. */
export const hasVersions = ({ env }: PageContext): boolean => env.versions.list().length > 1;

const sectionsOf = (c: PageContext) =>
  SECTIONS.filter(({ path }) => path !== DASHBOARD_PATHS.versions || hasVersions(c));

const navigation = (
  c: PageContext,
  { name, email, formToken, mustChangePassword }: SessionUser,
  current?: Section,
) => html`
${
  !mustChangePassword &&
  html`<nav class="tabs" aria-label="Dashboard"><ul>${sectionsOf(c).map(
    (section) =>
      html`<li><a href="${section.path}"${section.name === current && html` aria-current="page"`}>${section.name}</a></li>`,
  )}</ul></nav>`
}
<form class="account" method="post" action="${DASHBOARD_PATHS.signOut}">${formTokenField(formToken)}<span class="account-name" title="${email}"><bdi>${name}</bdi></span> <button class="quiet" type="submit">Sign out</button></form>`;

interface Problem {
  readonly title: string;
  readonly text: string;
}

/** The response with an error in place of the content. */
export const respondProblem = (c: PageContext, status: ContentfulStatusCode, { title, text }: Problem) =>
  respondPage(c, {
    title,
    status,
    content: html`<div class="narrow"><h1>${title}</h1><p>${text}</p><p><a href="${DASHBOARD_PATHS.settings}">To the API settings</a></p></div>`,
  });

/** Names with their values; a value that is false or null is left out. */
export const facts = (values: Readonly<Record<string, Html | string | false | null | undefined>>) =>
  html`<dl class="facts">${Object.entries(values).map(
    ([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
