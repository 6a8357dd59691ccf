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
    /** Whether ID tokens have the e-mail address; otherwise only the user endpoint returns it. */
    isEmailInIdToken: false,
    /** Compares the client's ID and secret with the header as it is, without decoding them, as GitLab does. */
    comparesRaw: false,
    /** Responds in place of the provider. */
    instead: undefined as RequestListener | undefined,
    /** The requests received, such as `GET /jwks`. */
    requests: [] as string[],
  };
  const stored = new Map<string, AdapterPayload>();
  let publishedKeys: string | undefined;
  let provider = newProvider();

  function newProvider(): Provider {
    return new Provider(issuer, {
      adapter: (kind) => keptIn(stored, kind),
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: state.comparesRaw ? RAW_SECRET : SECRET,
          redirect_uris: [`${origin}/dashboard/sign-in/provider/answer`],
          post_logout_redirect_uris: [`${origin}/dashboard/sign-in`],
        },
      ],
      jwks: { keys: [newKey()] },
      cookies: { keys: ['test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: !state.isEmailInIdToken,
      findAccount: (_, sub) => ({
        accountId: sub,
        claims: async () => ({ ...state.person, sub }),
      }),
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: {
          logoutSource(ctx, form) {
            ctx.body = `<!doctype html><title>Provider</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out there</button>`;
          },
        },
      },
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
    const { pathname, search } = new URL(request.url ?? '/', issuer);
    if (pathname === '/jwks' && publishedKeys) {
      return void response.setHeader('Content-Type', 'application/json').end(publishedKeys);
    }
    if (pathname === '/token' && state.comparesRaw && !hasRawSecret(request))
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
      clientSecret: () => (state.comparesRaw ? RAW_SECRET : SECRET),
    },
    /** The provider itself, for `instead`. */
    answer,
    /** Signs with other keys from now on; previous ones are published only where the new ones are not. */
    async rotateKeys({ isPublished }: { readonly isPublished: boolean }) {
      publishedKeys = undefined;
      if (!isPublished) publishedKeys = await (await fetch(`${issuer}/jwks`)).text();
      provider = newProvider();
    },
    close,
  });
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
