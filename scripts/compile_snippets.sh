#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Compiles every ```cpp block of README.md, docs/ and the READMEs below gs/: compile_snippets.sh COMPILER FLAGS...
# A block that defines functions or types at the left margin is compiled as it stands. Any other block becomes the body of a
# function in namespace gs that returns Result<void>, so GS_TRY and GS_CHECK work; its #include lines stay in front.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

find README.md docs gs examples -name '*.md' | sort | xargs awk -v work="$work" '
  function finish(   file) {
    file = sprintf("%s/%03d.cpp", work, ++count)
    if (!defines) includes = "#include \"gs/core/result.h\"\n" includes "namespace gs {\nResult<void> snippet() {\n"
    printf "%s#line %d \"%s\"\n%s", includes, start, FILENAME, body > file
    if (!defines) printf "return {};\n}\n}  // namespace gs\n" > file
    close(file)
  }
  /^```cpp/ { inside = 1; start = FNR + 1; includes = body = ""; defines = 0; next }
  /^```/ && inside { inside = 0; finish(); next }
  !inside { next }
  /^#include/ { includes = includes sprintf("#line %d \"%s\"\n", FNR, FILENAME) $0 "\n"; body = body "\n"; next }
  /^(template|struct|class|namespace|enum) / { defines = 1 }
  /^[A-Za-z_][A-Za-z0-9_:<>*&, ]* [A-Za-z_][A-Za-z0-9_]*\(.*(\) *(const)? *\{|,$)/ && !/^(if|for|while|switch|else|do) / { defines = 1 }
  { body = body $0 "\n" }
'
count=$(ls "$work" | wc -l)
[ "$count" -ge 20 ] || { echo "only $count blocks were found: the pattern no longer fits the documents"; exit 1; }
ls "$work"/*.cpp | xargs -P "$(nproc)" -n 1 "$@" -fsyntax-only || { echo "a code block of a document does not compile"; exit 1; }
echo "$count code blocks compile"
