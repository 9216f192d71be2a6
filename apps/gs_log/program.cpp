// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/gs_log/commands.h"

namespace gs::gs_log {

// Table of the commands with their one-line descriptions.
const config::Program& program() {
  static const config::Program table{
      "gs-log",
      "inspect, convert, cut, join and repair recorded drives (MCAP, rosbag2, ROS 1 bags)",
      {{"info", "print the content of a log: topics, counts, rates, gaps", run_info},
       {"echo", "print the messages of a topic as JSON", run_echo},
       {"convert", "write a log in another format, encoding or compression", run_convert},
       {"filter", "keep some topics and a time range", run_filter},
       {"merge", "join several logs into one, in time order", run_merge},
       {"sort", "write a log in time order", run_sort},
       {"recover", "write the readable messages of a damaged log", run_recover},
       {"check", "verify checksums, order, and the index against the content", run_check},
       {"import", "write a drive of a public data set (KITTI, nuScenes, PandaSet) as a log", run_import},
       {"odometry", "estimate the vehicle's poses from LiDAR sweeps", run_odometry}}};
  return table;
}

}  // namespace gs::gs_log
