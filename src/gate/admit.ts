// The first steps of every API request (D9): token -> caller, service-version -> version.
import {
  type Authenticate,
  type AuthenticatedCaller,
  type Credential,
  readCredential,
} from '../accounts/authenticate.ts';
import { type Environment, isTokenValue } from '../accounts/token-format.ts';
import { type Failure, OperationFailure } from '../operation/failure.ts';
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
export interface Admission {
  readonly version: VersionName;
  readonly credentialSource: Credential['source'] | undefined;
  readonly caller?: AuthenticatedCaller;
  readonly failure?: Failure;
}

export async function admit(deps: AdmissionDeps, request: Request, url: URL, address: string): Promise<Admission> {
  const credential = readCredential(request, url);
  const credentialSource = credential?.source;
  const identified = await asResult(() => identify(deps, credential, address));
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
  credential: Credential | undefined,
  address: string,
): Promise<AuthenticatedCaller> {
  if (credential && isTokenValue(credential.value, environment)) {
    const caller = await authenticate(credential.value);
    if (caller) return caller;
    await authFailures.consume(address);
  }
  throw new OperationFailure({ kind: 'unauthenticated' });
}
