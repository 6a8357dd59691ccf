// One user's requests on either API, each compared with its expected response; writes with a key are retried until
// they succeed.
import { hash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type AnsweredCall, asRead, type Call, jsonText } from '../../../harness/calls/call.ts';
import { graphqlCall, pathOf, restCall } from '../../../harness/calls/send-pair.ts';
import { VERSION_HEADER } from '../../../harness/check/answer.ts';
import { toVariable } from '../../../harness/contract/translate.ts';
import { createBundleRules } from '../../../harness/expect/bundle.ts';
import {
  EXPECTED_FAILURES,
  type ExpectedFailure,
  type JsonObject,
} from '../../../harness/expect/expected-answer.ts';
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
  type Reader,
  type RestAnswer,
  randomQuery,
  type Verdict,
} from './answers.ts';
import type { Outcome, World } from './checked-load.ts';
import {
  below,
  chance,
  type Member,
  oneOf,
  PATIENCE_MILLISECONDS,
  someOf,
  type Thing,
  VERSION,
} from './ledger.ts';

const RETRY_MILLISECONDS = 300;
const ABORTED_SHARE = 0.05;
const ABORTED_WITHIN_MILLISECONDS = 25;
const OTHERS_SHARE = 0.08;
/** A user's records that are updated in turn; earlier ones stay unchanged. */
const MOST_CHANGING = 12;
/** A rate limit counts from its first create, and a create is counted late while the database is slow. */
const LATE_MILLISECONDS = 6_000;
/** Higher than every assigned ID. */
const NO_ID = 2_000_000_000;

/** The user's permissions, and whether the token is valid, at the time of a read. */
export interface Rights {
  readonly hasToken?: boolean;
  readonly mayRead?: boolean;
}

interface Asked {
  readonly answer: Answer;
  readonly verdict: Outcome['verdict'];
}

type Judge = (answered: AnsweredCall) => Verdict | Promise<Verdict>;

/** The record in each write's payload, and the type of its input. */
const WRITES = {
  createProduct: ['product', 'CreateProductInput!'],
  createBundle: ['bundle', 'CreateBundleInput!'],
  updateProduct: ['product', 'UpdateProductInput!'],
} as const;

interface Write {
  readonly what: string;
  readonly field: keyof typeof WRITES;
  /** The update's record and input. */
  readonly id?: number;
  readonly input: JsonObject;
  readonly key: string | undefined;
  readonly mayAbort: boolean;
  /** Called when a response confirms the write; reads back what is stored. */
  stored(): Promise<Thing>;
}

interface Creating {
  readonly isKeyed?: boolean;
  /** Two requests with the key run at once. */
  readonly isTwins?: boolean;
  /** Fields that the record has in any case. */
  readonly usual?: JsonObject;
  /** Where its ID goes. */
  readonly among?: number[];
}

/** Whether a response confirms the write, even if the rest of it could not be read. */
function isSuccess({ status, text }: Pick<Answer, 'status' | 'text'>): boolean {
  if (status === 0 || status >= 400) return false;
  const {
    success,
    data,
  }: { success?: boolean; data?: Record<string, { success?: boolean } | null> | null } =
    JSON.parse(text);
  return success === true || Object.values(data ?? {}).some((payload) => payload?.success === true);
}

const tagOf = ({ revision }: Thing) => `"${VERSION}.${revision}"`;

export class Person {
  readonly member: Member;
  private readonly world: World;
  private readonly reader: Reader;
  /** The start times of its creates. */
  private readonly creates: number[] = [];
  private titles = 0;

  constructor(world: World, member: Member) {
    this.world = world;
    this.member = member;
    this.reader = { contracts: world.contracts, known: world.known, reader: member.id };
  }

  /** With `mayAbort` some of these requests are aborted. */
  private async ask(
    what: string,
    call: Call,
    judge: Judge,
    mayAbort = false,
    token = this.member.token,
  ): Promise<Asked> {
    const isAborted = mayAbort && chance(ABORTED_SHARE);
    const abort = isAborted ? AbortSignal.timeout(below(ABORTED_WITHIN_MILLISECONDS)) : undefined;
    const start = performance.now();
    const answer = await exchange({ origin: oneOf(this.world.origins), token }, call, abort);
    const { status, headers, text, milliseconds } = answer;
    const surface = call.path.startsWith('/graphql') ? 'graphql' : 'rest';
    const ended = abort?.aborted ? 'aborted' : 'cut';
    const verdict =
      status === 0 ? ended : await verdictOf({ surface, call, status, headers, text }, judge);
    this.world.outcomes.push({ what, start, milliseconds, verdict });
    return { answer, verdict };
  }

