// The tables with data of users, each after the tables it refers to.

const OF_TOKENS = 'token_id IN (SELECT id FROM api_tokens WHERE user_id = $)';

/** Which rows belong to a user; `$` stands for the ID. */
export const ROWS_OF_USER: Readonly<Record<string, string>> = {
  users: 'id = $',
  identities: 'user_id = $',
  sessions: 'user_id = $',
  sign_in_links: 'user_id = $',
  api_tokens: 'user_id = $',
  token_usage: OF_TOKENS,
  refused_requests: OF_TOKENS,
  products: 'owner_id = $',
  bundle_items: 'bundle_id IN (SELECT id FROM products WHERE owner_id = $)',
  rentals: 'owner_id = $ OR tenant_id = $',
  rental_items: 'rental_id IN (SELECT id FROM rentals WHERE owner_id = $ OR tenant_id = $)',
  paid_accounts: 'user_id = $',
  idempotency_records: 'user_id = $',
};
