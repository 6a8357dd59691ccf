// An app behind a loopback socket, which exists first because the app needs its origin.
import type { App } from '../../src/app.ts';
import { listen } from '../../src/http/listen.ts';

/** `host` is a name of 127.0.0.1. */
export async function serve<Made extends { readonly app: App; close(): Promise<void> }>(
  make: (origin: string) => Promise<Made>,
  host = '127.0.0.1',
) {
  let made: Made | undefined;
  const listening = await listen(
    {
      fetch: async (request, connection) =>
        made?.app.fetch(request, connection) ?? new Response(null, { status: 503 }),
    },
    { host: '127.0.0.1', port: 0 },
  );
  const origin = `http://${host}:${listening.port}`;
  const served = await make(origin);
  made = served;
  return {
    ...served,
    origin,
    async close() {
      await listening.stop();
      await served.close();
    },
  };
}
