-- The two roles of the service, run by psql in its database; again without effect, and after tables exist too. As a superuser, or as
-- the owner of the database with CREATEROLE, which providers have:
-- OWNER_PASSWORD=… SERVICE_PASSWORD=… psql --dbname=owner_api --file=.deploy/roles.sql
\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD

DO $$ BEGIN
  -- Owns the database and its tables: `npm run migrate`.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'owner_api') THEN CREATE ROLE owner_api LOGIN; END IF;
  -- Reads and writes rows, and takes IDs from sequences: the nodes, and every command but `npm run migrate`.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'owner_api_service') THEN CREATE ROLE owner_api_service LOGIN; END IF;
  -- Only its members may give something to a role.
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE 'GRANT owner_api TO CURRENT_USER' ||
      CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT TRUE, SET TRUE' ELSE '' END;
  END IF;
  BEGIN
    EXECUTE format('ALTER DATABASE %I OWNER TO owner_api', current_database());
  EXCEPTION WHEN insufficient_privilege THEN
    RAISE WARNING 'The database keeps its owner, because this role has no CREATEDB. The service works anyway.';
  END;
END $$;

-- A statement with a password is logged by no setting of the server, and kept by no extension that counts statements.
BEGIN;
DO $$ BEGIN
  PERFORM set_config('log_statement', 'none', true), set_config('log_min_duration_statement', '-1', true),
    set_config('log_min_duration_sample', '-1', true), set_config('log_transaction_sample_rate', '0', true),
    set_config('log_min_error_statement', 'panic', true), set_config('pg_stat_statements.track_utility', 'off', true);
EXCEPTION WHEN insufficient_privilege THEN
  RAISE WARNING 'Only a superuser may keep passwords out of the log of the server. If it logs statements, change them with \password.';
END $$;
SET LOCAL password_encryption = 'scram-sha-256';
ALTER ROLE owner_api PASSWORD :'owner_password';
ALTER ROLE owner_api_service PASSWORD :'service_password';
COMMIT;

-- What another role owns, such as a superuser that has restored a backup, becomes the owner's. A sequence of a column goes with its
-- table, the type of a table too; what belongs to an extension stays.
DO $$
DECLARE
  change text;
BEGIN
  FOR change IN
    WITH kept AS (
      SELECT classid, objid FROM pg_depend WHERE deptype = 'e'
      UNION SELECT classid, objid FROM pg_depend WHERE deptype IN ('a', 'i') AND classid = 'pg_class'::regclass
        AND refclassid = 'pg_class'::regclass AND refobjsubid > 0)
    SELECT format('ALTER %s %s OWNER TO owner_api', kind, name) FROM (
      SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
        oid::regclass::text, 'pg_class'::regclass, oid, relowner, relnamespace
      FROM pg_class WHERE relkind IN ('r', 'p', 'S', 'v', 'm')
      UNION ALL
      SELECT 'ROUTINE', oid::regprocedure::text, 'pg_proc'::regclass, oid, proowner, pronamespace FROM pg_proc WHERE prokind <> 'a'
      UNION ALL
      SELECT 'TYPE', oid::regtype::text, 'pg_type'::regclass, oid, typowner, typnamespace FROM pg_type WHERE typtype IN ('e', 'd', 'r')
    ) AS object (kind, name, classid, objid, owner, namespace)
    WHERE namespace = 'public'::regnamespace AND owner <> 'owner_api'::regrole
      AND NOT EXISTS (SELECT FROM kept WHERE kept.classid = object.classid AND kept.objid = object.objid)
  LOOP
    EXECUTE change;
  END LOOP;
END $$;

-- Before PostgreSQL 15 every role may create tables there.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO owner_api;
GRANT USAGE ON SCHEMA public TO owner_api_service;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO owner_api_service;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO owner_api_service;

-- It reads which migrations are applied. Before the first migration there is no such table: that revokes the same itself.
DO $$ BEGIN
  IF to_regclass('public._prisma_migrations') IS NOT NULL THEN
    REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM owner_api_service;
  END IF;
END $$;

-- Tables and sequences of later migrations.
ALTER DEFAULT PRIVILEGES FOR ROLE owner_api IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO owner_api_service;
ALTER DEFAULT PRIVILEGES FOR ROLE owner_api IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO owner_api_service;
