// Query parameters of the pages with lists: their rules, the choices of a filter, and links to the other pages of a list.
import { html } from 'hono/html';
import { z } from 'zod';
import { parseId } from '../../operation/id.ts';

/** Each parameter with its shape, and a sentence about a value that is not of it. */
type Rules = Readonly<Record<string, readonly [shape: z.ZodType, sentence: string]>>;

type Values<R extends Rules> = { readonly [Name in keyof R]?: z.output<R[Name][0]> };

export const ID = z.string().transform(parseId).pipe(z.int());

export const PAGE = [ID, 'The page is a whole number from 1 on.'] as const;

/** The values of a query, without blank ones, and the sentences about those that are refused. */
export function parseQuery<R extends Rules>(query: Readonly<Record<string, string>>, rules: R) {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, [shape, sentence]] of Object.entries(rules)) {
    const given = query[name]?.trim();
    if (!given) continue;
    const { success, data } = shape.safeParse(given);
    if (success) values[name] = data;
    else faults.push(sentence);
  }
  return { values: values as Values<R>, faults };
}

export const faultNote = (faults: readonly string[]) =>
  html`<p class="note error" role="alert">${faults.join(' ')}</p>`;

/** The name is the value unless given. */
export type Choice = readonly [value: string | number, name?: string];

/** The options of a select element, after one for no value; a chosen value that is none of the choices is offered too. */
export function options(choices: readonly Choice[], chosen = '', none = 'Any') {
  const names = new Map([['', none]]);
  for (const [value, name = `${value}`] of choices) names.set(`${value}`, name);
  if (!names.has(chosen)) names.set(chosen, chosen);
  return [...names].map(
    ([value, name]) => html`<option value="${value}"${value === chosen && html` selected`}>${name}</option>`,
  );
}

interface ListPage {
  readonly page: number;
  readonly pages: number;
}

/** The values that are given as a query, with its question mark. */
export function queryText(values: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(values).filter(([, value]) => value);
  const query = new URLSearchParams(given.map(([key, value]) => [key, `${value}`]));
  return query.size > 0 ? `?${query}` : '';
}

/** `filter` is kept by the links. Absent for a single page. */
export function pageLinks(
  path: string,
  { page, pages }: ListPage,
  filter: Readonly<Record<string, unknown>> = {},
  content = 'tokens',
) {
  if (pages === 1) return '';
  const link = (rel: string, name: string, to: number) => {
    const query = queryText({ ...filter, page: to > 1 && to });
    return html`<a class="button quiet" rel="${rel}" href="${path}${query}">${name}</a>`;
  };
  return html`<nav class="pages" aria-label="Pages of ${content}">
${page > 1 && link('prev', 'Previous', page - 1)}
<span class="muted">Page ${page} of ${pages}</span>
${page < pages && link('next', 'Next', page + 1)}
</nav>`;
}
