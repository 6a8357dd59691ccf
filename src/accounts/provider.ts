// Sign-in at a provider with OpenID Connect: authorization code with PKCE, state and nonce.
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as openid from 'openid-client';
import { REQUEST_MILLISECONDS, timeLeft } from '../request-scope.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { differentIssuer, ProviderError, providerErrorOf } from './provider-error.ts';

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
export const SUBJECT = /^[\x20-\x7e]{1,255}$/;

const derive = (name: string, secret: string) =>
  hash('sha256', `${name} ${secret}`, 'base64url');

/** The `state` of an attempt, which the provider sends back. */
export const stateParameter = (secret: string) => derive('state', secret);

/** `redirectUri` is where the provider sends users back to. Everything may throw a ProviderError. */
export function createProvider(settings: ProviderSettings, redirectUri: string) {
  const connect = createClient(settings);
  const { trustsEmail = false } = settings;
  return {
    /** What pages call it. */
    host: new URL(settings.issuer).host,

    /** The provider's page where the attempt continues. */
    authorizationUrl: ({ secret, isFresh }: Attempt) =>
      orProviderError(async () =>
        openid.buildAuthorizationUrl(await connect(), {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state: stateParameter(secret),
          nonce: derive('nonce', secret),
          code_challenge: await openid.calculatePKCECodeChallenge(derive('verifier', secret)),
          code_challenge_method: 'S256',
          // With any maximum, the provider returns when the user signed in there.
          ...(isFresh ? { prompt: 'login', max_age: '0' } : { max_age: LONG_AGO }),
        }),
      ),

    /** The user the provider sent back, with a response that has the attempt's state. */
    signIn: (answer: URLSearchParams, attempt: Attempt) =>
      orProviderError(async () => {
        const client = await connect();
        requireAnswer(answer, client.serverMetadata());
        const url = new URL(`?${answer}`, redirectUri);
        const { claims, accessToken } = await exchangeCode(client, url, attempt);
        return {
          account: { issuer: claims.iss, subject: claims.sub },
          /** In seconds since 1970, by the provider's clock; undefined if the provider doesn't say. */
          signedInAt: claims.auth_time,
          /** The e-mail address that the provider has verified, or is trusted with. @throws {ProviderError} */
          verifiedEmail: () =>
            orProviderError(async () => {
              const sent = await emailClaims(client, accessToken, claims);
              return emailIn(sent, claims.sub, trustsEmail);
            }),
        };
      }),

    /** The provider's page that signs out there and returns to `returnTo` with a state; undefined if it has none. */
    endSessionUrl: (returnTo: string, state: string) =>
      orProviderError(async () => {
        const client = await connect();
        if (!client.serverMetadata().end_session_endpoint) return undefined;
        return openid.buildEndSessionUrl(client, {
          post_logout_redirect_uri: returnTo,
          // Amazon Cognito's name for it.
          logout_uri: returnTo,
          state,
        });
      }),
  };
}

export type Provider = ReturnType<typeof createProvider>;

/** Exchanges the code in the address for the user's claims and an access token. */
async function exchangeCode(
  client: openid.Configuration,
  answer: URL,
  { secret, startedAt, isFresh }: Attempt,
) {
  const tokens = await openid.authorizationCodeGrant(client, answer, {
    expectedState: stateParameter(secret),
    expectedNonce: derive('nonce', secret),
    pkceCodeVerifier: derive('verifier', secret),
  });
  const claims = tokens.claims();
  if (!claims || !SUBJECT.test(claims.sub))
    throw new ProviderError('badIdToken', 'no subject in ASCII');
  if (isFresh && claims.auth_time === undefined) throw new ProviderError('untimed');
  if (isFresh && Number(claims.auth_time) < startedAt - CLOCKS_DIFFER)
    throw new ProviderError('notFresh');
  return { claims, accessToken: tokens.access_token };
}

/** @throws {ProviderError} from another provider, or without a code */
function requireAnswer(answer: URLSearchParams, metadata: openid.ServerMetadata) {
  const { issuer, authorization_response_iss_parameter_supported: isSent } = metadata;
  if (answer.get('iss') !== issuer && (isSent || answer.has('iss')))
    throw new ProviderError('otherIssuer');
  if (!answer.has('error') && !answer.get('code')) throw new ProviderError('stale');
}

