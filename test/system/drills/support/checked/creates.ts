// The creates of one person, sent again with their key until they are answered.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ask, Asked, Request, World } from './caller.ts';
import { randomSelection } from './documents.ts';
import { judgeGraphql, judgeRest, type Received } from './judge.ts';
import type { Attempt } from './ledger.ts';
import { bundleFields, DEFAULTS, type Member, randomInput } from './population.ts';
import { type Fields, fieldsOnRest, linesOnRest, type Thing } from './things.ts';

const PATIENCE_MILLISECONDS = 90_000;
const RETRY_MILLISECONDS = 300;
const ABORTED_SHARE = 0.05;
const ABORTED_WITHIN_MILLISECONDS = 25;

export interface Write {
  /** Without a key a second request could be a second write, so there is none. */
  readonly key: string | undefined;
  send(): Promise<Asked>;
  isDone(): boolean;
}

/** The last answer. */
export async function untilSettled({ tally, random, isOver }: World, { key, send, isDone }: Write): Promise<Asked> {
  const start = performance.now();
  for (;;) {
    const asked = await send();
    if (isDone() || key === undefined || typeof asked.verdict === 'object') return asked;
    if (asked.verdict === 'throttled' && isOver()) return asked;
    if (performance.now() - start > PATIENCE_MILLISECONDS) {
      tally.note({ what: 'retries', start, milliseconds: 0, verdict: { wrong: `no answer to the key ${key}` } });
      return asked;
    }
    await delay(retryAfter(asked) * 1_000 || random.below(RETRY_MILLISECONDS));
  }
}

const retryAfter = ({ got, verdict }: Asked): number =>
  verdict === 'throttled' && typeof got === 'object' ? Number(got.headers['retry-after']) : 0;

/** The milliseconds after which a request is aborted; undefined for most. */
export const aborting = ({ random }: World): number | undefined =>
  random.chance(ABORTED_SHARE) ? random.below(ABORTED_WITHIN_MILLISECONDS) : undefined;

/** Whether an answer says that the write was done, even if the rest of the answer could not be read. */
export function isSuccess({ status, text }: Received): boolean {
  if (status >= 400) return false;
  const { success, data }: { success?: boolean; data?: Record<string, { success?: boolean } | null> | null } =
    JSON.parse(text);
  return success === true || Object.values(data ?? {}).some((payload) => payload?.success === true);
}

/** The hash under which the record of a single write with this key is kept. */
export const hashOf = (key: string) =>
  createHash('sha256')
    .update(JSON.stringify([key, '']))
    .digest('hex');

interface Times {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly revision: number;
}

