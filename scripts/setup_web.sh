#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Installs what the page of web/ needs: Node.js and npm (Debian's, if there are none), and the npm packages of web/package-lock.json
# in web/node_modules. Prints nothing if nothing is missing.
set -eu
cd "$(dirname "$0")/.."
{ command -v node && command -v npm; } > /dev/null || scripts/setup.sh web
cd web
cmp -s package-lock.json node_modules/.installed_lock.json && exit 0
echo "set-up: npm ci in web/"
log=$(mktemp)
if ! npm ci --ignore-scripts > "$log" 2>&1; then
  tail -n 30 "$log" >&2
  echo "set-up: npm ci failed, the whole log is in $log" >&2
  exit 1
fi
rm -f "$log"
cp package-lock.json node_modules/.installed_lock.json
