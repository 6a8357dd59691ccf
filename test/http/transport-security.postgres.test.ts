// Strict-Transport-Security and Secure cookies in both environments, if clients use https; browsers never guess
// content types.
import { afterAll, expect, test } from 'vitest';
import { createSignInLink, signInLinkUrl } from '../../src/accounts/sign-in-links.ts';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config.ts';
import { callsOf } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { silentLog } from '../support/log.ts';
import { operator } from '../support/operator.ts';

const database = await freshDatabase();
afterAll(() => database.close());

const user = await database.db.user.create({
  data: { name: 'Ada', email: 'ada@example.com' },
});
const LINK = signInLinkUrl('', await createSignInLink(operator(database.db), user.id));
const PAGES = ['/', '/docs', '/dashboard', '/dashboard/sign-in', LINK, '/nowhere'];
const PATHS = [
  ...PAGES,
  '/graphql',
  '/healthz',
  '/openapi.json',
  '/api/token-secured/product/1',
];
const SECURE = /^__Host-dashboard_sign_in=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
const PLAIN = /^dashboard_sign_in=[^;]+; Path=\/dashboard; HttpOnly; SameSite=Lax$/;
const YEAR = 'max-age=31536000';

test.each([
  ['test', 'https://api.example.com', SECURE, YEAR],
  ['live', 'https://api.example.com', SECURE, YEAR],
  // A browser would switch every other port of its own machine to https too.
  ['live', 'https://localhost:8443', SECURE, null],
  ['test', 'http://localhost:4000', PLAIN, null],
  ['live', 'http://api.example.com', PLAIN, null],
])(
  "in %s at %s: the dashboard's cookies are %s, every response has HSTS: %s",
  async (...row) => {
    const [environment, origin, cookie, header] = row;
    const config = parseConfig({
      SERVICE_ENVIRONMENT: environment,
      PUBLIC_ORIGIN: origin,
      DATABASE_URL: 'postgres://localhost/a',
    });
    const app = createApp({ database, config, logger: silentLog() });
    const { call } = callsOf(app, '');
    const answers = await Promise.all(PATHS.map((path) => call(path, {})));
    expect(answers.map(({ headers }) => headers.get('Strict-Transport-Security'))).toEqual(
      PATHS.map(() => header),
    );
    expect(answers.map(({ headers }) => headers.get('X-Content-Type-Options'))).toEqual(
      PATHS.map(() => 'nosniff'),
    );
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([
      expect.stringMatching(cookie),
    ]);
    await app.close();
  },
);
