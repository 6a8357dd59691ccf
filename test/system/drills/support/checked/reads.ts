// The reads and the updates of one person, on either surface.

import { randomUUID } from 'node:crypto';
import { type Ask, type Request, VERSION, type World } from './caller.ts';
import { aborting, hashOf, isSuccess, timesOf, untilSettled } from './creates.ts';
import { type GraphqlAnswer, type Query, randomQuery, randomSelection } from './documents.ts';
import { judgeGraphql, judgeRest, type Received, type RestAnswer, refusal, type Verdict } from './judge.ts';
import { type Member, randomChanges } from './population.ts';
import {
  type Access,
  accessTo,
  fieldsOnRest,
  type Kind,
  productOnRest,
  type Rental,
  rentalOnRest,
  type Thing,
} from './things.ts';

/** Above every id that is given out. */
const NO_ID = 2_000_000_000;
const OTHERS_SHARE = 0.08;

/** What the person may do, and whether the token is valid, at the time of a read. */
export interface Rights {
  readonly hasToken?: boolean;
  readonly mayRead?: boolean;
}

/** `rights` are those that the answer may be right for: two while they change. */
type Read = (rights?: readonly Rights[], token?: string) => Promise<void>;

const tagOf = ({ revision }: Thing) => `"${VERSION}.${revision}"`;

export function createReads(world: World, member: Member, ask: Ask) {
  const { random, known, members } = world;
  const idOf = (kind: Kind): number => {
    if (random.chance(OTHERS_SHARE)) return NO_ID + random.below(1_000_000);
    const { rentals, still, changing } = random.chance(OTHERS_SHARE) ? random.of(members) : member;
    return random.of(kind === 'rental' ? rentals : [...still, ...changing]);
  };
  const accessOf = (kind: Kind, id: number, { mayRead = true }: Rights): Access =>
    mayRead ? accessTo(known, kind, id, member) : 'FORBIDDEN';

  const restRead: Read = async (rights = [{}], token = member.token) => {
    const kind = random.of(['product', 'product', 'rental'] as const);
    const id = idOf(kind);
    const expected = rights.map((right) => restAnswer(right, () => accessOf(kind, id, right)));
    const request = { path: `/${kind}/${id}`, token, abortAfterMilliseconds: aborting(world) };
    await ask('REST read', request, (received) => either(expected, (one) => judgeRest(received, one)));
  };

  const graphqlRead = async (what: string, query: Query, rights: readonly Rights[] = [{}], token = member.token) => {
    const ids = query.kinds.map(idOf);
    const expected = rights.map((right) =>
      graphqlAnswer(right, () => {
        const found = query.kinds.map((kind, index) => accessOf(kind, ids[index] ?? 0, right));
        return query.answer(found, { known, person: member });
      }),
    );
    const variables = Object.fromEntries(ids.map((id, index) => [`v${index}`, String(id)]));
    const request = { body: { query: query.text, variables }, token, abortAfterMilliseconds: aborting(world) };
    await ask(what, request, (received) => either(expected, (one) => judgeGraphql(received, one)));
  };
  const seen: Read = (rights, token) =>
    graphqlRead('GraphQL read, seen document', random.of(world.documents), rights, token);
  const unseen: Read = (rights, token) => graphqlRead('GraphQL read, new document', randomQuery(random), rights, token);
  return { restRead, seen, unseen, any: ((...args) => random.of([restRead, seen, unseen])(...args)) as Read };
}

function restAnswer({ hasToken = true }: Rights, access: () => Access): RestAnswer {
  if (!hasToken) return refusal('AUTH_INVALID_TOKEN');
  const found = access();
  if (typeof found === 'string') return refusal(found);
  if ('tenant' in found) return { status: 200, body: rentalOnRest(found as Rental) };
  return { status: 200, body: productOnRest(found as Thing), etag: tagOf(found as Thing) };
}

const graphqlAnswer = ({ hasToken = true }: Rights, answer: () => GraphqlAnswer): GraphqlAnswer =>
  hasToken ? answer() : { data: undefined, errors: [{ code: 'AUTH_INVALID_TOKEN', path: [] }] };

/** The verdict on the first expectation that is met, else that on the last. */
function either<Expected>(expected: readonly Expected[], judge: (one: Expected) => Verdict): Verdict {
  const verdicts = expected.map(judge);
  return verdicts.find((verdict) => typeof verdict === 'string') ?? verdicts.at(-1) ?? { wrong: 'nothing expected' };
}

