// The client of a provider of sign-in: its endpoints by discovery, kept for a while, and the library, loaded on first use.
import type { ServerMetadata } from 'openid-client';

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Milliseconds that the provider has for all its answers to one request, which is answered within 5 s. */
const ANSWERS_WITHIN = 3_000;
const METADATA_KEPT = 600_000;

/** The library, and its configuration for one request. */
export type Connect = ReturnType<typeof createProviderClient>;

export function createProviderClient({ issuer, clientId, clientSecret }: ProviderSettings) {
  const isInsecure = issuer.startsWith('http:');
  let known: { readonly metadata: Promise<ServerMetadata>; readonly until: number } | undefined;

  /** One discovery at a time, whatever the number of requests; after a failure the next request tries again. */
  function discovered(): Promise<ServerMetadata> {
    if (known && performance.now() < known.until) return known.metadata;
    const asked = { metadata: discover(), until: performance.now() + METADATA_KEPT };
    known = asked;
    asked.metadata.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.metadata;
  }

  async function discover(): Promise<ServerMetadata> {
    const openid = await import('openid-client');
    const execute = isInsecure ? [openid.allowInsecureRequests] : [];
    const options = { execute, [openid.customFetch]: fetchUntil(AbortSignal.timeout(ANSWERS_WITHIN)) };
    return (await openid.discovery(new URL(issuer), clientId, {}, openid.None(), options)).serverMetadata();
  }

  /** A new configuration has none of the keys of earlier requests: one that the provider has withdrawn signs nobody in. */
  return async () => {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN);
    const metadata = await discovered();
    const openid = await import('openid-client');
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = metadata;
    const authentication = methods.includes('client_secret_basic') ? openid.ClientSecretBasic : openid.ClientSecretPost;
    const configuration = new openid.Configuration(metadata, clientId, {}, authentication(clientSecret));
    configuration[openid.customFetch] = fetchUntil(signal);
    openid.enableNonRepudiationChecks(configuration);
    if (isInsecure) openid.allowInsecureRequests(configuration);
    return { openid, configuration, metadata };
  };
}

const fetchUntil =
  (signal: AbortSignal) =>
  (url: string, options: object): Promise<Response> =>
    fetch(url, { ...options, signal });
