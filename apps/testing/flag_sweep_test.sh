#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# The sweep of flags itself can fail: flag_sweep_test.sh SOURCE_DIR
set -eu
. "$1/apps/testing/flag_sweep.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" && mkdir in
cat > program <<'END'
#!/bin/sh
case "$*" in
  --help) printf 'Options:\n  --exit     ends with 3\n  --file TEXT  writes\n  --nothing  is not read\n  --help\n\n' ;;
  *--exit*) exit 3 ;;
  *--file*) echo text > file ;;
  *--clock*) cat /proc/uptime; sleep 0.02 ;;
esac
END
chmod +x program
program=$work/program
told() { # told COUNT: so many failures since the last call
  [ "$sweep_failures" = "$1" ] || { echo "$sweep_failures failures instead of $1"; exit 1; }
  sweep_failures=0
}
base "$program" && works
flag --exit
flag --file x
told 0
flag --nothing > told.txt
told 1
swept "$program" > told.txt
told 0
shown_by --nothing "" > told.txt
told 1
swept "$program" > told.txt  # --exit and --file were not listed again
told 2
shown_by --else "of another program"
shown_by --exit "..." && shown_by --file "..." && shown_by --nothing "..."
swept "$program" > told.txt
told 1
base "$program" --exit && works > told.txt
told 1
base "$program" --clock > told.txt
told 1
end_sweep
