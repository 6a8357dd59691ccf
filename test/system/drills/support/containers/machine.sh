#!/bin/sh
# Runs a command beside a Docker daemon in namespaces of its own, on a Debian machine without Docker that reaches no
# registry of images: `sudo sh machine.sh npm run drill -- containers`. The daemon and its containers end with the command.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
REPOSITORY=$(cd "$HERE/../../../../.." && pwd)
DIR=${CONTAINERS_DIR:-/var/tmp/containers}
NODE=${NODE:-$REPOSITORY/node_modules/node/bin/node}
MIRROR=http://deb.debian.org/debian
# The release of Debian whose Docker it is: trixie has 26, forky 28.
DOCKER=docker-${DOCKER_SUITE:-trixie}

# A Debian in a directory: NAME SUITE PACKAGES.
root() {
  [ -e "$DIR/$1.done" ] && return
  rm -rf "${DIR:?}/$1"
  debootstrap --variant=minbase --include="$3" "$2" "$DIR/$1" "$MIRROR" /usr/share/debootstrap/scripts/sid > "$DIR/$1.log"
  touch "$DIR/$1.done"
}

outside() {
  mkdir -p "$DIR/config/cli-plugins"
  root "$DOCKER" "${DOCKER#docker-}" docker.io,docker-cli,docker-compose,docker-buildx,ca-certificates,iptables,tini
  root node bookworm libstdc++6,ca-certificates
  root forky forky postgresql,haproxy,gosu
  ln -sf "$DIR/$DOCKER"/usr/libexec/docker/cli-plugins/* "$DIR/config/cli-plugins/"
  "$NODE" "$HERE/registry-proxy.js" outside "$DIR/registry.sock" &
  PROXY=$!
  unshare --mount --net --pid --cgroup --fork --kill-child sh "$HERE/machine.sh" --inside "$@" &
  MACHINE=$!
  # unshare ignores other signals; its first process, and with it all others, are killed.
  trap 'kill $PROXY; kill -9 $MACHINE 2> /dev/null || true' EXIT
  trap 'exit 1' INT TERM
  wait $MACHINE
}

inside() {
  mount -t proc proc /proc
  mount -t sysfs sysfs /sys
  mount -t tmpfs tmpfs /sys/fs/cgroup
  if [ "$(cut -d: -f1 /proc/self/cgroup | sort -n | tail -1)" = 0 ]; then
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
  else
    for controller in cpuset cpu cpuacct blkio memory devices freezer pids name=systemd; do
      mkdir "/sys/fs/cgroup/${controller#*=}"
      mount -t cgroup -o "$controller" cgroup "/sys/fs/cgroup/${controller#*=}"
    done
  fi
  ip link set lo up
  # The daemon's root has to be a mount. It sees the files that containers mount at the paths that they have here.
  mount --bind "$DIR/$DOCKER" "$DIR/$DOCKER"
  for path in /proc /sys /dev /tmp "$DIR" "$REPOSITORY"; do
    mkdir -p "$DIR/$DOCKER$path"
    mount --rbind "$path" "$DIR/$DOCKER$path"
  done
  mount -t tmpfs tmpfs "$DIR/$DOCKER/run"
  export DOCKER_HOST="unix://$DIR/docker.sock" DOCKER_CONFIG="$DIR/config" PATH="$PATH:$DIR/$DOCKER/usr/bin"
  # Not chroot, in which `docker exec` would leave the container for the root of the namespace.
  unshare --mount sh -c 'cd "$1" && pivot_root . mnt && umount -l /mnt && exec dockerd --host "$2" --data-root "$3"' \
    sh "$DIR/$DOCKER" "$DOCKER_HOST" "$DIR/data-$DOCKER" > "$DIR/dockerd.log" 2>&1 &
  "$NODE" "$HERE/registry-proxy.js" inside "$DIR/registry.sock" &
  tries=0
  until docker version > /dev/null 2>&1; do
    tries=$((tries + 1))
    if [ $tries -gt 60 ]; then tail "$DIR/dockerd.log"; exit 1; fi
    sleep 0.5
  done
  sh "$HERE/stand-ins.sh" "$DIR" "$REPOSITORY"
  # For builds: what goes out of the namespace, and authorities of this machine, which may inspect it.
  echo 'https-proxy=http://172.17.0.1:3128' > "$DIR/npmrc"
  export NPMRC="$DIR/npmrc" BUILD_CA=/etc/ssl/certs/ca-certificates.crt
  "$@"
}

case ${1:-} in
  --inside) shift; inside "$@" ;;
  *) outside "$@" ;;
esac
