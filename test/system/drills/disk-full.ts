// The drill `disk-full`: the disk of the database, or of one tablespace, fills up completely and is freed again; the
// log says so.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, rmdir, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startService } from '../../process/service.ts';
import { type DrillOptions, MissingError, type Row, rowOf } from './drill.ts';
import { type Answer, idIn, judged, type Node, send, times } from './support/send.ts';
import { startPostgres, type Variables } from './support/servers.ts';

/** Freed when the disk is full. */
const BALLAST = Buffer.alloc(8 * 2 ** 20);
const MAX_CREATES = 6_000;
const REFUSED_ENOUGH = 20;
const AT_ONCE = 4;

export async function run({ cleanup }: DrillOptions): Promise<readonly Row[]> {
  const disk = (megabytes: number) => mountSmallDisk(cleanup, megabytes);
  const embedded = await disk(60);
  const rows = await exercise('embedded', embedded, { DATA_DIR: embedded.path }, 'read_only');
  // The write-ahead log is on another disk: without space for it PostgreSQL shuts down, and reads fail too.
  const [whole, log] = [await disk(70), await disk(512)];
  const initdbFlags = [`--waldir=${join(log.path, 'wal')}`];
  const server = await startPostgres(cleanup, { directory: whole.path, initdbFlags });
  rows.push(...(await exercise('server', whole, server.variables, 'disk_full')));
  // The products have their own disk, and everything else has space.
  const [part, other] = [await disk(40), await startPostgres(cleanup)];
  const moveProducts = () => moveTo(join(part.path, 'space'), other.url);
  return [
    ...rows,
    ...(await exercise('tablespace', part, other.variables, 'disk_full', moveProducts)),
  ];
}

const execute = promisify(execFile);

type SmallDisk = Awaited<ReturnType<typeof mountSmallDisk>>;

/** An in-memory disk, to be filled up. @throws {MissingError} if the machine isn't Linux, or doesn't allow mounts. */
async function mountSmallDisk(cleanup: AsyncDisposableStack, megabytes: number) {
  const path = await mkdtemp(join(tmpdir(), 'small-disk-'));
  cleanup.defer(() => rmdir(path));
  await execute('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m,mode=0777`,
    'tmpfs',
    path,
  ]).catch((cause) => {
    throw new MissingError('needs Linux and the right to mount a tmpfs: run it as root.', {
      cause,
    });
  });
  cleanup.defer(async () => void (await execute('umount', ['--lazy', path])));
  return {
    path,
    /** Writes a file with all the remaining space. */
    async fill(name: string): Promise<void> {
      const { bavail, bsize } = await statfs(path);
      await writeFile(join(path, name), Buffer.alloc(bavail * bsize));
    },
  };
}

async function moveTo(directory: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // The directory belongs to the server's user.
  await client.query(`COPY (SELECT 1) TO PROGRAM 'cat > /dev/null; mkdir ${directory}'`);
  await client.query(`CREATE TABLESPACE small LOCATION '${directory}'`);
  await client.query('ALTER TABLE products SET TABLESPACE small');
  await client.end();
}

/**
 * `cause` is the `error.type` of the line that says why creates return 503; `prepare` runs when the service is ready.
 */
async function exercise(
  name: string,
  disk: SmallDisk,
  variables: Variables,
  cause: string,
  prepare = async () => {},
): Promise<Row[]> {
  const environment = { RATE_LIMIT_POINTS: '1000000', LOG_LEVEL: 'warn', ...variables };
  let service = await startService(environment);
  const rows: Row[] = [];
  const add = (
    what: string,
    answers: readonly Answer[],
    statuses: readonly number[],
    lost?: number,
  ) => void rows.push(rowOf(`${name}: ${what}`, judged(answers, statuses), lost));
  const reads = (path = '/product/1', count = 100) =>
    times(count, AT_ONCE, () => send(service, 'GET', path));
  const creates = () => times(REFUSED_ENOUGH, AT_ONCE, () => create(service));
  try {
    await prepare();
    await writeFile(join(disk.path, 'ballast'), BALLAST);
    const filling = await fillUp(service);
    add('creates until the disk is full', filling, [201, 503]);
    if (!filling.some(({ status }) => status === 503)) throw new Error('the disk did not fill up');
    if (!service.output().stderr.includes(`"error.type":"${cause}"`))
      throw new Error(`no line says ${cause}`);
    add('reads while it is full', await reads(), [200]);
    await disk.fill('filler');
    add('reads without a byte left', await reads(), [200]);
    add('creates without a byte left', await creates(), [201, 503]);
    add(
      '/healthz and /readyz',
      [...(await reads('/healthz', 1)), ...(await reads('/readyz', 1))],
      [200],
    );
    await Promise.all(['ballast', 'filler'].map((file) => rm(join(disk.path, file))));
    const after = await creates();
    add('creates with space again', after, [201]);
    await service.stop('SIGKILL');
    service = await startService(environment);
    const found: Answer[] = [];
    for (const answer of [...filling, ...after]) {
      if (answer.status === 201) found.push(await send(service, 'GET', `/product/${idIn(answer)}`));
    }
    add(
      'answered creates after a kill',
      found,
      [200],
      found.filter(({ status }) => status === 404).length,
    );
    return rows;
  } finally {
    await service.stop();
  }
}

const create = (node: Node) =>
  send(node, 'POST', '/product', {
    product: {
      title: 'Tent',
      rent: 1,
      sku: 's',
      description: randomBytes(15_000).toString('base64'),
    },
  });

/** Creates until the service rejects, at most as many as fill any of the drill's disks. */
async function fillUp(node: Node): Promise<Answer[]> {
  const answers: Answer[] = [];
  const isEnough = () => answers.filter(({ status }) => status !== 201).length >= REFUSED_ENOUGH;
  while (!isEnough() && answers.length < MAX_CREATES) {
    answers.push(...(await times(AT_ONCE, AT_ONCE, () => create(node))));
  }
  return answers;
}
