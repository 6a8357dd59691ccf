// What a start tells about versions: a release of the future, and the tokens of a version that ends soon.
import type { Statements } from '../database/statements.ts';
import type { LogMessage } from '../log.ts';
import type { Versions } from '../operation/versions.ts';
import { DAY_MILLISECONDS } from '../time.ts';

const SOON_MILLISECONDS = 90 * DAY_MILLISECONDS;

/** Further usable tokens of a version are not counted. */
const MOST_COUNTED = 1_000;

/** Usable tokens, each kind by a range of the index: expired ones are not read, however many there are. */
const tokensWhere = (expiry: string) =>
  `(SELECT 1 FROM api_tokens WHERE version = v AND revoked_at IS NULL AND ${expiry} LIMIT ${MOST_COUNTED + 1})`;
const COUNTS = `
  SELECT v, (SELECT count(*)::int FROM (${tokensWhere('expires_at IS NULL')} UNION ALL ${tokensWhere('expires_at > now()')}) t)
  FROM unnest($1::text[]) v`;

/** The releases of the future, which is how every release is deployed. */
export const futureNotices = ({ releases }: Versions, now = new Date()): LogMessage[] =>
  releases
    .filter(({ date }) => new Date(date) > now)
    .map(
      ({ date, label }) => `Version ${date} (${label}) is not released yet: it is served from that day on.` as const,
    );

/** The versions that end soon. Asks the database only where there are some; while it fails, tokens are not counted. */
export async function endNotices(
  statements: Pick<Statements, 'write'>,
  versions: Versions,
  now = new Date(),
): Promise<LogMessage[]> {
  const ending = versions.list().flatMap(({ date, stage, sunsetAt }) => {
    const isSoon = sunsetAt && stage !== 'sunset' && sunsetAt.getTime() - now.getTime() <= SOON_MILLISECONDS;
    return isSoon ? [{ date, end: sunsetAt.toISOString().slice(0, date.length) }] : [];
  });
  if (ending.length === 0) return [];
  const counts = await statements.write(COUNTS, [ending.map(({ date }) => date)]).then(
    (rows) => new Map(rows.map(([version, count]) => [version, inWords(Number(count))])),
    () => undefined,
  );
  return ending.map(({ date, end }) => {
    const count = counts ? ` Usable tokens of this version: ${counts.get(date)}.` : '';
    return `Version ${date} ends on ${end}.${count}` as const;
  });
}

const inWords = (count: number): string => (count > MOST_COUNTED ? `more than ${MOST_COUNTED}` : String(count));
