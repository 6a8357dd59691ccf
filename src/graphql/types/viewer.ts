// The GraphQL type of the caller, and its field of Query: `viewer`, which runs no operation.
import type { ObjectRef } from '@pothos/core';
import { z } from 'zod';
import { Permission } from '../../../prisma/generated/client/enums.ts';
import { loadTokenOfCaller } from '../../accounts/authenticate.ts';
import { tokenPrefix } from '../../accounts/token-format.ts';
import type { OperationContext } from '../../operation/context.ts';
import { day, domainObject, storedId } from '../../operation/field-types.ts';
import { OperationFailure } from '../../operation/operation-failure.ts';
import { moment, times } from '../../operation/times.ts';
import { beforeDeadline } from '../../request-scope.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { addEnum, outputFields, outputType } from './shape-types.ts';

addEnum('Permission', Permission, 'A permission of a user; each token of the user has it.', {
  READ: 'Read products, bundles and rentals.',
  WRITE: 'Create and update products and bundles.',
  DELETE: 'Delete; no operation needs it.',
});

const Environment = { LIVE: 'LIVE', TEST: 'TEST' } as const;

addEnum('Environment', Environment, 'Where a token works.', {
  LIVE: 'Production data.',
  TEST: 'Testing and development.',
});

const text = (description: string) => z.string().meta({ description });

const token = domainObject('ViewerToken', 'The token of the request.', {
  name: text('The name you gave it.'),
  environment: z.enum(Environment).meta({ description: 'Where it works.' }),
  version: text('The API version it is pinned to.'),
  createdAt: times.createdAt,
  expiresOn: day(
    'The last day in UTC on which it works; null if it never expires.',
    '2030-12-31',
  ).nullable(),
});

const createBudget = domainObject(
  'CreateBudget',
  'The create rate limit, which REST and GraphQL share.',
  {
    limit: z.int().meta({ description: 'How many creates a window allows.' }),
    remaining: z.int().meta({ description: 'How many creates remain in this window.' }),
    windowSeconds: z.int().meta({ description: 'The length of a window in seconds.' }),
    resetsAt: moment('When the window ends; null if none has started.').nullable(),
  },
);

/** The caller and its token as stored now, and its create budget, of which this takes nothing. */
async function readViewer({ caller, db, throttle }: OperationContext) {
  const { tokenId, userId: id, permissions } = caller;
  const [row, { budget, remaining, resetsInMilliseconds: rest }] = await Promise.all([
    loadTokenOfCaller(db, tokenId),
    throttle.look(id),
  ]);
  // The owner was erased since the request was let in.
  if (!row) throw new OperationFailure({ kind: 'unauthenticated', reason: 'unknown' });
  const { prefix, user, expiresAt, ...columns } = row;
  const environment = prefix === tokenPrefix('live') ? Environment.LIVE : Environment.TEST;
  const resetsAt =
    rest === undefined ? null : new Date(Math.ceil((Date.now() + rest) / 1000) * 1000);
  return {
    id,
    name: user.name,
    permissions,
    token: {
      ...columns,
      environment,
      expiresOn: expiresAt && new Date(expiresAt.getTime() - 1),
    },
    createBudget: {
      limit: budget.points,
      remaining,
      windowSeconds: budget.windowSeconds,
      resetsAt,
    },
  };
}

const ViewerType = builder
  .objectRef<Awaited<ReturnType<typeof readViewer>>>('Viewer')
  .implement({
    description: 'The user whose token sent the request.',
    fields: (t) => ({
      ...outputFields(t, {
        id: storedId(),
        name: z.string(),
        permissions: z
          .array(z.enum(Permission))
          .meta({ description: "The user's current permissions." }),
        token,
      }),
      createBudget: t.expose('createBudget', {
        type: outputType(createBudget) as ObjectRef<SchemaTypes, object>,
        nullable: false,
        description: 'How many creates remain.',
      }),
    }),
  });

/** One read for all aliases of a request. */
const viewers = new WeakMap<OperationContext, ReturnType<typeof readViewer>>();

builder.queryField('viewer', (t) =>
  t.field({
    type: ViewerType,
    description:
      "Who sends the request: the user, the token and the create rate limit. Needs no permission and doesn't count.",
    extensions: { title: 'Read the caller' },
    resolve(_, _args, { operation }) {
      const reading = viewers.get(operation) ?? beforeDeadline(readViewer(operation));
      viewers.set(operation, reading);
      return reading;
    },
  }),
);
