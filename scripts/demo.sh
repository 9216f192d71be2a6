#!/bin/sh
# Generates a minimal world into ./demo/ and validates it. Usage: scripts/demo.sh build/release
set -eu
cd "$(dirname "$0")/.."
bin=$1/bin
mkdir -p demo
"$bin/gs-synth" minimal-world demo/minimal_test --force
"$bin/gs-world-builder" validate demo/minimal_test
