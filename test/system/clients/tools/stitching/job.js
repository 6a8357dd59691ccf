// A gateway that stitches the schema with one of its own.
const { readFileSync } = require('node:fs');
const { buildHTTPExecutor } = require('@graphql-tools/executor-http');
const { stitchSchemas } = require('@graphql-tools/stitch');
const { buildSchema, graphql } = require('graphql');

/** The gateway's response to a document that uses both. */
exports.job = async ({ graphqlUrl: endpoint, token }) => {
  const executor = buildHTTPExecutor({
    endpoint,
    headers: { Authorization: `Bearer ${token}` },
  });
  const schema = stitchSchemas({
    subschemas: [{ schema: buildSchema(readFileSync('schema.graphql', 'utf8')), executor }],
    typeDefs: 'extend type Query { ownField: Int! }',
    resolvers: { Query: { ownField: () => 1 } },
  });
  const source = `mutation { createProduct(input: { title: "Tent", rent: 26, sku: "T-1" }) { success product { title type } } }`;
  const { createProduct } = (await graphql({ schema, source })).data;
  const { data } = await graphql({
    schema,
    source: '{ ownField viewer { name permissions } }',
  });
  return JSON.parse(JSON.stringify({ createProduct, ...data }));
};
