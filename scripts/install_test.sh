#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# install_test.sh CMAKE BUILD: installs a built tree into a temporary folder and tests the programs, configuration and documents there.
set -eu
cmake=$1
build=$2
cd "$(dirname "$0")/.."
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
"$cmake" --install "$build" --prefix "$prefix" > "$prefix/log" || { cat "$prefix/log"; exit 1; }
failed=0
fail() { echo "$1"; failed=1; }

# Every program of apps/, and no test, benchmark or example, is installed and starts.
expected=$(sed -n 's/^gs_program(\([a-z0-9-]*\).*/\1/p' apps/*/CMakeLists.txt | sort)
[ "$(ls "$prefix/bin")" = "$expected" ] || fail "installed programs: $(ls "$prefix/bin"); expected: $expected"
for program in $expected; do
  "$prefix/bin/$program" --help > "$prefix/log" 2>&1 || fail "$program --help failed: $(cat "$prefix/log")"
done

# Configuration and documents are those of the tree; the installed programs accept the installed configuration.
diff -r config "$prefix/share/gs/config" || fail "share/gs/config differs from config"
diff -r docs "$prefix/share/doc/gs/docs" || fail "share/doc/gs/docs differs from docs"
diff README.md "$prefix/share/doc/gs/README.md" || fail "share/doc/gs/README.md differs from README.md"
"$prefix/bin/gs-synth" minimal-world "$prefix/world" > "$prefix/log" 2>&1 || fail "gs-synth failed: $(cat "$prefix/log")"
share=$prefix/share/gs/config
"$prefix/bin/gs-simulator" run "$prefix/world" --duration 0.1 --real-time-factor 0 --sim-config "$share/default_sim.yaml" \
  --vehicle-config "$share/default_vehicle.yaml" --sensor-config "$share/default_sensors.yaml" > "$prefix/log" 2>&1 ||
  fail "gs-simulator does not accept the installed configuration: $(cat "$prefix/log")"
exit $failed
