// Three nodes behind HAProxy that get other code one by one, while clients of several versions compare their
// responses.
import { setTimeout as delay } from 'node:timers/promises';
import { createToken } from '../../../../src/accounts/tokens.ts';
import { openPostgres } from '../../../support/open-postgres.ts';
import { freePorts } from '../../../support/postgres-server.ts';
import type { Row } from '../drill.ts';
import { type Known, populate } from './known-rows.ts';
import { type Client, type Exchange, underLoad } from './load.ts';
import { startHaproxy } from './programs.ts';
import { type Code, startNodes, startPostgres } from './servers.ts';

const NODES = 3;
const AT_ONCE = 3;
/** At this pace, HAProxy takes 3 s to notice that a node is not ready, and 2 s to notice that it is again. */
const PACE = 'inter 1000';
const DRAIN_SECONDS = '4';
const NOTICED_MILLISECONDS = 3_000;

/** Preloaded, it adds the rehearsed release to the service. */
export const REHEARSED = {
  NODE_OPTIONS: `--import ${new URL('../../releases/preloaded.ts', import.meta.url).href}`,
};

export type Deployed = Awaited<ReturnType<typeof startDeployed>>;

/** The nodes begin with the code. */
export async function startDeployed(cleanup: AsyncDisposableStack, first: Code) {
  const { url, variables } = await startPostgres(cleanup);
  const ports = await freePorts(NODES);
  const origin = await startHaproxy(cleanup, ports, PACE);
  const { origins, replace } = await startNodes(
    cleanup,
    ports,
    { ...variables, PUBLIC_ORIGIN: origin, DRAIN_SECONDS },
    first,
  );
  await delay(NOTICED_MILLISECONDS);
  const { db, close } = await openPostgres(url);
  cleanup.defer(close);
  const { owner, known } = await populate(db);
  return {
    url,
    origin,
    origins,
    db,
    known,
    /**
     * Gives the nodes the code one after the other; resolves when HAProxy has noticed, with the time when the last
     * one was ready.
     */
    async replace(
      code: Code,
      indexes: readonly number[] = [...ports.keys()],
    ): Promise<number> {
      let readyAt = 0;
      for (const index of indexes) {
        await replace(index, code);
        readyAt = performance.now();
        await delay(NOTICED_MILLISECONDS);
      }
      return readyAt;
    },
    async clientOf(
      version: string,
      exchangesOf: (known: Known) => readonly Exchange[],
    ): Promise<Client> {
      const token = await createToken(db, {
        userId: owner,
        name: version,
        environment: 'test',
        version,
      });
      return { token: token.value, exchanges: exchangesOf(known), first: new Map() };
    },
    /** The row of the clients' requests during the work. */
    under: (
      what: string,
      clients: readonly Client[],
      work: () => Promise<unknown>,
      within?: number,
    ): Promise<Row> =>
      underLoad(
        what,
        variables,
        { origins: [origin], clients, atOnce: AT_ONCE, ...(within && { within }) },
        work,
      ),
  };
}
