// Updates the given fields of a product, and no other (section 4.3).
import type { Product } from '../../prisma/generated/client/client.ts';
import { invalid } from '../operation/failure.ts';
import { check, inFieldOrder } from '../operation/field-errors.ts';
import type { Operation } from '../operation/operation.ts';
import { ads, findProduct, type StoredProduct } from './find-product.ts';
import {
  givenSku,
  imageErrors,
  raceLost,
  readBackErrors,
  ruleErrors,
  type Unchecked,
  withExactMoney,
  withoutUnchangedNulls,
} from './product-rules.ts';
import { type UpdateProductInput, updateProductInput } from './product-shape.ts';

export const updateProduct: Operation<StoredProduct, UpdateProductInput, Product> = {
  name: 'updateProduct',
  summary: 'Update the given fields of a product of yours; the others stay as they are.',
  permission: 'WRITE',
  throttled: false,
  failures: ['invalid', 'forbidden', 'notFound'],
  input: updateProductInput,

  find: (context, id) => findProduct<StoredProduct>(context, id, { select: ads }),

  async validate(context, body, stored) {
    const given = withoutUnchangedNulls(body as Unchecked, stored);
    const { data, errors } = check(updateProductInput, given);
    const all = [
      ...errors,
      ...readBackErrors(given, stored),
      ...ruleErrors(given, stored),
      ...(await imageErrors(context, given.images)),
    ];
    if (!data || all.length > 0) throw invalid(inFieldOrder(all, updateProductInput));
    return data;
  },

  run({ db }, { target, input, selection }) {
    const { id: _id, type: _type, items: _items, createdAt: _created, updatedAt: _updated, ...columns } = input;
    const sku = givenSku(input);
    return db.product
      .update({
        where: { id: target.id },
        data: { ...withExactMoney(columns), ...(sku === undefined ? {} : { sku }) },
        ...selection,
      })
      .catch(raceLost);
  },
};
