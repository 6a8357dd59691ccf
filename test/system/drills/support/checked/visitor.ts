// One person who uses the service until the load is over: reads, writes, loses a token or a permission, creates too much.
import { setTimeout as delay } from 'node:timers/promises';
import { newTokenRow } from '../../../../../src/accounts/tokens.ts';
import { createAsk, VERSION, type World } from './caller.ts';
import { createCreates } from './creates.ts';
import type { Member } from './population.ts';
import { createReads, type Rights } from './reads.ts';
import { createUpdates } from './updates.ts';

const MOST_READS_AT_ONCE = 4;
const CREATES_AT_ONCE = 6;

type Step = () => Promise<unknown>;

/** Rare steps change what the person may do, so only the person's own requests are under way meanwhile. */
export async function visit(world: World, member: Member, pauseMilliseconds: number): Promise<void> {
  const { random, sql, throttle, isOver } = world;
  const ask = createAsk(world, member);
  const reads = createReads(world, member, ask);
  const create = createCreates(world, member, ask);
  const updates = createUpdates(world, member, ask);
  const someReads = (rights?: readonly Rights[], token?: string) =>
    Promise.all(Array.from({ length: 1 + random.below(MOST_READS_AT_ONCE) }, () => reads.any(rights, token)));

  const setPermissions = (names: string) =>
    sql.ask('UPDATE users SET permissions = $2::permission[] WHERE id = $1', [member.id, names]);
  /** While a permission is taken, an answer may be that of before or of after; from then on that of after alone. */
  const withoutPermission = async () => {
    await Promise.all([someReads([{}, { mayRead: false }]), setPermissions('{write}')]);
    await someReads([{ mayRead: false }]);
    await Promise.all([someReads([{}, { mayRead: false }]), setPermissions('{read}')]);
    await someReads();
    await updates.writeForbidden();
    await setPermissions('{read,write}');
  };
  const revoked = async () => {
    const old = member.token;
    const { value, row } = newTokenRow({ userId: member.id, name: 'Drill', environment: 'test', version: VERSION });
    await sql.ask(
      `INSERT INTO api_tokens (user_id, name, hash, prefix, last_four, version) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (hash) DO NOTHING`,
      [row.userId, row.name, row.hash, row.prefix, row.lastFour, row.version],
    );
    const revoke = sql.ask(
      'UPDATE api_tokens SET revoked_at = now() WHERE user_id = $1 AND hash <> $2 AND revoked_at IS NULL',
      [member.id, row.hash],
    );
    await Promise.all([someReads([{}, { hasToken: false }], old), revoke]);
    member.token = value;
    await Promise.all([someReads([{ hasToken: false }], old), someReads()]);
  };
  /** Creates at once until the throttle refuses one. */
  const tooManyCreates = async () => {
    for (let sent = 0; sent < 2 * throttle.points && !isOver(); sent += CREATES_AT_ONCE) {
      const verdicts = await Promise.all(Array.from({ length: CREATES_AT_ONCE }, () => create('product')));
      if (verdicts.includes('throttled')) return;
    }
  };
  const steps: readonly (readonly [weight: number, step: Step])[] = [
    [58, () => someReads()],
    [8, () => updates.update()],
    [8, () => updates.update({ isKeyed: true })],
    [5, () => create('product')],
    [5, () => create('product', { isKeyed: true })],
    [3, () => create('bundle')],
    [4, () => create('bundle', { isKeyed: true })],
    [3, () => create('product', { isKeyed: true, twins: true })],
    [2, () => updates.updateStale()],
    [2, withoutPermission],
    [2, revoked],
    [0.5, tooManyCreates],
  ];
  while (!isOver()) {
    await chosen(steps, random)();
    await delay((pauseMilliseconds * 2 * random.below(100)) / 100);
  }
}

function chosen(steps: readonly (readonly [number, Step])[], random: World['random']): Step {
  const total = steps.reduce((sum, [weight]) => sum + weight, 0);
  let place = (random.below(1_000_000) / 1_000_000) * total;
  for (const [weight, step] of steps) {
    place -= weight;
    if (place < 0) return step;
  }
  return () => Promise.resolve();
}
