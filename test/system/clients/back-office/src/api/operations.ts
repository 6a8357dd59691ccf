// The operations of the back office; `npm run types` regenerates their types.
import { graphql } from '../generated/index.ts';

// #region the fields of a form
/** Every field that a form edits, with their `revision`: no operation selects one without the other. */
export const EditedProduct = graphql(`
  fragment EditedProduct on Product {
    id revision title rent stockType sku quantity cost description online
    images { src }
    equipments { name quantity }
  }
`);
// #endregion

export const ReadProduct = graphql(`
  query ReadProduct($id: ID!) {
    product(id: $id) { ...EditedProduct }
  }
`);

export const CreateProduct = graphql(`
  mutation CreateProduct($input: CreateProductInput!) {
    createProduct(input: $input) { success errors { field code message } id }
  }
`);

// #region an update of both entries
/** `Product:7` and `Bundle:7` are two cache entries: the response to an update refreshes both. */
export const UpdateProduct = graphql(`
  mutation UpdateProduct($id: ID!, $input: UpdateProductInput!, $ifRevision: Int!) {
    updateProduct(id: $id, input: $input, ifRevision: $ifRevision) {
      success
      errors { field code message }
      product { ...EditedProduct }
      bundle { id title rent online }
    }
  }
`);
// #endregion

export const ReadBundle = graphql(`
  query ReadBundle($id: ID!) {
    bundle(id: $id) { id title rent online items { adId quantity product { id title } } }
  }
`);

export const CreateBundle = graphql(`
  mutation CreateBundle($input: CreateBundleInput!) {
    createBundle(input: $input) { success errors { field code message } id }
  }
`);

export const ReadRental = graphql(`
  query ReadRental($id: ID!) {
    rental(id: $id) {
      id status startDate endDate totalAmount
      tenant { id name email }
      items { productId title quantity dailyRate total product { id title } }
      selectAccounts { id name }
    }
  }
`);

export const ReadViewer = graphql(`
  query ReadViewer {
    viewer { id name permissions }
  }
`);
