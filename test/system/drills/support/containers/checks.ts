// What a stack and its image have to be like: checks that need containers but no load.
import { connect } from 'node:tls';
import { parse } from 'yaml';
import { type Row, rowOf } from '../../drill.ts';
import { beginSignIn, startPrivateProvider } from './provider.ts';
import { blocksUnder, withCompose } from './shell.ts';
import type { Stack } from './stack.ts';

const IMAGE = 'owner-api:drill.1';
const VOLUME = 'owner-api-drill';
const EMBEDDED = `docker run --rm --read-only --tmpfs /tmp --memory 1g --volume ${VOLUME}:/data`;
const TRIES = 60;

export async function ownChecks(stack: Stack): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, check] of Object.entries({ ...CHECKS, ...LAST_CHECKS })) {
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
    const log = await run(withCompose('journalctl …'));
    return /"user-created".*"Olivia \(/.test(log) ? undefined : 'it has none';
  },

  async 'each line of the log is JSON, and names a variable that nothing reads'({ run }) {
    const log = await run(withCompose('journalctl …'));
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const named = lines.filter(({ msg }) =>
      /^Not a variable.*: RATE_LIMIT_POINT\./.test(msg),
    );
    return named.length > 0 ? undefined : 'none names it';
  },

  async 'nodes and commands have the variables of .env'({ run }) {
    const print = 'printenv KEEP_ALIVE_SECONDS';
    const ofNode = await run(`docker compose exec -T node ${print}`);
    const ofCommand = await run(`docker compose run --rm -T migrate ${print}`);
    return `${ofNode}${ofCommand}` === '71\n71\n' ? undefined : `${ofNode}${ofCommand}`;
  },

  async 'one node restarts as the table says'({ run }) {
    await run(withCompose('systemctl restart owner-api@4000'));
    await run('docker compose up --detach --wait');
    return undefined;
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
      const listening = `docker logs ${VOLUME} 2>&1 | grep 'is listening' > /dev/null`;
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

/** Each gives the stack other settings; only a new stack undoes them. */
const LAST_CHECKS: typeof CHECKS = {
  async 'without a certificate the start says so, and the log of the proxy says why'({
    run,
  }) {
    const start =
      'docker compose up --detach --wait --wait-timeout 15 --force-recreate proxy';
    const isUp = await run(`mv secrets/certificates/site.pem . && ${start}`).then(
      () => true,
      () => false,
    );
    const log = await run('docker compose logs --no-color proxy');
    await run('mv site.pem secrets/certificates/ && docker compose up --detach --wait');
    if (isUp) return 'it succeeds';
    return /ALERT.*no SSL certificate/.test(log) ? undefined : log;
  },

  async 'sign-in asks a provider whose authority PROVIDER_CA names, and without it fails'(
    stack,
  ) {
    const { run, set, directory } = stack;
    const gateway = '{{range .IPAM.Config}}{{.Gateway}}{{end}}';
    const address = await run(
      `docker network inspect owner-api_default --format '${gateway}'`,
    );
    const provider = await startPrivateProvider(address.trim(), directory);
    try {
      await run('echo secret > secrets/oidc-client-secret');
      await set(`OIDC_ISSUER=${provider.issuer}`);
      await set('OIDC_CLIENT_ID=owner-api');
      await run('docker compose up --detach --wait');
      const without = await beginSignIn();
      await set(`PROVIDER_CA=${provider.authority}`);
      await run('docker compose up --detach --wait');
      const location = await beginSignIn();
      if (without.startsWith(provider.issuer)) return 'it needs no authority';
      return location.startsWith(`${provider.issuer}/auth`) ? undefined : location;
    } finally {
      provider.close();
    }
  },

  async 'on a network with IPv6 all is healthy and responds'(stack) {
    return onNetwork(stack, parse(IPV6));
  },

  async 'on a network without IPv4 all is healthy and responds'(stack) {
    const [version = ''] = (
      await stack.run('docker version --format {{.Server.Version}}')
    ).split('.');
    if (Number(version) < FIRST_WITHOUT_IPV4) {
      process.stderr.write(`Not checked without IPv4: needs Docker ${FIRST_WITHOUT_IPV4}.\n`);
      return undefined;
    }
    return onNetwork(stack, parse(IPV6.replace('# enable_ipv4', 'enable_ipv4')));
  },
};

const IPV6 = blocksUnder('install.md', 'Compose', 'yaml').at(-1) ?? '';
const FIRST_WITHOUT_IPV4 = 28;

async function onNetwork({ run, override }: Stack, settings: object) {
  await run('docker compose down');
  await override(settings);
  await run('docker compose up --detach --wait --wait-timeout 120');
  for (let tries = 0; tries < TRIES; tries++) {
    const { status } = await fetch('http://[::1]:8080/readyz');
    if (status !== 200) return `status ${status}`;
  }
  return undefined;
}

const serialAt = (port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.on('error', reject);
  });
