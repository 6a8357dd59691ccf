// The requests of one person on either surface, each held to what it must be answered; writes with a key are sent until they are.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type AnsweredCall, asRead, type Call, jsonText } from '../../../harness/calls/call.ts';
import { graphqlCall, pathOf, restCall } from '../../../harness/calls/send-pair.ts';
import { VERSION_HEADER } from '../../../harness/check/answer.ts';
import { toVariable } from '../../../harness/contract/translate.ts';
import { createBundleRules } from '../../../harness/expect/bundle.ts';
import type { JsonObject } from '../../../harness/expect/expected-answer.ts';
import { createProductRules, updateProductRules } from '../../../harness/expect/product.ts';
import { type Answer, exchange } from '../send.ts';
import {
  accessTo,
  type GraphqlAnswer,
  judgeGraphql,
  judgeRest,
  type Kind,
  payloadSelection,
  type Query,
  type RestAnswer,
  randomQuery,
  type Verdict,
} from './answers.ts';
import type { Outcome, World } from './checked-load.ts';
import { below, chance, type Member, oneOf, someOf, type Thing, VERSION } from './ledger.ts';

const PATIENCE_MILLISECONDS = 90_000;
const RETRY_MILLISECONDS = 300;
const ABORTED_SHARE = 0.05;
const ABORTED_WITHIN_MILLISECONDS = 25;
const OTHERS_SHARE = 0.08;
/** Things of one person that are updated in turn; those before stay as they are. */
const MOST_CHANGING = 12;
/** A budget is counted from its first create on, and a create is counted late while the database is slow. */
const LATE_MILLISECONDS = 6_000;
/** Above every id that is given out. */
const NO_ID = 2_000_000_000;

/** What the person may do, and whether the token is valid, at the time of a read. */
export interface Rights {
  readonly hasToken?: boolean;
  readonly mayRead?: boolean;
}

interface Asked {
  readonly answer: Answer;
  readonly verdict: Outcome['verdict'];
}

type Judge = (answered: AnsweredCall) => Verdict | Promise<Verdict>;

interface AskOptions {
  readonly token?: string;
  /** Whether some of these requests are aborted. */
  readonly mayAbort?: boolean;
}

/** Whether an answer says that the write was done, even if the rest of the answer could not be read. */
function isSuccess({ status, text }: Pick<Answer, 'status' | 'text'>): boolean {
  if (status === 0 || status >= 400) return false;
  const { success, data }: { success?: boolean; data?: Record<string, { success?: boolean } | null> | null } =
    JSON.parse(text);
  return success === true || Object.values(data ?? {}).some((payload) => payload?.success === true);
}

/** The hash under which the record of a single write with this key is kept. */
const hashOf = (key: string) =>
  createHash('sha256')
    .update(JSON.stringify([key, '']))
    .digest('hex');

const headersOf = (key: string | undefined) => ({ headers: key ? { 'Idempotency-Key': key } : {} });

const mutationCall = (query: string, variables: object, key?: string) =>
  graphqlCall({ kind: 'mutation', query }, variables, headersOf(key));

interface Times {
  readonly id: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly revision: number;
}

export type Person = ReturnType<typeof createPerson>;

export function createPerson(world: World, member: Member) {
  const asking = createAsking(world, member);
  return {
    member,
    read: createReads(world, member, asking),
    ...createUpdates(world, member, asking),
    create: createCreates(world, member, asking),
  };
}

type Asking = ReturnType<typeof createAsking>;

