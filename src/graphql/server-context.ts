// The context of a GraphQL request in Yoga's plugins.
import type { Exchange } from '../gate/exchange.ts';
import type { GraphQLContext } from './builder.ts';

export type ServerContext = GraphQLContext & {
  readonly exchange: Exchange;
  /** The request with its body, which Yoga does not have. */
  readonly received: Request;
};
