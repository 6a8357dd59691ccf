// Sign-in at a provider with OpenID Connect: authorization code with PKCE, state and nonce.
import { createHash } from 'node:crypto';
import * as openid from 'openid-client';
import { ProviderError, providerErrorOf } from './identities.ts';

/** A sign-in in progress: what only this browser knows about it, and when it started. */
export interface Attempt {
  /** State, nonce and the PKCE verifier are derived from it. */
  readonly secret: string;
  /** In seconds since 1970. */
  readonly startedAt: number;
  /** Whether the user has to sign in at the provider again. */
  readonly isFresh: boolean;
}

/** How far the clocks of the provider and this node may differ, in seconds. */
const CLOCKS_DIFFER = 30;

/** A year, in seconds. */
const LONG_AGO = '31536000';

/** OpenID Connect Core 1.0, section 2. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

const derive = (name: string, secret: string) =>
  createHash('sha256').update(`${name} ${secret}`).digest('base64url');

/** The `state` of an attempt, which the provider sends back. */
export const stateOf = (secret: string) => derive('state', secret);

/** `redirectUri` is where the provider sends users back to. Everything may throw a ProviderError. */
export function createProvider(settings: ProviderSettings, redirectUri: string) {
  const connect = createClient(settings);
  return {
    /** The provider's page where the attempt continues. */
    authorizationUrl: ({ secret, isFresh }: Attempt): Promise<URL> =>
      orProviderError(async () => {
        const { configuration } = await connect();
        return openid.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state: stateOf(secret),
          nonce: derive('nonce', secret),
          code_challenge: await openid.calculatePKCECodeChallenge(derive('verifier', secret)),
          code_challenge_method: 'S256',
          // With any maximum, the provider returns when the user signed in there.
          ...(isFresh ? { prompt: 'login', max_age: '0' } : { max_age: LONG_AGO }),
        });
      }),

    /** The user the provider sent back, with a response that has the attempt's state. */
    signIn: (answer: URLSearchParams, attempt: Attempt) =>
      orProviderError(async () => {
        const connection = await connect();
        const { issuer, authorization_response_iss_parameter_supported: isSent } =
          connection.metadata;
        if (answer.get('iss') !== issuer && (isSent || answer.has('iss')))
          throw new ProviderError('otherIssuer');
        if (!answer.has('error') && !answer.get('code')) throw new ProviderError('stale');
        const tokens = await openid.authorizationCodeGrant(
          connection.configuration,
          new URL(`?${answer}`, redirectUri),
          {
            expectedState: stateOf(attempt.secret),
            expectedNonce: derive('nonce', attempt.secret),
            pkceCodeVerifier: derive('verifier', attempt.secret),
          },
        );
        const claims = tokens.claims();
        if (!claims || !SUBJECT.test(claims.sub))
          throw new ProviderError('invalid', 'no subject in ASCII');
        if (attempt.isFresh && !isSince(attempt.startedAt, claims))
          throw new ProviderError('notFresh');
        return {
          account: { issuer: claims.iss, subject: claims.sub },
          idToken: tokens.id_token ?? '',
          /** In seconds since 1970, by the provider's clock; undefined if the provider doesn't say. */
          signedInAt: claims.auth_time,
          /** The e-mail address, if the provider has verified it. @throws {ProviderError} */
          verifiedEmail: () =>
            orProviderError(() => verifiedEmail(connection, tokens.access_token, claims)),
        };
      }),

    /** The provider's page that signs out there and returns to `returnTo` with a state; undefined if it has none. */
    endSessionUrl: (
      idToken: string | undefined,
      returnTo: string,
      state: string,
    ): Promise<URL | undefined> =>
      orProviderError(async () => {
        const { configuration, metadata } = await connect();
        if (!metadata.end_session_endpoint) return undefined;
        const hint = idToken && { id_token_hint: idToken };
        return openid.buildEndSessionUrl(configuration, {
          post_logout_redirect_uri: returnTo,
          state,
          ...hint,
        });
      }),
  };
}

/** Providers return the e-mail address in the ID token or from their user info endpoint. */
async function verifiedEmail(
  { configuration, metadata }: Awaited<ReturnType<ReturnType<typeof createClient>>>,
  accessToken: string,
  claims: openid.IDToken,
): Promise<string | undefined> {
  const isInIdToken = claims.email !== undefined && claims.email_verified !== undefined;
  const { email, email_verified: isVerified } =
    isInIdToken || !metadata.userinfo_endpoint
      ? claims
      : await openid.fetchUserInfo(configuration, accessToken, claims.sub);
  return isVerified === true && typeof email === 'string' ? email : undefined;
}

/** Without `auth_time`, nobody knows when the user signed in. */
const isSince = (startedAt: number, { auth_time: at }: openid.IDToken) =>
  at !== undefined && at >= startedAt - CLOCKS_DIFFER;

async function orProviderError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw providerErrorOf(error);
  }
}

interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** The current one. */
  readonly clientSecret: () => string;
}

/** For all responses of the provider to one request, which is itself due within 5 s. */
const RESPONDS_WITHIN_MILLISECONDS = 3_000;
const METADATA_KEPT = 600_000;

/** The discovered endpoints, cached for a while, and the library's configuration for one request. */
function createClient({ issuer, clientId, clientSecret }: ProviderSettings) {
  const isInsecure = issuer.startsWith('http:');
  let known:
    | { readonly metadata: Promise<openid.ServerMetadata>; readonly until: number }
    | undefined;

  /** One discovery at a time for all requests; after a failure the next request tries again. */
  function discovered(): Promise<openid.ServerMetadata> {
    if (known && performance.now() < known.until) return known.metadata;
    const asked = { metadata: discover(), until: performance.now() + METADATA_KEPT };
    known = asked;
    asked.metadata.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.metadata;
  }

  async function discover(): Promise<openid.ServerMetadata> {
    const execute = isInsecure ? [openid.allowInsecureRequests] : [];
    const options = {
      execute,
      [openid.customFetch]: fetchUntil(AbortSignal.timeout(RESPONDS_WITHIN_MILLISECONDS)),
    };
    return (
      await openid.discovery(new URL(issuer), clientId, {}, openid.None(), options)
    ).serverMetadata();
  }

  /** A new configuration has no keys from earlier requests, so a key the provider withdrew signs nobody in. */
  return async () => {
    const signal = AbortSignal.timeout(RESPONDS_WITHIN_MILLISECONDS);
    const metadata = await discovered();
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = metadata;
    const authentication = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic
      : openid.ClientSecretPost;
    const configuration = new openid.Configuration(
      metadata,
      clientId,
      {},
      authentication(clientSecret()),
    );
    configuration[openid.customFetch] = fetchUntil(signal);
    openid.enableNonRepudiationChecks(configuration);
    if (isInsecure) openid.allowInsecureRequests(configuration);
    return { configuration, metadata };
  };
}

const fetchUntil =
  (signal: AbortSignal) =>
  (url: string, options: object): Promise<Response> =>
    fetch(url, { ...options, signal });
