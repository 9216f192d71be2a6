#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# bundle_program.sh FOLDER PROGRAM...: packs programs with the shared libraries they need into FOLDER/bundle.tar.xz, for a
# machine without our packages. glibc and libstdc++ are not included: those of the other machine must be at least as new.
# On the other machine: tar xJf FOLDER/bundle.tar.xz && LD_LIBRARY_PATH=bundle bundle/PROGRAM
set -eu
[ $# -ge 2 ] || { echo "usage: bundle_program.sh FOLDER PROGRAM..." >&2; exit 1; }
folder=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bundle" "$folder"
for program in "$@"; do
  cp "$program" "$work/bundle/"
  ldd "$program" | awk '$3 ~ /^\// { print $3 }' |
    grep -Ev '/(libc|libm|libdl|libpthread|librt|libresolv|libgcc_s|libstdc\+\+)\.so' |
    while read -r library; do cp -L "$library" "$work/bundle/"; done
done
chmod u+w "$work"/bundle/*
strip "$work"/bundle/* 2>/dev/null || true
tar -C "$work" -cf - bundle | xz -T1 -6 > "$folder/bundle.tar.xz"
du -h "$folder/bundle.tar.xz"
