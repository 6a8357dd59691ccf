// The forms of a token's last day, of its new name and of its roll; the warning before it expires.

import { describe, expect, test } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import { recordedLog } from '../../support/log.ts';
import { focused, shows, signedIn, valueIn } from './visitor.ts';

const DAY = 86_400_000;

const { logger, lines: log } = recordedLog();
const app = await openTestApp({ logger });
const visitor = await signedIn(app);

const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 'YYYY-MM-DD'.length);
const idOf = async (name: string) => (await app.db.apiToken.findFirstOrThrow({ where: { name } })).id;
const statusOf = async (token: string) => (await app.rest('GET', '/product/999999', undefined, { token })).status;

async function newToken(name: string, lastDay = '') {
  const page = await visitor.fill('/tokens/new', { name, last_day: lastDay });
  return { value: valueIn(page), id: await idOf(name), html: page.html };
}

describe('the last day', () => {
  test('is shown with the new value, in the list and on the page of the token', async () => {
    const lastDay = dayIn(200);
    const { id, html } = await newToken('With a last day', lastDay);
    expect(html).toContain(`expires end of ${lastDay} UTC`);
    for (const path of ['', `/tokens/${id}`]) {
      const title = `title="Refused from ${dayIn(201)} 00:00:00 UTC on">end of ${lastDay}`;
      expect((await visitor.get(`/dashboard${path}`)).html).toContain(title);
    }
    expect(html).not.toContain('Roll it');
  });

  test('is chosen among spans that say it, never and a day of one’s own', async () => {
    const form = await visitor.get('/dashboard/tokens/new');
    const spans = [7, 30, 90, 365].map(dayIn);
    const choices = [...form.html.matchAll(/name="expires" value="([^"]*)"/g)].map(([, value]) => value);
    expect(choices).toEqual([...spans, 'never', 'own']);
    for (const date of spans) expect(form.html).toContain(`until ${date}</span>`);
    const ends = async (fields: object) => {
      const name = `Expires ${JSON.stringify(fields)}`;
      await visitor.fill('/tokens/new', { name, ...fields });
      return (await app.db.apiToken.findFirst({ where: { name } }))?.expiresAt?.toISOString();
    };
    expect(await ends({ expires: spans[1], last_day: dayIn(3) })).toBe(`${dayIn(31)}T00:00:00.000Z`);
    expect(await ends({ expires: 'own', last_day: dayIn(3) })).toBe(`${dayIn(4)}T00:00:00.000Z`);
    expect(await ends({ expires: 'never', last_day: dayIn(3) })).toBeUndefined();
  });

  test.each([
    ['own', '', 'Give the last day.'],
    ['soon', '', 'Write the last day as YYYY-MM-DD'],
    ['own', '2020-01-01', 'The last day is over, in UTC.'],
    ['own', '2030-02-30', 'Write the last day as YYYY-MM-DD'],
    ['own', '9999-12-31', 'Choose a day within the next 3650 days'],
  ])('is refused with the choice %s and the day %j; the form keeps the input', async (expires, lastDay, message) => {
    const fields = { name: 'Not made', expires, last_day: lastDay };
    const page = await visitor.fill('/tokens/new', fields);
    expect(page).toMatchObject({ status: 400 });
    for (const text of [message, 'value="Not made"', `value="${lastDay}"`, 'value="own" checked']) {
      expect(page.html).toContain(text);
    }
    expect(focused(page)).toEqual(['last-day']);
    expect(await app.db.apiToken.count({ where: { name: 'Not made' } })).toBe(0);
  });

  test('is warned of in its last 14 days, and not before', async () => {
    const owner = await app.person('warned');
    const own = await signedIn(app, owner);
    const pages = async () => [await own.get('/dashboard'), await own.get(`/dashboard/tokens/${owner.tokenId}`)];
    const expireIn = (days: number) =>
      app.db
        .$executeRaw`UPDATE api_tokens SET expires_at = now() + make_interval(days => ${days}::int, mins => 1) WHERE id = ${owner.tokenId}`;
    await expireIn(14);
    for (const { html } of await pages()) expect(html).not.toContain('Expires in');
    await expireIn(3);
    for (const { html } of await pages()) expect(html).toContain('Expires in 3 days. ');
    expect((await own.get('/dashboard')).html).toMatch(/>1 token<\/a> expires within 14 days/);
    expect((await own.get('/dashboard?state=expiring')).html).toContain('>warned<');
    await expireIn(-3);
    const [list, page] = await pages();
    for (const { html } of [list, page].filter((one) => one !== undefined)) {
      expect(html).toContain('>Expired</span>');
      expect(html).not.toContain('Expires in');
    }
    expect(list?.html).toContain('No usable token');
  });
});

