#!/bin/sh
# Runs a program like on a machine of its own: in a root with its own processes, mounts and shared memory. Killing this
# script with SIGKILL kills everything at once, like a power failure, and so does the death of its parent.
# Usage: rel/tools/run-machine.sh <root> <folder> <program> [argument ...]; the program finds the folder at /mnt.
set -eu
exec setpriv --pdeathsig KILL unshare --mount --pid --ipc --fork --kill-child sh -euc '
  root=$1 folder=$2
  shift 2
  mount -t proc proc "$root/proc"
  mount --bind /dev "$root/dev"
  mount -t tmpfs tmpfs "$root/dev/shm"
  mount --bind "$folder" "$root/mnt"
  chroot "$root" chown -R postgres /mnt
  # The first process stays root: a process that changes its user is no longer killed with its parent.
  chroot --userspec=postgres "$root" "$@"
  exit $?
' sh "$@"
