#!/usr/bin/env bash
# Builds a root of Debian 13 with PostgreSQL 17, Patroni, etcd and HAProxy in a folder, for the failover suite. Needs to
# run as root, and installs nothing outside the folder. A folder that is complete stays as it is.
# Usage: rel/tools/install-failover.sh <folder>, then export HERALD_TEST_FAILOVER=<folder>
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
if [ ! -e "$folder/complete" ]; then
  rm -rf "${folder:?}"/{root,packages}
  mkdir "$folder/packages"
  if ! command -v debootstrap >/dev/null; then
    (cd "$folder/packages" && apt-get -qq -o APT::Sandbox::User=root download debootstrap)
    dpkg --extract "$folder"/packages/debootstrap_*.deb "$folder/packages"
    export DEBOOTSTRAP_DIR="$folder/packages/usr/share/debootstrap" PATH="$PATH:$folder/packages/usr/sbin"
  fi
  keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 '/debian/$')
  debootstrap --variant=minbase --keyring="$keyring" trixie "$folder/root" "$mirror" >"$folder/debootstrap.log"
  # Packages neither start services nor create a cluster.
  printf '#!/bin/sh\nexit 101\n' >"$folder/root/usr/sbin/policy-rc.d"
  chmod +x "$folder/root/usr/sbin/policy-rc.d"
  mkdir -p "$folder/root/etc/postgresql-common"
  echo 'create_main_cluster = false' >"$folder/root/etc/postgresql-common/createcluster.conf"
  export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
  chroot "$folder/root" apt-get -qq --yes --no-install-recommends install \
    postgresql-17 patroni python3-etcd etcd-server haproxy >"$folder/install.log"
  chroot "$folder/root" apt-get -qq clean
  rm -rf "$folder/packages"
  touch "$folder/complete"
fi
chroot "$folder/root" sh -c '
  /usr/lib/postgresql/17/bin/postgres --version
  patroni --version
  etcd --version | head -1
  haproxy -v | head -1
'
