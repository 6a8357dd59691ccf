/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  fragment EditedProduct on Product {\n    id revision title rent stockType sku quantity cost description online\n    images { src }\n    equipments { name quantity }\n  }\n": typeof types.EditedProductFragmentDoc,
    "\n  query ReadProduct($id: ID!) {\n    product(id: $id) { ...EditedProduct }\n  }\n": typeof types.ReadProductDocument,
    "\n  mutation CreateProduct($input: CreateProductInput!) {\n    createProduct(input: $input) { success errors { field code message } id }\n  }\n": typeof types.CreateProductDocument,
    "\n  mutation UpdateProduct($id: ID!, $input: UpdateProductInput!, $ifRevision: Int!) {\n    updateProduct(id: $id, input: $input, ifRevision: $ifRevision) {\n      success\n      errors { field code message }\n      product { ...EditedProduct }\n      bundle { id title rent online }\n    }\n  }\n": typeof types.UpdateProductDocument,
    "\n  query ReadBundle($id: ID!) {\n    bundle(id: $id) { id title rent online items { adId quantity product { id title } } }\n  }\n": typeof types.ReadBundleDocument,
    "\n  mutation CreateBundle($input: CreateBundleInput!) {\n    createBundle(input: $input) { success errors { field code message } id }\n  }\n": typeof types.CreateBundleDocument,
    "\n  query ReadRental($id: ID!) {\n    rental(id: $id) {\n      id status startDate endDate totalAmount\n      tenant { id name email }\n      items { productId title quantity dailyRate total product { id title } }\n      selectAccounts { id name }\n    }\n  }\n": typeof types.ReadRentalDocument,
    "\n  query ReadViewer {\n    viewer { id name permissions }\n  }\n": typeof types.ReadViewerDocument,
};
const documents: Documents = {
    "\n  fragment EditedProduct on Product {\n    id revision title rent stockType sku quantity cost description online\n    images { src }\n    equipments { name quantity }\n  }\n": types.EditedProductFragmentDoc,
    "\n  query ReadProduct($id: ID!) {\n    product(id: $id) { ...EditedProduct }\n  }\n": types.ReadProductDocument,
    "\n  mutation CreateProduct($input: CreateProductInput!) {\n    createProduct(input: $input) { success errors { field code message } id }\n  }\n": types.CreateProductDocument,
    "\n  mutation UpdateProduct($id: ID!, $input: UpdateProductInput!, $ifRevision: Int!) {\n    updateProduct(id: $id, input: $input, ifRevision: $ifRevision) {\n      success\n      errors { field code message }\n      product { ...EditedProduct }\n      bundle { id title rent online }\n    }\n  }\n": types.UpdateProductDocument,
    "\n  query ReadBundle($id: ID!) {\n    bundle(id: $id) { id title rent online items { adId quantity product { id title } } }\n  }\n": types.ReadBundleDocument,
    "\n  mutation CreateBundle($input: CreateBundleInput!) {\n    createBundle(input: $input) { success errors { field code message } id }\n  }\n": types.CreateBundleDocument,
    "\n  query ReadRental($id: ID!) {\n    rental(id: $id) {\n      id status startDate endDate totalAmount\n      tenant { id name email }\n      items { productId title quantity dailyRate total product { id title } }\n      selectAccounts { id name }\n    }\n  }\n": types.ReadRentalDocument,
    "\n  query ReadViewer {\n    viewer { id name permissions }\n  }\n": types.ReadViewerDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment EditedProduct on Product {\n    id revision title rent stockType sku quantity cost description online\n    images { src }\n    equipments { name quantity }\n  }\n"): (typeof documents)["\n  fragment EditedProduct on Product {\n    id revision title rent stockType sku quantity cost description online\n    images { src }\n    equipments { name quantity }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReadProduct($id: ID!) {\n    product(id: $id) { ...EditedProduct }\n  }\n"): (typeof documents)["\n  query ReadProduct($id: ID!) {\n    product(id: $id) { ...EditedProduct }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateProduct($input: CreateProductInput!) {\n    createProduct(input: $input) { success errors { field code message } id }\n  }\n"): (typeof documents)["\n  mutation CreateProduct($input: CreateProductInput!) {\n    createProduct(input: $input) { success errors { field code message } id }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateProduct($id: ID!, $input: UpdateProductInput!, $ifRevision: Int!) {\n    updateProduct(id: $id, input: $input, ifRevision: $ifRevision) {\n      success\n      errors { field code message }\n      product { ...EditedProduct }\n      bundle { id title rent online }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateProduct($id: ID!, $input: UpdateProductInput!, $ifRevision: Int!) {\n    updateProduct(id: $id, input: $input, ifRevision: $ifRevision) {\n      success\n      errors { field code message }\n      product { ...EditedProduct }\n      bundle { id title rent online }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReadBundle($id: ID!) {\n    bundle(id: $id) { id title rent online items { adId quantity product { id title } } }\n  }\n"): (typeof documents)["\n  query ReadBundle($id: ID!) {\n    bundle(id: $id) { id title rent online items { adId quantity product { id title } } }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateBundle($input: CreateBundleInput!) {\n    createBundle(input: $input) { success errors { field code message } id }\n  }\n"): (typeof documents)["\n  mutation CreateBundle($input: CreateBundleInput!) {\n    createBundle(input: $input) { success errors { field code message } id }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReadRental($id: ID!) {\n    rental(id: $id) {\n      id status startDate endDate totalAmount\n      tenant { id name email }\n      items { productId title quantity dailyRate total product { id title } }\n      selectAccounts { id name }\n    }\n  }\n"): (typeof documents)["\n  query ReadRental($id: ID!) {\n    rental(id: $id) {\n      id status startDate endDate totalAmount\n      tenant { id name email }\n      items { productId title quantity dailyRate total product { id title } }\n      selectAccounts { id name }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ReadViewer {\n    viewer { id name permissions }\n  }\n"): (typeof documents)["\n  query ReadViewer {\n    viewer { id name permissions }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;