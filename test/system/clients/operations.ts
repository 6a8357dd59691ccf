// The operations of a form, with their types.
import { initGraphQLTada, type ResultOf } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { Date: string; DateTime: string };
  disableMasking: true;
}>();

/** Every field that the form edits, with their `revision`: no operation selects one without the other. */
const EditedProduct = graphql(`
  fragment EditedProduct on Product {
    id revision title rent stockType sku quantity cost description online
    images { src }
    equipments { name quantity }
  }
`);

export type EditedProduct = ResultOf<typeof EditedProduct>;

export const ReadProduct = graphql(
  `
    query ReadProduct($id: ID!) {
      product(id: $id) { ...EditedProduct }
    }
  `,
  [EditedProduct],
);

export const CreateProduct = graphql(`
  mutation CreateProduct($input: CreateProductInput!) {
    createProduct(input: $input) { success errors { field code message } id }
  }
`);

/** `Product:7` and `Bundle:7` are two cache entries: the response to an update refreshes both. */
export const UpdateProduct = graphql(
  `
    mutation UpdateProduct($id: ID!, $input: UpdateProductInput!, $ifRevision: Int!) {
      updateProduct(id: $id, input: $input, ifRevision: $ifRevision) {
        success
        errors { field code message }
        product { ...EditedProduct }
        bundle { id title rent online }
      }
    }
  `,
  [EditedProduct],
);
