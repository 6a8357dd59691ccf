// The changelog: released versions alone, their changes and examples made from the entry, as a page, a feed and in the search.
import { expect, test } from 'vitest';
import { RELEASES } from '../../../src/rest/releases.ts';
import { htmlText } from '../../../src/sites/docs/layout.ts';
import { openTestApp } from '../../support/app.ts';
import { rehearsal, rehearsedOn, V1, V2 } from '../../system/releases/rehearsal.ts';

let now = new Date('2031-02-28T23:59:59.999Z');
const app = await openTestApp({ versions: rehearsedOn(() => now) });

const open = (path: string) => app.call(path, {}, { token: null });
const releaseDay = () => (now = new Date(`${V2}T00:00:00Z`));
const figures = (page: string) =>
  new Map(
    [...page.matchAll(/<figcaption class="head">(.*?)<\/figcaption><pre[^>]*><code>(.*?)<\/code>/gs)].map(
      ([, label, code = '']) => [label, code],
    ),
  );

test('before its day a release is on no page and in no feed; on its day it is, without a restart (D46)', async () => {
  const index = async () => {
    const [, path = ''] = / data-index="([^"]*)"/.exec((await open('/docs')).body) ?? [];
    return JSON.stringify((await open(path)).body);
  };
  const all = async () => [
    (await open('/docs/changelog')).body,
    (await open('/docs/changelog.atom')).body,
    await index(),
  ];
  for (const text of await all()) {
    expect(text).toContain(`${V1} (${RELEASES[0]?.label})`);
    expect(text).not.toMatch(/2031|daily_rent/);
  }
  releaseDay();
  for (const text of await all()) {
    expect(text).toContain(`${V2} (0.2.0)`);
    expect(text).toContain('daily_rent');
  }
});

test('each version has its day, stage, changes, and the end of the version before it', async () => {
  releaseDay();
  const { body } = await open('/docs/changelog');
  const [newer = '', older = ''] = body.split('<section id="').slice(1);
  expect(htmlText(newer)).toContain(`Released ${V2}; active.`);
  expect(newer).toContain('<li><code>cost</code> of a product is no more. Nobody asked for it.</li>');
  expect(newer.match(/<li>/g)).toHaveLength(rehearsal.changes.length);
  expect(htmlText(newer)).toContain(`The version ${V1} is deprecated from 2032-03-01 on, and ends 2032-09-01.`);
  expect(htmlText(older)).toContain('supported; deprecated from 2032-03-01, ends 2032-09-01');
  expect(older).toContain(RELEASES[0]?.summary);
  expect(figures(older).size).toBe(0);
});

test('requests before and after are in the names and values of their version', async () => {
  releaseDay();
  const { body } = await open('/docs/changelog');
  const operations = body.split(/(?=<h3 id=")/).slice(1);
  const created = figures(operations.at(-1) ?? '');
  const json = (label: string) => JSON.parse(htmlText(created.get(label) ?? ''));
  const [was, is] = [json(`The request in ${V1}`).product, json(`The request in ${V2}`).product];
  expect([was.rent, was.daily_rent, was.country_of_manufacture]).toEqual([is.daily_rent, undefined, undefined]);
  expect([is.rent, is.country_of_manufacture]).toEqual([undefined, 'DE']);
});

test('every page of the documentation names the feed, which is Atom (RFC 4287) and revalidated', async () => {
  releaseDay();
  for (const path of ['/docs', '/docs/changelog']) {
    expect((await open(path)).body).toMatch(
      /<link rel="alternate" type="application\/atom\+xml" [^>]*href="\/docs\/changelog.atom">/,
    );
  }
  const { status, headers, body } = await open('/docs/changelog.atom');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  const again = await app.call(
    '/docs/changelog.atom',
    {},
    { token: null, headers: { 'If-None-Match': headers.get('etag') ?? '' } },
  );
  expect(again.status).toBe(304);
  const [feed = '', ...entries] = body.split('<entry>');
  for (const part of [feed, ...entries]) {
    for (const element of ['id', 'title', 'updated'])
      expect(part.match(new RegExp(`<${element}>[^<]+<`, 'g'))).toHaveLength(1);
  }
  expect(feed).toContain(`<updated>${V2}T00:00:00Z</updated>`);
  expect(feed).toContain('<author><name>');
  expect(feed).toMatch(/<link rel="self" [^>]*href="https?:[^"]*\/docs\/changelog.atom"\/>/);
  expect(entries).toHaveLength(2);
  const [, content = ''] = /<content type="html">([^<]*)<\/content>/.exec(entries[0] ?? '') ?? [];
  expect(htmlText(content)).toContain('<li><code>email</code> of an account is no more.</li>');
});
