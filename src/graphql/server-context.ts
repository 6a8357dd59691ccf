// The context of a GraphQL request in Yoga's plugins.
import type { ExecutionResult } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { Exchange } from '../gate/exchange.ts';
import type { GraphQLContext } from './builder.ts';

export type ServerContext = GraphQLContext & {
  readonly exchange: Exchange;
  /** The parameters of the request; rejected if it is not GraphQL. */
  readonly params: Promise<GraphQLParams>;
  /** The result of a prepared document, which Yoga answers. */
  readonly executed?: ExecutionResult;
};