/** What every request of a person needs. */
function createAsking(world: World, member: Member) {
  const { known, outcomes, sql, contracts } = world;

  async function ask(what: string, call: Call, judge: Judge, { token, mayAbort }: AskOptions = {}): Promise<Asked> {
    const abort =
      mayAbort && chance(ABORTED_SHARE) ? AbortSignal.timeout(below(ABORTED_WITHIN_MILLISECONDS)) : undefined;
    const node = { origin: oneOf(world.origins), token: token ?? member.token };
    const start = performance.now();
    const answer = await exchange(node, call, abort);
    const { status, headers, text, milliseconds } = answer;
    const ended = abort?.aborted ? 'aborted' : 'cut';
    const surface = call.path.startsWith('/graphql') ? 'graphql' : 'rest';
    const verdict = status === 0 ? ended : await judged({ surface, call, status, headers, text }, judge);
    outcomes.push({ what, start, milliseconds, verdict });
    return { answer, verdict };
  }

  /** The last answer to a write, which is sent again until it is done; without a key there is no second request. */
  async function untilSettled(key: string | undefined, send: () => Promise<Asked>, isDone: (asked: Asked) => boolean) {
    const start = performance.now();
    for (;;) {
      const asked = await send();
      const { answer, verdict } = asked;
      if (key === undefined || typeof verdict === 'object' || isDone(asked)) return asked;
      if (verdict === 'throttled' && world.isOver()) return asked;
      if (performance.now() - start > PATIENCE_MILLISECONDS) {
        outcomes.push({ what: 'retries', start, milliseconds: 0, verdict: { wrong: `no answer to the key ${key}` } });
        return asked;
      }
      const seconds = verdict === 'throttled' ? Number(answer.headers.get('retry-after')) : 0;
      await delay(seconds * 1_000 || below(RETRY_MILLISECONDS));
    }
  }

  /** Of the one stored product that the condition names. @throws there is none, or several. */
  async function storedTimes(condition: string, values: readonly unknown[]) {
    const columns = 'id, created_at, updated_at, revision';
    const rows = await sql.ask<Times>(`SELECT ${columns} FROM products WHERE ${condition}`, values);
    const [row] = rows;
    if (!row || rows.length > 1) throw new Error(`${rows.length} products are stored`);
    const { id, revision, created_at, updated_at } = row;
    return { revision, ids: { id, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() } };
  }

  function thingOf(id: number): Thing {
    const thing = known.things.get(id);
    if (!thing) throw new Error('a product is unknown');
    return thing;
  }

  return { ask, untilSettled, storedTimes, thingOf, reader: { contracts, known, reader: member.id } };
}

type Read = (rights?: readonly Rights[], token?: string) => Promise<void>;

function createReads(world: World, member: Member, { ask, reader }: Asking): Read {
  const { known } = world;
  const { rest } = world.contracts;

  const idOf = (kind: Kind): number => {
    if (chance(OTHERS_SHARE)) return NO_ID + below(1_000_000);
    const { rentals, still, changing } = chance(OTHERS_SHARE) ? oneOf(world.members) : member;
    return oneOf(kind === 'rental' ? rentals : [...still, ...changing]);
  };
  const accessOf = (kind: Kind, id: number, { mayRead = true }: Rights) =>
    mayRead ? accessTo(known, kind, id, member.id) : 'forbidden';

  /** `rights` are those that the answer may be right for: two while they change. */
  async function restRead(rights: readonly Rights[], token?: string): Promise<void> {
    const kind = oneOf(['product', 'product', 'rental'] as const);
    const operation = rest.operation(kind === 'rental' ? 'readRental' : 'readProduct');
    const id = idOf(kind);
    const expected = rights.map((right): RestAnswer => {
      const found = right.hasToken === false ? 'unauthenticated' : accessOf(kind, id, right);
      if (typeof found === 'string') return { kind: found };
      const data = { [operation.answer?.name ?? '']: found.fields };
      return { kind: 'ok', data, ...(kind === 'product' && { etag: tagOf(found) }) };
    });
    const call = restCall(operation, id, undefined);
    const judge = either(expected, (answered, one) => judgeRest(reader.contracts, operation, answered, one));
    await ask('REST read', call, judge, { mayAbort: true, ...(token && { token }) });
  }

  async function graphqlRead(what: string, query: Query, rights: readonly Rights[], token?: string): Promise<void> {
    const ids = query.kinds.map(idOf);
    const expected = rights.map((right): GraphqlAnswer => {
      if (right.hasToken === false) return { data: undefined, errors: [{ code: 'AUTH_INVALID_TOKEN', path: [] }] };
      const found = query.kinds.map((kind, index) => accessOf(kind, ids[index] ?? 0, right));
      return query.answer(found, reader);
    });
    const variables = Object.fromEntries(ids.map((id, index) => [`v${index}`, String(id)]));
    const call = graphqlCall({ kind: 'query', query: query.text }, variables);
    await ask(what, call, either(expected, judgeGraphql), { mayAbort: true, ...(token && { token }) });
  }

  return (rights = [{}], token) =>
    oneOf([
      () => restRead(rights, token),
      () => graphqlRead('GraphQL read, seen document', oneOf(world.documents), rights, token),
      () => graphqlRead('GraphQL read, new document', randomQuery(), rights, token),
    ])();
}

