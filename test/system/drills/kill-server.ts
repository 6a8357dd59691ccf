// The drill `kill-server`: service processes are killed under load, and every confirmed write is there afterwards.
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../support/postgres-server.ts';
import { underLoad, usualClient } from './support/load.ts';
import { onBothDatabases, seed, startNodes } from './support/servers.ts';

const KILLS = 10;
const BETWEEN_MILLISECONDS = 1_500;
/** While no node responds, clients try again after the pause. */
const LOAD = { atOnce: 16, pause: 20, isCutAllowed: true };

export const run = () =>
  onBothDatabases(async (cleanup, name, variables) => {
    const { owner } = await seed(variables);
    const ports = await freePorts(name === 'embedded' ? 1 : 2);
    const nodes = await startNodes(cleanup, ports, variables);
    const load = { ...LOAD, origins: nodes.origins, clients: [usualClient(owner)] };
    const killAll = async () => {
      for (let kill = 0; kill < KILLS; kill++) {
        await delay(BETWEEN_MILLISECONDS);
        await nodes.replace(kill % ports.length, undefined, 'SIGKILL');
      }
      await nodes.stop();
    };
    const what = `${name}, node${ports.length > 1 ? 's' : ''} killed ${KILLS} times`;
    return [await underLoad(what, variables, load, killAll)];
  });
