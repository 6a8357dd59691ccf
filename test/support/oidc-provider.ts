// A real OpenID Connect provider on loopback, in this process, where users sign in with one button.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Provider, {
  type Adapter,
  type AdapterPayload,
  type JWK,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { startLoopbackServer } from './loopback-server.ts';

/** Who signs in, and what the provider says about them. */
interface Person {
  readonly sub: string;
  readonly email: string;
  readonly email_verified?: unknown;
}

/** How a provider differs from `oidc-provider`, by its documentation. */
interface Behaviour {
  /** The claims of a verified address, in the ID token or from the user endpoint; the same ones by default. */
  readonly claims?: (person: Person, use: string) => object;
  /** Whether ID tokens have the e-mail address, too. */
  readonly isEmailInIdToken?: boolean;
  /** Its ID tokens don't say when the user signed in. */
  readonly hidesTime?: boolean;
  /** Its page says that `prompt=login` is wrong, and leads nowhere. */
  readonly rejectsPrompt?: boolean;
  /** Its page to sign out takes the parameters of Amazon; it has none if false. */
  readonly signOut?: 'amazon' | false;
  /** Compares the client's ID and secret with the header as it is, without decoding them. */
  readonly comparesRaw?: boolean;
}

const VERIFIED_BY_ENDPOINT = (person: Person, use: string) =>
  use === 'id_token' ? { ...person, email_verified: undefined } : person;

/** Behaviours by the provider's name; `.deploy/access.md` has a recipe for each. */
export const BEHAVIOURS = {
  Keycloak: { isEmailInIdToken: true },
  'Microsoft Entra ID': {
    claims: (person) => ({ ...person, email_verified: undefined }),
    isEmailInIdToken: true,
  },
  Okta: { claims: VERIFIED_BY_ENDPOINT, isEmailInIdToken: true },
  Auth0: { isEmailInIdToken: true },
  'Google Workspace': {
    isEmailInIdToken: true,
    hidesTime: true,
    rejectsPrompt: true,
    signOut: false,
  },
  'Amazon Cognito': {
    claims: (person, use) =>
      use === 'id_token' ? person : { ...person, email_verified: 'true' },
    signOut: 'amazon',
  },
  GitLab: { comparesRaw: true, hidesTime: true, signOut: false },
  authentik: {
    claims: (person) => ({ ...person, email_verified: false }),
    isEmailInIdToken: true,
  },
  Dex: { isEmailInIdToken: true, hidesTime: true, signOut: false },
} satisfies Record<string, Behaviour>;

export type ProviderName = keyof typeof BEHAVIOURS;

const SECRET = 'a secret / of: the client';
/** One that can be compared raw: nothing in it needs to be encoded. */
const RAW_SECRET = 'gloas-0_1.2-secret';
const CLIENT = { clientId: 'owner-api', clientSecret: () => SECRET } as const;

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