export function createUpdates(world: World, member: Member, ask: Ask) {
  const { random, known, ledger } = world;

  const oneOf = (ids: readonly number[]): Thing => {
    const thing = known.things.get(random.of(ids));
    if (!thing) throw new Error('a product is unknown');
    return thing;
  };

  async function update({ isKeyed = false } = {}): Promise<void> {
    // Those that it had may all be retired.
    if (member.changing.length === 0) return;
    const thing = oneOf(member.changing);
    const changes = randomChanges(random);
    const key = isKeyed ? randomUUID() : undefined;
    let after: Thing = { ...thing, ...changes, revision: thing.revision + 1 };
    let isDone = false;
    const readBack = async () => {
      const { revision, updatedAt } = await timesOf(world, 'id = $1', [thing.id]);
      if (revision !== after.revision) throw new Error(`revision ${revision} is stored, not ${after.revision}`);
      after = { ...after, updatedAt };
      known.things.set(thing.id, after);
      if (key) ledger.keys.set(hashOf(key), thing.id);
      isDone = true;
    };
    const send = () => {
      const selection = randomSelection(random, 'Product');
      const isRest = random.chance(0.5);
      const abortAfterMilliseconds = key ? aborting(world) : undefined;
      const request: Request = isRest
        ? { key, abortAfterMilliseconds, ...restRequest(thing, fieldsOnRest(changes)) }
        : {
            key,
            abortAfterMilliseconds,
            body: { query: mutation(selection.text), variables: { id: thing.id, input: changes } },
          };
      return ask(key ? 'update, key' : 'update', request, async (received) => {
        if (isSuccess(received)) await readBack();
        if (isRest) return judgeRest(received, { status: 200, body: { success: true } });
        const product = selection.answer(after, { known, person: member });
        return judgeGraphql(received, { data: { updateProduct: { success: true, errors: [], product } }, errors: [] });
      });
    };
    await untilSettled(world, { key, send, isDone: () => isDone });
    if (!isDone) retire(thing, after);
  }

  /** Nobody knows whether it was updated: nobody reads it any more. */
  function retire(thing: Thing, after: Thing): void {
    ledger.unsure.set(thing.id, [thing, after]);
    member.changing.splice(member.changing.indexOf(thing.id), 1);
  }

  /** Of a revision that is not stored. */
  async function updateStale(): Promise<void> {
    const thing = oneOf(member.still);
    const stale = { ...thing, revision: thing.revision + 1 + random.below(3) };
    const rest = { ...restRequest(thing, { title: 'stale' }), ifMatch: tagOf(stale) };
    await ask('stale update', rest, (received) => judgeRest(received, refusal('CONFLICT')));
    const query = `mutation { updateProduct(id: ${thing.id}, ifRevision: ${stale.revision}, input: { rent: 1 }) { success } }`;
    await ask('stale update', { body: { query } }, refusedMutation('updateProduct', 'CONFLICT'));
  }

  /** By a person without the permission `write`. */
  async function writeForbidden(): Promise<void> {
    const product = { title: 'forbidden', rent: 1, sku: 's' };
    const query = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { success } }';
    const what = 'without permission';
    await ask(what, { path: '/product', body: { product } }, (received) => judgeRest(received, refusal('FORBIDDEN')));
    await ask(what, { body: { query, variables: { input: product } } }, refusedMutation('createProduct', 'FORBIDDEN'));
    const { id } = oneOf(member.still);
    const variables = { id, input: { rent: 1 } };
    await ask(what, { body: { query: mutation('{ id }'), variables } }, refusedMutation('updateProduct', 'FORBIDDEN'));
  }

  return { update, updateStale, writeForbidden };
}

const restRequest = ({ id }: Thing, product: object): Request => ({
  method: 'PUT',
  path: `/product/${id}`,
  body: { product },
});

const refusedMutation = (field: string, code: string) => (received: Received) =>
  judgeGraphql(received, { data: { [field]: null }, errors: [{ code, path: [field] }] });

const mutation = (selection: string) =>
  `mutation ($id: ID!, $input: UpdateProductInput!) {
     updateProduct(id: $id, input: $input) { success errors { field } product ${selection} } }`;
