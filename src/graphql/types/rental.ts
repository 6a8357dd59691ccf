// The GraphQL type of a rental, and its operation (D33): `rental`.
import type { RentalStatus as RentalStatuses } from '../../../prisma/generated/client/enums.ts';
import { owns } from '../../products/find-product.ts';
import { RENTAL_PRICES, readRental } from '../../rentals/read-rental.ts';
import { builder } from '../builder.ts';
import { Product } from './product.ts';
import { addQuery } from './root-fields.ts';

const RentalStatus = builder.enumType('RentalStatus', {
  description: 'The state of a rental.',
  values: {
    ACTIVE: { description: 'In progress, the items are in use by the tenant.' },
    COMPLETED: { description: 'The period ended and the items were returned.' },
    CANCELLED: { description: 'Cancelled before or during the period.' },
  } satisfies Record<RentalStatuses, object>,
});

const Account = builder.prismaObject('User', {
  name: 'Account',
  description: 'A person of the marketplace.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'The id of the person.' }),
    name: t.exposeString('name', { nullable: false, description: 'The name of the person.' }),
    email: t.exposeString('email', { nullable: false, description: 'The e-mail address of the person.' }),
  }),
});

builder.prismaObject('RentalItem', {
  description: 'A line of a rental, as agreed when it was made.',
  select: { productId: true },
  fields: (t) => ({
    productId: t.exposeID('productId', { nullable: false, description: 'The id of the product.' }),
    title: t.exposeString('title', { nullable: false, description: 'The title of the product when it was rented.' }),
    quantity: t.exposeInt('quantity', { nullable: false, description: 'The number of units of the product.' }),
    dailyRate: t.exposeFloat('dailyRate', { nullable: false, description: RENTAL_PRICES.dailyRate }),
    total: t.exposeFloat('total', { nullable: false, description: RENTAL_PRICES.total }),
    product: t.field({
      type: Product,
      nullable: true,
      description: 'The product; null unless it is yours.',
      select: (_args, _context, nested) => ({ product: nested({ select: { id: true, ownerId: true, type: true } }) }),
      resolve: ({ product }, _, { operation }) => (owns(operation.caller, product) ? product : null),
    }),
  }),
});

const Rental = builder.prismaObject('Rental', {
  description: 'A rental in which the caller is tenant or owner.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'The id, the same on REST.' }),
    status: t.expose('status', { type: RentalStatus, nullable: false, description: 'Its state.' }),
    startDate: t.expose('startDate', { type: 'Date', nullable: false, description: 'Its first day.' }),
    endDate: t.expose('endDate', { type: 'Date', nullable: false, description: 'Its last day.' }),
    totalAmount: t.exposeFloat('totalAmount', { nullable: false, description: RENTAL_PRICES.totalAmount }),
    tenant: t.relation('tenant', { type: Account, nullable: false, description: 'The tenant.' }),
    owner: t.relation('owner', { type: Account, nullable: false, description: 'The owner of the products.' }),
    items: t.relation('items', {
      nullable: false,
      description: 'The rented products, in order.',
      query: { orderBy: { position: 'asc' } },
    }),
    selectAccounts: t.field({
      type: [Account],
      nullable: true,
      description: 'The accounts that were paid; null unless the rental is paid.',
      select: (_args, _context, nested) => ({
        paidAt: true,
        paidAccounts: { select: { user: nested() }, orderBy: { userId: 'asc' } },
      }),
      resolve: ({ paidAt, paidAccounts }) => (paidAt ? paidAccounts.map(({ user }) => user) : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', nullable: false, description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', nullable: false, description: 'When it was last changed.' }),
  }),
});

addQuery({ operation: readRental, lines: 'rental' }, Rental);
