// Documentation pages while a version begins or ends: none fails, and one that can't be generated fails alone.
import { describe, expect, test } from 'vitest';
import type { Change } from '../../../src/operation/change-kinds.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { withRelease } from '../../support/first-release.ts';
import { V1, V2 } from '../../system/releases/rehearsal.ts';
import { docsOf, linkedPages, opening } from './docs-of.ts';

const fallen = (pages: ReadonlyMap<string, { status: number }>) =>
  [...pages]
    .filter(([, { status }]) => status !== 200 && status !== 308)
    .map(([path, { status }]) => `${path} ${status}`);

/** The first release, and another one with a change that no shape in the code has. */
const withChange = (change: object) => withRelease(V2, change as Change);

describe('no page fails', () => {
  test('within a minute of midnight, without a restart, if a release requires a field', async () => {
    let now = new Date(`${V2}T00:00:00Z`).getTime() - 30_000;
    const versions = createVersions(
      withChange({ required: 'Product.barcode' }),
      () => new Date(now),
    );
    const before = await linkedPages(versions);
    now += 60_000;
    const after = await linkedPages(versions);
    expect([fallen(before), fallen(after)]).toEqual([[], []]);
    expect(before.has(`/docs/rest/${V1}`)).toBe(false);
    expect([...after.keys()]).toContain(`/docs/rest/${V1}/updateProduct`);
  });

  test('links to no removed operation once the last version with it has ended', async () => {
    const releases = withChange({ endpointWithdrawn: 'createBundle' });
    const pages = await linkedPages(createVersions(releases, () => new Date('2033-01-01')));
    expect(fallen(pages)).toEqual([]);
    expect(pages.has('/docs/rest/createProduct')).toBe(true);
  });
});

test("a page that can't be generated fails alone", async () => {
  const broken = { withdrawn: 'Product.cost', note: Symbol('no text') };
  const pages = await linkedPages(createVersions(withChange(broken), () => new Date(V2)));
  expect(fallen(pages)).toEqual(['/docs/changelog 500']);
  expect(pages.size).toBeGreaterThan(25);
});

test("a guide that can't be generated is missing from the search, and nothing else is", async () => {
  const points = {
    [Symbol.toPrimitive](hint: string) {
      if (hint === 'number') return 1;
      throw new Error('no number');
    },
  };
  const throttle = { points: points as unknown as number, windowSeconds: 60 };
  const open = opening(docsOf(createVersions(RELEASES), { throttle }));
  await expect(open('/docs/guides/limits')).rejects.toThrow('no number');
  const { status, body } = await open('/docs/search-index.json');
  expect(status).toBe(200);
  expect(body).toContain('/docs/guides/retries"');
  expect(body).not.toContain('/docs/guides/limits"');
});
