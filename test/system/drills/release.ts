// The drill `release`: nodes behind HAProxy get the rehearsed release and lose it again, then two made-up ones in a row, under load.
import { V1 } from '../releases/rehearsal.ts';
import type { DrillOptions, Row } from './drill.ts';
import { REHEARSED, startDeployed } from './support/deployed.ts';
import { shipReleases } from './support/shipped/ship.ts';
import {
  keep,
  NEWER_CREATE,
  newerExchanges,
  OLDER_CREATE,
  olderExchanges,
  refused,
  retried,
} from './support/version-exchanges.ts';

const DAY_MILLISECONDS = 86_400_000;

const dayIn = (days: number) => new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10);

export const run = async ({ cleanup }: DrillOptions): Promise<readonly Row[]> => [
  ...(await rehearse()),
  ...(await shipReleases(cleanup)),
];

async function rehearse(): Promise<Row[]> {
  await using cleanup = new AsyncDisposableStack();
  const { origin, db, replace, clientOf, under } = await startDeployed(cleanup, {});
  const [today, later] = [dayIn(0), dayIn(2)];
  const withRelease = (day: string) => replace({ variables: { ...REHEARSED, REHEARSED_DATE: day } });
  const older = await clientOf(V1, olderExchanges);
  const newer = await clientOf(today, newerExchanges);
  const ofOlder = [
    { token: older.token, exchange: OLDER_CREATE },
    { token: newer.token, exchange: OLDER_CREATE, version: V1 },
  ];
  const rows = [
    await under('a release of the future, and back', [older], async () => {
      await withRelease(later);
      await replace({});
    }),
  ];
  const ofOldCode = await keep(origin, older.token, OLDER_CREATE);
  rows.push(
    await under('old code to new', [older], () => withRelease(today)),
    await retried('keys of old code, on new code', origin, ofOldCode, ofOlder),
  );
  const [ofNewCode, ofNewer] = [
    await keep(origin, older.token, OLDER_CREATE),
    await keep(origin, newer.token, NEWER_CREATE),
  ];
  rows.push(
    await under('new code to new, both versions', [older, newer], () => withRelease(today)),
    await retried('keys of the newer version', origin, ofNewer, [{ token: newer.token, exchange: NEWER_CREATE }]),
    await under('new code to old', [older], () => replace({})),
    await retried('keys of new code, on old code', origin, ofNewCode, ofOlder),
    await refused(db, origin, newer),
  );
  return rows;
}
