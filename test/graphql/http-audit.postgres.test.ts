// GraphQL over HTTP: our endpoint passes the audits of the package graphql-http, every MUST and SHOULD.
import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';

const app = await openTestApp();

/** The audits send no token, so ours is added. */
async function withToken(input: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${app.owner.token}`);
  return app.app.fetch(new Request(input, { ...init, headers }));
}

const audits = serverAudits({ url: 'http://localhost/graphql', fetchFn: withToken });

test('has audits of all three levels', () => {
  expect(audits.length).toBeGreaterThanOrEqual(61);
  expect(new Set(audits.map(({ name }) => name.split(' ')[0]))).toEqual(
    new Set(['MUST', 'SHOULD', 'MAY']),
  );
});

test.each(audits.map((audit) => [`${audit.name} (${audit.id})`, audit] as const))(
  '%s',
  async (_, audit) => {
    const result = await audit.fn();
    expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok');
  },
);