/** `origin` is the service's, which is the client. */
export async function startProvider(origin: string) {
  const { origin: issuer, close } = await startLoopbackServer((request, response) =>
    handle(request, response),
  );

  const state = {
    person: { sub: 'nobody', email: 'nobody@example.com' } as Person,
    behaviour: {} as Behaviour,
    /** Responds in place of the provider. */
    instead: undefined as RequestListener | undefined,
    /** The requests received, such as `GET /jwks`. */
    requests: [] as string[],
  };
  const stored = new Map<string, AdapterPayload>();
  let publishedKeys: string | undefined;
  let provider = newProvider();

  function newProvider(key = KEY): Provider {
    return new Provider(issuer, {
      adapter: (kind) => keptIn(stored, kind),
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: state.behaviour.comparesRaw ? RAW_SECRET : SECRET,
          redirect_uris: [`${origin}/dashboard/sign-in/provider/answer`],
          post_logout_redirect_uris: [`${origin}/dashboard/sign-in`],
        },
      ],
      jwks: { keys: [key] },
      cookies: { keys: ['test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: !state.behaviour.isEmailInIdToken,
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: async (use) => {
          const { claims = (person: Person) => person } = state.behaviour;
          return { ...claims(state.person, use), sub };
        },
      }),
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: {
          enabled: state.behaviour.signOut === undefined,
          logoutSource(ctx, form) {
            ctx.body = `<!doctype html><title>Provider</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out there</button>`;
          },
        },
      },
      discovery: state.behaviour.signOut ? { end_session_endpoint: `${issuer}/logout` } : {},
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      loadExistingGrant: grantAll,
      pkce: { required: () => true },
      ttl: { IdToken: 600, Interaction: 600, Session: 600, Grant: 600, AccessToken: 600 },
    });
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    state.requests.push(`${request.method} ${request.url?.split('?', 1)}`);
    const answering = state.instead ?? answer;
    answering(request, response);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    const { pathname, search, searchParams } = url;
    const { hidesTime, rejectsPrompt, signOut } = state.behaviour;
    if (pathname === '/auth' && rejectsPrompt && searchParams.get('prompt') === 'login')
      return void response.writeHead(400).end('invalid parameter value for prompt');
    if (pathname === '/auth' && hidesTime) {
      searchParams.delete('max_age');
      request.url = pathname + url.search;
    }
    if (pathname === '/logout' && signOut) return endAsAmazon(url, response);
    if (pathname === '/jwks' && publishedKeys) {
      return void response.setHeader('Content-Type', 'application/json').end(publishedKeys);
    }
    if (pathname === '/token' && state.behaviour.comparesRaw && !hasRawSecret(request))
      return void response.writeHead(401).end('{"error":"invalid_client"}');
    if (!pathname.startsWith('/interaction/'))
      return void provider.callback()(request, response);
    if (request.method === 'GET')
      return void response.setHeader('Content-Type', 'text/html').end(SIGN_IN_PAGE);
    const result =
      search === '?refuse'
        ? { error: 'access_denied' }
        : { login: { accountId: state.person.sub, remember: true } };
    await provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
  }

  return Object.assign(state, {
    issuer,
    settings: {
      issuer,
      ...CLIENT,
      trustsEmail: false,
      clientSecret: () => (state.behaviour.comparesRaw ? RAW_SECRET : SECRET),
    },
    /** The provider itself, for `instead`. */
    answer,
    /** From now on, for a new client. */
    behaveAs(behaviour: Behaviour) {
      state.behaviour = behaviour;
      provider = newProvider();
    },
    /** Signs with other keys from now on; previous ones are published only where the new ones are not. */
    async rotateKeys({ isPublished }: { readonly isPublished: boolean }) {
      publishedKeys = undefined;
      if (!isPublished) publishedKeys = await (await fetch(`${issuer}/jwks`)).text();
      provider = newProvider(newKey());
    },
    close,
  });
}

/** Amazon Cognito leads to `logout_uri` alone, and knows the client by `client_id`. */
function endAsAmazon({ searchParams }: URL, response: ServerResponse): void {
  const location = searchParams.get('logout_uri');
  if (location && searchParams.get('client_id') === CLIENT.clientId)
    response.writeHead(302, { Location: location }).end();
  else response.writeHead(400).end('Required String parameter logout_uri is not present');
}

function hasRawSecret({ headers }: IncomingMessage): boolean {
  const raw = Buffer.from(`${CLIENT.clientId}:${RAW_SECRET}`).toString('base64');
  return headers.authorization === `Basic ${raw}`;
}

/** The package's own adapter warns on the terminal. */
function keptIn(stored: Map<string, AdapterPayload>, kind: string): Adapter {
  const ofKind = () => [...stored].filter(([key]) => key.startsWith(`${kind} `));
  return {
    upsert: async (id, payload) => void stored.set(`${kind} ${id}`, payload),
    find: async (id) => stored.get(`${kind} ${id}`),
    findByUid: async (uid) => ofKind().find(([, payload]) => payload.uid === uid)?.[1],
    findByUserCode: async () => undefined,
    consume: async (id) =>
      void Object.assign(stored.get(`${kind} ${id}`) ?? {}, { consumed: 1 }),
    destroy: async (id) => void stored.delete(`${kind} ${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, payload] of ofKind())
        if (payload.grantId === grantId) stored.delete(key);
    },
  };
}

const SIGN_IN_PAGE = `<!doctype html><title>Provider</title><form method="post"><button>Sign in there</button>
<button formaction="?refuse">Refuse</button></form>`;

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    ...(privateKey.export({ format: 'jwk' }) as JWK),
    kid: randomUUID(),
    use: 'sig',
    alg: 'RS256',
  };
}

/** Of every provider until it rotates its keys: making one takes long. */
const KEY = newKey();

/** Users aren't asked what the service may know about them. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const known = oidc.session?.grantIdFor(CLIENT.clientId);
  if (known) return oidc.provider.Grant.find(known);
  const grant = new oidc.provider.Grant({
    clientId: CLIENT.clientId,
    accountId: oidc.session?.accountId,
  });
  grant.addOIDCScope('openid email');
  await grant.save();
  return grant;
}
