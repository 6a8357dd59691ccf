// The frame of every page: head, navigation, the place of its content.
import { html } from 'hono/html';
import { DASHBOARD_PATHS } from '../paths.ts';
import { ASSET_PATHS } from './assets.ts';
import type { Visitor } from './context.ts';
import { formTokenField } from './form-token.ts';

type Html = ReturnType<typeof html>;

export interface PageContent {
  readonly title: string;
  readonly content: Html;
}

const PRODUCT = 'Rental Marketplace';

const SECTIONS = [
  { path: DASHBOARD_PATHS.settings, name: 'API settings' },
  { path: DASHBOARD_PATHS.usage, name: 'Usage' },
  { path: DASHBOARD_PATHS.requests, name: 'Requests' },
  { path: DASHBOARD_PATHS.versions, name: 'Versions' },
] as const;

export type Section = (typeof SECTIONS)[number]['name'];

interface Frame extends PageContent {
  readonly header: Html;
}

const document = ({ title, header, content }: Frame) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${PRODUCT}</title>
<link rel="icon" href="${ASSET_PATHS.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${ASSET_PATHS.style}">
<script src="${ASSET_PATHS.script}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${header}
<main id="content" tabindex="-1">
${content}
</main>
</body>
</html>`;

const brand = html`<span class="brand"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 1 18 6v8l-8 5-8-5V6z"/><path class="cut" d="M6.5 9.5 10 7.3l3.5 2.2v4L10 15.7l-3.5-2.2z"/></svg>${PRODUCT}</span>`;

/** A page for somebody who is not signed in. */
export const outerPage = (page: PageContent) =>
  document({ ...page, header: html`<header class="top"><div class="top-inner">${brand}</div></header>` });

/** A page of a visitor, under one of the sections. */
export function page(visitor: Visitor, section: Section | undefined, content: PageContent) {
  const links = SECTIONS.map(
    ({ path, name }) =>
      html`<li><a href="${path}"${name === section ? html` aria-current="page"` : ''}>${name}</a></li>`,
  );
  return document({
    ...content,
    header: html`<header class="top"><div class="top-inner">
${brand}
<nav aria-label="Dashboard"><ul>${links}</ul></nav>
<form class="who" method="post" action="${DASHBOARD_PATHS.signOut}">${formTokenField(visitor.formToken)}<span class="who-name" title="${visitor.email}"><bdi>${visitor.name}</bdi></span> <button class="quiet" type="submit">Sign out</button></form>
</div></header>`,
  });
}

/** A page that says why there is no other. */
export const problemPage = (title: string, text: string, visitor?: Visitor) => {
  const content = html`<div class="narrow"><h1>${title}</h1><p>${text}</p><p><a href="${DASHBOARD_PATHS.settings}">To the API settings</a></p></div>`;
  return visitor ? page(visitor, undefined, { title, content }) : outerPage({ title, content });
};
