// Creates a bundle (section 4.5); a stored bundle is a product (D24).
import type { Product } from '../../prisma/generated/client/client.ts';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import { retryOnConflict } from '../database/retry-on-conflict.ts';
import { invalid } from '../operation/failure.ts';
import { check, inFieldOrder } from '../operation/field-errors.ts';
import type { Operation } from '../operation/operation.ts';
import { exactMoney, imageErrors, type Unchecked, withoutNulls } from '../products/product-rules.ts';
import { itemErrors, namedIds, readCandidates, sumOfRents } from './bundle-items.ts';
import { type CreateBundleInput, createBundleInput } from './bundle-shape.ts';

export const createBundle: Operation<undefined, CreateBundleInput, Product> = {
  name: 'createBundle',
  summary: 'Create a bundle of products of yours.',
  permission: 'WRITE',
  throttled: true,
  failures: ['invalid', 'forbidden', 'throttled'],
  input: createBundleInput,

  /** Shape and images; the items too where something else is wrong already, so that all errors come at once. */
  async validate(context, body) {
    const given = withoutNulls(body as Unchecked, createBundleInput);
    const { data, errors } = check(createBundleInput, given);
    const all = [...errors, ...(await imageErrors(context, given.images))];
    if (data && all.length === 0) return data;
    const ids = namedIds(given.items);
    const candidates = ids.size > 0 ? await readCandidates(context.db, [...ids.values()], false) : [];
    throw invalid(inFieldOrder([...all, ...itemErrors(context.caller, ids, candidates)], createBundleInput));
  },

  /** The items are checked under a lock in the transaction that inserts (D27). */
  run({ db, caller }, { input, selection }) {
    const { items, ...columns } = input;
    const ids = new Map(items.map(({ adId }, index) => [index, adId]));
    return retryOnConflict(() =>
      db.$transaction(async (tx) => {
        const candidates = await readCandidates(tx, [...ids.values()], true);
        const errors = itemErrors(caller, ids, candidates);
        if (errors.length > 0) throw invalid(inFieldOrder(errors, createBundleInput));
        return tx.product.create({
          data: {
            ...columns,
            ownerId: caller.userId,
            type: ProductType.BUNDLE,
            stockType: StockType.BULK,
            quantity: 1,
            rent: input.rent === undefined ? sumOfRents(items, candidates) : exactMoney(input.rent),
            items: { createMany: { data: items.map((item, position) => ({ ...item, position })) } },
          },
          ...selection,
        });
      }),
    );
  },
};
