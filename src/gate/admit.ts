// The first steps of every API request (D9): token -> caller, service-version -> version.
import {
  type Authenticate,
  type AuthenticatedCaller,
  type Credential,
  readCredential,
} from '../accounts/authenticate.ts';
import { clientNetwork } from '../accounts/client-network.ts';
import { type Environment, tokenValueFault } from '../accounts/token-format.ts';
import type { Rehearsal } from '../operation/context.ts';
import { type Failure, OperationFailure, type TokenFault } from '../operation/failure.ts';
import { rehearseRefusal } from '../operation/rehearsal.ts';
import { asResult } from '../operation/run.ts';
import type { Throttle } from '../operation/throttle.ts';
import type { VersionName, Versions } from '../operation/versions.ts';

export interface AdmissionDeps {
  readonly authenticate: Authenticate;
  readonly versions: Versions;
  readonly environment: Environment;
  /** Bounds the failed authentications of an address that cost a look-up. */
  readonly authFailures: Throttle;
}

/** The caller and the version of a request, or its failure with the version that the answer names (D7). */
export type Admission = {
  readonly version: VersionName;
  readonly credentialSource: Credential['source'] | undefined;
} & (
  | { readonly caller: AuthenticatedCaller; readonly failure?: Failure }
  | { readonly caller?: undefined; readonly failure: Failure }
);

/** The parts of an exchange that decide on its admission. */
interface Arrived {
  readonly url: URL;
  readonly address: string;
  readonly rehearsal?: Rehearsal | undefined;
}

export async function admit(deps: AdmissionDeps, request: Request, exchange: Arrived): Promise<Admission> {
  const credential = readCredential(request, exchange.url);
  const credentialSource = typeof credential === 'string' ? undefined : credential.source;
  const identified = await asResult(() => identify(deps, credential, exchange));
  if (identified.failure) {
    return { version: deps.versions.newest(), credentialSource, failure: identified.failure };
  }
  const caller = identified.value;
  const version = deps.versions.select(request.headers.get('service-version'), caller.pinnedVersion);
  return version instanceof OperationFailure
    ? { version: caller.pinnedVersion, credentialSource, caller, failure: version.failure }
    : { version, credentialSource, caller };
}

async function identify(
  { authenticate, environment, authFailures }: AdmissionDeps,
  credential: Credential | 'missing' | 'several',
  { address, rehearsal }: Arrived,
): Promise<AuthenticatedCaller> {
  if (typeof credential === 'string') throw unauthenticated({ reason: credential });
  const fault = tokenValueFault(credential.value, environment);
  if (fault) throw unauthenticated({ reason: fault });
  const caller = await authenticate(credential.value);
  if (!('reason' in caller)) {
    rehearseRefusal(rehearsal, caller.userId);
    return caller;
  }
  await authFailures.consume(clientNetwork(address));
  throw unauthenticated(caller);
}

const unauthenticated = (token: { readonly reason: TokenFault; readonly tokenId?: number }) =>
  new OperationFailure({ kind: 'unauthenticated', ...token });
