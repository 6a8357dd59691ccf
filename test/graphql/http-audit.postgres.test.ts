// GraphQL over HTTP: the audits of the package graphql-http against our endpoint; every MUST and SHOULD holds.
import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';

const app = await openTestApp();

/** The audits send no token; ours is added, as every request needs one. */
async function withToken(input: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${app.owner.token}`);
  return app.app.fetch(new Request(input, { ...init, headers }));
}

const audits = serverAudits({ url: 'http://localhost/graphql', fetchFn: withToken });

test('there are audits of all three levels', () => {
  expect(audits.length).toBeGreaterThanOrEqual(61);
  expect(new Set(audits.map(({ name }) => name.split(' ')[0]))).toEqual(new Set(['MUST', 'SHOULD', 'MAY']));
});

test.each(audits.map((audit) => [`${audit.name} (${audit.id})`, audit] as const))('%s', async (_, audit) => {
  const result = await audit.fn();
  expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok');
});
