-- The two roles of the service, run by psql in its database as a superuser; again without effect, and after tables exist too:
-- OWNER_PASSWORD=… SERVICE_PASSWORD=… psql --dbname=owner_api --file=.deploy/roles.sql
\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD

DO $$ BEGIN
  -- Owns the database and its tables: `npm run migrate` and `npm run import`.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'owner_api') THEN CREATE ROLE owner_api LOGIN; END IF;
  -- Reads and writes rows, and takes ids from sequences: the nodes, and every other command.
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'owner_api_service') THEN CREATE ROLE owner_api_service LOGIN; END IF;
  EXECUTE format('ALTER DATABASE %I OWNER TO owner_api', current_database());
END $$;
ALTER ROLE owner_api PASSWORD :'owner_password';
ALTER ROLE owner_api_service PASSWORD :'service_password';

-- Before PostgreSQL 15 every role may create tables there.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO owner_api;
GRANT USAGE ON SCHEMA public TO owner_api_service;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO owner_api_service;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO owner_api_service;

-- Tables and sequences of later migrations.
ALTER DEFAULT PRIVILEGES FOR ROLE owner_api IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO owner_api_service;
ALTER DEFAULT PRIVILEGES FOR ROLE owner_api IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO owner_api_service;
