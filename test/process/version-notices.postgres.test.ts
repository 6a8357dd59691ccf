// What a start prints about versions: future releases, and how many tokens use a version that ends within 90 days.
import { expect, test, vi } from 'vitest';
import { createVersions } from '../../src/operation/versions.ts';
import { endNotices, futureNotices } from '../../src/process/start-texts.ts';
import { openTestApp } from '../support/app.ts';
import { FIRST_RELEASE } from '../support/first-release.ts';
import { rehearsal, V1, V2 } from '../system/releases/rehearsal.ts';

const releasesOn = (day: string) =>
  createVersions([...FIRST_RELEASE, rehearsal], () => new Date(day));

const app = await openTestApp({ versions: releasesOn('2031-01-01') });

const noticesOn = (day: string, versions = releasesOn(day)) =>
  endNotices(app.db, versions, new Date(day));

test('prints nothing for a version without a successor', async () => {
  expect(await noticesOn('2026-11-22', createVersions(FIRST_RELEASE))).toEqual([]);
});

test('names a future release until its day', async () => {
  const notice = `Version ${V2} (0.2.0) is not released yet and will be served from that day on.`;
  const noticesOn = (day: string) => futureNotices(releasesOn(day), new Date(day));
  expect(noticesOn('2031-02-28T23:59:59Z')).toEqual([notice]);
  expect(noticesOn(V2)).toEqual([]);
});

test('names a version with its usable tokens in its last 90 days', async () => {
  const usable = await app.db.apiToken.count({ where: { version: V1 } });
  const [expired, revoked] = [await app.person('expired'), await app.person('revoked')];
  const past = new Date(Date.now() - 1_000);
  await app.db.apiToken.update({ where: { id: expired.tokenId }, data: { expiresAt: past } });
  await app.db.apiToken.update({ where: { id: revoked.tokenId }, data: { revokedAt: past } });
  const other = await app.person('other');
  await app.db.apiToken.update({ where: { id: other.tokenId }, data: { version: V2 } });
  expect(usable).toBeGreaterThan(0);

  expect(await noticesOn('2032-06-02T00:00:00Z')).toEqual([]);
  expect(await noticesOn('2032-06-04T00:00:00Z')).toEqual([
    `Version ${V1} ends on 2032-09-01. Usable tokens of this version: ${usable}.`,
  ]);
  expect(await noticesOn('2032-09-01T00:00:00Z')).toEqual([]);
});

test('stops counting at 1,000 tokens, and starts even if the database fails', async () => {
  await app.db.$executeRaw`
    INSERT INTO api_tokens (user_id, name, hash, prefix, last_four, version)
    SELECT ${app.owner.id}, 'many', encode(sha256(n::text::bytea), 'hex'), 'svc_test_', '0000', ${V1} FROM generate_series(1, 1001) n`;
  const day = '2032-06-04T00:00:00Z';
  const counted = `Version ${V1} ends on 2032-09-01. Usable tokens of this version: more than 1000.`;
  expect(await noticesOn(day)).toEqual([counted]);
  vi.spyOn(app.db, '$queryRaw').mockRejectedValue(new Error('the database is away'));
  expect(await noticesOn(day)).toEqual([`Version ${V1} ends on 2032-09-01.`]);
});
