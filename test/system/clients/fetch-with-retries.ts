// A `fetch` that repeats requests, for programs and for GraphQL clients.

const ATTEMPTS = 5;

/**
 * Repeats a request while there is no response, or one of the `repeated` statuses; never before its Retry-After.
 * A write needs an Idempotency-Key.
 */
export async function fetchWithRetries(
  url: string | URL | Request,
  init: RequestInit = {},
  repeated: readonly number[] = [429, 502, 503, 504],
): Promise<Response> {
  const request = new Request(url, init);
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(request.clone()).catch((error) => {
      if (attempt === ATTEMPTS || request.signal.aborted) throw error;
    });
    if (response && (attempt === ATTEMPTS || !repeated.includes(response.status)))
      return response;
    const seconds = Number(response?.headers.get('Retry-After')) || 0;
    const more = (0.5 + Math.random()) * 100 * 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds + more));
  }
}