  /** `rights` are those that the response may follow: two while they change. */
  async read(rights: readonly Rights[] = [{}], token?: string): Promise<void> {
    const { documents } = this.world;
    const way = oneOf(['REST', 'seen', 'new'] as const);
    if (way === 'REST') await this.readRest(rights, token);
    else await this.query(way, way === 'seen' ? oneOf(documents) : randomQuery(), rights, token);
  }

  private idOf(kind: Kind): number {
    if (chance(OTHERS_SHARE)) return NO_ID + below(1_000_000);
    const { rentals, still, changing } = chance(OTHERS_SHARE)
      ? oneOf(this.world.members)
      : this.member;
    return oneOf(kind === 'rental' ? rentals : [...still, ...changing]);
  }

  private accessTo(kind: Kind, id: number, { mayRead = true }: Rights) {
    return mayRead ? accessTo(this.world.known, kind, id, this.member.id) : 'forbidden';
  }

  private async readRest(rights: readonly Rights[], token?: string): Promise<void> {
    const { contracts } = this.world;
    const kind = oneOf(['product', 'product', 'rental'] as const);
    const operation = contracts.rest.operation(kind === 'rental' ? 'readRental' : 'readProduct');
    const id = this.idOf(kind);
    const expected = rights.map((right): RestAnswer => {
      const found = right.hasToken === false ? 'unauthenticated' : this.accessTo(kind, id, right);
      if (typeof found === 'string') return { kind: found };
      const data = { [operation.answer?.name ?? '']: found.fields };
      return { kind: 'ok', data, ...(kind === 'product' && { etag: tagOf(found) }) };
    });
    const judge = either(expected, (answered, one) =>
      judgeRest(contracts, operation, answered, one),
    );
    await this.ask('REST read', restCall(operation, id, undefined), judge, true, token);
  }

  private async query(
    which: string,
    query: Query,
    rights: readonly Rights[],
    token?: string,
  ): Promise<void> {
    const ids = query.kinds.map((kind) => this.idOf(kind));
    const expected = rights.map((right): GraphqlAnswer => {
      if (right.hasToken === false)
        return { data: undefined, errors: [EXPECTED_FAILURES.unauthenticated.code] };
      const found = query.kinds.map((kind, index) => this.accessTo(kind, ids[index] ?? 0, right));
      return query.answer(found, this.reader);
    });
    const variables = Object.fromEntries(ids.map((id, index) => [`v${index}`, String(id)]));
    const call = graphqlCall({ kind: 'query', query: query.text }, variables);
    await this.ask(
      `GraphQL read, ${which} document`,
      call,
      either(expected, judgeGraphql),
      true,
      token,
    );
  }

  /** The last response to a write, which is retried until it succeeds; without a key there is no second request. */
  private async untilSettled(key: string | undefined, send: () => Promise<Asked>): Promise<Asked> {
    const start = performance.now();
    for (;;) {
      const asked = await send();
      const { answer, verdict } = asked;
      if (key === undefined || typeof verdict === 'object' || isSuccess(answer)) return asked;
      if (verdict === 'throttled' && this.world.isOver()) return asked;
      if (performance.now() - start > PATIENCE_MILLISECONDS) {
        this.fail('retries', start, `no answer to the key ${key}`);
        return asked;
      }
      const seconds = verdict === 'throttled' ? Number(answer.headers.get('retry-after')) : 0;
      await delay(seconds * 1_000 || below(RETRY_MILLISECONDS));
    }
  }

  private fail(what: string, start: number, wrong: string): void {
    this.world.outcomes.push({ what, start, milliseconds: 0, verdict: { wrong } });
  }

  /** Sends a write once. */
  private send({ what, field, id, input, key, mayAbort, stored }: Write): Promise<Asked> {
    const { contracts } = this.world;
    const { rest, graphql } = contracts;
    const operation = rest.operation(field);
    const [kind, type] = WRITES[field];
    const isCreate = id === undefined;
    const isRest = chance(0.5);
    const selection = payloadSelection(kind);
    const [declared, given, made] = isCreate ? ['', '', 'id'] : ['$id: ID!, ', 'id: $id, ', ''];
    const payload = `{ success ${made} errors { field } ${kind} ${selection.text} }`;
    const query = `mutation (${declared}$input: ${type}) { ${field}(${given}input: $input) ${payload} }`;
    const variables = {
      id,
      input: toVariable(input, rest.inputShape(field), graphql.inputType(type)),
    };
    const headers = { headers: key ? { 'Idempotency-Key': key } : {} };
    const call = isRest
      ? restCall(operation, id, jsonText(operation.envelopes[0]?.wrap(input)), headers)
      : graphqlCall({ kind: 'mutation', query }, variables, headers);
    const judge = async (answered: AnsweredCall) => {
      const thing = isSuccess(answered) ? await stored() : undefined;
      const newId = Number(thing?.fields.id);
      if (!isRest) {
        const record = { [kind]: thing && selection.answer(thing, this.reader) };
        const answer = {
          success: true,
          ...(isCreate && { id: String(newId) }),
          errors: [],
          ...record,
        };
        return judgeGraphql(answered, { data: { [field]: answer }, errors: [] });
      }
      const hasLocation = operation.success.fields?.has('location');
      const location = hasLocation && { location: pathOf(rest.operation('readProduct'), newId) };
      const data = { success: true, ...(isCreate && { id: newId, ...location }) };
      return judgeRest(contracts, operation, answered, { kind: 'ok', data });
    };
    return this.ask(`${what}${key ? ', key' : ''}`, call, judge, mayAbort);
  }

