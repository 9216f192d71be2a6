#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Every relative link of a document, its #heading included, and every path of this repository that a document names in
# `backticks`, exists. A path with a placeholder (<name>, *, {a,b}) is not checked. Prints each broken one as FILE: PATH and
# exits with 1.
set -eu
cd "$(dirname "$0")/.."

# The anchors that GitHub makes of the headings of a document.
anchors_of() {
  sed -n '/^```/,/^```/d; s/^##* //p' "$1" | tr 'A-Z' 'a-z' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

find . \( -path ./build -o -name node_modules \) -prune -o -name '*.md' -print | grep -v '^\./\(testdata\|fuzz\|\.\)' | sort | {
  broken=0
  while read -r file; do
    folder=$(dirname "$file")
    for link in $(grep -o '](\([^)]*\))' "$file" | sed 's/^](//; s/)$//; s/ .*//' | grep -v '^[a-z]*:' | sort -u); do
      path=${link%%#*}
      target=$file
      [ -z "$path" ] || target=$folder/$path
      [ -e "$target" ] || { echo "$file: link $link"; broken=1; continue; }
      case $link in
        *.md#* | '#'*) anchors_of "$target" | grep -qx -e "${link#*#}" || { echo "$file: heading $link"; broken=1; } ;;
      esac
    done
    for path in $(grep -o '`\(gs\|apps\|bench\|cmake\|config\|docs\|examples\|fuzz\|ros2\|scripts\|testdata\|worlds\)/[A-Za-z0-9_./-]*`' "$file" | tr -d '`' | sort -u); do
      [ -e "$path" ] || { echo "$file: path $path"; broken=1; }
    done
  done
  exit $broken
}
echo "every link of the documents leads somewhere"
