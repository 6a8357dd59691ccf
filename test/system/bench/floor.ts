// The floor: the least work that a Node server can do for a workload, `node:http` with one `pg` statement per
// request. Each statement looks up the token and does all the work, except the contract's rules.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { hashToken } from '../../../src/accounts/token-format.ts';
import { API_BASE_PATH, PRODUCTS_PATH } from '../../../src/paths.ts';
import { PRODUCT_DOCUMENT, RENTAL_DOCUMENT, RENTAL_PATH } from './workloads.ts';

/** A row as pg returns it, or a body as JSON.parse does: the floor checks neither. */
// biome-ignore lint/suspicious/noExplicitAny: as above
type Unchecked = any;

interface FloorStatement {
  readonly name: string;
  readonly text: string;
  /** The parameters after the token's hash. */
  values(body: Unchecked, id: string | undefined): unknown[];
  /** The service's response to the same request. */
  answer(row: Unchecked): object;
  readonly status: 200 | 201;
}

const caller = (permission: 'read' | 'write') => `
  WITH caller AS (
    SELECT user_id FROM api_tokens JOIN users ON users.id = user_id
    WHERE hash = $1 AND revoked_at IS NULL AND '${permission}' = ANY (permissions)
  )`;

const STOCK_TYPES = {
  unit: { graphql: 'UNIT', rest: 0 },
  bulk: { graphql: 'BULK', rest: 1 },
};
type StockType = keyof typeof STOCK_TYPES;

const readProduct: FloorStatement = {
  name: 'read-product',
  text: `${caller('read')}
    SELECT id, title, description, rent, cost, type, stock_type, sku, quantity, equipments, images, online, archived, code,
      stock_unit_type_id, barcode, commodity_code, country_of_manufacture, shelf_life_min, shelf_life_max, created_at, updated_at
    FROM products JOIN caller ON owner_id = user_id WHERE id = $2`,
  values: (_, id) => [id],
  answer: ({ id, title, description, rent, cost, type, stock_type, ...rest }) => {
    const costs = { rent: Number(rent), cost: cost === null ? null : Number(cost) };
    const productType = type === 'bundle' ? 1 : 0;
    const stock = STOCK_TYPES[stock_type as StockType].rest;
    return {
      product: { id, title, description, ...costs, productType, stock_type: stock, ...rest },
    };
  },
  status: 200,
};

const queryProduct: FloorStatement = {
  name: 'query-product',
  text: `${caller('read')}
    SELECT id, title, description, rent, stock_type, quantity, online, equipments, images
    FROM products JOIN caller ON owner_id = user_id WHERE id = $2`,
  values: ({ variables }) => [variables.id],
  answer: ({ id, title, description, rent, stock_type, ...rest }) => {
    const stockType = STOCK_TYPES[stock_type as StockType].graphql;
    return {
      data: {
        product: {
          id: String(id),
          title,
          description,
          rent: Number(rent),
          stockType,
          ...rest,
        },
      },
    };
  },
  status: 200,
};

const account = (alias: string, id: string) =>
  `json_build_object('id', ${alias}.${id}, 'name', ${alias}.name, 'email', ${alias}.email)`;

const queryRental: FloorStatement = {
  name: 'query-rental',
  text: `${caller('read')}
    SELECT rentals.id, upper(status::text) AS status, start_date::text, end_date::text, total_amount,
      ${account('tenant', 'id::text')} AS tenant, ${account('owner', 'id::text')} AS owner,
      (
        SELECT json_agg(json_build_object(
          'productId', product_id::text, 'title', rental_items.title, 'quantity', rental_items.quantity,
          'dailyRate', daily_rate, 'total', total,
          'product', CASE WHEN products.id IS NOT NULL THEN json_build_object(
            'id', products.id::text, 'title', products.title, 'rent', rent, 'online', online) END
        ) ORDER BY position)
        FROM rental_items LEFT JOIN products ON products.id = product_id AND products.owner_id = user_id
        WHERE rental_id = rentals.id
      ) AS items
    FROM rentals JOIN caller ON user_id IN (tenant_id, owner_id)
    JOIN users tenant ON tenant.id = tenant_id JOIN users owner ON owner.id = owner_id
    WHERE rentals.id = $2`,
  values: ({ variables }) => [variables.id],
  answer: ({
    id,
    status,
    start_date: startDate,
    end_date: endDate,
    total_amount,
    ...rest
  }) => ({
    data: {
      rental: {
        id: String(id),
        status,
        startDate,
        endDate,
        totalAmount: Number(total_amount),
        ...rest,
      },
    },
  }),
  status: 200,
};

