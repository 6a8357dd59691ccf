// What a start tells about versions: a release of the future, and the tokens of a version that ends soon.
import { USABLE_SQL } from '../accounts/token-state.ts';
import type { Statements } from '../database/statements.ts';
import type { Versions } from '../operation/versions.ts';

const SOON_MILLISECONDS = 90 * 86_400_000;

/** Asks the database only where a version ends soon. */
export async function versionNotices(
  statements: Pick<Statements, 'read'>,
  versions: Versions,
  now = new Date(),
): Promise<string[]> {
  const future = versions.releases
    .filter(({ date }) => new Date(date) > now)
    .map(({ date, label }) => `Version ${date} (${label}) is not released yet: it is served from that day on.`);
  const ending = versions.list().flatMap(({ date, stage, sunsetAt }) => {
    const isSoon = sunsetAt && stage !== 'sunset' && sunsetAt.getTime() - now.getTime() <= SOON_MILLISECONDS;
    return isSoon ? [{ date, end: sunsetAt.toISOString().slice(0, date.length) }] : [];
  });
  if (ending.length === 0) return future;
  const sql = `SELECT version, count(*)::int FROM api_tokens WHERE version = ANY($1) AND ${USABLE_SQL} GROUP BY version`;
  const rows = await statements.read(sql, [ending.map(({ date }) => date)]);
  const counts = new Map(rows.map(([version, count]) => [version, count]));
  const told = ending.map(
    ({ date, end }) => `Version ${date} ends on ${end}. Usable tokens of this version: ${counts.get(date) ?? 0}.`,
  );
  return [...future, ...told];
}