/** Providers return the e-mail address in the ID token or from their user info endpoint. */
async function emailClaims(
  client: openid.Configuration,
  accessToken: string,
  claims: openid.IDToken,
) {
  const isInIdToken = claims.email !== undefined && claims.email_verified !== undefined;
  return isInIdToken || !client.serverMetadata().userinfo_endpoint
    ? claims
    : openid.fetchUserInfo(client, accessToken, claims.sub);
}

/** @throws {ProviderError} noEmail; unless the provider is trusted, unstated or unverified */
function emailIn(
  { email, email_verified: isVerified }: openid.UserInfoResponse | openid.IDToken,
  subject: string,
  isTrusted: boolean,
) {
  if (typeof email !== 'string' || email === '')
    throw new ProviderError('noEmail', undefined, { subject });
  // Amazon Cognito sends it as a string; Microsoft Entra ID doesn't send it.
  if (isTrusted || String(isVerified) === 'true') return email;
  const failure = isVerified === undefined ? 'unstated' : 'unverified';
  throw new ProviderError(failure, undefined, { email, subject });
}

async function orProviderError<Result>(work: () => Promise<Result>) {
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
  /** Whether its addresses count as verified. */
  readonly trustsEmail?: boolean;
}

/** For each response of the provider. */
const RESPONDS_WITHIN_SECONDS = 3;
/** What a request keeps of its time for the database and its page. */
const AFTERWARDS_MILLISECONDS = 500;
const ENDPOINTS_KEPT_MILLISECONDS = 600_000;

/**
 * RFC 6749 encodes the ID and the secret as forms do, which some providers, such as GitLab, don't decode. The library
 * encodes `-`, `_` and `.` too; forms don't, so that both kinds of providers read most IDs and secrets.
 */
const clientSecretBasic =
  (secret: string): openid.ClientAuth =>
  (_, { client_id: id }, __, headers) => {
    const credentials = `${formEncoded(id)}:${formEncoded(secret)}`;
    headers.set('Authorization', `Basic ${btoa(credentials)}`);
  };

const formEncoded = (text: string) => String(new URLSearchParams({ '': text })).slice(1);

/** Also ends before the request's deadline, which several slow responses would exceed together. */
const fetchInTime: openid.CustomFetch = (url, options) => {
  const left = Math.floor(timeLeft(REQUEST_MILLISECONDS)) - AFTERWARDS_MILLISECONDS;
  const signals = [options.signal, AbortSignal.timeout(Math.max(0, left))];
  const signal = AbortSignal.any(signals.filter((one) => one !== undefined));
  return boundedFetch(url, { ...options, signal });
};

/**
 * A client for one request. Its endpoints are discovered, and kept for a while; after a failure the next one tries
 * again.
 */
function createClient({ issuer, clientId, clientSecret }: ProviderSettings) {
  const extensions = [
    openid.enableNonRepudiationChecks,
    ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
  ];
  const authenticate: openid.ClientAuth = (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } =
      server;
    const method = methods.includes('client_secret_basic')
      ? clientSecretBasic
      : openid.ClientSecretPost;
    method(clientSecret())(server, ...request);
  };
  const endpoints = new LRUCache<string, openid.Configuration>({
    max: 1,
    ttl: ENDPOINTS_KEPT_MILLISECONDS,
    fetchMethod: async () => {
      const found = await openid.discovery(new URL(issuer), clientId, {}, authenticate, {
        execute: extensions,
        timeout: RESPONDS_WITHIN_SECONDS,
        [openid.customFetch]: fetchInTime,
      });
      // The library compares them as URLs, but accounts are stored with the issuer to the letter.
      const { issuer: named } = found.serverMetadata();
      if (named !== issuer)
        throw new ProviderError('invalid', differentIssuer(issuer, named));
      return found;
    },
  });
  return async () => {
    const metadata = (await endpoints.forceFetch(issuer)).serverMetadata();
    // A new one has no keys of earlier requests, so a key the provider withdrew signs nobody in.
    const client = new openid.Configuration(metadata, clientId, {}, authenticate);
    client.timeout = RESPONDS_WITHIN_SECONDS;
    client[openid.customFetch] = fetchInTime;
    for (const extend of extensions) extend(client);
    return client;
  };
}