describe('a new name', () => {
  test('is shown from then on, and the token works as before', async () => {
    const { id, value } = await newToken('Old name');
    const form = await visitor.get(`/dashboard/tokens/${id}/rename`);
    expect(form.html).toContain('value="Old name"');
    expect(await visitor.submit(form, { name: ' Fresh name ' })).toMatchObject({ status: 303 });
    const { html } = await visitor.get('/dashboard');
    expect(html).toContain('<bdi>Fresh name</bdi>');
    expect(html).not.toContain('Old name');
    expect(await statusOf(value)).toBe(404);
    expect(log.join('')).toContain('"msg":"token renamed"');
  });

  test.each(['', 'a\0b', 'x'.repeat(101)])('%j is refused, and the old one stays', async (name) => {
    const { id } = await newToken(`Kept, not ${name.length}`);
    expect(await visitor.fill(`/tokens/${id}/rename`, { name })).toMatchObject(shows(400, 'id="name-error"'));
    expect(await idOf(`Kept, not ${name.length}`)).toBe(id);
  });
});

describe('rolling a token', () => {
  const formOf = (id: number) => visitor.get(`/dashboard/tokens/${id}/roll`);

  test('shows the new value once; the old one ends in 24 hours, as each page says', async () => {
    const lastDay = dayIn(100);
    const { id, value } = await newToken('Rolled later', lastDay);
    const form = await formOf(id);
    expect(form.html).toContain(`value="${lastDay}"`);
    const page = await visitor.submit(form, { end: 'later', last_day: lastDay });
    const rolled = valueIn(page);
    expect([await statusOf(value), await statusOf(rolled)]).toEqual([404, 404]);
    expect(page.html).toMatch(/The old value, .*, is refused from \d{4}-\d\d-\d\d \d\d:\d\d UTC on/);
    const { html } = await visitor.get(`/dashboard/tokens/${id}`);
    expect(html).toContain('Replaced by');
    expect(html).not.toContain('>Roll</a>');
    for (const one of [html, (await visitor.get('/dashboard')).html]) expect(one).not.toContain(rolled);
    expect(await visitor.get(`/dashboard/tokens/${id}/roll`)).toMatchObject({ status: 303 });
    expect(log.join('')).toMatch(/"owner_api.predecessor_id":\d+,.*"msg":"token rolled"/);
    expect(log.join('')).not.toContain(rolled);
  });

  test('a form that is sent twice, also at once, makes one new token, and leads to it', async () => {
    const { id } = await newToken('Rolled twice');
    const form = await formOf(id);
    const pages = await Promise.all([1, 2, 3].map(() => visitor.submit(form, { end: 'later' })));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 303, 303]);
    const again = await visitor.submit(form, { end: 'at-once' });
    expect(again).toMatchObject({ status: 303 });
    const { id: rolledId } = await app.db.apiToken.findFirstOrThrow({ where: { predecessorId: id } });
    expect(again.headers.get('location')).toBe(`/dashboard/tokens/${rolledId}?shown=1`);
    expect(await app.db.apiToken.count({ where: { name: 'Rolled twice' } })).toBe(2);
  });

  test.each([
    ['an unknown end', { end: 'never' }, 'Choose when the old value ends.'],
    ['a last day that is over', { end: 'at-once', last_day: '2020-01-01' }, 'The last day is over'],
  ])('%s is refused, and the token stays usable', async (name, fields, message) => {
    const { id, value } = await newToken(`Not rolled: ${name}`);
    expect(await visitor.submit(await formOf(id), fields)).toMatchObject(shows(400, message));
    expect(await statusOf(value)).toBe(404);
  });

  test('a token that was revoked meanwhile is not rolled', async () => {
    const { id } = await newToken('Revoked meanwhile');
    const form = await formOf(id);
    await visitor.fill(`/tokens/${id}/revoke`);
    expect(await visitor.submit(form, { end: 'later' })).toMatchObject(shows(400, 'The token is revoked.'));
    expect(await formOf(id)).toMatchObject({ status: 303 });
  });

  test('ends the old value at once, if that is chosen; an expired one has no such choice', async () => {
    for (const isExpired of [false, true]) {
      const { id, value } = await newToken(`Rolled at once, expired: ${isExpired}`);
      if (isExpired) await app.db.$executeRaw`UPDATE api_tokens SET expires_at = now() WHERE id = ${id}`;
      const form = await formOf(id);
      expect(form.html.includes('name="end"')).toBe(!isExpired);
      const page = await visitor.submit(form, isExpired ? {} : { end: 'at-once' });
      if (!isExpired) expect(page.html).toContain('is refused from now on');
      expect([await statusOf(value), await statusOf(valueIn(page))]).toEqual([401, 404]);
    }
  });
});