function createUpdates(world: World, member: Member, { ask, untilSettled, storedTimes, thingOf, reader }: Asking) {
  const { known } = world;
  const { rest, graphql } = world.contracts;

  async function update({ isKeyed = false } = {}): Promise<void> {
    // Those that it had may all be retired.
    if (member.changing.length === 0) return;
    const id = oneOf(member.changing);
    const thing = thingOf(id);
    const operation = rest.operation('updateProduct');
    const shape = rest.inputShape('updateProduct');
    const input = oneOf(world.inputs.updates);
    const fields = updateProductRules(shape, thing.fields).stored(asRead(input) as JsonObject);
    let after: Thing = { ...thing, fields, revision: thing.revision + 1 };
    let isDone = false;
    const key = isKeyed ? randomUUID() : undefined;
    const readBack = async () => {
      const { revision, ids } = await storedTimes('id = $1', [id]);
      if (revision !== after.revision) throw new Error(`revision ${revision} is stored, not ${after.revision}`);
      after = { ...after, fields: { ...fields, ...ids } };
      known.things.set(id, after);
      if (key) known.keys.set(hashOf(key), id);
      isDone = true;
    };
    const send = () => {
      const isRest = chance(0.5);
      const selection = payloadSelection('product');
      const variables = { id, input: toVariable(input, shape, graphql.inputType('UpdateProductInput!')) };
      const call = isRest
        ? restCall(operation, id, jsonText(operation.envelopes[0]?.wrap(input)), headersOf(key))
        : mutationCall(updateOf(selection.text), variables, key);
      const judge = async (answered: AnsweredCall) => {
        if (isSuccess(answered)) await readBack();
        if (isRest) return judgeRest(reader.contracts, operation, answered, { kind: 'ok', data: { success: true } });
        const payload = { success: true, errors: [], product: selection.answer(after, reader) };
        return judgeGraphql(answered, { data: { updateProduct: payload }, errors: [] });
      };
      return ask(key ? 'update, key' : 'update', call, judge, { mayAbort: isKeyed });
    };
    await untilSettled(key, send, () => isDone);
    if (isDone) return;
    // Nobody knows whether it was updated: nobody reads it any more.
    known.unsure.set(id, [thing, after]);
    member.changing.splice(member.changing.indexOf(id), 1);
  }

  /** Of a revision that is not stored. */
  async function updateStale(): Promise<void> {
    const id = oneOf(member.still);
    const thing = thingOf(id);
    const stale = { ...thing, revision: thing.revision + 1 + below(3) };
    const operation = rest.operation('updateProduct');
    const body = jsonText(operation.envelopes[0]?.wrap({ title: 'stale' }));
    const call = restCall(operation, id, body, { headers: { 'If-Match': tagOf(stale) } });
    await ask('stale update', call, (answered) =>
      judgeRest(reader.contracts, operation, answered, { kind: 'conflict' }),
    );
    const query = `mutation { updateProduct(id: ${id}, ifRevision: ${stale.revision}, input: { rent: 1 }) { success } }`;
    await ask('stale update', mutationCall(query, {}), refusedMutation('updateProduct', 'CONFLICT'));
  }

  /** By a person without the permission `write`. */
  async function writeForbidden(): Promise<void> {
    const what = 'without permission';
    const product = { title: 'forbidden', rent: 1, sku: 's' };
    const operation = rest.operation('createProduct');
    const call = restCall(operation, undefined, jsonText({ product }));
    await ask(what, call, (answered) => judgeRest(reader.contracts, operation, answered, { kind: 'forbidden' }));
    const query = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { success } }';
    await ask(what, mutationCall(query, { input: product }), refusedMutation('createProduct', 'FORBIDDEN'));
    const variables = { id: oneOf(member.still), input: { rent: 1 } };
    await ask(what, mutationCall(updateOf('{ id }'), variables), refusedMutation('updateProduct', 'FORBIDDEN'));
  }

  return { update, updateStale, writeForbidden };
}

