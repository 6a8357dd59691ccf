// The main job with urql and documents typed by GraphQL Code Generator's client preset.
import { Client, fetchExchange } from '@urql/core';
import { graphql } from './generated';
import type { CreateProductInput, ValidationErrorCode } from './generated/graphql';

const ReadProduct = graphql(
  `query ReadProduct($id: ID!) { product(id: $id) { title rent sku createdAt } }`,
);
const ReadRental = graphql(
  `query ReadRental($id: ID!) { rental(id: $id) { status totalAmount endDate } }`,
);
const CreateProduct = graphql(`
  mutation CreateProduct($input: CreateProductInput!) {
    createProduct(input: $input) { success errors { field code message } product { id } }
  }
`);
const UpdateProduct = graphql(`
  mutation UpdateProduct($id: ID!, $input: UpdateProductInput!) {
    updateProduct(id: $id, input: $input) { success product { id rent } }
  }
`);
const CreateBundle = graphql(`
  mutation CreateBundle($input: CreateBundleInput!) { createBundle(input: $input) { success bundle { id rent } } }
`);

export async function job({
  graphqlUrl,
  token,
  rentalId,
}: {
  graphqlUrl: string;
  token: string;
  rentalId: number;
}) {
  const fetchOptions = { headers: { Authorization: `Bearer ${token}` } };
  const client = new Client({
    url: graphqlUrl,
    exchanges: [fetchExchange],
    preferGetMethod: false,
    fetchOptions,
  });
  const input: CreateProductInput = { title: 'Tent', rent: 24.5, sku: 'T-1' };
  const created = await client.mutation(CreateProduct, { input });
  const id = created.data?.createProduct?.product?.id ?? '';
  const updated = await client.mutation(UpdateProduct, { id, input: { rent: 26 } });
  // With GET, as a front end behind a cache would.
  const read = await client.query(ReadProduct, { id }, { preferGetMethod: 'force' });
  const items = [{ adId: id, quantity: 2 }];
  const bundle = await client.mutation(CreateBundle, { input: { title: 'Pack', items } });
  const { rental } = (await client.query(ReadRental, { id: String(rentalId) })).data ?? {};
  const lastDay: string | undefined = rental?.endDate;
  const refused = await client.mutation(CreateProduct, { input: { title: '', rent: 0 } });
  const codes: ValidationErrorCode[] =
    refused.data?.createProduct?.errors.map(({ code }) => code) ?? [];
  // @ts-expect-error: no such code
  codes.includes('SURPRISE');
  return {
    updated: updated.data?.updateProduct?.success,
    product: {
      title: read.data?.product?.title,
      rent: read.data?.product?.rent,
      sku: read.data?.product?.sku,
    },
    bundleRent: bundle.data?.createBundle?.bundle?.rent,
    rental: { status: rental?.status.toLowerCase(), total: rental?.totalAmount, lastDay },
    codes,
  };
}
