// What the documentation is made from: settings of the deployment, and attempts to make its parts.
import type { Versions } from '../../operation/versions.ts';

export interface DocsSource {
  readonly versions: Versions;
  /** The public origin of the service, for the commands to paste. */
  readonly origin: string;
  /** Whether the examples are run from the pages: on test deployments. */
  readonly canRun?: boolean;
  readonly throttle: { readonly points: number; readonly windowSeconds: number };
  /** How long the dashboard has refused requests. */
  readonly refusedRequestDays: number;
}

/** Makes a part of the documentation. One that fails is reported, and takes no other with it. */
export type Attempt = <Made>(what: string, make: () => Made | Promise<Made>) => Promise<Made | undefined>;

export const createAttempt =
  (onFault: (fault: Error) => void): Attempt =>
  async (what, make) => {
    try {
      return await make();
    } catch (cause) {
      onFault(new Error(`${what} can not be made: ${cause instanceof Error ? cause.message : cause}`, { cause }));
      return undefined;
    }
  };
