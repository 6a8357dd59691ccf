-- What is stored about a user (GDPR, article 15), as one JSON object per line, without hashes:
-- psql -XAtq -v ON_ERROR_STOP=1 -v FETCH_COUNT=1000 -v email=E -f .deploy/export-user.sql "$DATABASE_URL" > data.jsonl
WITH person AS (SELECT id FROM users WHERE email = lower(trim(:'email'))),
  tokens AS (SELECT * FROM api_tokens WHERE user_id = (SELECT id FROM person)),
  owned AS (SELECT * FROM products WHERE owner_id = (SELECT id FROM person)),
  rented AS (SELECT * FROM rentals WHERE owner_id = (SELECT id FROM person) OR tenant_id = (SELECT id FROM person))
SELECT jsonb_build_object('user', to_jsonb(users)) FROM users WHERE id = (SELECT id FROM person)
UNION ALL
SELECT jsonb_build_object('identity', to_jsonb(identities)) FROM identities WHERE user_id = (SELECT id FROM person)
UNION ALL
SELECT jsonb_build_object('session', to_jsonb(sessions) - 'hash') FROM sessions WHERE user_id = (SELECT id FROM person)
UNION ALL
SELECT jsonb_build_object('token', to_jsonb(tokens) - 'hash' - 'form_key') FROM tokens
UNION ALL
SELECT jsonb_build_object('usage', to_jsonb(usage)) FROM tokens JOIN token_usage AS usage ON token_id = tokens.id
UNION ALL
SELECT jsonb_build_object('failedRequest', to_jsonb(failed)) FROM tokens JOIN failed_requests AS failed ON token_id = tokens.id
UNION ALL
SELECT jsonb_build_object('product', to_jsonb(owned) - 'idempotency_record') FROM owned
UNION ALL
SELECT jsonb_build_object('bundleItem', to_jsonb(items)) FROM owned JOIN bundle_items AS items ON bundle_id = owned.id
UNION ALL
SELECT jsonb_build_object('rental', to_jsonb(rented)) FROM rented
UNION ALL
SELECT jsonb_build_object('rentalItem', to_jsonb(items)) FROM rented JOIN rental_items AS items ON rental_id = rented.id
UNION ALL
SELECT jsonb_build_object('paidAccount', to_jsonb(accounts)) FROM rented JOIN paid_accounts AS accounts ON rental_id = rented.id;
