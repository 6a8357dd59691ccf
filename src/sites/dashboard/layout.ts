// The layout of every dashboard page: navigation, user, content; and the page of an error.
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { FAILURES, type Failure } from '../../operation/failures.ts';
import { failureOf, headersOfFailure } from '../../operation/operation-failure.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { frame, type Html, topBar } from '../pages/frame.ts';
import { asset, assetsBeside, TOP_BAR_STYLES } from '../pages/static-assets.ts';
import type { PageContext, SessionUser } from './context.ts';
import { formTokenField } from './elements.ts';

const file = assetsBeside(import.meta.url);

const style = asset(...TOP_BAR_STYLES, file('dashboard.css'));
const script = asset(file('dashboard.js'));

const SECTIONS = {
  Tokens: DASHBOARD_PATHS.settings,
  Usage: DASHBOARD_PATHS.usage,
  'Failed requests': DASHBOARD_PATHS.requests,
  Account: DASHBOARD_PATHS.account,
};

interface Page {
  readonly title: string;
  readonly content: Html;
  /** Highlighted in the navigation; set for a page below the one with this title. */
  readonly section?: keyof typeof SECTIONS;
  /** A form's error: it is named in the title, and the status defaults to 400. */
  readonly error?: unknown;
  readonly status?: ContentfulStatusCode | undefined;
}

/** The response with a page; without a session it has no sections. */
export function respondDashboardPage(
  c: PageContext,
  { title, content, section, error, status }: Page,
) {
  const user: SessionUser | undefined = c.var.user;
  const page = frame({
    title: error ? `Error: ${title}` : title,
    style,
    scripts: [script],
    body: html`${topBar('dashboard')}
${
  user &&
  html`
<header class="top">
  <div class="top-inner">
    <nav class="tabs" aria-label="Dashboard">
      <ul>
        ${Object.entries(SECTIONS).map(
          ([name, path]) => html`
        <li><a href="${path}"${name === (section ?? title) && html` aria-current="page"`}>${name}</a></li>`,
        )}
      </ul>
    </nav>
    <form class="account" method="post" action="${DASHBOARD_PATHS.signOut}">
      ${formTokenField(user.formToken)}
      <span class="account-name" title="${user.email}"><bdi>${user.name}</bdi></span>
      <button class="quiet" type="submit">Sign out</button>
    </form>
  </div>
</header>`
}
<main id="content" tabindex="-1">
${content}
</main>`,
  });
  return c.html(page, status ?? (error ? 400 : 200));
}

export const respondErrorPage = (
  c: PageContext,
  status: ContentfulStatusCode,
  title: string,
  text: string,
) =>
  respondDashboardPage(c, {
    title,
    status,
    content: html`
<div class="narrow">
  <h1>${title}</h1>
  <p>${text}</p>
  <p><a href="${DASHBOARD_PATHS.settings}">Go to your tokens</a></p>
</div>`,
  });

const PROBLEMS: Partial<Record<number, string>> = {
  400: 'The form was incomplete. Submit it again.',
  403: 'This form belongs to another session. Go back, reload the page and submit it again.',
  408: 'The form took too long to arrive. Submit it again.',
  413: 'The form was too large.',
  415: 'The request isn’t a form submission.',
  429: 'You’ve changed your tokens too often. Try again in an hour; you can still revoke them.',
  503: 'The service is busy or can’t reach its database. Try again in a moment.',
};

/** Notes a failure for the log, and sets its headers. */
export function noteFailure(c: PageContext, failure: Failure) {
  c.env.visit.failures.push(failure);
  for (const [name, value] of Object.entries(headersOfFailure(failure)))
    c.header(name, value);
}

/** The page of a request that failed. */
export function respondError(error: Error, c: PageContext) {
  const { visit } = c.env;
  const failure = failureOf(error);
  const otherwise = error instanceof HTTPException ? error.status : 500;
  const status = failure ? FAILURES[failure.kind].status : otherwise;
  if (failure) noteFailure(c, failure);
  if (status === 500) c.env.onUnexpectedError(visit, error);
  const text = PROBLEMS[status] ?? 'Something went wrong.';
  const reference = status >= 500 ? ` Request ID: ${visit.requestId}.` : '';
  return respondErrorPage(
    c,
    status as ContentfulStatusCode,
    'Something went wrong',
    text + reference,
  );
}
