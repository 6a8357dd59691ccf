// The documents, which relay-compiler alone reads; it wants their names to begin with that of the file.
import { graphql } from 'relay-runtime';

graphql`
  fragment product_edited on Product {
    id revision title rent stockType sku quantity cost description online
  }
`;

graphql`
  fragment product_page on Query
  @argumentDefinitions(id: { type: "ID!" })
  @refetchable(queryName: "productRefetchQuery") {
    product(id: $id) { ...product_edited }
  }
`;

graphql`
  query productQuery($id: ID!) { ...product_page @arguments(id: $id) }
`;

graphql`
  mutation productUpdateMutation($id: ID!, $input: UpdateProductInput!, $ifRevision: Int!) {
    updateProduct(id: $id, input: $input, ifRevision: $ifRevision) {
      success
      errors { field code message }
      product { ...product_edited }
      bundle { id title rent online }
    }
  }
`;
