// The undocumented parts of libraries that we use: an update that moves one of them fails here.
import { type GraphQLObjectType, getOperationAST, parse } from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { expect, test } from 'vitest';
import { SCHEMA } from '../support/released-schema.ts';

const PARTS: Readonly<Record<string, () => Promise<void> | void>> = {
  'graphql: collectFields() and collectSubfields() of graphql/execution merge the fields of a document':
    () => {
      const document = parse(
        '{ product(id: 1) { id ...F } ... on Query { product(id: 1) { title } } } fragment F on Product { title }',
      );
      const operation = getOperationAST(document);
      const fragments = Object.fromEntries(
        document.definitions.flatMap((one) =>
          one.kind === 'FragmentDefinition' ? [[one.name.value, one]] : [],
        ),
      );
      const query = SCHEMA.getQueryType() as GraphQLObjectType;
      if (!operation) throw new TypeError('the document has an operation');
      const fields = collectFields(SCHEMA, fragments, {}, query, operation.selectionSet);
      expect([...fields.keys()]).toEqual(['product']);
      const product = SCHEMA.getType('Product') as GraphQLObjectType;
      expect([
        ...collectSubfields(
          SCHEMA,
          fragments,
          {},
          product,
          fields.get('product') ?? [],
        ).keys(),
      ]).toEqual(['id', 'title']);
    },
  '@pothos/plugin-prisma: the fields of records have the extension `pothosPrismaSelect`':
    () => {
      const product = SCHEMA.getType('Product') as GraphQLObjectType;
      expect(product.getFields().title?.extensions).toHaveProperty('pothosPrismaSelect');
    },
};

test.each(Object.entries(PARTS))('%s', (_, check) => check());
