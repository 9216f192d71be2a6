#!/bin/sh
# Builds a world from a simulated drive and drives in it again.
# Usage: feedback_test.sh GS_SIMULATOR GS_WORLD_BUILDER SOURCE_DIR
set -eu
simulator=$1
builder=$2
source=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$simulator" run "$source/worlds/minimal_test" --quiet --real-time-factor 0 --record "$work/run.mcap" > "$work/first"
printf 'training:\n  iterations: 30\n' > "$work/short.yaml"
"$builder" build --input "$work/run.mcap" --output "$work/again" --workspace "$work/workspace" --gs-config "$work/short.yaml" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$builder" validate "$work/again"
"$simulator" run "$work/again" --quiet --real-time-factor 0 > "$work/second"
cat "$work/first" "$work/second"
# Both drives cover the same 8 m within a metre.
metres() { sed -n 's/^drove \([0-9.]*\) m .*/\1/p' "$1"; }
awk -v a="$(metres "$work/first")" -v b="$(metres "$work/second")" 'BEGIN { d = a - b; exit !(a > 5 && d < 1 && d > -1) }'
