#!/bin/sh
# Runs every fuzz target for some seconds on a copy of its seed corpus; stops at the first crash.
# Usage: scripts/fuzz.sh build/fuzz SECONDS
set -eu
build=$1
seconds=$2
for program in "$build"/fuzz/fuzz_*; do
  name=$(basename "$program" | sed 's/^fuzz_//')
  corpus="$build/corpus/$name"
  mkdir -p "$corpus"
  [ -d "fuzz/corpus/$name" ] && cp -n "fuzz/corpus/$name"/* "$corpus"/ 2>/dev/null || true
  echo "== $name: $seconds s"
  "$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$build/crash-$name-" "$corpus" > "$build/fuzz-$name.log" 2>&1 || {
    tail -n 40 "$build/fuzz-$name.log"
    echo "== $name FAILED; the input that caused it is in $build/crash-$name-*"
    exit 1
  }
  grep -E 'stat::number_of_executed_units|stat::average_exec' "$build/fuzz-$name.log" | sed 's/^/   /'
done
