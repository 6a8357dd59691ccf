// The GraphQL type of the caller, and its field of Query: `viewer`, which runs no operation.
import type { Prisma } from '../../../prisma/generated/client/client.ts';
import type { Permission } from '../../../prisma/generated/client/enums.ts';
import { tokenPrefix } from '../../accounts/token-format.ts';
import type { OperationContext } from '../../operation/context.ts';
import { asResult } from '../../operation/run.ts';
import { builder } from '../builder.ts';
import { graphqlError } from '../failures.ts';

const TOKEN = {
  select: {
    prefix: true,
    name: true,
    version: true,
    createdAt: true,
    expiresAt: true,
    user: { select: { name: true } },
  },
} as const satisfies Prisma.ApiTokenDefaultArgs;

/** The caller with its token, as the database has them now, and with its budget of creates: it takes no point. */
async function readViewer({ caller, db, throttle }: OperationContext) {
  const { tokenId, userId, permissions } = caller;
  const [token, budget] = await Promise.all([db.apiToken.read(tokenId, TOKEN), throttle.look(userId)]);
  if (!token) throw new TypeError('the token of a caller has a row');
  return { id: userId, name: token.user.name, permissions, token, budget };
}

type Viewer = Awaited<ReturnType<typeof readViewer>>;

const PermissionType = builder.enumType('Permission', {
  description: 'A permission of a user; each token of the user has it.',
  values: {
    READ: { description: 'To read products, bundles and rentals.' },
    WRITE: { description: 'To create and update products and bundles.' },
    DELETE: { description: 'To delete; no operation needs it.' },
  } satisfies Record<Permission, object>,
});

const Environment = builder.enumType('Environment', {
  description: 'The deployments that take a token.',
  values: { LIVE: { description: 'Production data.' }, TEST: { description: 'Testing and development.' } },
});

const ViewerToken = builder.objectRef<Viewer['token']>('ViewerToken').implement({
  description: 'The token of the request.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false, description: 'The name that its user gave it.' }),
    environment: t.field({
      type: Environment,
      nullable: false,
      description: 'The deployments that take it.',
      resolve: ({ prefix }) => (prefix === tokenPrefix('live') ? 'LIVE' : 'TEST'),
    }),
    version: t.exposeString('version', { nullable: false, description: 'The version that the token is tied to.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', nullable: false, description: 'When it was created.' }),
    expiresOn: t.field({
      type: 'Date',
      nullable: true,
      description: 'The last day, in UTC; null: it does not expire.',
      resolve: ({ expiresAt }) => expiresAt && new Date(expiresAt.getTime() - 1),
    }),
  }),
});

const CreateBudget = builder.objectRef<Viewer['budget']>('CreateBudget').implement({
  description: 'The budget of creates, shared by both surfaces.',
  fields: (t) => ({
    limit: t.int({ nullable: false, description: 'Creates in one window.', resolve: ({ budget }) => budget.points }),
    remaining: t.exposeInt('remaining', { nullable: false, description: 'Creates that are left in the window.' }),
    windowSeconds: t.int({
      nullable: false,
      description: 'The length of a window, in seconds.',
      resolve: ({ budget }) => budget.windowSeconds,
    }),
    resetsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the window ends, in whole seconds; null: none has begun.',
      resolve: ({ resetsInMilliseconds }) =>
        resetsInMilliseconds === undefined
          ? null
          : new Date(Math.ceil((Date.now() + resetsInMilliseconds) / 1000) * 1000),
    }),
  }),
});

const ViewerType = builder.objectRef<Viewer>('Viewer').implement({
  description: 'The user behind the token of the request.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'The id of the user.' }),
    name: t.exposeString('name', { nullable: false, description: 'The name of the user.' }),
    permissions: t.expose('permissions', {
      type: [PermissionType],
      nullable: false,
      description: 'The permissions that the user has now.',
    }),
    token: t.expose('token', { type: ViewerToken, nullable: false, description: 'The token of the request.' }),
    createBudget: t.expose('budget', { type: CreateBudget, nullable: false, description: 'What is left of creates.' }),
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
