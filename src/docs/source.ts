// What the documentation is rendered from; handed in, so that it knows neither surface.
import type { GraphQLSchema } from 'graphql';
import type { Versions } from '../operation/versions.ts';

export interface DocsSource {
  readonly versions: Versions;
  readonly schema: GraphQLSchema;
  /** The same schema in the schema language. */
  readonly sdl: string;
  /** Name on GraphQL -> name on REST, where they differ. */
  readonly names: Readonly<Record<string, string>>;
  /** Field -> value on GraphQL -> value on REST. */
  readonly enums: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  readonly operations: readonly {
    readonly rest: string;
    readonly graphql: string | undefined;
  }[];
  /** Where readers reach the service; the commands to paste name it. */
  readonly origin: string;
  readonly throttle: { readonly points: number; readonly windowSeconds: number };
}
