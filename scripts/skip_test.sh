#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# skip_test.sh REPORT COUNT REASON: stands in for a test program that cannot be built here. Writes a report in the form of GoogleTest
# in which COUNT tests are skipped for REASON, prints REASON and exits with 77, which ctest shows as skipped.
set -eu
report=$1
count=$2
reason=$3
mkdir -p "$(dirname "$report")"
{
  printf '<testsuites tests="%d" failures="0" errors="0">\n' "$count"
  i=0
  while [ "$i" -lt "$count" ]; do
    printf '  <testcase>\n    <skipped message="%s"/>\n  </testcase>\n' "$reason"
    i=$((i + 1))
  done
  printf '</testsuites>\n'
} > "$report"
echo "skipped: $reason"
exit 77