  /**
   * The one stored product that the condition selects, recorded with these fields. @throws if there is none, or
   * several.
   */
  private async noted(
    condition: string,
    values: readonly unknown[],
    fields: JsonObject,
    key: string | undefined,
  ) {
    const { known, sql } = this.world;
    const rows = await sql.ask<{
      id: number;
      created_at: Date;
      updated_at: Date;
      revision: number;
    }>(`SELECT id, created_at, updated_at, revision FROM products WHERE ${condition}`, values);
    const [row] = rows;
    if (!row || rows.length > 1) throw new Error(`${rows.length} products are stored`);
    const times = {
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
    const { id, revision } = row;
    const thing: Thing = {
      readers: [this.member.id],
      revision,
      fields: { ...fields, id, ...times },
    };
    known.things.set(id, thing);
    // The hash under which the record of a single write with this key is stored.
    if (key) known.keys.set(hash('sha256', JSON.stringify([key, ''])), id);
    return thing;
  }

  private thingOf(id: number): Thing {
    const thing = this.world.known.things.get(id);
    if (!thing) throw new Error('a product is unknown');
    return thing;
  }

  async update({ isKeyed = false } = {}): Promise<void> {
    const { known, contracts, inputs } = this.world;
    const { changing } = this.member;
    // The previous ones may all be retired.
    if (changing.length === 0) return;
    const id = oneOf(changing);
    const before = this.thingOf(id);
    const input = oneOf(inputs.updates);
    const rules = updateProductRules(contracts.rest, before.fields);
    const fields = rules.stored(asRead(input) as JsonObject);
    const after = { ...before, fields, revision: before.revision + 1 };
    const key = isKeyed ? randomUUID() : undefined;
    const stored = async () => {
      const thing = await this.noted('id = $1', [id], fields, key);
      if (thing.revision === after.revision) return thing;
      throw new Error(`revision ${thing.revision} is stored, not ${after.revision}`);
    };
    const write: Write = {
      what: 'update',
      field: 'updateProduct',
      id,
      input,
      key,
      mayAbort: isKeyed,
      stored,
    };
    const { answer } = await this.untilSettled(key, () => this.send(write));
    if (isSuccess(answer)) return;
    // Nobody knows whether it was updated, so nobody reads it any more.
    known.unsure.set(id, [before, after]);
    changing.splice(changing.indexOf(id), 1);
  }

  /** A create as it should be sent and stored. */
  private plan(
    kind: 'product' | 'bundle',
    usual: JsonObject,
  ): { input: JsonObject; fields: JsonObject } {
    const { contracts, inputs } = this.world;
    const { id, still } = this.member;
    const { rest } = contracts;
    const title = `${kind} ${id}.${++this.titles}`;
    const rent = 0.01 + below(10_000);
    if (kind === 'product') {
      const input = { ...oneOf(inputs.creates), title, rent, ...usual };
      const rules = createProductRules(rest.inputShape('createProduct'));
      return { input, fields: rules.stored(asRead(input) as JsonObject) };
    }
    const items = someOf(still).map((id) => ({ ad_id: id, quantity: 1 + below(3) }));
    const input = { title, description: 'a “pack”', items, ...(chance(0.5) && { rent }) };
    const candidates = new Map(
      still.map((id) => [id, { rent: Number(this.thingOf(id).fields.rent) }]),
    );
    const { answer } = rest.operation('readProduct');
    const rules = createBundleRules(rest.inputShape('createBundle'), candidates, answer?.shape);
    return { input, fields: rules.stored(input) };
  }

  /** The verdict on the last response; each twin continues until it has a response. */
  async create(
    kind: 'product' | 'bundle',
    { isKeyed = false, isTwins = false, usual = {}, among = this.member.changing }: Creating = {},
  ): Promise<Outcome['verdict']> {
    const { known, throttle } = this.world;
    const { id: ownerId, changing } = this.member;
    const { input, fields } = this.plan(kind, usual);
    const title = String(fields.title);
    const attempt: { ownerId: number; items: number; id?: number } = {
      ownerId,
      items: itemsOf(fields),
    };
    known.attempts.set(title, attempt);
    const key = isKeyed ? randomUUID() : undefined;
    const field = kind === 'bundle' ? 'createBundle' : 'createProduct';
    const stored = async () => {
      const thing = await this.noted('owner_id = $1 AND title = $2', [ownerId, title], fields, key);
      attempt.id = Number(thing.fields.id);
      return thing;
    };
    const settleOne = () =>
      this.untilSettled(key, async () => {
        const start = performance.now();
        this.creates.push(start);
        const asked = await this.send({
          what: `create ${kind}`,
          field,
          input,
          key,
          mayAbort: true,
          stored,
        });
        const from = performance.now() - throttle.windowMilliseconds - LATE_MILLISECONDS;
        const isUsedUp = this.creates.filter((start) => start >= from).length > throttle.points;
        if (asked.verdict === 'throttled' && !isUsedUp)
          this.fail(field, start, 'throttled below the limit');
        return asked;
      });
    const [{ verdict }] = await Promise.all([settleOne(), ...(isTwins ? [settleOne()] : [])]);
    if (attempt.id !== undefined) among.push(attempt.id);
    if (changing.length > MOST_CHANGING) changing.shift();
    return verdict;
  }

  /** A write that both APIs reject. */
  private async refused(
    what: string,
    kind: ExpectedFailure,
    {
      field,
      id,
      input,
      revision,
    }: Pick<Write, 'field' | 'id' | 'input'> & { readonly revision?: number },
  ): Promise<void> {
    const { contracts } = this.world;
    const operation = contracts.rest.operation(field);
    const headers = revision === undefined ? {} : { 'If-Match': `"${VERSION}.${revision}"` };
    const body = jsonText(operation.envelopes[0]?.wrap(input));
    await this.ask(what, restCall(operation, id, body, { headers }), (answered) =>
      judgeRest(contracts, operation, answered, { kind }),
    );
    const target = id === undefined ? '' : `id: ${id}, `;
    const condition = revision === undefined ? '' : `ifRevision: ${revision}, `;
    const query = `mutation ($input: ${WRITES[field][1]}) { ${field}(${target}${condition}input: $input) { success } }`;
    const errors = [`${field}.${EXPECTED_FAILURES[kind].code}`];
    await this.ask(what, graphqlCall({ kind: 'mutation', query }, { input }), (answered) =>
      judgeGraphql(answered, { data: { [field]: null }, errors }),
    );
  }

  /** With a revision that is not stored. */
  async updateStale(): Promise<void> {
    const id = oneOf(this.member.still);
    const revision = this.thingOf(id).revision + 1 + below(3);
    await this.refused('stale update', 'conflict', {
      field: 'updateProduct',
      id,
      input: { rent: 1 },
      revision,
    });
  }

  /** Without the permission `write`. */
  async writeForbidden(): Promise<void> {
    const [what, id] = ['without permission', oneOf(this.member.still)];
    const input = { title: 'forbidden', rent: 1, sku: 's' };
    await this.refused(what, 'forbidden', { field: 'createProduct', input });
    await this.refused(what, 'forbidden', { field: 'updateProduct', id, input: { rent: 1 } });
  }
}

const itemsOf = ({ items }: JsonObject) => (Array.isArray(items) ? items.length : 0);

/** The verdict on the first expectation that is met, else on the last. */
const either =
  <Expected>(
    expected: readonly Expected[],
    judge: (answered: AnsweredCall, one: Expected) => Verdict,
  ) =>
  async (answered: AnsweredCall): Promise<Verdict> => {
    const verdicts = await Promise.all(expected.map((one) => caught(() => judge(answered, one))));
    return (
      verdicts.find((verdict) => typeof verdict === 'string') ??
      verdicts.at(-1) ?? { wrong: 'nothing expected' }
    );
  };

const caught = async (judge: () => Verdict | Promise<Verdict>): Promise<Verdict> => {
  try {
    return await judge();
  } catch (error) {
    return { wrong: String(error) };
  }
};

async function verdictOf(received: Omit<AnsweredCall, 'json'>, judge: Judge): Promise<Verdict> {
  const { status, headers, text } = received;
  const version = headers.get(VERSION_HEADER);
  const verdict =
    version === VERSION
      ? await caught(() => judge({ ...received, json: JSON.parse(text) }))
      : { wrong: `${VERSION_HEADER} ${version}` };
  return typeof verdict === 'string' ? verdict : { wrong: `${status} ${text}: ${verdict.wrong}` };
}
