// Both contracts of a deployment.
import type { GraphQLInputType } from 'graphql';
import type { GraphQLContract } from './graphql-contract.ts';
import type { RestContract } from './rest-contract.ts';

export interface Contracts {
  readonly rest: RestContract;
  readonly graphql: GraphQLContract;
}

/** The type of the variable that has an operation's input. */
export const variableType = (
  { rest, graphql }: Contracts,
  operation: string,
): GraphQLInputType | undefined =>
  graphql.field(rest.operation(operation).graphqlField).arguments.get('input');
