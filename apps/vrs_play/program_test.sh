#!/bin/sh
# vrs-play --extract --force replaces an earlier extraction, rosbag-to-vrs --force a recording, and nothing else.
set -eu
program=$1
converter=$2 # rosbag-to-vrs
synth=$3     # gs-synth
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

expect() {
  wanted=$1
  shift
  status=0
  "$@" > out.txt 2> err.txt || status=$?
  [ "$status" = "$wanted" ] || { echo "status $status instead of $wanted: $*"; cat err.txt; exit 1; }
}
"$synth" d435i in.bag --seconds 0.1 --color 64x48 --depth 64x48 > out.txt
"$converter" in.bag my.vrs > out.txt 2>&1
mkdir ex
cp my.vrs ex/my.vrs
echo notes > ex/notes.txt
expect 1 "$program" ex/my.vrs --extract ex --force
expect 1 "$program" my.vrs --extract my.vrs --force
expect 1 "$program" my.vrs --extract ex --force
cmp my.vrs ex/my.vrs
[ "$(cat ex/notes.txt)" = notes ]
expect 0 "$program" my.vrs --extract frames
expect 1 "$program" my.vrs --extract frames
expect 0 "$program" my.vrs --extract frames --force
echo mine > frames/notes.txt
expect 1 "$program" my.vrs --extract frames --force
[ -e frames/notes.txt ]

# rosbag-to-vrs: neither its input nor files that only look like chunks.
cp in.bag same.bag
expect 1 "$converter" same.bag same.bag --force
cmp in.bag same.bag
echo notes > take_1
expect 1 "$converter" in.bag take_0 --force
[ "$(cat take_1)" = notes ]
echo "vrs-play keeps what it did not make"
