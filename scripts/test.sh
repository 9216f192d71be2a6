#!/bin/sh
# Runs the tests of a build tree and prints the numbers of passed, failed and skipped ones. Usage: scripts/test.sh build/release
# GS_TEST_ARGS replaces the arguments of ctest; GS_SKIP_HEADERS=1 skips the check that public headers compile on their own.
set -eu
build=$1
rm -rf "$build/reports"
mkdir -p "$build/reports"
[ -n "${GS_SKIP_HEADERS:-}" ] || cmake --build "$build" --target all_verify_interface_header_sets > "$build/headers.log" 2>&1 || {
  grep -E 'error|FAILED' "$build/headers.log" | head -40
  echo "a public header does not compile on its own; see $build/headers.log"
  exit 1
}
# For builds with the thread sanitizer: reports about Debian's libraries, tests that ask for more memory than there is, and
# tests that fork.
export TSAN_OPTIONS="suppressions=$PWD/cmake/libraries.tsan allocator_may_return_null=1 die_after_fork=0 ${TSAN_OPTIONS:-}"
# For builds with the address sanitizer: leaks inside Debian's libraries.
export LSAN_OPTIONS="suppressions=$PWD/cmake/libraries.lsan print_suppressions=0 ${LSAN_OPTIONS:-}"
status=0
# Tests labelled `slow` take minutes (files cut at every byte); `make test-slow` runs them.
ctest --test-dir "$build" --output-on-failure -j "$(nproc)" ${GS_TEST_ARGS:--LE slow} || status=$?
sum() { cat "$build"/reports/*.xml 2>/dev/null | grep -o "<testsuites [^>]*" | grep -o " $1=\"[0-9]*\"" | tr -dc '0-9\n' | awk '{s+=$1} END {print s+0}'; }
total=$(sum tests)
failed=$(( $(sum failures) + $(sum errors) ))
skipped=$(cat "$build"/reports/*.xml 2>/dev/null | grep -c '<skipped' || true)
[ "$skipped" = 0 ] || { echo "skipped:"; grep -h -B1 '<skipped' "$build"/reports/*.xml | grep -o 'message="[^"]*' | sort | uniq -c | sed 's/message="/ /' ; }
echo "$(( total - failed - skipped )) passed, $failed failed, $skipped skipped"
exit $status
