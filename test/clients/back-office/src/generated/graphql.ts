/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A product or a bundle. */
export type ProductType =
  /** A product. */
  | 'PRODUCT'
  /** A pack of products that are rented together. */
  | 'BUNDLE';

/** How stock is managed. */
export type StockType =
  /** Each unit is tracked, so that a sku is required. */
  | 'UNIT'
  /** Only the total quantity is managed. */
  | 'BULK';

/** Why a field was refused. */
export type ValidationErrorCode =
  /** A required field is missing, null or blank. */
  | 'REQUIRED'
  /** The value has the wrong type or format, is not one of the allowed values, or the field is unknown. */
  | 'INVALID_FORMAT'
  /** The value is below its minimum. */
  | 'MIN_VALUE'
  /** The text is longer than its maximum. */
  | 'MAX_LENGTH'
  /** The bundle has no item. */
  | 'MIN_ITEMS'
  /** The list has more entries than its maximum. */
  | 'MAX_ITEMS'
  /** The referenced product does not exist. */
  | 'NOT_FOUND'
  /** The referenced product is not in the caller's account. */
  | 'ACCESS_DENIED'
  /** The referenced product is not online. */
  | 'PRODUCT_OFFLINE';

/** The state of a rental. */
export type RentalStatus =
  /** In progress, the items are in use by the tenant. */
  | 'ACTIVE'
  /** The period ended and the items were returned. */
  | 'COMPLETED'
  /** Cancelled before or during the period. */
  | 'CANCELLED';

/** Equipment of a product. */
export type EquipmentInput = {
  /** The name of the equipment, not blank. */
  name: string;
  /** The number of pieces. At least 1. */
  quantity: number;
};

/** An image of a product or bundle. */
export type ImageInput = {
  /** http or https URL of the image. It must be reachable; WEBP, JPG or PNG of 1200x800 pixels is recommended. */
  src: string;
};

/** A product to create. Null is the same as absent. */
export type CreateProductInput = {
  /** The title. At most 255 characters. */
  title: string;
  /** Markdown or HTML text, stored as sent. */
  description?: string | null | undefined;
  /** The rental price. At least 0.01. */
  rent: number;
  /** The cost of the product. At least 0. */
  cost?: number | null | undefined;
  /** A product, or a bundle of products; never changes afterwards. Default: PRODUCT. */
  type?: ProductType | null | undefined;
  /** How its stock is managed: each unit is tracked and has a sku, or only the total quantity, as for every bundle. Default: UNIT. */
  stockType?: StockType | null | undefined;
  /** Unit identifier. Required under unit stock. */
  sku?: string | null | undefined;
  /** The number of units. At least 1. Default: 1. */
  quantity?: number | null | undefined;
  /** Its equipment, in order. At most 50 entries. */
  equipments?: Array<EquipmentInput> | null | undefined;
  /** Images, in order. At most 5 entries. */
  images?: Array<ImageInput> | null | undefined;
  /** Whether it is available for rental. Default: true. */
  online?: boolean | null | undefined;
  /** Whether it is archived. Default: false. */
  archived?: boolean | null | undefined;
  /** Product code; also the sku of a product that would have none otherwise. */
  code?: string | null | undefined;
  /** Id of the type of stock unit. */
  stockUnitTypeId?: number | null | undefined;
  /** Barcode. */
  barcode?: string | null | undefined;
  /** Commodity code for customs. */
  commodityCode?: string | null | undefined;
  /** Country of manufacture, ISO 3166-1 alpha-2. */
  countryOfManufacture?: string | null | undefined;
  /** Shortest shelf life in days. At least 0. */
  shelfLifeMin?: number | null | undefined;
  /** Longest shelf life in days; not below the shortest. At least 0. */
  shelfLifeMax?: number | null | undefined;
};

/** The fields to change; an absent one stays as it is, a list is replaced whole. Null clears a field that a product can be without. */
export type UpdateProductInput = {
  /** The title. At most 255 characters. */
  title?: string | null | undefined;
  /** Markdown or HTML text, stored as sent. */
  description?: string | null | undefined;
  /** The rental price. At least 0.01. */
  rent?: number | null | undefined;
  /** The cost of the product. At least 0. */
  cost?: number | null | undefined;
  /** How its stock is managed: each unit is tracked and has a sku, or only the total quantity, as for every bundle. */
  stockType?: StockType | null | undefined;
  /** Unit identifier. Required under unit stock. */
  sku?: string | null | undefined;
  /** The number of units. At least 1. */
  quantity?: number | null | undefined;
  /** Its equipment, in order. At most 50 entries. */
  equipments?: Array<EquipmentInput> | null | undefined;
  /** Images, in order. At most 5 entries. */
  images?: Array<ImageInput> | null | undefined;
  /** Whether it is available for rental. */
  online?: boolean | null | undefined;
  /** Whether it is archived. */
  archived?: boolean | null | undefined;
  /** Product code; also the sku of a product that would have none otherwise. */
  code?: string | null | undefined;
  /** Id of the type of stock unit. */
  stockUnitTypeId?: number | null | undefined;
  /** Barcode. */
  barcode?: string | null | undefined;
  /** Commodity code for customs. */
  commodityCode?: string | null | undefined;
  /** Country of manufacture, ISO 3166-1 alpha-2. */
  countryOfManufacture?: string | null | undefined;
  /** Shortest shelf life in days. At least 0. */
  shelfLifeMin?: number | null | undefined;
  /** Longest shelf life in days; not below the shortest. At least 0. */
  shelfLifeMax?: number | null | undefined;
};

