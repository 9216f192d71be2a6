#!/bin/sh
# Runs every benchmark program of a build tree and writes its results to BUILD/bench_results/*.json.
# Usage: scripts/bench.sh build/release
set -eu
build=$1
mkdir -p "$build/bench_results"
for program in "$build"/bin/bench_*; do
  [ -x "$program" ] || continue
  name=$(basename "$program")
  "$program" --json "$build/bench_results/$name.json" || echo "$name failed"
done
