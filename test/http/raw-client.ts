// A client that sends raw bytes, and reads responses with HTTP/1.1 framing.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name; the values of repeated headers are all kept. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

export type RawConnection = Awaited<ReturnType<typeof rawConnect>>;

export async function rawConnect(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const input = inputOf(socket);
  return {
    send: (bytes: string | Uint8Array) => void (socket.writable && socket.write(bytes)),
    /** Half-closes the connection. */
    end: () => void socket.end(),
    /** The next response, including interim ones (1xx). Rejects if the connection ends early. */
    answer: ({ toHead = false } = {}) => readAnswer(input, toHead),
    /** Resolves when the server has closed, with the number of unread bytes. */
    closed: input.end,
    close: () => void socket.destroy(),
  };
}

/** Sends one request on its own connection, and returns the response. */
export async function rawRequest(
  port: number,
  bytes: string | Uint8Array,
): Promise<RawAnswer> {
  const connection = await rawConnect(port);
  try {
    connection.send(bytes);
    return await connection.answer({
      toHead: Buffer.from(bytes).subarray(0, 5).toString() === 'HEAD ',
    });
  } finally {
    connection.close();
  }
}

type Input = ReturnType<typeof inputOf>;

/** The bytes received, each as a Latin-1 character. */
function inputOf(socket: Socket) {
  let held = '';
  let isEnded = false;
  let news = Promise.withResolvers<void>();
  const tell = (text: string, isLast = false) => {
    held += text;
    isEnded ||= isLast;
    news.resolve();
    news = Promise.withResolvers();
  };
  socket.setEncoding('latin1').on('data', tell);
  socket.on('error', () => {});
  for (const event of ['end', 'close']) socket.on(event, () => tell('', true));
  async function take(lengthOf: () => number | undefined): Promise<string> {
    for (;;) {
      const length = lengthOf();
      if (length !== undefined && held.length >= length) {
        const taken = held.slice(0, length);
        held = held.slice(length);
        return taken;
      }
      if (isEnded)
        throw new Error(`the connection ended after ${JSON.stringify(held.slice(0, 500))}`);
      await news.promise;
    }
  }
  return {
    take: (length: number) => take(() => length),
    async takeUntil(end: string): Promise<string> {
      const taken = await take(() =>
        held.includes(end) ? held.indexOf(end) + end.length : undefined,
      );
      return taken.slice(0, -end.length);
    },
    async end(): Promise<number> {
      while (!isEnded) await news.promise;
      return held.length;
    },
  };
}

async function readAnswer(input: Input, toHead: boolean): Promise<RawAnswer> {
  const [statusLine = '', ...lines] = (await input.takeUntil('\r\n\r\n')).split('\r\n');
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  const hasBody = !(toHead || status === 204 || status === 304 || status < 200);
  return { status, headers, body: hasBody ? await readBody(input, headers) : '' };
}

async function readBody(
  input: Input,
  headers: ReadonlyMap<string, readonly string[]>,
): Promise<string> {
  let body = '';
  if (headers.get('transfer-encoding')?.[0] === 'chunked') {
    for (let size = -1; size !== 0; ) {
      size = Number.parseInt(await input.takeUntil('\r\n'), 16);
      body += (await input.take(size + '\r\n'.length)).slice(0, size);
    }
  } else body = await input.take(Number(headers.get('content-length')?.[0] ?? 0));
  return Buffer.from(body, 'latin1').toString();
}
