// A request of the guides, stated once for all languages, with the answer that it has.
import type { JsonObject } from '../../../http/json-body.ts';
import { GRAPHQL_PATH } from '../../../paths.ts';

export interface ExampleRequest {
  /** Names it on its page: letters, digits and hyphens. */
  readonly id: string;
  readonly label: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** The headers beside the token and the type of the body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: JsonObject;
  /** The token stands in the query parameter `token` instead of the header. */
  readonly tokenInUrl?: true;
  /** The status of the answer on a fresh deployment with demo data. */
  readonly status: number;
  /** The body of the answer there, if the page shows it. */
  readonly answer?: JsonObject;
}

type GraphQLExample = Pick<ExampleRequest, 'id' | 'label' | 'answer'> & {
  readonly query: string;
  readonly variables?: JsonObject;
};

export const graphqlExample = ({ query, variables, ...rest }: GraphQLExample): ExampleRequest => ({
  ...rest,
  method: 'POST',
  path: GRAPHQL_PATH,
  body: { query, ...(variables && { variables }) },
  status: 200,
});

/** Whether the answer has a body: 304 has none. */
export const hasAnswerBody = ({ status }: ExampleRequest): boolean => status !== 304;
