// One request and its response, as the surfaces, the log and the usage counters see it.
import type { AuthenticatedCaller } from '../accounts/authenticate.ts';
import type { OperationContext, Outcome, Services } from '../operation/operation.ts';
import type { VersionName } from '../operation/versions.ts';
import type { Admission } from './admit.ts';

type Surface = 'rest' | 'graphql';

export interface Exchange {
  readonly requestId: string;
  /** The address of the client, as far as it can be trusted. */
  readonly address: string;
  readonly url: URL;
  surface?: Surface;
  admission?: Admission;
  /** The operations that ran, and how each ended. */
  readonly outcomes: Outcome[];
  /** Why a surface answered with errors that no operation ended in, such as a document that is not valid GraphQL. */
  refusal?: { readonly code: string; readonly status: number };
}

/** What the gate let in: the caller is known and the version is usable. */
export interface Admitted {
  readonly caller: AuthenticatedCaller;
  readonly version: VersionName;
}

export const operationContext = (services: Services, exchange: Exchange, { caller }: Admitted): OperationContext => ({
  ...services,
  caller,
  outcomes: exchange.outcomes,
});
