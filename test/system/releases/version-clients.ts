// Clients of the released version and of the rehearsed one at the same time, and what they send.
import { expect } from 'vitest';
import { type Answer, faults, openTestApp } from '../../support/app.ts';
import { createContract } from '../../support/openapi-contract.ts';
import { rehearsedOn } from './rehearsal.ts';

export const at = (version: string) => ({ headers: { 'service-version': version } });

/** One app for all tests of a file. */
export async function openVersionClients() {
  const app = await openTestApp({ versions: rehearsedOn('2031-04-01') });
  const contracts = new Map<string, ReturnType<typeof createContract>>();

  /** Sends a request of a version, and checks the response against that version's OpenAPI document. */
  async function send(
    version: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<Answer> {
    const answer = await app.rest(method, path, body, at(version));
    const document = async () =>
      (await app.call('/openapi.json', {}, { token: null, ...at(version) })).body;
    const contract = contracts.get(version) ?? createContract(await document());
    contracts.set(version, contract);
    expect(contract(method, path.replace(/\d+$/, '{id}'), answer)).toEqual([]);
    expect(answer.headers.get('x-api-version')).toBe(version);
    return answer;
  }

  const read = async (version: string, id: number) =>
    (await send(version, 'GET', `/product/${id}`)).body.product;
  const create = (version: string, product: object) =>
    send(version, 'POST', '/product', { product });
  /** Updates a product; returns the errors. */
  const updated = async (id: number, version: string, product: object, ...wrong: string[]) =>
    expect(faults(await send(version, 'PUT', `/product/${id}`, { product }))).toEqual(wrong);
  /** The ID of what a create makes. */
  const made = async (version: string, product: object): Promise<number> =>
    (await create(version, product)).body.id;

  return { app, send, read, create, updated, made };
}

export const SECOND = {
  title: 'Tent',
  daily_rent: 9.5,
  rehearsed: 'CHF',
  stock_type: 'unit',
  code: 'T-1',
  sku: 'T',
  country_of_manufacture: 'DE',
};
export const pegs = (count: number) => Array(count).fill({ name: 'Peg', quantity: 2 });
export const bundleOf = (id: number) => ({
  bundle: { title: 'Set', items: [{ ad_id: id, quantity: 1 }] },
});

const SIZE = { width_millimetres: 300, length_millimetres: 500 };
const FILES = [{ label: 'Manual', url: 'https://files.example/manual' }];
export const WHOLE = { ...SECOND, rehearsed_size: SIZE, rehearsed_files: FILES };
