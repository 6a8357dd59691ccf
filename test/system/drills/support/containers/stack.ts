// The stack of compose.yaml, installed in a clone of the repository by the commands of the operators' pages.
import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { MissingError } from '../../drill.ts';
import type { Client } from '../load.ts';
import { createPeople } from '../people.ts';
import { blocksUnder, REPOSITORY, shell } from './shell.ts';

const PROJECT = 'owner-api';
/** In place of the tags on the pages, so that images of the same names stay. */
const TAGS = { '1.0.0': 'drill.1', '1.1.0': 'drill.2' };
const SETTINGS = [
  'TAG=drill.1',
  'SERVICE_ENVIRONMENT=test',
  'TLS_CERTIFICATES=/certificates',
  'KEEP_ALIVE_SECONDS=71',
  // Misspelled.
  'RATE_LIMIT_POINT=1',
];
const PEOPLE = 12;
const READY_WITHIN_MILLISECONDS = 60_000;
const POLL_MILLISECONDS = 100;

export const ORIGIN = 'http://127.0.0.1:8080';

/** @throws {MissingError} */
function requireDocker(): void {
  const run = (...args: string[]) => spawnSync('docker', args, { encoding: 'utf8' });
  if (run('info').status !== 0 || run('compose', 'version').status !== 0)
    throw new MissingError(
      'needs Docker with Compose 2, or `sudo sh test/system/drills/support/containers/machine.sh npm run drill -- containers`',
    );
  if (run('compose', 'ls', '--all', '--quiet').stdout.split('\n').includes(PROJECT))
    throw new MissingError(`starts the Compose project ${PROJECT}: end yours first`);
}

export type Stack = Awaited<ReturnType<typeof installStack>>;

/** Nothing is left of it when the drill ends. @throws {MissingError} without Docker */
export async function installStack(cleanup: AsyncDisposableStack) {
  requireDocker();
  const directory = await mkdtemp(join(tmpdir(), 'containers-'));
  cleanup.defer(() => rm(directory, { recursive: true, force: true }));
  const run = async (script: string): Promise<string> =>
    (await shell(script, { cwd: directory })).stdout;
  /** A block of a page. */
  const follow = (block = ''): Promise<string> =>
    run(block.replaceAll(/1\.[01]\.0/g, (tag) => TAGS[tag as keyof typeof TAGS]));
  // As restrictive as any: containers read files as users of their own.
  await run(`umask 077; git clone --quiet '${REPOSITORY}' .`);
  await shell(
    `umask 077; git ls-files -co --exclude-standard -z | xargs -0 cp --parents --no-preserve=mode -t '${directory}'`,
    { cwd: REPOSITORY },
  );
  const [secrets, certificate, start] = blocksUnder('install.md', 'Compose');
  await follow(secrets);
  await makeCertificate(directory);
  await follow(certificate);
  await writeFile(join(directory, '.env'), `${SETTINGS.join('\n')}\n`);
  cleanup.defer(async () => {
    await run('docker compose down --volumes --remove-orphans --timeout 20');
    await run('docker image rm --force owner-api:drill.1 owner-api:drill.2');
  });
  const startedAt = performance.now();
  await follow(start);
  return {
    directory,
    run,
    follow,
    startMilliseconds: performance.now() - startedAt,
    /** A new certificate in the file `site.pem`. */
    makeCertificate: () => makeCertificate(directory),
    set: (line: string) => appendFile(join(directory, '.env'), `${line}\n`),
    override: (settings: object) =>
      writeFile(join(directory, 'compose.override.yaml'), JSON.stringify(settings)),
    /** @throws if a plain `up` replaces a container or adds one */
    async keepsAll() {
      const ids = async () => (await run('docker compose ps --quiet')).split('\n').toSorted();
      const before = await ids();
      await run('docker compose up --detach --wait');
      const after = await ids();
      if (!isDeepStrictEqual(before, after))
        throw new Error(`a plain up changed ${before} to ${after}`);
    },
    /** The database, from the machine of the daemon, with the role whose password stays. */
    async variables() {
      const id = (await run('docker compose ps --quiet postgres')).trim();
      const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
      const address = (await run(`docker inspect --format '${format}' ${id}`)).trim();
      const url = (await run('cat secrets/owner-url')).trim();
      return { DATABASE_URL: url.replace('@postgres/', `@${address}/`) };
    },
    async people(): Promise<Client[]> {
      return createPeople(await this.variables(), PEOPLE);
    },
    untilReady,
  };
}

/** Resolves when the proxy has a node that is ready. */
async function untilReady(): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MILLISECONDS;
  while (performance.now() < deadline) {
    const signal = AbortSignal.timeout(READY_WITHIN_MILLISECONDS);
    const response = await fetch(`${ORIGIN}/readyz`, { signal }).catch(() => undefined);
    if (response?.ok) return;
    await delay(POLL_MILLISECONDS);
  }
  throw new Error('no node is ready');
}

const makeCertificate = (cwd: string) =>
  shell(
    `openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=localhost -keyout site.key -out site.crt
    cat site.crt site.key > site.pem`,
    { cwd },
  );
