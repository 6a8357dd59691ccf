// The updates of one person, on either surface in turn under the same key; and those that are refused.
import { randomUUID } from 'node:crypto';
import type { Ask, Request, World } from './caller.ts';
import { randomSelection } from './documents.ts';
import { judgeGraphql, judgeRest, type Received, refusal } from './judge.ts';
import { type Member, randomChanges } from './population.ts';
import { tagOf } from './reads.ts';
import { aborting, hashOf, isSuccess, timesOf, untilSettled } from './retries.ts';
import { fieldsOnRest, type Thing } from './things.ts';

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
