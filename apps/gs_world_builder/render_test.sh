#!/bin/sh
# Tests the commands render, render-path and export as programs. Usage: render_test.sh GS_WORLD_BUILDER SOURCE_DIR
set -u
program=$1
world=$2/worlds/minimal_test
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
expect() { # expect NAME WANTED_EXIT command...
  name=$1; wanted=$2; shift 2
  "$@" > "$work/out" 2> "$work/err"
  got=$?
  if [ "$got" != "$wanted" ]; then
    echo "FAILED $name: exit $got, wanted $wanted"; cat "$work/out" "$work/err"
    failures=$((failures + 1))
  fi
}
must() { # must NAME command...: requires exit status 0
  name=$1; shift
  "$@" || { echo "FAILED $name"; failures=$((failures + 1)); }
}
render="$program render $world --backend cpu"
path="$program render-path $world --backend cpu"
expect "help" 0 "$program" render --help
expect "help of the video" 0 "$program" render-path --help
expect "no pose" 1 $render --output "$work/a.png"
expect "three numbers" 1 $render --pose 1,2,3 --output "$work/a.png"
expect "a pose that is not finite" 1 $render --pose 1,2,3,nan --output "$work/a.png"
expect "a pose that is not a number" 1 $render --pose 1,2,3,east --output "$work/a.png"
expect "no such camera" 1 $render --camera nowhere --pose 0,0,0,0 --output "$work/a.png"
must "the cameras are named" grep -q front "$work/err"
expect "no such world" 3 "$program" render "$work/none" --pose 0,0,0,0 --output "$work/a.png"
cp -r "$world" "$work/broken" && rm "$work/broken/geometry/heightmap.bin"
expect "a broken world" 6 "$program" render "$work/broken" --pose 0,0,0,0 --output "$work/a.png"
expect "export of no such world" 3 "$program" export "$work/none" --output "$work/a.ply"
expect "export of a broken world" 6 "$program" export "$work/broken" --output "$work/a.ply"
expect "export to no such folder" 5 "$program" export "$world" --output "$work/no/a.ply"
expect "export" 0 "$program" export "$world" --output "$work/b.ply"
# Each format begins with its magic number; versions 2 and 3 of SPZ are gzip.
begins() { [ "$(head -c 4 "$1" | od -An -tx1 | tr -d ' ')" = "$2" ]; }
for format in rad:52414430 glb:676c5446 spz:1f8b0800 spz3:1f8b0800 spz4:4e475350; do
  kind=${format%:*}
  expect "export as $kind" 0 "$program" export "$world" --format "$kind" --output "$work/b.$kind"
  must "the magic number of $kind" begins "$work/b.$kind" "${format#*:}"
done
must "spz4 has y up" grep -q "y up" "$work/out"
must "spz and spz3 differ" sh -c '! cmp -s "$1" "$2"' - "$work/b.spz" "$work/b.spz3"
cp -r "$world" "$work/cut" && truncate -s -100 "$work/cut/gaussians/background.splat.ply"
expect "truncated Gaussians" 5 "$program" render "$work/cut" --pose 0,0,0,0 --output "$work/a.png"
expect "no such folder" 5 $render --pose 0,0,0,0 --output "$work/no/a.png"
must "nothing was written" test ! -e "$work/a.png"
expect "an image" 0 $render --camera front --pose 0,0,0,0 --depth --output "$work/a.png"
must "its depth" test -s "$work/a_depth.png"
expect "an existing image" 1 $render --pose 1,0,0,0 --output "$work/a.png"
expect "an existing depth" 1 $render --pose 1,0,0,0 --depth --output "$work/a_depth.png"
must "the error suggests --force" grep -q -- --force "$work/err"
cp -r "$world" "$work/copy"
expect "a file of the world" 1 "$program" render "$work/copy" --pose 0,0,0,0 --output "$work/copy/metadata.json" --force
expect "another file of the world" 1 "$program" export "$work/copy" --output "$work/copy/gaussians/background.splat.ply" --force
must "the world stays" diff -r "$world" "$work/copy"
expect "replaced on request" 0 $render --camera front --pose 0,0,0,0 --depth --output "$work/a.png" --force
expect "again, by one thread" 0 env GS_THREADS=1 $render --pose 0,0,0,0 --output "$work/b.png"
must "the same bytes" cmp "$work/a.png" "$work/b.png"
expect "another pose" 0 $render --pose 1,0,0,0.2 --output "$work/c.png"
must "another image" sh -c "! cmp -s $work/a.png $work/c.png"
expect "far away" 0 $render --pose 1e6,0,0,0 --output "$work/d.png"
expect "no such trajectory" 3 $path --trajectory "$work/none.csv" --output "$work/v.mp4"
expect "an invalid trajectory" 3 $path --trajectory "$world/world.yaml" --output "$work/v.mp4"
expect "a video" 0 $path --fps 2 --output "$work/v.mp4"
must "with content" test -s "$work/v.mp4"
expect "no camera for the video" 1 $path --camera nowhere --output "$work/w.mp4"
expect "no world for the video" 3 "$program" render-path "$work/none" --output "$work/w.mp4"
must "no partial video" test ! -e "$work/w.mp4"
[ "$failures" = 0 ] && echo "all passed"
exit "$failures"
