// Every API request passes here first (D9): token -> caller, service-version -> version.
import { type AuthenticatedCaller, authenticate, type Credential, credentialOf } from '../accounts/authenticate.ts';
import { type Environment, isTokenValue } from '../accounts/token-format.ts';
import type { Failure } from '../operation/failure.ts';
import { OperationFailure } from '../operation/failure.ts';
import { caught, type Services } from '../operation/operation.ts';
import type { Throttle } from '../operation/throttle.ts';
import type { VersionName, Versions } from '../operation/versions.ts';

export interface GateDeps {
  readonly db: Services['db'];
  readonly versions: Versions;
  readonly environment: Environment;
  /** Bounds the failed authentications of an address that cost a look-up. */
  readonly authFailures: Throttle;
}

/** Who is let in and under which version; or why not, and the version to name all the same (D7). */
export interface Admission {
  readonly version: VersionName;
  readonly credentialSource: Credential['source'] | undefined;
  readonly caller?: AuthenticatedCaller;
  readonly failure?: Failure;
}

export async function admit(deps: GateDeps, request: Request, url: URL, address: string): Promise<Admission> {
  const credential = credentialOf(request, url);
  const credentialSource = credential?.source;
  const identified = await caught(() => identify(deps, credential, address));
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
  { db, environment, authFailures }: GateDeps,
  credential: Credential | undefined,
  address: string,
): Promise<AuthenticatedCaller> {
  const unauthenticated = new OperationFailure({ kind: 'unauthenticated' });
  if (!credential || !isTokenValue(credential.value, environment)) throw unauthenticated;
  const caller = await authenticate(db, credential.value);
  if (caller) return caller;
  await authFailures.consume(address);
  throw unauthenticated;
}
