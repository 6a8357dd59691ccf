// Guide: typed clients, generated from the OpenAPI document and from the GraphQL schema.
import { html } from 'hono/html';
import { DEMO_IDS } from '../../../demo/demo-ids.ts';
import { API_BASE_PATH, DOCS_PATHS, GRAPHQL_PATH, OPENAPI_PATH } from '../../../paths.ts';
import { code, type Section } from '../layout.ts';
import type { DocsSource } from '../source.ts';
import { otherGenerators } from './other-generators.ts';

const { tent } = DEMO_IDS.products;

export const clients = ({ origin }: DocsSource): Section => ({
  id: 'clients',
  title: 'Typed clients',
  content: html`<p><code>token</code> is your API token, from your own configuration.</p>
<h3 id="openapi-fetch">REST with openapi-fetch</h3>
${code(
  `npm i openapi-fetch && npm i -D openapi-typescript
npx openapi-typescript ${origin}${OPENAPI_PATH} -o owner-api.d.ts`,
  'Shell',
)}
${code(
  `import createClient from 'openapi-fetch';
import type { paths } from './owner-api.d.ts';

const api = createClient<paths>({
  baseUrl: '${origin}${API_BASE_PATH}',
  headers: { Authorization: \`Bearer \${token}\` },
});

const { data, error } = await api.PUT('/product/{id}', {
  params: { path: { id: ${tent} } },
  body: { product: { rent: 26, online: true } },
});
if (error) console.error(error);
else console.log(data.success);`,
  'TypeScript',
)}
<h3 id="urql">GraphQL with urql and gql.tada</h3>
${code(
  `npm i @urql/core gql.tada
curl -o schema.graphql ${origin}${DOCS_PATHS.sdl}
npx gql.tada generate-output -o graphql-env.d.ts`,
  'Shell, with "schema": "./schema.graphql" for the gql.tada plugin in tsconfig.json',
)}
${code(
  `import { Client, fetchExchange } from '@urql/core';
import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';

const graphql = initGraphQLTada<{ introspection: introspection; scalars: { Date: string; DateTime: string } }>();
const client = new Client({
  url: '${origin}${GRAPHQL_PATH}',
  exchanges: [fetchExchange],
  preferGetMethod: false,
  fetchOptions: { headers: { Authorization: \`Bearer \${token}\` } },
});

const CreateProduct = graphql(\`
  mutation CreateProduct($input: CreateProductInput!) {
    createProduct(input: $input) { success errors { field code message } product { id title rent } }
  }
\`);

const { data, error } = await client.mutation(CreateProduct, {
  input: { title: 'Sleeping mat', rent: 3.2, stockType: 'BULK', quantity: 20 },
});
if (error) console.error(error.graphQLErrors);
else console.log(data?.createProduct?.product?.id ?? data?.createProduct?.errors);`,
  'TypeScript',
)}
<h3 id="apollo">GraphQL with Apollo Client</h3>
<p>Select the <code>id</code> and the changed fields in mutations: the normalised cache then updates every view of the product.</p>
${code(
  `import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';

const client = new ApolloClient({
  link: new HttpLink({
    uri: '${origin}${GRAPHQL_PATH}',
    headers: { Authorization: \`Bearer \${token}\` },
  }),
  cache: new InMemoryCache(),
});

const { data } = await client.mutate({
  mutation: gql\`
    mutation UpdateProduct($id: ID!, $input: UpdateProductInput!) {
      updateProduct(id: $id, input: $input) { success errors { field code message } product { id title rent online } }
    }
  \`,
  variables: { id: '${tent}', input: { rent: 26 } },
});`,
  'TypeScript',
)}
<p>A bundle is a product: <code>Product</code> and <code>Bundle</code> are two types with the same id, and the cache keeps them apart.
Refetch the one after you have changed the other.</p>
<h3 id="other-generators">Other generators</h3>
${otherGenerators}`,
});
