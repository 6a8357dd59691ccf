#!/bin/sh
# Images that stand in for those that the Dockerfile and compose.yaml name, made of Debian's packages and the npm packages
# `node` and `npm`. They differ in this: Node's is without yarn, PostgreSQL's only knows the variables below, HAProxy's and
# PostgreSQL's are Debian's builds of about the same version. An image that is there is kept.
set -eu
DIR=$1
REPOSITORY=$2
BUILD=$DIR/build
rm -rf "$BUILD"
mkdir -p "$BUILD"

has() { docker image inspect "$1" > /dev/null 2>&1; }

# What follows FROM in the Dockerfile, and `image:` in compose.yaml.
NODE=$(sed -n 's/^FROM \(node:[^ ]*\).*/\1/p' "$REPOSITORY/Dockerfile" | head -1)
POSTGRES=$(sed -n 's/^ *image: \(postgres:.*\)/\1/p' "$REPOSITORY/compose.yaml")
HAPROXY=$(sed -n 's/^ *image: \(haproxy:.*\)/\1/p' "$REPOSITORY/compose.yaml")

has stand-in-node || tar -C "$DIR/node" -c . | docker import - stand-in-node > /dev/null
has stand-in-forky || tar -C "$DIR/forky" -c . | docker import - stand-in-forky > /dev/null

if ! has "$NODE"; then
  cp "$REPOSITORY/node_modules/node/bin/node" "$BUILD/node"
  cp -R "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$BUILD/npm"
  docker build --quiet --tag "$NODE" --file - "$BUILD" <<'END'
FROM stand-in-node
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node \
  && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
CMD ["node"]
END
fi

if ! has "$POSTGRES"; then
  cat > "$BUILD/postgres-entrypoint.sh" <<'END'
#!/bin/bash
set -eu
export PATH="/usr/lib/postgresql/18/bin:$PATH"
secret() {
  local file="$1_FILE"
  if [ -n "${!file:-}" ]; then export "$1=$(< "${!file}")"; fi
}
if [ "$1" = postgres ]; then
  secret POSTGRES_PASSWORD
  if [ "$(id -u)" = 0 ]; then
    mkdir -p "$PGDATA"
    chown -R postgres "$(dirname "$PGDATA")"
    exec gosu postgres "$0" "$@"
  fi
  if [ ! -s "$PGDATA/PG_VERSION" ]; then
    initdb --username=postgres --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") --auth-host=scram-sha-256 --auth-local=trust
    printf '\nhost all all all scram-sha-256\n' >> "$PGDATA/pg_hba.conf"
    pg_ctl -w -o "-c listen_addresses=''" start
    psql -v ON_ERROR_STOP=1 --dbname postgres -c "CREATE DATABASE $POSTGRES_DB"
    for file in /docker-entrypoint-initdb.d/*; do
      case "$file" in
        *.sh) if [ -x "$file" ]; then "$file"; else . "$file"; fi ;;
        *.sql) psql -v ON_ERROR_STOP=1 --no-password --no-psqlrc --username postgres --dbname "$POSTGRES_DB" -f "$file" ;;
      esac
    done
    pg_ctl -m fast -w stop
  fi
  set -- "$@" -c listen_addresses='*'
fi
exec "$@"
END
  docker build --quiet --tag "$POSTGRES" --file - "$BUILD" <<'END'
FROM stand-in-forky
COPY --chmod=755 postgres-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
RUN rm -rf /var/lib/postgresql/* && usermod --uid 999 postgres && install -d -o postgres -m 3777 /run/postgresql \
  && chown postgres /var/lib/postgresql && mkdir -p /docker-entrypoint-initdb.d
ENV LANG=C.UTF-8 PGDATA=/var/lib/postgresql/18/docker PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/18/bin
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
END
fi

if ! has "$HAPROXY"; then
  cat > "$BUILD/haproxy-entrypoint.sh" <<'END'
#!/bin/sh
set -e
if [ "$1" = haproxy ]; then shift; set -- haproxy -W -db "$@"; fi
exec "$@"
END
  docker build --quiet --tag "$HAPROXY" --file - "$BUILD" <<'END'
FROM stand-in-forky
COPY --chmod=755 haproxy-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
RUN usermod --uid 99 haproxy && groupmod --gid 99 haproxy && chown -R haproxy /var/lib/haproxy
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
USER haproxy
WORKDIR /var/lib/haproxy
STOPSIGNAL SIGUSR1
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["haproxy", "-f", "/usr/local/etc/haproxy/haproxy.cfg"]
END
fi
rm -rf "$BUILD"