const readRental: FloorStatement = {
  name: 'read-rental',
  text: `${caller('read')}
    SELECT rentals.id, status::text, start_date::text, end_date::text, total_amount,
      ${account('tenant', 'id')} AS tenant, ${account('owner', 'id')} AS owner,
      (
        SELECT json_agg(json_build_object(
          'product_id', product_id, 'title', title, 'quantity', quantity, 'daily_rate', daily_rate, 'total', total
        ) ORDER BY position)
        FROM rental_items WHERE rental_id = rentals.id
      ) AS items, rentals.created_at, rentals.updated_at
    FROM rentals JOIN caller ON user_id IN (tenant_id, owner_id)
    JOIN users tenant ON tenant.id = tenant_id JOIN users owner ON owner.id = owner_id
    WHERE rentals.id = $2`,
  values: (_, id) => [id],
  answer: ({ total_amount, ...rest }) => ({
    rentals: { ...rest, total_amount: Number(total_amount) },
  }),
  status: 200,
};

const createProduct: FloorStatement = {
  name: 'create-product',
  text: `${caller('write')}
    INSERT INTO products
      (owner_id, title, description, rent, cost, stock_type, sku, quantity, equipments, images, updated_at)
    SELECT user_id, $2, $3, $4, $5, 'unit', $6, $7, $8, $9, now() FROM caller RETURNING id`,
  values: ({
    product: { title, description, rent, cost, sku, quantity, equipments, images },
  }) => [
    title,
    description,
    rent,
    cost,
    sku,
    quantity,
    JSON.stringify(equipments),
    JSON.stringify(images),
  ],
  answer: ({ id }) => ({ success: true, id, location: `${PRODUCTS_PATH}/${id}` }),
  status: 201,
};

/** The inserting statement locks and checks the items; it inserts nothing if one of them is wrong. */
const createBundle: FloorStatement = {
  name: 'create-bundle',
  text: `${caller('write')},
    given AS (SELECT * FROM unnest($3::int[], $4::int[]) WITH ORDINALITY AS line (ad_id, quantity, place)),
    candidates AS (
      SELECT products.id, rent FROM products JOIN caller ON owner_id = user_id
      WHERE products.id = ANY ($3) AND type = 'product' AND online ORDER BY products.id FOR SHARE OF products
    ),
    bundle AS (
      INSERT INTO products (owner_id, type, title, rent, stock_type, quantity, updated_at)
      SELECT (SELECT user_id FROM caller), 'bundle', $2, sum(rent * quantity), 'bulk', 1, now()
      FROM given JOIN candidates ON id = ad_id HAVING count(*) = cardinality($3::int[])
      RETURNING id
    ),
    items AS (
      INSERT INTO bundle_items (bundle_id, position, ad_id, quantity)
      SELECT id, place - 1, ad_id, quantity FROM bundle, given
    )
    SELECT id FROM bundle`,
  values: ({ bundle: { title, items } }) => [
    title,
    items.map(({ ad_id }: Unchecked) => ad_id),
    items.map(({ quantity }: Unchecked) => quantity),
  ],
  answer: ({ id }) => ({ success: true, id }),
  status: 201,
};

/** Writes by path, documents by their text. */
const STATEMENTS = new Map<string, FloorStatement>([
  [`${API_BASE_PATH}/product`, createProduct],
  [`${API_BASE_PATH}/bundle`, createBundle],
  [PRODUCT_DOCUMENT, queryProduct],
  [RENTAL_DOCUMENT, queryRental],
]);

/** Reads, by the path before the ID. */
const READS = [
  { prefix: `${PRODUCTS_PATH}/`, statement: readProduct },
  { prefix: RENTAL_PATH, statement: readRental },
];

/** As many as a node of the service has. */
const CONNECTIONS = 10;

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: CONNECTIONS });

/** Events, because iterating over a stream costs 10 µs. */
const bodyOf = (req: IncomingMessage) =>
  new Promise<{ query?: string }>((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('error', reject);
    req.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
  });

async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const path = req.url ?? '';
  const read =
    req.method === 'GET' ? READS.find(({ prefix }) => path.startsWith(prefix)) : undefined;
  const body = read ? undefined : await bodyOf(req);
  const statement = read?.statement ?? STATEMENTS.get(body?.query ?? path);
  if (!statement) return reply(res, 404, {});
  const hash = hashToken(req.headers.authorization?.slice('Bearer '.length) ?? '');
  const { name, text, values, answer, status } = statement;
  const { rows } = await pool.query({
    name,
    text,
    values: [hash, ...values(body, path.slice(read?.prefix.length))],
  });
  if (rows[0]) reply(res, status, answer(rows[0]));
  else reply(res, 404, {});
}

function reply(res: ServerResponse, status: number, body: { location?: string }): void {
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...(body.location && { Location: body.location }),
  });
  res.end(text);
}

const server = createServer((req, res) => {
  serve(req, res).catch((error: unknown) => {
    process.stderr.write(`${error}\n`);
    reply(res, 500, {});
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  pool.end();
});
