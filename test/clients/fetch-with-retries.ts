// Writes that are sent again, for clients that take a function in place of `fetch`: urql and Relay.

// #region fetch with retries
const ATTEMPTS = 4;

/** Sends a request again while no answer comes, or something on the way is down: writes need an Idempotency-Key. */
export async function fetchWithRetries(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, init).catch((error) => {
      if (attempt === ATTEMPTS || init.signal?.aborted) throw error;
    });
    if (response && (response.status < 502 || attempt === ATTEMPTS)) return response;
    const milliseconds = Math.random() * 300 * 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  }
}
// #endregion

// #region Relay
interface RequestParameters {
  readonly text?: string | null | undefined;
  readonly operationKind: string;
}

/** A `FetchFunction` for `Network.create`; `metadata: { key }` of the `cacheConfig` is the key of a write. */
export const createFetchGraphQL =
  (url: string, token: () => string) =>
  async (request: RequestParameters, variables: object, { metadata }: { metadata?: { [key: string]: unknown } }) => {
    const headers = new Headers({ Authorization: `Bearer ${token()}`, 'Content-Type': 'application/json' });
    if (request.operationKind === 'mutation')
      headers.set('Idempotency-Key', String(metadata?.key ?? crypto.randomUUID()));
    const body = JSON.stringify({ query: request.text, variables });
    return (await fetchWithRetries(url, { method: 'POST', headers, body })).json();
  };
// #endregion
