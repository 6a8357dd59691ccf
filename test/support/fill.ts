// Fills a migrated, empty database with many rows in each growing table: many for user 1, a few for the others.
import { NEWEST_VERSION } from './newest-version.ts';

export interface Size {
  readonly users: number;
  readonly tokens: number;
  readonly products: number;
  readonly rentals: number;
  /** Days on which other users' tokens were used; failed requests, idempotency records, sessions and budgets. */
  readonly events: number;
  /** User 1's share, and the last days, on each of which each of this user's tokens was used on both APIs. */
  readonly ofOwner: Readonly<Record<'products' | 'rentals' | 'tokens' | 'days', number>>;
}

/** The user with many rows, whose products and rentals have IDs from 1 on. */
export const OWNER = 1;
const ITEMS_PER_RENTAL = 3;
const FAILED_PER_TOKEN = 100;
export const DAYS_KEPT = 31;

/** The statements for each table, in foreign key order; foreign keys aren't checked. */
function statements({
  users,
  tokens,
  products,
  rentals,
  events,
  ofOwner,
}: Size): Readonly<Record<string, string>> {
  /** User 1 has the first rows, the others have ten of the rest at a time. */
  const owner = (first: number) =>
    `CASE WHEN n <= ${first} THEN ${OWNER} ELSE 2 + (n + 9) / 10 % ${users - 1} END`;
  const token = `${ofOwner.tokens + 1} + n % ${tokens - ofOwner.tokens}`;
  const each = (count: number) => `FROM generate_series(1, ${count}) AS n`;
  /** Spread over twice the retention period, so that half of them are old. */
  const ago = (unit: string, kept: number) =>
    `now() - make_interval(${unit} => (n % ${2 * kept})::int)`;
  return {
    users: `INSERT INTO users (id, name, email, permissions)
      SELECT n, 'User ' || n, 'user' || n || '@example.com', '{read,write,delete}' ${each(users)}`,
    api_tokens: `INSERT INTO api_tokens
        (id, user_id, name, hash, prefix, last_four, version, last_used_at, revoked_at, expires_at, predecessor_id)
      SELECT n, ${owner(ofOwner.tokens)}, 'Till ' || n, encode(sha256(n::text::bytea), 'hex'), 'svc_test_',
        lpad(to_hex(n % 65536), 4, '0'),
        '${NEWEST_VERSION}', CASE WHEN n % 2 = 0 THEN now() - interval '1 day' END, CASE WHEN n % 4 = 1 THEN now() END,
        CASE WHEN n % 10 = 0 THEN now() + interval '9 days' END, CASE WHEN n % 20 = 0 THEN n - 1 END ${each(tokens)}`,
    products: `INSERT INTO products
        (id, owner_id, type, title, description, rent, cost, stock_type, sku, quantity, equipments, images, updated_at)
      SELECT n, ${owner(ofOwner.products)}, (CASE WHEN ${isBundle(ofOwner)} THEN 'bundle' ELSE 'product' END)::product_type,
        'Four-person tent ' || n, 'A **tent** for four, up in ten minutes.', 24.5, 320,
        (CASE WHEN ${isBundle(ofOwner)} THEN 'bulk' ELSE 'unit' END)::stock_type, 'TENT-4P-' || n, 3,
        '[{"name":"Ground sheet","quantity":1},{"name":"Peg","quantity":16},{"name":"Pole","quantity":4}]',
        '[{"src":"https://images.example.com/tent-front.webp"},{"src":"https://images.example.com/tent-inside.webp"}]',
        now() ${each(products)}`,
    bundle_items: `INSERT INTO bundle_items (bundle_id, position, ad_id, quantity)
      SELECT n, place, n - 1 - place, 1 ${each(products)}, generate_series(0, 2) AS place WHERE ${isBundle(ofOwner)}`,
    rentals: `INSERT INTO rentals (id, status, start_date, end_date, total_amount, tenant_id, owner_id, updated_at)
      SELECT n, 'active', '2026-05-01', '2026-05-04', 294, 2 + n % ${users - 1}, ${owner(ofOwner.rentals)}, now()
      ${each(rentals)}`,
    rental_items: `INSERT INTO rental_items (rental_id, position, product_id, title, quantity, daily_rate, total)
      SELECT n, place,
        CASE WHEN n <= ${ofOwner.rentals} THEN 1 + (n * ${ITEMS_PER_RENTAL} + place) % ${ofOwner.products} ELSE 1 + n * 7::bigint % ${products} END,
        'Four-person tent', 1, 24.5, 98 ${each(rentals)}, generate_series(0, ${ITEMS_PER_RENTAL - 1}) AS place`,
    paid_accounts: `INSERT INTO paid_accounts (rental_id, user_id)
      SELECT n, ${owner(ofOwner.rentals)} ${each(rentals)} WHERE n % 2 = 0`,
    token_usage: `INSERT INTO token_usage (token_id, day, surface, calls, failed, rate_limited)
      SELECT token, current_date - day, surface, 9, 2, 1
      FROM generate_series(1, ${ofOwner.tokens}) AS token, generate_series(0, ${ofOwner.days - 1}) AS day,
        unnest(enum_range(NULL::surface)) AS surface
      UNION ALL
      SELECT ${token}, current_date - (n / ${tokens} + n % ${2 * DAYS_KEPT}), 'rest', 9, 2, 1 ${each(events)}
      ON CONFLICT DO NOTHING`,
    usage_flushes: `INSERT INTO usage_flushes (id, at) SELECT gen_random_uuid(), ${ago('hours', 24)} ${each(events)}`,
    failed_requests: `INSERT INTO failed_requests
        (token_id, kind, times, since, at, surface, operation, status, sent_status, errors, path, method, version, requests)
      SELECT token, request, 9, at, at, 'rest', 'createProduct', 400, 400, '[{"code":"VALIDATION_FAILED","field":"title"}]',
        '/api/token-secured/product/' || n, 'PUT', '${NEWEST_VERSION}',
        jsonb_build_array(jsonb_build_object('requestId', request, 'at', at, 'path', '/api/token-secured/product/' || n))
      FROM (
        SELECT 'own-' || n AS request, 1 + n % ${ofOwner.tokens} AS token, now() - make_interval(mins => n) AS at, n
        ${each(ofOwner.tokens * FAILED_PER_TOKEN)}
        UNION ALL
        SELECT 'request-' || n, ${token}, ${ago('days', 7)}, n ${each(events)}) AS requests`,
    idempotency_records: `INSERT INTO idempotency_records (user_id, key_hash, operation, input_hash, result_id, created_at)
      SELECT 1 + n % ${users}, encode(sha256(n::text::bytea), 'hex'), 'createProduct', encode(sha256('x'), 'hex'),
        1 + n % ${products}, ${ago('hours', 24)} ${each(events)}`,
    sessions: `INSERT INTO sessions (hash, user_id, method, seen_at)
      SELECT encode(sha256(n::text::bytea), 'hex'), 2 + n % ${users - 1}, 'link', ${ago('mins', 30)} ${each(events)}`,
    identities: `INSERT INTO identities (issuer, subject, user_id)
      SELECT 'https://accounts.example.com', 'sub-' || n, 1 + n % ${users} ${each(users)}`,
    sign_in_links: `INSERT INTO sign_in_links (user_id, hash, created_at)
      SELECT 2 + n % ${users - 1}, encode(sha256(n::text::bytea), 'hex'), ${ago('mins', 10)} ${each(events)}`,
    budgets: `INSERT INTO budgets (key, points, expire)
      SELECT 'creates:' || n, 1, (extract(epoch FROM ${ago('hours', 2)}) * 1000)::bigint ${each(events)}`,
  };
}

const isBundle = ({ products }: Size['ofOwner']) => `n > ${products} + 10 AND n % 50 = 0`;

const OF_NONE = { products: 0, rentals: 0, tokens: 0, days: 0 };

/** The tables that grow with the number of users, or over time. */
export const GROWING: readonly string[] = Object.keys(
  statements({
    ...{ users: 0, tokens: 0, products: 0, rentals: 0, events: 0 },
    ofOwner: OF_NONE,
  }),
);

/**
 * `execute` runs a statement as superuser, always on the same connection, without triggers and foreign keys.
 * `onTable` is called before each table.
 */
export async function fill(
  execute: (sql: string) => Promise<unknown>,
  size: Size,
  onTable: (table: string) => void = () => {},
): Promise<void> {
  await execute('SET session_replication_role TO replica');
  for (const [table, sql] of Object.entries(statements(size))) {
    onTable(table);
    await execute(sql);
  }
  await execute('SET session_replication_role TO DEFAULT');
  for (const table of ['users', 'api_tokens', 'products', 'rentals', 'sessions']) {
    await execute(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`,
    );
  }
}
