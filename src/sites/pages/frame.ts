// The HTML frame of every page: head, assets, the link past the navigation; and the brand mark.
import { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

export interface Frame {
  /** Absent for the page that has the name of the service itself. */
  readonly title?: string;
  readonly assets: { readonly icon: string; readonly style: string };
  readonly scripts: readonly string[];
  /** The path of an Atom feed of the site. */
  readonly feed?: string;
  /** The path of the same content as Markdown. */
  readonly markdown?: string | undefined;
  /** Holds an element with the id `content`, the target of the link past the navigation. */
  readonly body: Html;
}

/** The name of the service in titles and headings. */
export const SERVICE_NAME = 'Rental Marketplace Owner API';

export const SERVICE_SUMMARY =
  'Owners manage products and bundles and read rentals, over REST and over GraphQL: the same operations, the same rules.';

export const frame = ({ title, assets, scripts, feed, markdown, body }: Frame): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title ? `${title} · ` : ''}${SERVICE_NAME}</title>
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
${feed && html`<link rel="alternate" type="application/atom+xml" title="${SERVICE_NAME}" href="${feed}">`}
${markdown && html`<link rel="alternate" type="text/markdown" href="${markdown}">`}
<link rel="stylesheet" href="${assets.style}">
${scripts.map((path) => html`<script src="${path}" defer></script>`)}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${body}
</body>
</html>`;

export const brandMark: Html = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 1 18 6v8l-8 5-8-5V6z"/><path class="cut" d="M6.5 9.5 10 7.3l3.5 2.2v4L10 15.7l-3.5-2.2z"/></svg>`;

/** A text with code between backticks, such as a description of the schema. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
