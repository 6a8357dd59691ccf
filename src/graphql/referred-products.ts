// The products that records of a response refer to: all that are needed in one turn are read together, however many
// there are (D38).
import DataLoader from 'dataloader';
import type { OperationContext } from '../operation/context.ts';
import type { Id } from '../operation/id.ts';
import { OperationFailure } from '../operation/operation-failure.ts';
import {
  loadProducts,
  type ProductRow,
  type ProductSelection,
  productLengths,
} from '../products/product-rows.ts';
import { beforeDeadline } from '../request-scope.ts';
import { ALL_PERMITS, type ResponseBounds } from './limits/response-bounds.ts';

/** Shared, because thousands of fields in one response may fail with it. */
export const TOO_LARGE = new OperationFailure({ kind: 'responseTooLarge' });

interface Referred {
  readonly id: Id;
  readonly selection: ProductSelection;
}

/** Loads products of one response; fails for those that are too large for it. */
export function createReferredLoader({ db }: OperationContext, bounds: ResponseBounds) {
  /** Many products could be far larger than a response: their lengths are read first. */
  async function fitting(ids: readonly Id[]) {
    if (bounds.isFull) return [];
    if (ids.length <= ALL_PERMITS) return ids;
    const lengths = await productLengths(db, ids);
    let room = bounds.roomToRead;
    return ids.filter((id) => {
      room -= lengths.get(id) ?? 0;
      return room >= 0;
    });
  }

  async function loadAll(referred: readonly Referred[]) {
    const ids = [...new Set(referred.map(({ id }) => id))];
    const needs = (part: keyof ProductSelection) =>
      referred.some(({ selection }) => selection[part]);
    const read = new Set(await fitting(ids));
    const rows = await loadProducts(db, [...read], {
      longTexts: needs('longTexts'),
      items: needs('items'),
      referred: false,
    });
    return referred.map(({ id }) => (read.has(id) ? (rows.get(id) ?? null) : TOO_LARGE));
  }

  const loader = new DataLoader<Referred, ProductRow | null>(
    (referred) => {
      const permits = Math.min(referred.length, ALL_PERMITS);
      return bounds.withPermits(permits, () => beforeDeadline(loadAll(referred)));
    },
    { cache: false },
  );
  return (id: Id, selection: ProductSelection) => loader.load({ id, selection });
}
