// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_ros2/commands.h"
#include "apps/gs_ros2/tool_errors.h"
#include "apps/gs_ros2/tool_node.h"
#include "gs/bridge/bag/bag_player.h"
#include "gs/bridge/bag/bag_recorder.h"
#include "gs/core/folders/replace.h"
#include "gs/core/log.h"
#include "gs/core/progress.h"

namespace gs {
namespace {

constexpr int kExitWrite = 5;

// Arguments of `bag record` and `bag play`.
struct BagArguments {
  std::string verb;
  fs::path file;
  std::vector<std::string> topics;
  std::optional<double> duration;
  std::string compression = "zstd";
  bool force = false;
  double rate = 1.0, start_offset = 0, clock = 0, discovery_time = 2.0;
};

// Records until the duration is over or Ctrl-C; new topics are added as they appear.
int record(ros2::Node& node, const BagArguments& a) {
  if (const auto allowed = may_overwrite(a.file, a.force); !allowed)
    return config::report_error(allowed.error(), kExitWrite);
  auto recorder = bridge::BagRecorder::create(node, a.file, {.topics = a.topics, .compression = a.compression});
  if (!recorder) return config::report_error(recorder.error(), kExitWrite);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(a.duration.value_or(1e9));
  while (!interrupt_requested() && std::chrono::steady_clock::now() < end) {
    for (const std::string& topic : (*recorder)->look()) log_message(LogLevel::info, "recording " + topic);
    wait_until(0.05, [] { return false; });
  }
  if (const auto closed = (*recorder)->close(); !closed) return config::report_error(closed.error(), kExitWrite);
  std::printf("recorded %llu messages to %s\n", static_cast<unsigned long long>((*recorder)->message_count()),
              a.file.c_str());
  return 0;
}

// Plays a log; problems of the file and topics that cannot be played are printed to stderr.
int play(ros2::Node& node, const BagArguments& a) {
  Problems problems;
  const auto report = bridge::play_bag(node, a.file,
                                       {.topics = a.topics,
                                        .rate = a.rate,
                                        .start_offset_s = a.start_offset,
                                        .clock_hz = a.clock,
                                        .discovery_s = a.discovery_time,
                                        .stop = interrupt_requested},
                                       problems);
  log_problems(problems);
  if (!report) return report_failure(report.error());
  for (const std::string& topic : report->skipped) log_message(LogLevel::warning, "not played: " + topic);
  std::printf("played %llu messages\n", static_cast<unsigned long long>(report->messages));
  return 0;
}

}  // namespace

// gs-ros2 bag record|play FILE.
int run_bag(config::CommandLine& line) {
  BagArguments a;
  line.positional("verb", a.verb, "action", Choices{{"record", "play"}});
  line.positional("file", a.file, "record: MCAP file to write; play: any ROS 2 log");
  line.option("topics", a.topics, "topics to use; default: all");
  line.option("duration", a.duration, "record: length of the recording [s]; default: until Ctrl-C", Range{0.0, 1e9});
  line.option("compression", a.compression, "record: compression of the file", Choices{{"none", "lz4", "zstd"}});
  line.option("force", a.force, "record: replace an existing file");
  line.option("rate", a.rate, "play: log seconds per second; 0: as fast as possible", Range{0.0, 1e6});
  line.option("start_offset", a.start_offset, "play: start this far into the log [s]", Range{0.0, 1e9});
  line.option("clock", a.clock, "play: rate of /clock [Hz]; 0: do not publish it", Range{0.0, 1e5});
  line.option("discovery_time", a.discovery_time, "play: longest wait for subscribers [s]", Range{0.0, 600.0});
  line.example("gs-ros2 bag record drive.mcap --topics /odom --topics /tf");
  if (const auto exit = line.parse()) return *exit;
  auto node = make_tool_node();
  if (!node) return report_failure(node.error());
  return a.verb == "record" ? record(**node, a) : play(**node, a);
}

}  // namespace gs
