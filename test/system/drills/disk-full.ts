// Drill: the disk of the database, or of one tablespace, fills up, has no byte left, and has space again; the log says so.
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Service, startService } from '../../process/service.ts';
import { startPostgresServer } from '../../support/postgres-server.ts';
import type { Row } from './drill.ts';
import { type Answer, rowOf, send, times } from './support/send.ts';
import { mountSmallDisk, type SmallDisk } from './support/small-disk.ts';

const DISK_MEGABYTES = { embedded: 60, server: 70, tablespace: 40 };
/** Freed when the disk is full. */
const BALLAST = Buffer.alloc(8 * 2 ** 20);
const MAX_CREATES = 6_000;
const REFUSED_ENOUGH = 20;
const AT_ONCE = 4;

const create = (service: Service) =>
  send(service, 'POST', '/product', {
    product: { title: 'Tent', rent: 1, sku: 's', description: randomBytes(15_000).toString('base64') },
  });
const read = (service: Service, path = '/product/1') => send(service, 'GET', path);

/** Creates until the service refuses; at most so many that any disk of the drill is full. */
async function fillUp(service: Service): Promise<Answer[]> {
  const answers: Answer[] = [];
  const isEnough = () => answers.filter(({ status }) => status !== 201).length >= REFUSED_ENOUGH;
  while (!isEnough() && answers.length < MAX_CREATES)
    answers.push(...(await times(AT_ONCE, AT_ONCE, () => create(service))));
  return answers;
}

interface Exercise {
  readonly name: string;
  readonly disk: SmallDisk;
  readonly variables: Readonly<Record<string, string>>;
  /** The `error.type` of the line that says why creates are 503. */
  readonly cause: string;
  /** Runs when the service is ready. */
  readonly prepare?: () => Promise<void>;
}

async function exercise({ name, disk, variables, cause, prepare }: Exercise): Promise<Row[]> {
  const ballast = join(disk.path, 'ballast');
  const environment = { RATE_LIMIT_POINTS: '1000000', LOG_LEVEL: 'warn', ...variables };
  let service = await startService(environment);
  const rows: Row[] = [];
  try {
    await prepare?.();
    await writeFile(ballast, BALLAST);
    const creates = await fillUp(service);
    rows.push(rowOf(`${name}: creates until the disk is full`, creates, [201, 503]));
    if (!creates.some(({ status }) => status === 503)) throw new Error('the disk did not fill up');
    if (!service.output().stderr.includes(`"error.type":"${cause}"`)) throw new Error(`no line says ${cause}`);
    rows.push(rowOf(`${name}: reads while it is full`, await times(100, AT_ONCE, () => read(service)), [200]));
    await disk.fill('filler');
    rows.push(rowOf(`${name}: reads without a byte left`, await times(100, AT_ONCE, () => read(service)), [200]));
    rows.push(
      rowOf(`${name}: creates without a byte left`, await times(20, AT_ONCE, () => create(service)), [201, 503]),
    );
    rows.push(
      rowOf(`${name}: /healthz and /readyz`, [await read(service, '/healthz'), await read(service, '/readyz')], [200]),
    );
    await Promise.all([rm(ballast), rm(join(disk.path, 'filler'))]);
    const after = await times(20, AT_ONCE, () => create(service));
    rows.push(rowOf(`${name}: creates with space again`, after, [201]));
    await service.stop('SIGKILL');
    service = await startService(environment);
    const kept = [...creates, ...after].filter(({ status }) => status === 201);
    const found: Answer[] = [];
    for (const { id } of kept) found.push(await read(service, `/product/${id}`));
    const lost = found.filter(({ status }) => status === 404).length;
    rows.push(rowOf(`${name}: answered creates after a kill`, found, [200], { lost }));
  } finally {
    await service.stop();
  }
  return rows;
}

async function embedded(): Promise<Row[]> {
  const disk = await mountSmallDisk(DISK_MEGABYTES.embedded);
  try {
    return await exercise({ name: 'embedded', disk, variables: { DATA_DIR: disk.path }, cause: 'read_only' });
  } finally {
    await disk.remove();
  }
}

/** The write-ahead log is on another disk: without space for it PostgreSQL shuts down, and reads end too. */
async function server(): Promise<Row[]> {
  const disk = await mountSmallDisk(DISK_MEGABYTES.server);
  const logDisk = await mountSmallDisk(512);
  const postgres = await startPostgresServer({
    directory: disk.path,
    initdbFlags: [`--waldir=${join(logDisk.path, 'wal')}`],
  });
  try {
    return await exercise({ name: 'server', disk, variables: { DATABASE_URL: postgres.url }, cause: 'disk_full' });
  } finally {
    await postgres.stop();
    await disk.remove();
    await logDisk.remove();
  }
}

/** The products are on a disk of their own, and all else has space. */
async function tablespace(): Promise<Row[]> {
  const disk = await mountSmallDisk(DISK_MEGABYTES.tablespace);
  const postgres = await startPostgresServer();
  const prepare = async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const directory = join(disk.path, 'space');
    // The directory belongs to the user of the server.
    await client.query(`COPY (SELECT 1) TO PROGRAM 'cat > /dev/null; mkdir ${directory}'`);
    await client.query(`CREATE TABLESPACE small LOCATION '${directory}'`);
    await client.query('ALTER TABLE products SET TABLESPACE small');
    await client.end();
  };
  try {
    const variables = { DATABASE_URL: postgres.url };
    return await exercise({ name: 'tablespace', disk, variables, cause: 'disk_full', prepare });
  } finally {
    await postgres.stop();
    await disk.remove();
  }
}

export const run = async (): Promise<readonly Row[]> => [
  ...(await embedded()),
  ...(await server()),
  ...(await tablespace()),
];
