// What a stack and its image have to be like: checks that need containers but no load.
import { connect } from 'node:tls';
import { type Row, rowOf } from '../../drill.ts';
import type { Stack } from './stack.ts';

const IMAGE = 'owner-api:drill.1';
const VOLUME = 'owner-api-drill';
const EMBEDDED = `docker run --rm --read-only --tmpfs /tmp --memory 1g --volume ${VOLUME}:/data`;
const TRIES = 60;

export async function ownChecks(stack: Stack): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, check] of Object.entries(CHECKS)) {
    const start = performance.now();
    const fault = await check(stack).catch(String);
    rows.push(rowOf(what, [{ milliseconds: performance.now() - start, fault }]));
  }
  return rows;
}

/** Each resolves with what is wrong. */
const CHECKS: Readonly<Record<string, (stack: Stack) => Promise<string | undefined>>> = {
  async 'two releases of the same code share all layers'({ run }) {
    const layers = (tag: string) =>
      run(`docker inspect --format '{{.RootFS.Layers}}' owner-api:${tag}`);
    return (await layers('drill.1')) === (await layers('drill.2'))
      ? undefined
      : 'they differ';
  },

  async 'a command writes its security event to the log of the node'({ run }) {
    const create = 'user create --email containers@example.com --name C --as Olivia';
    await run(`docker compose exec -T node node src/command.js ${create}`);
    const log = await run('docker compose logs --no-color --no-log-prefix node');
    return /"user-created".*"Olivia \(/.test(log) ? undefined : 'it has none';
  },

  async 'HAProxy starts without a warning of its configuration'({ run }) {
    const log = await run('docker compose logs --no-color proxy');
    return /\[WARNING\].*config/.exec(log)?.[0];
  },

  async 'clients get the renewed certificate'({ run }) {
    const date = await run('openssl x509 -noout -serial -in site.crt');
    const served = await serialAt(8443);
    return date.includes(served) ? undefined : `${served}, not ${date}`;
  },

  async 'a name in the network stands for each node'({ run }) {
    const found = await run('docker compose exec -T proxy getent ahostsv4 node');
    const addresses = new Set(found.match(/^\S+/gm));
    return addresses.size === 2 ? undefined : found;
  },

  async 'any user of the group 0 can run the image'({ run }) {
    const migrated = await run('docker compose run --rm -T --user 1000680000:0 migrate');
    return migrated.includes('All migrations are applied.') ? undefined : migrated;
  },

  async 'no second container works on an embedded database'({ run }) {
    try {
      await run(`docker volume create ${VOLUME}`);
      await run(`${EMBEDDED} --detach --name ${VOLUME} ${IMAGE}`);
      const listening = `docker logs ${VOLUME} 2>&1 | grep -q 'is listening'`;
      await run(
        `for try in $(seq ${TRIES}); do ${listening} && break; sleep 1; done; ${listening}`,
      );
      const second = await run(`${EMBEDDED} --network none ${IMAGE} 2>&1 || true`);
      return second.includes('is in use by another process') ? undefined : second;
    } finally {
      await run(`docker rm --force ${VOLUME}; docker volume rm ${VOLUME}`);
    }
  },
};

const serialAt = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.on('error', reject);
  });
