// The settings of the deployment that the documentation shows; the schemas and tables come from the surfaces themselves.
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
