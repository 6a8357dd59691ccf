// Runs the PostgreSQL server's driver on an embedded database: node-postgres with one connection, a stream into PGlite.
import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import type { Session } from '../connection.ts';
import { openPool } from '../pool.ts';

type EmbeddedClient = Pick<PGlite, 'exec' | 'execProtocolRawStream'>;

/** Called before each transaction, and each statement outside of one; an error fails it. */
type BeforeWork = () => Promise<void>;

/**
 * PGlite has one session, and its own driver drops a byte order mark at the start of a value. The pool may outlive a
 * closed PGlite.
 */
export function embeddedPool(
  client: EmbeddedClient,
  beforeWork: BeforeWork = async () => {},
): pg.Pool {
  const pool = openPool({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    stream: () => new PGliteStream(client, beforeWork),
  });
  // A broken connection emits 'error', which ends the process if nobody listens. The next statement fails anyway.
  pool.on('error', () => {});
  return pool;
}

/** A session on the connection of the pool, which gets it back. */
export async function embeddedSession(pool: pg.Pool): Promise<Session> {
  const client = await pool.connect();
  return { client, isOnly: true, close: async () => client.release() };
}

/** The last byte of a response, the state in ReadyForQuery: no transaction. */
const [IDLE] = Buffer.from('I');

/** The socket that node-postgres expects. */
class PGliteStream extends Duplex {
  readonly #client: EmbeddedClient;
  readonly #beforeWork: BeforeWork;
  #state = IDLE;

  constructor(client: EmbeddedClient, beforeWork: BeforeWork) {
    super();
    this.#client = client;
    this.#beforeWork = beforeWork;
  }

  /** Ends a transaction that an earlier connection left open, as a server does. */
  connect() {
    this.#client.exec('ROLLBACK').then(
      () => this.emit('connect'),
      (error) => this.destroy(error),
    );
  }

  /** All messages of a statement arrive together. */
  override _writev(chunks: { readonly chunk: Uint8Array }[], done: (error?: Error) => void) {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  async #send(message: Buffer) {
    if (this.#state === IDLE) await this.#beforeWork();
    // execProtocolRaw() would keep the rows of every response. PGlite reuses the buffer, so the bytes are copied.
    await this.#client.execProtocolRawStream(message, {
      onRawData: (bytes) => {
        this.#state = bytes.at(-1) ?? this.#state;
        this.push(Buffer.from(bytes));
      },
    });
  }

  override _read(): void {}

  override _final(done: () => void) {
    this.push(null);
    done();
  }

  setNoDelay(): void {}
  ref(): void {}
  unref(): void {}
}
