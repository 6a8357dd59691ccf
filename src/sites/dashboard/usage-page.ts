// The page of usage: of all tokens together, and of each that is usable or was used in the period, in pages; and its CSV file.
import { html } from 'hono/html';
import { pageOf, tokensMatching } from '../../accounts/token-list.ts';
import { stateOf } from '../../accounts/token-rules.ts';
import { listTokens, type TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readSeries, readTotals, readUsageRows, type UsageTotals } from '../../usage/reads.ts';
import type { PageContext, PageHandler } from './context.ts';
import { day, minute } from './format.ts';
import { type Column, respondPage, respondProblem, table } from './layout.ts';
import { choiceRule, csvLink, faultNote, pageLinks, parseQuery, respondCsv } from './lists.ts';
import { SURFACE_NAMES, stateBadge, TOKEN_RULES, tokenFilterForm } from './tokens.ts';
import { PERIOD_NAMES, parsePeriod, TOTAL_COLUMNS, usageFigure } from './usage-figure.ts';

const ORDERS = { calls: 'Most calls', refused: 'Most refused', throttled: 'Most throttled', name: 'Name' } as const;
const RULES = { ...TOKEN_RULES, sort: choiceRule('order', ORDERS) };

async function readUsedTokens(c: PageContext) {
  const { db } = c.env;
  const [{ id: userId }, now] = [c.get('user'), c.get('now')];
  const period = parsePeriod(c.req.query('period'));
  const { values: filter, fault } = parseQuery(c.req.query(), RULES);
  const [all, matching, totals] = await Promise.all([
    listTokens(db, userId, tokensMatching({}, now)),
    listTokens(db, userId, tokensMatching(filter, now)),
    readTotals(db, userId, period, now),
  ]);
  // A token with a successor is a part of its row.
  const used = (tokens: readonly TokenRow[]) =>
    tokens
      .filter(({ successor }) => !successor)
      .map((token) => ({ token, ...totals(token.id) }))
      .filter(({ token, calls }) => calls > 0 || stateOf(token, now) === 'usable');
  const { sort = 'calls' } = filter;
  const tokens = used(matching).toSorted((one, other) =>
    sort === 'name' ? one.token.name.localeCompare(other.token.name) : other[sort] - one[sort],
  );
  return { period, filter, fault, tokens, counts: { all: used(all).length, matching: tokens.length } };
}

export const usagePage: PageHandler = async (c) => {
  const now = c.get('now');
  const { period, filter, fault, tokens, counts } = await readUsedTokens(c);
  const series = await readSeries(c.env.db, { userId: c.get('user').id }, period, now);
  const { page, ...kept } = { ...filter, period };
  const { rows, ...place } = pageOf(tokens, page ?? 1);
  const path = DASHBOARD_PATHS.usage;
  const columns: Column<UsageTotals & { readonly token: TokenRow }>[] = [
    {
      head: 'Token',
      cell: ({ token }) =>
        html`<a href="${DASHBOARD_PATHS.token(token.id)}"><bdi>${token.name}</bdi></a> ${stateBadge(token, now)}`,
    },
    ...TOTAL_COLUMNS,
  ];
  const found = rows.length > 0 ? html`<div class="card flush">${table('cards compact', columns, rows)}</div>` : NONE;
  return respondPage(c, {
    title: 'Usage',
    status: fault ? 400 : 200,
    content: html`<h1>Usage</h1>
${
  counts.all === 0 && !fault
    ? html`<p>No token yet. <a href="${DASHBOARD_PATHS.newToken}">Create your first one</a>.</p>`
    : html`${usageFigure('All tokens', path, period, series)}
<section aria-labelledby="each"><div class="figure-head"><h2 id="each">Each token, ${PERIOD_NAMES[period]}</h2>${rows.length > 0 && csvLink(DASHBOARD_PATHS.usageCsv, kept)}</div>
${tokenFilterForm(c, path, { filter, counts }, ORDERS, period)}
${fault ? faultNote(fault) : html`${found}${pageLinks(path, place, kept)}`}</section>`
}`,
  });
};

const NONE = html`<p>No token matches.</p>`;

/** The name of the file, and that of the column of times. */
const NAMES = { '24h': ['hours', 'Hour (UTC)'], '30d': ['days', 'Day (UTC)'] } as const;

type UsageRow = ReturnType<typeof readUsageRows> extends AsyncGenerator<(infer Row)[]> ? Row : never;

/** A row for each hour or day, token and surface. */
export const usageCsv: PageHandler = async (c) => {
  const { period, fault, tokens } = await readUsedTokens(c);
  if (fault) return respondProblem(c, 400, 'No such usage', fault);
  const byId = new Map(tokens.map(({ token }) => [token.id, token]));
  const [name, heading] = NAMES[period];
  const columns: Readonly<Record<string, (row: UsageRow) => unknown>> = {
    [heading]: ({ start }) => (period === '24h' ? minute(start) : day(start)),
    'Token id': ({ tokenId }) => tokenId,
    Token: ({ tokenId }) => byId.get(tokenId)?.name,
    'Last four': ({ tokenId }) => byId.get(tokenId)?.lastFour,
    Surface: ({ surface }) => SURFACE_NAMES[surface],
    Calls: ({ calls }) => calls,
    Refused: ({ refused }) => refused,
    Throttled: ({ throttled }) => throttled,
    Replayed: ({ replayed }) => replayed,
  };
  const parts = readUsageRows(c.env.db, [...byId.keys()], period, c.get('now'));
  return respondCsv(c, `usage-${name}`, columns, parts);
};
