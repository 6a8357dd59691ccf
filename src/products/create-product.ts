// Creates a product (section 4.4).
import type { Product } from '../../prisma/generated/client/client.ts';
import { ProductType } from '../../prisma/generated/client/enums.ts';
import { invalid } from '../operation/failure.ts';
import { check, inFieldOrder } from '../operation/field-errors.ts';
import type { Operation } from '../operation/operation.ts';
import {
  defaultStockType,
  givenSku,
  imageErrors,
  ruleErrors,
  type Unchecked,
  withExactMoney,
  withoutNulls,
} from './product-rules.ts';
import { type CreateProductInput, createProductInput } from './product-shape.ts';

const DEFAULT_QUANTITY = 1;

export const createProduct: Operation<undefined, CreateProductInput, Product> = {
  name: 'createProduct',
  summary: 'Create a product.',
  permission: 'WRITE',
  throttled: true,
  failures: ['invalid', 'forbidden', 'throttled'],
  input: createProductInput,

  async validate(context, body) {
    const given = withoutNulls(body as Unchecked, createProductInput);
    const { data, errors } = check(createProductInput, given);
    const all = [...errors, ...ruleErrors(given), ...(await imageErrors(context, given.images))];
    if (!data || all.length > 0) throw invalid(inFieldOrder(all, createProductInput));
    return data;
  },

  run({ db, caller }, { input, selection }) {
    const type = input.type ?? ProductType.PRODUCT;
    return db.product.create({
      data: {
        ...withExactMoney(input),
        ownerId: caller.userId,
        type,
        stockType: input.stockType ?? defaultStockType(type),
        sku: givenSku(input) ?? null,
        quantity: input.quantity ?? DEFAULT_QUANTITY,
      },
      ...selection,
    });
  },
};
