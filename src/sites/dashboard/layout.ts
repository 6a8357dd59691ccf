// The layout of every page of the dashboard: navigation, user, content.
import { html } from 'hono/html';
import { DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH, START_PATHS } from '../../paths.ts';
import { brandMark, frame, type Html } from '../pages/frame.ts';
import { ASSETS } from './assets.ts';
import type { SessionUser } from './context.ts';
import { formTokenField } from './form-token.ts';

interface PageContent {
  readonly title: string;
  readonly content: Html;
}

const PRODUCT = 'Rental Marketplace';

const SECTIONS = [
  { path: DASHBOARD_PATHS.settings, name: 'API settings' },
  { path: DASHBOARD_PATHS.usage, name: 'Usage' },
  { path: DASHBOARD_PATHS.requests, name: 'Requests' },
  { path: DASHBOARD_PATHS.versions, name: 'Versions' },
  { path: DASHBOARD_PATHS.account, name: 'Account' },
] as const;

type Section = (typeof SECTIONS)[number]['name'];

const document = ({ title, header, content }: PageContent & { readonly header: Html }) =>
  frame({
    title,
    site: PRODUCT,
    assets: ASSETS.paths,
    scripts: [ASSETS.paths.script],
    body: html`${header}
<main id="content" tabindex="-1">
${content}
</main>
<footer class="sites"><a href="${START_PATHS.page}">Start page</a> <a href="${DOCS_PATHS.guides}">Docs</a> <a href="${GRAPHQL_PATH}">GraphiQL</a></footer>`,
  });

const brand = html`<span class="brand">${brandMark}${PRODUCT}</span>`;

/** A page without a session. */
export const signedOutPage = (page: PageContent) =>
  document({ ...page, header: html`<header class="top"><div class="top-inner">${brand}</div></header>` });

/** A page of a session; `section` is marked in the navigation. */
export function page(user: SessionUser, section: Section | undefined, content: PageContent) {
  const links = SECTIONS.map(
    ({ path, name }) =>
      html`<li><a href="${path}"${name === section ? html` aria-current="page"` : ''}>${name}</a></li>`,
  );
  return document({
    ...content,
    header: html`<header class="top"><div class="top-inner">
${brand}
<nav class="tabs" aria-label="Dashboard"><ul>${links}</ul></nav>
<form class="account" method="post" action="${DASHBOARD_PATHS.signOut}">${formTokenField(user.formToken)}<span class="account-name" title="${user.email}"><bdi>${user.name}</bdi></span> <button class="quiet" type="submit">Sign out</button></form>
</div></header>`,
  });
}

/** A page with an error in place of its content. */
export const problemPage = (title: string, text: string, user?: SessionUser) => {
  const content = html`<div class="narrow"><h1>${title}</h1><p>${text}</p><p><a href="${DASHBOARD_PATHS.settings}">To the API settings</a></p></div>`;
  return user ? page(user, undefined, { title, content }) : signedOutPage({ title, content });
};
