#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Tests which packages scripts/setup.sh installs for each set, on a pretended Debian on which only cmake is installed: stand-ins for
# dpkg-query, apt-get and id come first in PATH. Nothing is installed.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stand_in() { printf '#!/bin/sh\n%s\n' "$2" > "$work/$1"; chmod +x "$work/$1"; }
# shellcheck disable=SC2016  # expanded by the stand-in
stand_in dpkg-query 'for package in "$@"; do :; done; [ "$package" != cmake ] || echo "install ok installed"'
stand_in apt-get 'echo "$@" >> "'"$work"'/calls"'
stand_in id 'echo 0'
failed=0
fail() { echo "$1"; failed=1; }

# The packages that setup.sh asks apt-get for, one per line.
asked() {
  : > "$work/calls"
  PATH="$work:$PATH" scripts/setup.sh "$@" > "$work/output" || fail "setup.sh $* failed"
  sed -n 's/^install -y --no-install-recommends //p' "$work/calls" | tr ' ' '\n' | sort
}
listed() { for name in "$@"; do sed '/^#/d' "scripts/packages/$name.txt"; done | grep -vx cmake | sort; }

for sets in build test peers web browser "build test" "build test peers"; do
  # shellcheck disable=SC2086  # the names of the sets are words
  [ "$(asked $sets)" = "$(listed $sets)" ] || fail "setup.sh $sets asks for other packages than its lists name: $(cat "$work/calls")"
done
[ "$(asked)" = "$(listed build test)" ] || fail "setup.sh without arguments does not install build and test"
asked build | grep -E 'gtest|gmock|clang|cyclone|node|npm|chromium' && fail "the programs alone need no test, Clang, peer, Node or browser package"
[ -z "$(cat scripts/packages/*.txt | sed '/^#/d' | sort | uniq -d)" ] || fail "a package is listed twice"

stand_in dpkg-query 'echo "install ok installed"'
[ -z "$(asked build test peers)" ] || fail "setup.sh installs although nothing is missing"
[ ! -s "$work/output" ] || fail "setup.sh prints although nothing is missing: $(cat "$work/output")"
scripts/setup.sh no_such_set 2> "$work/output" && fail "setup.sh accepts an unknown set"
grep -q "no package set 'no_such_set'" "$work/output" || fail "the error does not name the set: $(cat "$work/output")"
exit $failed