interface Creating {
  readonly isKeyed?: boolean;
  /** Two requests of the key are under way at once. */
  readonly isTwins?: boolean;
  /** Fields that the thing has, whatever else. */
  readonly usual?: JsonObject;
  /** Where its id goes. */
  readonly among?: number[];
}

function createCreates(world: World, member: Member, { ask, untilSettled, storedTimes, thingOf, reader }: Asking) {
  const { known, outcomes, throttle } = world;
  const { rest, graphql } = world.contracts;
  const sent: number[] = [];
  let titles = 0;

  /** Whether more creates were sent in a window than the budget has. */
  function isUsedUp(): boolean {
    const from = performance.now() - throttle.windowMilliseconds - LATE_MILLISECONDS;
    return sent.filter((start) => start >= from).length > throttle.points;
  }

  /** A create as it is to be sent and stored. */
  function plan(kind: 'product' | 'bundle', usual: JsonObject): { input: JsonObject; fields: JsonObject } {
    const title = `${kind} ${member.id}.${++titles}`;
    const rent = 0.01 + below(10_000);
    if (kind === 'product') {
      const input = { ...oneOf(world.inputs.creates), title, rent, ...usual };
      return {
        input,
        fields: createProductRules(rest.inputShape('createProduct')).stored(asRead(input) as JsonObject),
      };
    }
    const items = someOf(member.still).map((id) => ({ ad_id: id, quantity: 1 + below(3) }));
    const input = { title, description: 'a “pack”', items, ...(chance(0.5) && { rent }) };
    const candidates = new Map(member.still.map((id) => [id, { rent: Number(thingOf(id).fields.rent) }]));
    const { answer } = rest.operation('readProduct');
    return {
      input,
      fields: createBundleRules(rest.inputShape('createBundle'), candidates, answer?.shape).stored(input),
    };
  }

  /** The verdict on the last answer; of twins each goes on until it has an answer of its own. */
  return async function create(
    kind: 'product' | 'bundle',
    { isKeyed = false, isTwins = false, usual = {}, among = member.changing }: Creating = {},
  ): Promise<Outcome['verdict']> {
    const { input, fields } = plan(kind, usual);
    const title = String(fields.title);
    const attempt: { ownerId: number; items: number; id?: number } = {
      ...{ ownerId: member.id, items: (fields.items as unknown[] | undefined)?.length ?? 0 },
    };
    known.attempts.set(title, attempt);
    const key = isKeyed ? randomUUID() : undefined;
    const [field, type] = kind === 'bundle' ? (['createBundle', 'CreateBundleInput!'] as const) : PRODUCT_CREATE;
    const operation = rest.operation(field);
    const stored = async (): Promise<Thing> => {
      const { revision, ids } = await storedTimes('owner_id = $1 AND title = $2', [member.id, title]);
      const thing = { readers: [member.id], revision, fields: { ...fields, ...ids } };
      attempt.id = ids.id;
      known.things.set(ids.id, thing);
      if (key) known.keys.set(hashOf(key), ids.id);
      return thing;
    };
    const send = async () => {
      const isRest = chance(0.5);
      const selection = payloadSelection(kind);
      const query = `mutation ($input: ${type}) { ${field}(input: $input) { success id errors { field } ${kind} ${selection.text} } }`;
      const variable = toVariable(input, rest.inputShape(field), graphql.inputType(type));
      const call = isRest
        ? restCall(operation, undefined, jsonText(operation.envelopes[0]?.wrap(input)), headersOf(key))
        : mutationCall(query, { input: variable }, key);
      const start = performance.now();
      sent.push(start);
      const judge = async (answered: AnsweredCall) => {
        const thing = isSuccess(answered) ? await stored() : undefined;
        const { id } = attempt;
        if (!isRest) {
          const payload = {
            success: true,
            id: String(id),
            errors: [],
            [kind]: thing && selection.answer(thing, reader),
          };
          return judgeGraphql(answered, { data: { [field]: payload }, errors: [] });
        }
        const location = operation.success.fields?.has('location') && pathOf(rest.operation('readProduct'), id);
        return judgeRest(reader.contracts, operation, answered, {
          ...{ kind: 'ok', data: { success: true, id, ...(location && { location }) } },
        });
      };
      const asked = await ask(`create ${kind}${key ? ', key' : ''}`, call, judge, { mayAbort: true });
      if (asked.verdict === 'throttled' && !isUsedUp())
        outcomes.push({ what: field, start, milliseconds: 0, verdict: { wrong: 'throttled below the limit' } });
      return asked;
    };
    const settleOne = () => untilSettled(key, send, ({ answer }) => isSuccess(answer));
    const [{ verdict }] = await Promise.all([settleOne(), ...(isTwins ? [settleOne()] : [])]);
    if (attempt.id !== undefined) among.push(attempt.id);
    if (member.changing.length > MOST_CHANGING) member.changing.shift();
    return verdict;
  };
}

