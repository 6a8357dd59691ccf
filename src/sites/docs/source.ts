// The settings of the deployment that the documentation shows; the schemas and tables come from the surfaces themselves.
import type { Versions } from '../../operation/versions.ts';

export interface DocsSource {
  readonly versions: Versions;
  /** The public origin of the service, for the commands to paste. */
  readonly origin: string;
  readonly throttle: { readonly points: number; readonly windowSeconds: number };
}
