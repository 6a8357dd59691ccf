// The main job by the runtime of Relay and the artefacts that relay-compiler makes.
import {
  commitMutation,
  Environment,
  fetchQuery,
  type GraphQLTaggedNode,
  type MutationParameters,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';
import CreateBundle, { type documentsCreateBundleMutation } from './generated/documentsCreateBundleMutation.graphql';
import CreateProduct, {
  type documentsCreateProductMutation,
  type ValidationErrorCode,
} from './generated/documentsCreateProductMutation.graphql';
import ReadProduct, { type documentsReadProductQuery } from './generated/documentsReadProductQuery.graphql';
import ReadRental, { type documentsReadRentalQuery } from './generated/documentsReadRentalQuery.graphql';
import UpdateProduct, { type documentsUpdateProductMutation } from './generated/documentsUpdateProductMutation.graphql';

interface Situation {
  graphqlUrl: string;
  token: string;
  rentalId: number;
}

function createEnvironment({ graphqlUrl, token }: Situation): Environment {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const network = Network.create(async ({ text: query }, variables) => {
    const answer = await fetch(graphqlUrl, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    return answer.json();
  });
  // Ids are unique for each type; the store of Relay wants them unique for all.
  const getDataID = ({ id }: { id?: unknown }, type: string) => (id === undefined ? undefined : `${type}:${id}`);
  return new Environment({ network, store: new Store(new RecordSource()), getDataID });
}

export async function job(situation: Situation) {
  const environment = createEnvironment(situation);
  const mutate = <Operation extends MutationParameters>(
    mutation: GraphQLTaggedNode,
    variables: Operation['variables'],
  ): Promise<Operation['response']> =>
    new Promise((resolve, reject) => {
      commitMutation<Operation>(environment, { mutation, variables, onCompleted: resolve, onError: reject });
    });
  const input = { title: 'Tent', rent: 24.5, sku: 'T-1' };
  const created = await mutate<documentsCreateProductMutation>(CreateProduct, { input });
  const id = created.createProduct?.product?.id ?? '';
  const updated = await mutate<documentsUpdateProductMutation>(UpdateProduct, { id, input: { rent: 26 } });
  const read = await fetchQuery<documentsReadProductQuery>(environment, ReadProduct, { id }).toPromise();
  const items = [{ adId: id, quantity: 2 }];
  const bundle = await mutate<documentsCreateBundleMutation>(CreateBundle, { input: { title: 'Pack', items } });
  const ids = { id: String(situation.rentalId), productId: id };
  const both = await fetchQuery<documentsReadRentalQuery>(environment, ReadRental, ids).toPromise();
  const rental = both?.rental;
  if (rental?.createdAt === both?.product?.createdAt) throw new Error('a rental and a product are one record');
  const lastDay: string | undefined = rental?.endDate;
  const refused = await mutate<documentsCreateProductMutation>(CreateProduct, { input: { title: '', rent: 0 } });
  const codes: ValidationErrorCode[] = refused.createProduct?.errors.map(({ code }) => code) ?? [];
  // @ts-expect-error: no such code
  codes.includes('SURPRISE');
  return {
    updated: updated.updateProduct?.success,
    product: { title: read?.product?.title, rent: read?.product?.rent, sku: read?.product?.sku },
    bundleRent: bundle.createBundle?.bundle?.rent,
    rental: { status: rental?.status.toLowerCase(), total: rental?.totalAmount, lastDay },
    codes,
  };
}