/** A line of a bundle. */
export type BundleItemInput = {
  /** Id of a product of yours that is online. */
  adId: string | number;
  /** The number of units of the product. At least 1. */
  quantity: number;
};

/** A bundle to create. Null is the same as absent. */
export type CreateBundleInput = {
  /** The title. At most 255 characters. */
  title: string;
  /** The products of the bundle, in order. A product may stand in several lines. 1 to 30 entries. */
  items: Array<BundleItemInput>;
  /** Markdown or HTML text, stored as sent. */
  description?: string | null | undefined;
  /** The rental price; by default the sum of the items' rents, each times its quantity. At least 0.01. */
  rent?: number | null | undefined;
  /** Images, in order. At most 5 entries. */
  images?: Array<ImageInput> | null | undefined;
  /** Whether it is available for rental. Default: true. */
  online?: boolean | null | undefined;
  /** Whether it is archived. Default: false. */
  archived?: boolean | null | undefined;
};

export type EditedProductFragment = { id: string, revision: number, title: string, rent: number, stockType: StockType, sku: string | null, quantity: number, cost: number | null, description: string | null, online: boolean };

export type ReadProductQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadProductQuery = { product: { id: string, revision: number, title: string, rent: number, stockType: StockType, sku: string | null, quantity: number, cost: number | null, description: string | null, online: boolean } | null };

export type CreateProductMutationVariables = Exact<{
  input: CreateProductInput;
}>;


export type CreateProductMutation = { createProduct: { success: boolean, id: string | null, errors: Array<{ field: string, code: ValidationErrorCode, message: string }> } | null };

export type UpdateProductMutationVariables = Exact<{
  id: string | number;
  input: UpdateProductInput;
  ifRevision: number;
}>;


export type UpdateProductMutation = { updateProduct: { success: boolean, errors: Array<{ field: string, code: ValidationErrorCode, message: string }>, product: { id: string, revision: number, title: string, rent: number, stockType: StockType, sku: string | null, quantity: number, cost: number | null, description: string | null, online: boolean, bundle: { id: string, title: string, rent: number, online: boolean } | null } | null } | null };

export type ReadBundleQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadBundleQuery = { bundle: { id: string, title: string, rent: number, online: boolean, items: Array<{ adId: string, quantity: number, product: { id: string, title: string } | null }> } | null };

export type CreateBundleMutationVariables = Exact<{
  input: CreateBundleInput;
}>;


export type CreateBundleMutation = { createBundle: { success: boolean, id: string | null, errors: Array<{ field: string, code: ValidationErrorCode, message: string }> } | null };

export type ReadRentalQueryVariables = Exact<{
  id: string | number;
}>;


export type ReadRentalQuery = { rental: { id: string, status: RentalStatus, startDate: string, endDate: string, totalAmount: number, tenant: { id: string, name: string, email: string }, items: Array<{ productId: string, title: string, quantity: number, dailyRate: number, total: number, product: { id: string, title: string } | null }>, selectAccounts: Array<{ id: string, name: string }> | null } | null };

export type ReadViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ReadViewerQuery = { __typename: 'Query' };

export const EditedProductFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EditedProduct"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Product"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"rent"}},{"kind":"Field","name":{"kind":"Name","value":"stockType"}},{"kind":"Field","name":{"kind":"Name","value":"sku"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"cost"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"online"}}]}}]} as unknown as DocumentNode<EditedProductFragment, unknown>;
export const ReadProductDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReadProduct"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"product"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EditedProduct"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EditedProduct"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Product"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"rent"}},{"kind":"Field","name":{"kind":"Name","value":"stockType"}},{"kind":"Field","name":{"kind":"Name","value":"sku"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"cost"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"online"}}]}}]} as unknown as DocumentNode<ReadProductQuery, ReadProductQueryVariables>;
export const CreateProductDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateProduct"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateProductInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createProduct"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<CreateProductMutation, CreateProductMutationVariables>;
export const UpdateProductDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateProduct"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateProductInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ifRevision"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateProduct"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"ifRevision"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ifRevision"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"EditedProduct"}},{"kind":"Field","name":{"kind":"Name","value":"bundle"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"rent"}},{"kind":"Field","name":{"kind":"Name","value":"online"}}]}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"EditedProduct"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Product"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"rent"}},{"kind":"Field","name":{"kind":"Name","value":"stockType"}},{"kind":"Field","name":{"kind":"Name","value":"sku"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"cost"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"online"}}]}}]} as unknown as DocumentNode<UpdateProductMutation, UpdateProductMutationVariables>;
export const ReadBundleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReadBundle"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bundle"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"rent"}},{"kind":"Field","name":{"kind":"Name","value":"online"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"adId"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ReadBundleQuery, ReadBundleQueryVariables>;
export const CreateBundleDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateBundle"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateBundleInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createBundle"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"success"}},{"kind":"Field","name":{"kind":"Name","value":"errors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<CreateBundleMutation, CreateBundleMutationVariables>;
export const ReadRentalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReadRental"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rental"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"startDate"}},{"kind":"Field","name":{"kind":"Name","value":"endDate"}},{"kind":"Field","name":{"kind":"Name","value":"totalAmount"}},{"kind":"Field","name":{"kind":"Name","value":"tenant"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"productId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"quantity"}},{"kind":"Field","name":{"kind":"Name","value":"dailyRate"}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"product"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"selectAccounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<ReadRentalQuery, ReadRentalQueryVariables>;
export const ReadViewerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReadViewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]} as unknown as DocumentNode<ReadViewerQuery, ReadViewerQueryVariables>;