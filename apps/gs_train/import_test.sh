#!/bin/sh
# gs-train import: converts files of other tools to PLY; invalid input gives an error and its exit code.
set -eu
program=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$program" import "$source/testdata/splat/gaussians_standard.ply" --output ours.ply > out.txt
grep -q "Gaussian PLY, SH degree" out.txt
"$program" import ours.ply --output again.ply > /dev/null
cmp ours.ply again.ply

"$program" import "$source/fuzz/corpus/torch_checkpoint/drivestudio.pth" --output trained.ply > out.txt 2> err.txt
grep -q "DriveStudio checkpoint, step 7, SH degree 1: 1 Gaussians" out.txt
grep -q "sky is left out" err.txt

printf '1 0 0 10\n0 1 0 0\n0 0 1 0\n' > move.txt
"$program" import ours.ply --output moved.ply --map-from-model move.txt > /dev/null
! cmp -s ours.ply moved.ply

expect() {
  wanted=$1
  shift
  status=0
  "$@" > out.txt 2> err.txt || status=$?
  [ "$status" = "$wanted" ] || { echo "status $status instead of $wanted: $*"; cat err.txt; exit 1; }
}
cp ours.ply kept.ply
expect 1 "$program" import moved.ply --output kept.ply
expect 1 "$program" import kept.ply --output kept.ply --force
cmp ours.ply kept.ply
expect 0 "$program" import moved.ply --output kept.ply --force
mkdir -p mine/data && echo x > mine/data/notes.txt
expect 1 "$program" drivestudio nowhere mine
[ -e mine/data/notes.txt ]
expect 3 "$program" import none.pth --output x.ply
expect 3 "$program" import "$source/fuzz/corpus/torch_checkpoint/legacy.pth" --output x.ply
grep -q "torch.save" err.txt
expect 3 "$program" import move.txt --output x.ply
expect 3 "$program" import ours.ply --output x.ply --map-from-model out.txt
expect 3 "$program" drivestudio nowhere out
[ ! -e x.ply ]
