// A pooler in front of a PostgreSQL server, like PgBouncer: it passes few parameters of a start-up message on, and in
// transaction mode all its clients share one connection, statement by statement.
import { connect, createServer, type Socket } from 'node:net';

export interface PoolerOptions {
  readonly mode?: 'session' | 'transaction';
  /** What becomes of the other parameters; PgBouncer rejects them by default. */
  readonly others?: 'rejected' | 'ignored';
}

/** Each of these also changes the server's session in PgBouncer. */
const KNOWN = ['user', 'database', 'client_encoding', 'application_name'];

const PROTOCOL = 196_608;
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const TERMINATE = 0x58;

const endsReady = (bytes: Buffer) => bytes.subarray(-READY.length).equals(READY);

export async function startPooler(
  databaseUrl: string,
  { mode = 'session', others = 'rejected' }: PoolerOptions = {},
) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    return socket.on('close', () => sockets.delete(socket));
  };
  const open = (parameters: [string, string][]) => {
    const upstream = keep(connect(Number(port), hostname));
    upstream.write(startupMessage(parameters));
    return upstream;
  };
  let shared: ReturnType<typeof sharedConnection> | undefined;
  let rejection: Buffer | undefined;
  let loss: { readonly statement: string; readonly error: Buffer } | undefined;

  function relay(client: Socket, upstream: Socket) {
    let error: Buffer | undefined;
    client.on('data', (bytes) => {
      if (loss && bytes.includes(loss.statement)) {
        error = loss.error;
        loss = undefined;
      }
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!error) client.write(bytes);
      else if (endsReady(bytes)) {
        client.write(Buffer.concat([error, READY]));
        error = undefined;
      }
    });
    client.on('end', () => upstream.end());
    upstream.on('close', () => client.destroy());
  }

  const server = createServer((client) => {
    keep(client).once('data', (startup) => {
      const parameters = parametersIn(startup);
      const known = parameters.filter(([name]) => KNOWN.includes(name));
      const other = parameters.find(([name]) => !KNOWN.includes(name));
      if (rejection) client.end(rejection);
      else if (other && others === 'rejected') client.end(unsupported(other[0]));
      else if (mode === 'session') relay(client, open(known));
      else {
        shared ??= sharedConnection(open(known));
        shared.serve(client);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    /** Ends all connections, and rejects new ones like this until it accepts them again. */
    reject(code: string, message: string) {
      rejection = fatalMessage(code, message);
      for (const socket of sockets) socket.destroy();
    },
    accept() {
      rejection = undefined;
    },
    /** Answers the next statement with this text with an error, after the server has done it. */
    loseAnswer(statement: string, code: string) {
      loss = { statement, error: errorMessage('ERROR', code, 'the server is lost') };
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** One connection to the server, which belongs to one client until the server is ready for the next transaction. */
function sharedConnection(upstream: Socket) {
  const greeting = Promise.withResolvers<Buffer>();
  const waiting: (() => void)[] = [];
  let received = Buffer.alloc(0);
  let holder: Socket | undefined;
  let isGreeted = false;

  upstream.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
    holder?.write(bytes);
    if (!endsReady(received)) return;
    if (!isGreeted) greeting.resolve(received);
    isGreeted = true;
    received = Buffer.alloc(0);
    holder = undefined;
    waiting.shift()?.();
  });

  function send(client: Socket, bytes: Buffer) {
    if (bytes[0] === TERMINATE) client.end();
    else if (holder && holder !== client) waiting.push(() => send(client, bytes));
    else {
      holder = client;
      upstream.write(bytes);
    }
  }
  return {
    serve(client: Socket) {
      client.on('data', (bytes) => send(client, bytes));
      void greeting.promise.then((bytes) => client.write(bytes));
    },
  };
}

/** Names and values of a start-up message. */
function parametersIn(message: Buffer): [string, string][] {
  const texts = message.subarray(8).toString().split('\0');
  const pairs = texts.map((name, at): [string, string] => [name, texts[at + 1] ?? '']);
  return pairs.filter(([name], at) => at % 2 === 0 && name !== '');
}

function startupMessage(parameters: [string, string][]): Buffer {
  const body = Buffer.from(`${parameters.flat().join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length);
  head.writeInt32BE(PROTOCOL, 4);
  return Buffer.concat([head, body]);
}

const unsupported = (name: string) =>
  fatalMessage('08P01', `unsupported startup parameter: ${name}`);

/** The error with which a server or pooler ends a connection that is being made. */
const fatalMessage = (code: string, message: string) => errorMessage('FATAL', code, message);

function errorMessage(severity: string, code: string, message: string): Buffer {
  const fields = { S: severity, V: severity, C: code, M: message };
  const text = Object.entries(fields).map(([type, value]) => `${type}${value}\0`);
  const body = Buffer.from(`${text.join('')}\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
