#!/bin/sh
# SPDX-FileCopyrightText: 2026 The gs authors
# SPDX-License-Identifier: Apache-2.0
# The documented commands and the configuration files of an earlier version still work, with every flag and key spelled as
# it was: old_commands_test.sh PROGRAM_DIR SOURCE_DIR. testdata/compat_1e78ca7/contents.txt explains the lists.
set -eu
programs=$1 source=$2
old=$source/testdata/compat_1e78ca7
work=$(mktemp -d)
pid=
trap '[ -n "$pid" ] && kill "$pid" 2>/dev/null; rm -rf "$work"' EXIT
export source ROS_LOCALHOST_ONLY=1 ROS_DOMAIN_ID=$((101 + $$ % 99)) PATH="$programs:$PATH"
cd "$work" && mkdir demo worlds
cp -r "$old/config" "$old/docs" .
# The world of that version is today's, before bundles had a list of their files.
cp -r "$source/worlds/minimal_test" worlds && rm worlds/minimal_test/files.json
cp "$source/testdata/torch/drivestudio.pth" checkpoint_final.pth
failures=0
failed() {
  echo "FAILED: $1"
  failures=$((failures + 1))
}

# try EXIT COMMAND: runs it in a shell; it must end with this code and refuse no name.
try() {
  code=0
  timeout 100 sh -c "$2" > tried.txt 2>&1 < /dev/null || code=$?
  [ "$code" = "$1" ] || { failed "'$2' ends with $code, not $1:" && tail -5 tried.txt; }
  ! grep -E "unknown (flag|option|key|command|parameter)|is none of|unexpected argument" tried.txt || failed "'$2' refuses a name"
}
# same_flags OLD NEW: the shortened command still has every flag of the documented one.
same_flags() {
  for word in $1; do
    case "$word" in --*) case " $2 " in *" ${word%%=*} "* | *" ${word%%=*}="*) ;; *) failed "'$2' lacks ${word%%=*}" ;; esac ;; esac
  done
}
# run_list FILE: a line is a command as it was documented, "exit N: " before it if it does not end with 0. "=> " begins the
# line that is run in its place, because the documented one takes long or has no input here.
run_list() {
  documented=
  while read -r line || [ -n "$documented" ]; do
    case "$line" in
      '=> '*)
        set -f && same_flags "$documented" "$line" && set +f
        try "$expected" "${line#=> }"
        documented=
        continue
        ;;
    esac
    [ -z "$documented" ] || try "$expected" "$documented"
    documented=$line expected=0
    case "$line" in
      '#'* | '') documented= ;;
      'exit '*) expected=${line#exit } expected=${expected%%:*} documented=${line#*: } ;;
    esac
  done < "$1"
}
run_list "$old/commands.txt"

# Every configuration file. The first three have all keys; those of DriveStudio name a program that is not here.
for file in config/every_key_config.yaml config/default_config.yaml; do try 0 "gs-world-builder validate-config $file"; done
for file in config/*gs_training*.yaml docs/drivestudio*.yaml docs/import.yaml; do try 0 "gs-world-builder validate-config $file --kind gs_training"; done
try 0 "gs-world-builder validate-config config/default_geometry_config.yaml --kind geometry"
try 0 "gs-world-builder build --input drive.mcap --output worlds/again --config config/every_key_config.yaml \
  --gs-config config/default_gs_training_config.yaml --geometry-config config/default_geometry_config.yaml --dry-run"
try 0 "gs-simulator run worlds/minimal_test --vehicle-config config/default_vehicle.yaml --sim-config config/default_sim.yaml \
  --sensor-config config/default_sensors.yaml --duration 0.1 --real-time-factor 0"

gs-simulator run worlds/minimal_test --ros2 > simulator.txt 2>&1 &
pid=$!
for i in $(seq 20); do gs-ros2 service call /sim/resume --timeout 20 > /dev/null 2>&1 && break; done
run_list "$old/commands_ros2.txt"
[ "$failures" = 0 ] && echo "every command, flag and key of the earlier version is read"
exit "$failures"
