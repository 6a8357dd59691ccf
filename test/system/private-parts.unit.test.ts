// The parts of libraries that are used without being documented: an update that moves one of them fails here.
import { type GraphQLObjectType, getOperationAST, parse } from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { expect, test } from 'vitest';
import { BoundedClient } from '../../src/database/postgres/bounded-client.ts';
import { StatementNames } from '../../src/database/postgres/statement.ts';
import { SCHEMA } from '../support/released-schema.ts';
import { startSilentPostgres } from '../support/silent-postgres.ts';

function newClient(connectionString: string, isPooled = false) {
  const peers = { open: new Set<BoundedClient>(), names: new StatementNames(), certificateEndsAt: undefined };
  return Object.assign(new BoundedClient({ connectionString, peers, answerWithin: 50, isPooled }), { peers });
}

/** A connection as the service opens it. */
async function connected(settings: Readonly<Record<string, string>>, isPooled = false) {
  const server = await startSilentPostgres(settings);
  const client = newClient(server.url, isPooled);
  await client.connect();
  return { server, client, peers: client.peers };
}

const PARTS: Readonly<Record<string, () => Promise<void> | void>> = {
  'pg: getStartupConf() makes the parameters of the startup packet, which poolers take': async () => {
    const { server, client } = await connected({});
    expect(await server.startup).toEqual(expect.objectContaining({ user: 'user', TimeZone: 'UTC', DateStyle: 'ISO' }));
    await client.end();
    await server.close();
  },
  'pg: `connection` emits the settings that the server reports; a standby is refused': async () => {
    const { server, client, peers } = await connected({ in_hot_standby: 'on' });
    expect(client.isUsable).toBe(false);
    await expect.poll(() => peers.open.size).toBe(0);
    await server.close();
    const primary = await connected({ in_hot_standby: 'off' });
    expect(primary.client.isUsable).toBe(true);
    await primary.client.end();
    await primary.server.close();
  },
  'pg: the socket of the public option `stream` is the one of the connection, and its end that of each statement':
    async () => {
      const { server, client, peers } = await connected({});
      const failures = await Promise.allSettled([client.query('SELECT 1'), client.query('SELECT 2')]);
      expect(failures.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(
        Array(2).fill('the database did not answer in time'),
      );
      expect(client.isUsable).toBe(false);
      await expect.poll(() => peers.open.size).toBe(0);
      await server.close();
    },
  'pg: `connection` emits the key of a cancel request, which goes to the server before the connection ends':
    async () => {
      const { server, client } = await connected({}, true);
      await expect(client.query('SELECT 1')).rejects.toThrow('the database did not answer in time');
      expect(await server.cancelled).toEqual([7, 9]);
      await server.close();
    },
  'pg: "connect" is emitted once the connection is open; a statement that was sent in the call back has its limit':
    async () => {
      const server = await startSilentPostgres({});
      const client = newClient(server.url);
      const failure = await new Promise((resolve) => client.connect(() => client.query('SELECT 1', resolve)));
      expect(failure).toMatchObject({ message: 'the database did not answer in time' });
      await server.close();
    },
  'graphql: collectFields() and collectSubfields() of graphql/execution merge the fields of a document': () => {
    const document = parse(
      '{ product(id: 1) { id ...F } ... on Query { product(id: 1) { title } } } fragment F on Product { title }',
    );
    const operation = getOperationAST(document);
    const fragments = Object.fromEntries(
      document.definitions.flatMap((one) => (one.kind === 'FragmentDefinition' ? [[one.name.value, one]] : [])),
    );
    const query = SCHEMA.getQueryType() as GraphQLObjectType;
    if (!operation) throw new TypeError('the document has an operation');
    const fields = collectFields(SCHEMA, fragments, {}, query, operation.selectionSet);
    expect([...fields.keys()]).toEqual(['product']);
    const product = SCHEMA.getType('Product') as GraphQLObjectType;
    expect([...collectSubfields(SCHEMA, fragments, {}, product, fields.get('product') ?? []).keys()]).toEqual([
      'id',
      'title',
    ]);
  },
  '@pothos/plugin-prisma: the fields of records have the extension `pothosPrismaSelect`': () => {
    const product = SCHEMA.getType('Product') as GraphQLObjectType;
    expect(product.getFields().title?.extensions).toHaveProperty('pothosPrismaSelect');
  },
};

test.each(Object.entries(PARTS))('%s', (_, check) => check());
