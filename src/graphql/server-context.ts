// The context of a GraphQL request in Yoga's plugins.
import type { ExecutionResult } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { Exchange } from '../gate/exchange.ts';
import type { GraphQLContext } from './builder.ts';

export type ServerContext = GraphQLContext & {
  readonly exchange: Exchange;
  /** What the request asks for; rejected where it is no GraphQL request. */
  readonly params: Promise<GraphQLParams>;
  /** The result of a prepared document, of which Yoga makes the answer. */
  readonly executed?: ExecutionResult;
};
