#!/bin/sh
# In the container postgres of compose.yaml: runs roles.sql with the passwords of the URLs in the secrets.
password() {
  sed 's|^[a-z]*://[^:]*:\([^@]*\)@.*|\1|' "/run/secrets/$1"
}
OWNER_PASSWORD=$(password owner-url) SERVICE_PASSWORD=$(password database-url) \
  psql --quiet --username=postgres --dbname="$POSTGRES_DB" --file=/roles.sql
