// The GraphQL type of the caller, and its field of Query: `viewer`, which runs no operation.
import type { ObjectRef } from '@pothos/core';
import { z } from 'zod';
import { Permission } from '../../../prisma/generated/client/enums.ts';
import { tokenPrefix } from '../../accounts/token-format.ts';
import type { OperationContext } from '../../operation/context.ts';
import { day, domainObject, moment, storedId } from '../../operation/field-types.ts';
import { asResult } from '../../operation/run.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { graphqlError } from '../failures.ts';
import { addEnum, outputFields, outputType } from './shape-types.ts';

addEnum('Permission', Permission, 'A permission of a user; each token of the user has it.', {
  READ: 'To read products, bundles and rentals.',
  WRITE: 'To create and update products and bundles.',
  DELETE: 'To delete; no operation needs it.',
});

const Environment = { LIVE: 'LIVE', TEST: 'TEST' } as const;

addEnum('Environment', Environment, 'The deployments that take a token.', {
  LIVE: 'Production data.',
  TEST: 'Testing and development.',
});

const text = (description: string) => z.string().meta({ description });

const token = domainObject('ViewerToken', 'The token of the request.', {
  name: text('The name that its user gave it.'),
  environment: z.enum(Environment).meta({ description: 'The deployments that take it.' }),
  version: text('The version that the token is tied to.'),
  createdAt: moment('When it was created.'),
  expiresOn: day('The last day, in UTC; null: it does not expire.', '2030-12-31').nullable(),
});

const createBudget = domainObject('CreateBudget', 'The budget of creates, shared by both surfaces.', {
  limit: z.int().meta({ description: 'Creates in one window.' }),
  remaining: z.int().meta({ description: 'Creates that are left in the window.' }),
  windowSeconds: z.int().meta({ description: 'The length of a window, in seconds.' }),
  resetsAt: moment('When the window ends, in whole seconds; null: none has begun.').nullable(),
});

const viewer = {
  id: storedId('The id of the user.'),
  name: text('The name of the user.'),
  permissions: z.array(z.enum(Permission)).meta({ description: 'The permissions that the user has now.' }),
  token,
};

const COLUMNS = { prefix: true, name: true, version: true, createdAt: true, expiresAt: true } as const;
const TOKEN = { select: { ...COLUMNS, user: { select: { name: true } } } } as const;

/** The caller with its token, as the database has them now, and with its budget of creates: it takes no point. */
async function readViewer({ caller, db, throttle }: OperationContext) {
  const { tokenId, userId: id, permissions } = caller;
  const [row, { budget, remaining, resetsInMilliseconds: rest }] = await Promise.all([
    db.reads.apiToken.findUnique({ where: { id: tokenId }, ...TOKEN }),
    throttle.look(id),
  ]);
  if (!row) throw new TypeError('the token of a caller has a row');
  const { prefix, user, expiresAt, ...columns } = row;
  const environment = prefix === tokenPrefix('live') ? Environment.LIVE : Environment.TEST;
  const resetsAt = rest === undefined ? null : new Date(Math.ceil((Date.now() + rest) / 1000) * 1000);
  return {
    id,
    name: user.name,
    permissions,
    token: { ...columns, environment, expiresOn: expiresAt && new Date(expiresAt.getTime() - 1) },
    createBudget: { limit: budget.points, remaining, windowSeconds: budget.windowSeconds, resetsAt },
  };
}

const ViewerType = builder.objectRef<Awaited<ReturnType<typeof readViewer>>>('Viewer').implement({
  description: 'The user behind the token of the request.',
  fields: (t) => ({
    ...outputFields(t, viewer),
    createBudget: t.field({
      type: outputType(createBudget) as ObjectRef<SchemaTypes, object>,
      nullable: false,
      description: 'What is left of creates.',
      resolve: (found) => found.createBudget,
    }),
  }),
});

/** One read for all aliases of a request. */
const viewers = new WeakMap<OperationContext, ReturnType<typeof readOnce>>();

const readOnce = (context: OperationContext) => asResult(() => readViewer(context));

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    nullable: true,
    description: 'The caller, its token and its budget of creates. Needs no permission and takes no point.',
    extensions: { title: 'Who calls, and what is left' },
    async resolve(_, _args, { operation }) {
      const reading = viewers.get(operation) ?? readOnce(operation);
      viewers.set(operation, reading);
      const { value, failure } = await reading;
      if (failure) throw graphqlError(failure);
      return value;
    },
  }),
);
