// The GraphQL type of a rental, and its operation: `rental`.
import { RentalStatus } from '../../../prisma/generated/client/enums.ts';
import { descriptionOf } from '../../operation/field-types.ts';
import {
  account,
  MAX_RENTAL_ENTRIES,
  readRental,
  rentalItem,
  rentalShape,
} from '../../rentals/read-rental.ts';
import { builder } from '../builder.ts';
import { productOf } from '../run-operation.ts';
import { RENTAL_STATUSES } from './enum-members.ts';
import { IF_YOURS, Product } from './product.ts';
import { addQuery } from './root-fields.ts';
import { addEnum, outputFields } from './shape-types.ts';

addEnum(
  'RentalStatus',
  RentalStatus,
  'The status of a rental.',
  RENTAL_STATUSES,
  'Rental.status',
);

const Account = builder.prismaObject('User', {
  name: 'Account',
  description: 'A user of the marketplace.',
  select: { id: true },
  fields: (t) => outputFields(t, account.shape),
});

builder.prismaObject('RentalItem', {
  description: descriptionOf(rentalItem),
  select: { productId: true },
  fields: (t) => ({
    ...outputFields(t, rentalItem.shape),
    product: t.field({
      type: Product,
      description: IF_YOURS,
      select: (_args, _context, nested) => ({ productId: true, product: nested() }),
      resolve: ({ productId: id, product }, _, context, info) =>
        productOf(context, { id, product }, info),
    }),
  }),
});

const {
  tenant: _tenant,
  owner: _owner,
  items: _items,
  selectAccounts: _accounts,
  ...columns
} = rentalShape.shape;

const Rental = builder.prismaObject('Rental', {
  description: 'A rental in which the caller is tenant or owner.',
  select: { id: true },
  fields: (t) => ({
    ...outputFields(t, columns),
    tenant: t.relation('tenant', {
      type: Account,
      nullable: false,
      description: 'Who rents the products.',
    }),
    owner: t.relation('owner', {
      type: Account,
      nullable: false,
      description: 'Who owns the products.',
    }),
    items: t.relation('items', {
      nullable: false,
      description: 'The rented products.',
      query: { orderBy: { position: 'asc' }, take: MAX_RENTAL_ENTRIES },
    }),
    selectAccounts: t.field({
      type: [Account],
      description: 'The accounts that were paid; null until the rental is paid.',
      select: (_args, _context, nested) => ({
        paidAt: true,
        paidAccounts: {
          select: { user: nested() },
          orderBy: { userId: 'asc' },
          take: MAX_RENTAL_ENTRIES,
        },
      }),
      resolve: ({ paidAt, paidAccounts }) =>
        paidAt ? paidAccounts.map(({ user }) => user) : null,
    }),
  }),
});

addQuery(readRental, Rental);
