#!/bin/sh
# gs-synth replaces files and folders only with --force, and folders only if it wrote them.
set -eu
program=$1
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
is_kept() { [ "$(cat "$1")" = precious ] || { echo "$1 was replaced"; exit 1; }; }
drive="--duration 0.3 --cameras front --resolution 64x36 --lidar-columns 64"

for file in a.mcap a.ply a.ply.cameras.json a.bag; do echo precious > "$file"; done
expect 1 "$program" drive a.mcap $drive
grep -q -- --force err.txt
expect 1 "$program" gaussians 100 a.ply
expect 1 "$program" d435i a.bag --seconds 0.1
rm a.ply
expect 1 "$program" gaussians 100 a.ply
mkdir pictures
echo precious > pictures/synth_front.png
expect 1 "$program" preview pictures --cameras front --resolution 64x36
for file in a.mcap a.ply.cameras.json a.bag pictures/synth_front.png; do is_kept "$file"; done
expect 0 "$program" gaussians 100 a.ply --force
expect 0 "$program" drive a.mcap $drive --force
[ "$(head -c 5 a.mcap | tail -c 4)" = MCAP ]

expect 0 "$program" drive b.mcap $drive --errors-lidar-elevation-deg 0.2 --poses none
grep -q '"elevation_error_deg": 0.2' b.truth/truth.json
[ "$(grep -c -v '^#' b.truth/lidar.tum)" = 3 ]
echo precious > b.truth/notes.txt
expect 1 "$program" drive b.mcap $drive --force
is_kept b.truth/notes.txt
rm b.truth/notes.txt
# The truth of an earlier drive never stays beside a new log.
expect 0 "$program" drive b.mcap $drive --force
grep -q '"elevation_error_deg": 0.0' b.truth/truth.json
expect 2 "$program" drive c.mcap $drive --errors-lidar-rotation-deg 1,2
[ ! -e c.mcap ] && [ ! -e c.truth ]

mkdir -p victim/sub
echo precious > victim/sub/thesis.txt
expect 1 "$program" minimal-world victim --force
expect 1 "$program" truth victim --force $drive
is_kept victim/sub/thesis.txt
expect 0 "$program" minimal-world world
expect 1 "$program" minimal-world world
expect 0 "$program" minimal-world world --force
echo precious > world/notes.txt
expect 1 "$program" minimal-world world --force
grep -q "notes.txt (added)" err.txt
is_kept world/notes.txt
expect 0 "$program" truth truth $drive --every 3 --offsets-m 0
expect 1 "$program" truth truth $drive --every 3 --offsets-m 0
expect 0 "$program" truth truth $drive --every 3 --offsets-m 0 --force
echo "gs-synth keeps what it did not make"
