#!/bin/sh
# Fails where a library below gs/ has more public functions and types without a comment than the table in
# gs/architecture/documented_test.cpp allows, and lists them as file:line. Usage: scripts/check_comments.sh build/release
set -eu
build=${1:-build/release}
cmake --build "$build" --target architecture_test
"$build/tests/architecture_test" --gtest_filter='Documented.*:Undocumented.*'