/** Of the one stored product that the condition names. @throws there is none, or several. */
export async function timesOf({ sql }: World, condition: string, values: readonly unknown[]) {
  const columns = 'id, created_at, updated_at, revision';
  const rows = await sql.ask<Times>(`SELECT ${columns} FROM products WHERE ${condition}`, values);
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} products are stored`);
  const { id, revision, created_at, updated_at } = row;
  return { id, revision, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() };
}

/** Things of one person that are updated in turn; those before stay as they are. */
const MOST_CHANGING = 12;
const CENTS = 100;
/** A budget is counted from its first create on, and a create is counted late while the database is slow. */
const LATE_MILLISECONDS = 6_000;

type Kind = 'product' | 'bundle';

interface Asking {
  readonly isKeyed?: boolean;
  /** Two requests of the key are under way at once. */
  readonly twins?: boolean;
}

/** A create as it is to be sent and stored. */
interface Planned {
  readonly kind: Kind;
  readonly input: Partial<Fields>;
  readonly fields: Fields;
  readonly lines: Thing['items'];
}

export function createCreates(world: World, member: Member, ask: Ask) {
  const { random, known, ledger, tally, throttle } = world;
  const sent: number[] = [];
  let titles = 0;

  function plan(kind: Kind): Planned {
    const title = `${kind} ${member.id}.${++titles}`;
    if (kind === 'product') {
      const input = randomInput(random, title);
      return { kind, input, fields: { ...DEFAULTS, ...input }, lines: [] };
    }
    const lines = random.someOf(member.still).map((adId) => ({ adId, quantity: 1 + random.below(3) }));
    const rent = random.chance(0.5) ? 0.01 + random.below(1_000) : undefined;
    const input = { title, description: 'a “pack”', ...(rent !== undefined && { rent }) };
    return { kind, input, fields: { ...bundleFields(title), ...input, rent: rent ?? sumOf(lines) }, lines };
  }
  /** The rent of a bundle without one, added in cents. */
  const sumOf = (lines: Thing['items']) =>
    lines.reduce(
      (sum, { adId, quantity }) => sum + Math.round((known.things.get(adId)?.rent ?? 0) * CENTS) * quantity,
      0,
    ) / CENTS;

  /** The stored records with the title. */
  async function stored({ fields, lines }: Planned, attempt: Attempt, key: string | undefined): Promise<Thing> {
    const times = await timesOf(world, 'owner_id = $1 AND title = $2', [member.id, fields.title]);
    const thing: Thing = { ...fields, ...times, items: lines, ownerId: member.id };
    attempt.id = thing.id;
    known.things.set(thing.id, thing);
    if (key) ledger.keys.set(hashOf(key), thing.id);
    return thing;
  }

  async function sendOnce(planned: Planned, attempt: Attempt, key: string | undefined): Promise<Asked> {
    const { kind } = planned;
    const selection = randomSelection(random, kind === 'bundle' ? 'Bundle' : 'Product');
    const isRest = random.chance(0.5);
    const what = `create ${kind}${key ? ', key' : ''}`;
    const start = performance.now();
    sent.push(start);
    const body = isRest ? restBody(planned) : graphqlBody(planned, selection.text);
    const request: Request = {
      key,
      body,
      abortAfterMilliseconds: aborting(world),
      ...(isRest && { path: `/${kind}` }),
    };
    const judge = async (received: Received) => {
      const thing = isSuccess(received) ? await stored(planned, attempt, key) : undefined;
      if (isRest) return judgeRest(received, { status: 201, body: restAnswer(kind, thing?.id) });
      const answer = thing && selection.answer(thing, { known, person: member });
      const payload = { success: true, id: String(thing?.id), errors: [], [kind]: answer };
      return judgeGraphql(received, { data: { [fieldOf(kind)]: payload }, errors: [] });
    };
    const asked = await ask(what, request, judge);
    if (asked.verdict === 'throttled' && !isUsedUp()) {
      tally.note({ what, start, milliseconds: 0, verdict: { wrong: 'throttled below the limit' } });
    }
    return asked;
  }
  /** Whether more creates were sent in a window than the budget has. */
  const isUsedUp = () => {
    const from = performance.now() - throttle.windowMilliseconds - LATE_MILLISECONDS;
    return sent.filter((start) => start >= from).length > throttle.points;
  };

  return async function create(kind: Kind, { isKeyed = false, twins = false }: Asking = {}): Promise<Asked['verdict']> {
    const planned = plan(kind);
    const key = isKeyed ? randomUUID() : undefined;
    const attempt: Attempt = { ownerId: member.id, lines: planned.lines.length };
    ledger.attempts.set(planned.fields.title, attempt);
    const send = () => sendOnce(planned, attempt, key);
    // Of twins each goes on until it has an answer of its own.
    const settleOne = async () => {
      let isAnswered = false;
      const sendOwn = async () => {
        const asked = await send();
        isAnswered = asked.got !== 'cut' && asked.got !== 'aborted' && isSuccess(asked.got);
        return asked;
      };
      return untilSettled(world, { key, send: sendOwn, isDone: () => isAnswered });
    };
    const [asked] = await Promise.all([settleOne(), ...(twins ? [settleOne()] : [])]);
    if (attempt.id !== undefined) member.changing.push(attempt.id);
    if (member.changing.length > MOST_CHANGING) member.changing.shift();
    return asked.verdict;
  };
}

const fieldOf = (kind: Kind) => (kind === 'bundle' ? 'createBundle' : 'createProduct');

const restBody = ({ kind, input, lines }: Planned) => ({
  [kind]: { ...fieldsOnRest(input), ...(kind === 'bundle' && { items: linesOnRest(lines) }) },
});

const restAnswer = (kind: Kind, id: number | undefined) => ({
  ...{ success: true, id },
  ...(kind === 'product' && { location: `/api/token-secured/product/${id}` }),
});

function graphqlBody({ kind, input, lines }: Planned, selection: string) {
  const field = fieldOf(kind);
  const type = kind === 'bundle' ? 'CreateBundleInput' : 'CreateProductInput';
  return {
    query: `mutation ($input: ${type}!) { ${field}(input: $input) { success id errors { field } ${kind} ${selection} } }`,
    variables: { input: { ...input, ...(kind === 'bundle' && { items: lines }) } },
  };
}
