-- The role of the service may add to the activity, and neither change nor delete it: what serves requests can't hide what was done.
-- Old rows go by a function that runs as the owner of the table, and leaves those of the last 30 days whatever it is asked for.
-- pg_temp comes last: a temporary table would take the place of the real one.
CREATE FUNCTION drop_old_activity(days int, most int) RETURNS int
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH dropped AS (
    DELETE FROM activity WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM activity WHERE at < now() - make_interval(days => greatest(days, 30))
      LIMIT most FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::int FROM dropped
$$;
REVOKE ALL ON FUNCTION drop_old_activity(int, int) FROM PUBLIC;

-- A function instead of DO, which for an import may have changed rows.
CREATE FUNCTION limit_roles() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  grantee name;
BEGIN
  -- Whoever writes activity may have it tidied.
  FOR grantee IN
    SELECT DISTINCT rolname FROM pg_class, aclexplode(relacl) AS acl, pg_roles
    WHERE pg_class.oid = 'activity'::regclass AND privilege_type = 'INSERT' AND pg_roles.oid = acl.grantee
  LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION drop_old_activity(int, int) TO %I', grantee);
  END LOOP;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'owner_api_service') THEN RETURN; END IF;
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations FROM owner_api_service;
  END IF;
  -- In a database with users, nodes of the release before may run, which delete old rows themselves: roles.sql does it there.
  IF NOT EXISTS (SELECT FROM users) THEN
    REVOKE UPDATE, DELETE ON activity FROM owner_api_service;
  END IF;
END $$;
SELECT limit_roles();
DROP FUNCTION limit_roles();
