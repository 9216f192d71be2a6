#!/bin/sh
# Installs the Debian packages of the named sets that are missing: scripts/setup.sh [build] [test] [peers] [web] [browser], by default
# build and test.
# The sets are the lists scripts/packages/<set>.txt. Prints nothing if no package is missing.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- build test
wanted=""
for name in "$@"; do
  list=scripts/packages/$name.txt
  [ -f "$list" ] || { echo "set-up: no package set '$name': $list does not exist; the sets are build, test, peers, web and browser" >&2; exit 1; }
  wanted="$wanted $(sed '/^#/d' "$list")"
done
missing=""
for package in $wanted; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
command -v apt-get > /dev/null || { echo "set-up: apt-get was not found (not Debian?). Install these packages by hand:$missing" >&2; exit 1; }
as_root=""
if [ "$(id -u)" != 0 ]; then
  command -v sudo > /dev/null || { echo "set-up: packages are missing; run as root or install sudo. Missing:$missing" >&2; exit 1; }
  as_root=sudo
fi
echo "set-up: installing$missing"
log=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086  # $missing is a list of words, $as_root may be empty
if ! { $as_root apt-get update && $as_root apt-get install -y --no-install-recommends $missing; } > "$log" 2>&1; then
  tail -n 30 "$log" >&2
  echo "set-up: apt-get failed, the whole log is in $log" >&2
  exit 1
fi
rm -f "$log"
