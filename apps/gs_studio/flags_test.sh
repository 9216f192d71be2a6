#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# Every flag of gs-studio changes what a user sees: flags_test.sh GS_STUDIO GS_SIMULATOR SOURCE_DIR
set -eu
tool=$1
. "$3/apps/testing/flag_sweep.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" && mkdir in
"$2" run "$3/worlds/minimal_test" --quiet --real-time-factor 0 --duration 0.3 --record in/run.mcap > /dev/null

# The program runs until Ctrl-C; token and port differ every time.
seen_text() { sed 's|:[0-9]*/?token=.*||; s|-L [0-9]*:127.0.0.1:[0-9]*||'; }
base timeout --preserve-status -s INT 3 "$tool" run.mcap --port 0 && works
flag --speed 2
flag --loop
flag --listen ::1
flag --allow-origin nothing
flag --allow-host robot:80
shown_by --port "program_test.sh: a port that is taken"
swept "$tool"
end_sweep
