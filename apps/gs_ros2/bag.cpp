// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "apps/gs_ros2/commands.h"
#include "apps/gs_ros2/tool_node.h"
#include "gs/bridge/ros2/bag/bag_player.h"
#include "gs/bridge/ros2/bag/bag_recorder.h"
#include "gs/config/print_problems.h"
#include "gs/core/folders/replace.h"
#include "gs/core/progress.h"

namespace gs {
namespace {

constexpr int kExitWrite = 5;

struct BagArguments {
  std::string verb;
  fs::path file;
  std::vector<std::string> topics;
  std::optional<double> duration;
  std::string compression = "zstd";
  bool force = false;
  double rate = 1.0, start_offset = 0, clock = 0, discovery_time = 2.0;
};

int record(ros2::Node& node, const BagArguments& a) {
  if (const auto allowed = may_overwrite(a.file, a.force); !allowed) return report_error(allowed.error(), kExitWrite);
  auto recorder = bridge::BagRecorder::create(node, a.file, {.topics = a.topics, .compression = a.compression});
  if (!recorder) return report_error(recorder.error(), kExitWrite);
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(a.duration.value_or(1e9));
  while (!interrupt_requested() && std::chrono::steady_clock::now() < end) {
    for (const std::string& topic : (*recorder)->look()) std::fprintf(stderr, "recording %s\n", topic.c_str());
    wait_until(0.05, [] { return false; });
  }
  if (const auto closed = (*recorder)->close(); !closed) return report_error(closed.error(), kExitWrite);
  std::printf("recorded %llu messages to %s\n", static_cast<unsigned long long>((*recorder)->message_count()),
              a.file.c_str());
  return 0;
}

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
  print_problems(problems);
  if (!report) return report_failure(report.error());
  for (const std::string& topic : report->skipped) std::fprintf(stderr, "not played: %s\n", topic.c_str());
  std::printf("played %llu messages\n", static_cast<unsigned long long>(report->messages));
  return 0;
}

}  // namespace

int run_bag(CommandLine& line) {
  BagArguments a;
  line.positional("verb", a.verb, "what to do", Choices{{"record", "play"}});
  line.positional("file", a.file, "the log: an MCAP to write; any ROS 2 log to play");
  line.option("topics", a.topics, "only these; default: all");
  line.option("duration", a.duration, "record: how long [s]; default: until Ctrl-C", Range{0.0, 1e9});
  line.option("compression", a.compression, "record: of the file", Choices{{"none", "lz4", "zstd"}});
  line.option("force", a.force, "record: replace an existing file");
  line.option("rate", a.rate, "play: seconds of the log a second; 0: as fast as possible", Range{0.0, 1e6});
  line.option("start_offset", a.start_offset, "play: seconds of the log to leave out [s]", Range{0.0, 1e9});
  line.option("clock", a.clock, "play: publish /clock that often [Hz]; 0: not", Range{0.0, 1e5});
  line.option("discovery_time", a.discovery_time, "play: how long subscribers may take to appear [s]",
              Range{0.0, 600.0});
  line.example("gs-ros2 bag record drive.mcap --topics /odom --topics /tf");
  if (const auto exit = line.parse()) return *exit;
  auto node = make_tool_node();
  if (!node) return report_failure(node.error());
  return a.verb == "record" ? record(**node, a) : play(**node, a);
}

}  // namespace gs
