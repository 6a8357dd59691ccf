// The documents of the job, for relay-compiler; Relay wants their names to begin with that of this file.
import { graphql } from 'relay-runtime';

graphql`
  query documentsReadProductQuery($id: ID!) { product(id: $id) { id title rent sku createdAt } }
`;
graphql`
  query documentsReadRentalQuery($id: ID!, $productId: ID!) {
    rental(id: $id) { id status totalAmount endDate createdAt owner { id name } }
    product(id: $productId) { id createdAt }
  }
`;
graphql`
  mutation documentsCreateProductMutation($input: CreateProductInput!) {
    createProduct(input: $input) { success errors { field code message } product { id title } }
  }
`;
graphql`
  mutation documentsUpdateProductMutation($id: ID!, $input: UpdateProductInput!) {
    updateProduct(id: $id, input: $input) { success product { id rent } }
  }
`;
graphql`
  mutation documentsCreateBundleMutation($input: CreateBundleInput!) {
    createBundle(input: $input) { success bundle { id rent items { product { id title } } } }
  }
`;