const PRODUCT_CREATE = ['createProduct', 'CreateProductInput!'] as const;

const tagOf = ({ revision }: Thing) => `"${VERSION}.${revision}"`;

const updateOf = (selection: string) =>
  `mutation ($id: ID!, $input: UpdateProductInput!) {
     updateProduct(id: $id, input: $input) { success errors { field } product ${selection} } }`;

const refusedMutation = (field: string, code: string) => (answered: AnsweredCall) =>
  judgeGraphql(answered, { data: { [field]: null }, errors: [{ code, path: [field] }] });

/** The verdict on the first expectation that is met, else that on the last. */
const either =
  <Expected>(expected: readonly Expected[], judge: (answered: AnsweredCall, one: Expected) => Verdict) =>
  (answered: AnsweredCall): Verdict => {
    const verdicts = expected.map((one) => verdictOf(() => judge(answered, one)));
    return verdicts.find((verdict) => typeof verdict === 'string') ?? verdicts.at(-1) ?? { wrong: 'nothing expected' };
  };

function verdictOf(judge: () => Verdict): Verdict {
  try {
    return judge();
  } catch (error) {
    return { wrong: String(error) };
  }
}

async function judged(received: Omit<AnsweredCall, 'json'>, judge: Judge): Promise<Verdict> {
  const { status, headers, text } = received;
  const version = headers.get(VERSION_HEADER);
  if (version !== VERSION) return { wrong: `${VERSION_HEADER} ${version}: ${status} ${text}` };
  try {
    return await judge({ ...received, json: JSON.parse(text) });
  } catch (error) {
    return { wrong: `${status} ${text}: ${error}` };
  }
}
