// Both contracts of a deployment.
import type { GraphQLInputType } from 'graphql';
import type { GraphQLContract } from './graphql-contract.ts';
import type { RestContract } from './rest-contract.ts';
import type { Shape } from './shape.ts';

export interface Contracts {
  readonly rest: RestContract;
  readonly graphql: GraphQLContract;
}

/** The shape of an operation's input, and its type on GraphQL. */
export const inputOf = ({ rest, graphql }: Contracts, operation: string): Input => ({
  shape: rest.inputShape(operation),
  variableType: graphql.field(rest.operation(operation).graphqlField).arguments.get('input'),
});

export interface Input {
  readonly shape: Shape;
  readonly variableType: GraphQLInputType | undefined;
}
