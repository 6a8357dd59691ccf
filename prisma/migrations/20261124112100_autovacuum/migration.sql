-- A part of these rows goes every day. By default a table is vacuumed when a fifth of it is dead: each would be larger by that part,
-- and so would every search in its indexes. The lock of these statements lets reads and writes through.
ALTER TABLE "idempotency_records" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "refused_requests" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "token_usage" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "token_usage_days" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
