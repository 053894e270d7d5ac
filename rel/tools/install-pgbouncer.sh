#!/usr/bin/env bash
# Unpacks PgBouncer 1.24 of Debian 13 and its libraries into a folder, for machines with an older one. Installs nothing.
# Usage: rel/tools/install-pgbouncer.sh <folder>, then export HERALD_TEST_PGBOUNCER=<folder>/pgbouncer
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
apt="$folder/apt"
mkdir -p "$apt"/{lists/partial,archives/partial} "$folder/root"
: >"$apt/status"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 '/debian/$')
echo "deb [signed-by=$keyring] $mirror trixie main" >"$apt/sources.list"
options=(
  -qq -o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=- -o "Dir::State::Lists=$apt/lists"
  -o "Dir::State::Status=$apt/status" -o "Dir::Cache=$apt" -o Debug::NoLocking=true -o APT::Sandbox::User=
  -o APT::Install-Recommends=false
)
apt-get "${options[@]}" update
apt-get "${options[@]}" --yes --download-only install pgbouncer
for package in "$apt"/archives/{pgbouncer,lib}*.deb; do dpkg --extract "$package" "$folder/root"; done
rm -rf "$apt"
loader=$(echo "$folder"/root/usr/lib/*/ld-linux-*.so.*)
cat >"$folder/pgbouncer" <<END
#!/bin/sh
exec "$loader" --library-path "${loader%/*}" "$folder/root/usr/sbin/pgbouncer" "\$@"
END
chmod +x "$folder/pgbouncer"
"$folder/pgbouncer" --version | head -1
