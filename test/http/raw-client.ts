// A client that sends bytes as they are, and reads answers as HTTP/1.1 frames them.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name; every line of a name that stands there more than once. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

export interface RawConnection {
  send(bytes: string | Uint8Array): void;
  /** Ends the client's side alone. */
  end(): void;
  /** The next answer, interim ones (1xx) too. Rejects where the connection ends before it is whole. */
  answer(options?: { toHead?: boolean }): Promise<RawAnswer>;
  /** Resolves when the server has closed; with how many bytes were left unread. */
  closed(): Promise<number>;
  close(): void;
}

export async function rawConnect(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const input = bufferOf(socket);
  return {
    send: (bytes) => void (socket.writable && socket.write(bytes)),
    end: () => void socket.end(),
    answer: ({ toHead = false } = {}) => readAnswer(input, toHead),
    closed: () => input.end(),
    close: () => socket.destroy(),
  };
}

/** One request on a connection of its own: its answer, after which the connection is given up. */
export async function rawRequest(port: number, bytes: string | Uint8Array): Promise<RawAnswer> {
  const connection = await rawConnect(port);
  try {
    connection.send(bytes);
    return await connection.answer({ toHead: Buffer.from(bytes).subarray(0, 5).toString() === 'HEAD ' });
  } finally {
    connection.close();
  }
}

type Input = ReturnType<typeof bufferOf>;

function bufferOf(socket: Socket) {
  let held = Buffer.alloc(0);
  let ended = false;
  let wake = Promise.withResolvers<void>();
  const notify = () => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  socket.on('data', (chunk) => {
    held = Buffer.concat([held, chunk]);
    notify();
  });
  socket.on('error', () => {});
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      ended = true;
      notify();
    });
  }
  async function more(): Promise<void> {
    if (ended) throw new Error(`the connection ended after ${JSON.stringify(held.toString('latin1').slice(0, 500))}`);
    await wake.promise;
  }
  async function take(length: number): Promise<Buffer> {
    while (held.length < length) await more();
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  }
  return {
    take,
    async takeUntil(end: string): Promise<string> {
      while (!held.includes(end)) await more();
      return (await take(held.indexOf(end) + end.length)).toString('latin1').slice(0, -end.length);
    },
    async end(): Promise<number> {
      while (!ended) await wake.promise;
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

async function readBody(input: Input, headers: ReadonlyMap<string, readonly string[]>): Promise<string> {
  if (headers.get('transfer-encoding')?.[0] !== 'chunked') {
    return (await input.take(Number(headers.get('content-length')?.[0] ?? 0))).toString();
  }
  const chunks: Buffer[] = [];
  for (;;) {
    const size = Number.parseInt(await input.takeUntil('\r\n'), 16);
    chunks.push(await input.take(size));
    await input.takeUntil('\r\n');
    if (size === 0) return Buffer.concat(chunks).toString();
  }
}
