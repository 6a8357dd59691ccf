// The drill `containers`: the stack of compose.yaml, installed, restarted, upgraded, rotated, scaled and restored by the
// commands of the operators' pages, under load.
import { type DrillOptions, type Row, rowOf, timed } from './drill.ts';
import { ownChecks } from './support/containers/checks.ts';
import { blocksUnder } from './support/containers/shell.ts';
import { installStack, ORIGIN, type Stack } from './support/containers/stack.ts';
import { type Client, underLoadAround } from './support/load.ts';

/** With twelve users, some twenty requests a second. */
const PAUSE_MILLISECONDS = 550;
const WORK_WITHIN_MILLISECONDS = 240_000;
const BACK_WITHIN_MILLISECONDS = 60_000;
const SECONDS = 1_000;

export async function run({ cleanup }: DrillOptions): Promise<Row[]> {
  const stack = await installStack(cleanup);
  const clients = await stack.people();
  const rows = [await scene(stack, 'installed by the page', stack.startMilliseconds)];
  for (const [what, work] of Object.entries(SCENES))
    rows.push(await loaded(stack, clients, what, () => work(stack)));
  for (const [what, work] of Object.entries(OUTAGES))
    rows.push(await outage(stack, what, () => work(stack)));
  return [...rows, ...(await ownChecks(stack))];
}

const scene = async (stack: Stack, what: string, milliseconds: number): Promise<Row> => {
  await stack.untilReady();
  return rowOf(`${what}: ${Math.round(milliseconds / SECONDS)} s`, [{ milliseconds }]);
};

const [setTag, migrate, replace, removeNew] = blocksUnder('upgrade.md', 'Compose');
const password = blocksUnder('rotate.md', 'The database password').at(-1);
const [certificate] = blocksUnder('rotate.md', 'Certificates');
const [dump, restore] = blocksUnder('backup.md', 'With Compose');

const back = ({ run }: Stack) => run("sed -i 's/^TAG=.*/TAG=drill.1/' .env");

async function upgrade({ follow }: Stack) {
  await follow(setTag);
  await follow(migrate);
  await follow(replace);
}

/** As many nodes as a file of the operator says. */
async function scale({ override, run }: Stack, count: number) {
  await override({ services: { node: { scale: count } } });
  await run('docker compose up --detach --wait');
}

/** A release whose nodes end at once. */
async function badUpgrade(stack: Stack) {
  const { run, follow } = stack;
  await run(
    `printf 'FROM owner-api:drill.1\nCMD ["false"]\n' | docker build --tag owner-api:drill.bad -`,
  );
  await run("sed -i 's/^TAG=.*/TAG=drill.bad/' .env");
  const isOver = await follow(
    replace?.replace('--wait-timeout 180', '--wait-timeout 15'),
  ).then(
    () => true,
    () => false,
  );
  if (isOver) throw new Error('the upgrade succeeds');
  await back(stack);
  await follow(removeNew);
}

/** What must not fail a request, nor leave anything to a plain `docker compose up`. */
const SCENES: Readonly<Record<string, (stack: Stack) => Promise<unknown>>> = {
  upgrade,
  async 'roll back'(stack) {
    await back(stack);
    await stack.follow(replace);
  },
  'a release that does not start': badUpgrade,
  'new database password': ({ follow }) => follow(password),
  'migrate after it': ({ follow }) => follow(migrate),
  'new certificate': async ({ makeCertificate, follow }) => {
    await makeCertificate();
    await follow(certificate);
  },
  'six nodes': (stack) => scale(stack, 6),
  'upgrade of six': upgrade,
  'ten nodes': (stack) => scale(stack, 10),
  async 'roll back of ten'(stack) {
    await back(stack);
    await stack.follow(replace);
  },
  'two nodes': (stack) => scale(stack, 2),
};

/** What everything has to come back from. */
const OUTAGES: Readonly<Record<string, (stack: Stack) => Promise<unknown>>> = {
  restart: ({ run }) => run('docker compose restart'),
  'stop and start': ({ run }) => run('docker compose stop && docker compose start'),
  'killed, and started': ({ run }) => run('docker compose kill && docker compose start'),
  'dumped and restored': async ({ follow }) => {
    await follow(dump);
    await follow(restore);
    await follow('docker compose start node');
  },
};

/** The load continues during a plain `up` after the work. */
async function loaded(
  stack: Stack,
  clients: readonly Client[],
  what: string,
  work: () => Promise<unknown>,
): Promise<Row> {
  const load = { origins: [ORIGIN], clients, atOnce: 1, pause: PAUSE_MILLISECONDS };
  let milliseconds = 0;
  const row = await underLoadAround(what, await stack.variables(), load, async () => {
    const ran = await timed(WORK_WITHIN_MILLISECONDS, work);
    milliseconds = ran.milliseconds;
    if (ran.fault !== undefined) throw new Error(ran.fault);
    await stack.keepsAll();
  });
  return { ...row, what: `${what}: ${Math.round(milliseconds / SECONDS)} s` };
}

async function outage(
  stack: Stack,
  what: string,
  work: () => Promise<unknown>,
): Promise<Row> {
  const done = await timed(WORK_WITHIN_MILLISECONDS, work);
  const back = await timed(BACK_WITHIN_MILLISECONDS, stack.untilReady);
  return rowOf(`${what}, until a node is ready`, [done, back]);
}
