// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/inspect/inspect_log.h"

#include <algorithm>
#include <cmath>

#include "gs/builder/ingest/given_calibration.h"
#include "gs/builder/input_logs.h"
#include "gs/builder/inspect/findings.h"
#include "gs/builder/steps/mcap_ingest.h"
#include "gs/core/progress.h"
#include "gs/logio/has_index.h"
#include "gs/rosmsg/schema/schema.h"

namespace gs::builder {
namespace {

constexpr std::size_t kSamplesPerTopic = 8;
constexpr double kScanBytesPerSecond = 400e6;  // of reading and decoding, on one core

BuildError unreadable(Error error) {
  return BuildError(BuildCode::mcap_read_error, "inspect",
                    with_default_hint(std::move(error),
                                      "run gs-log check to list the damage, gs-log recover to save the readable part"));
}

// Refuses to read large logs unasked if one of them has no index.
BuildResult<std::monostate> check_index(const std::vector<fs::path>& logs, const InspectOptions& options) {
  uint64_t bytes = 0;
  std::string names, without_index;
  for (const fs::path& log : logs) {
    const auto state = logio::find_index(log);
    if (!state) return std::monostate{};
    bytes += state->file_bytes;
    names += " " + log.string();
    if (!state->indexed && without_index.empty()) without_index = log.string();
  }
  if (without_index.empty() || options.scan || bytes <= kReadUnasked_bytes) return std::monostate{};
  return BuildError(
      BuildCode::mcap_read_error, "inspect",
      format("{} has no index: {} must be read once, about {}", without_index, human_bytes(bytes),
             human_duration(static_cast<double>(bytes) / kScanBytesPerSecond)),
      format("gs-world-builder inspect{} --scan, or write an index with gs-log recover {} OUT", names, without_index));
}

// Role of a topic in the build; empty if it has none.
std::string role_of(const std::string& topic, const TopicMapping& mapping) {
  for (const LidarTopic& lidar : mapping.lidars) {
    if (lidar.topic == topic) return "LiDAR " + lidar.id;
  }
  for (const CameraTopic& camera : mapping.cameras) {
    if (camera.topic == topic) return "camera " + camera.id;
    if (camera.info_topic == topic) return "camera_info " + camera.id;
  }
  if (topic == mapping.pose_topic) return "poses";
  if (topic == mapping.fix_topic) return "GNSS";
  if (std::ranges::find(mapping.tf, topic) != mapping.tf.end()) return mapping.pose_topic.empty() ? "poses (tf)" : "tf";
  if (std::ranges::find(mapping.tf_static, topic) != mapping.tf_static.end()) return "tf_static";
  return {};
}

// Topics with a role, then the others; each group by role and name.
std::vector<InspectedTopic> topics_of(const logio::LogReader& log, const TopicMapping& mapping,
                                      std::map<std::string, TopicTimes>&& times, Problems& problems) {
  std::vector<InspectedTopic> out;
  for (auto& [name, own] : times) {
    const auto channel = std::ranges::find(log.channels(), name, &logio::LogChannel::topic);
    InspectedTopic topic{.topic = name, .type = rosmsg::ros2_equivalent(channel->schema.name)};
    topic.role = role_of(name, mapping);
    topic.sample = sample_topic(log, name, own.stamps, topic.role.empty() ? 1 : kSamplesPerTopic, problems);
    topic.frame = topic.sample.frame;
    const auto clock = mapping.clocks.topics.find(name);
    if (clock != mapping.clocks.topics.end()) topic.clock = clock_text(clock->second);
    topic.times = std::move(own);
    out.push_back(std::move(topic));
  }
  std::ranges::stable_sort(out, [](const InspectedTopic& a, const InspectedTopic& b) {
    return std::pair(a.role.empty(), a.role) < std::pair(b.role.empty(), b.role);
  });
  return out;
}

// "1 LiDAR", "3 cameras".
std::string counted(std::size_t count, std::string_view noun) {
  return format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

double Inspection::duration_s() const { return log.start && log.end ? (*log.end - *log.start).seconds() : 0; }

int Inspection::exit_code() const {
  const auto fatal = std::ranges::find(findings, true, &Finding::fatal);
  return fatal == findings.end() ? 0 : builder::exit_code(fatal->code);
}

std::string Inspection::verdict() const {
  const auto fatal = std::ranges::find(findings, true, &Finding::fatal);
  if (fatal != findings.end()) return "No world can be built: " + fatal->message;
  std::string text = format("A world can be built from {} and {}: about {}, {} of disk",
                            counted(mapping.lidars.size(), "LiDAR"), counted(mapping.cameras.size(), "camera"),
                            human_duration(plan.total_s()), human_bytes(plan.workspace_bytes));
  if (free_bytes) text += format(" ({} free)", human_bytes(*free_bytes));
  return text;
}

BuildResult<Inspection> inspect_log(const BuildRequest& request, const InspectOptions& options) {
  const std::vector<fs::path> logs = all_logs(request.input, request.more_inputs);
  GS_CHECK(check_input_logs(logs));
  GS_CHECK(check_index(logs, options));
  GS_CHECK(open_calibration(request.config.calibration_file));
  Problems problems;
  auto log = open_input_logs(logs, problems);
  if (!log) return unreadable(std::move(log).error());
  Inspection out{.log = (*log)->info(), .file = names_of_logs(logs)};
  if (auto mapping = map_topics(**log, request.config)) {
    out.mapping = *std::move(mapping);
    const TimeWindow window = window_of(out.log, request.config.time_range);
    if (auto clocks = add_clocks(**log, window.begin, out.mapping, problems); !clocks)
      return unreadable(std::move(clocks).error());
    out.plan = plan_of(request, **log, out.mapping);
  } else {
    out.findings.push_back({true, mapping.error().code, mapping.error().message, mapping.error().suggestion});
  }
  auto times = survey_times(**log, problems);
  if (!times) return unreadable(std::move(times).error());
  out.topics = topics_of(**log, out.mapping, *std::move(times), problems);
  out.free_bytes = request.disk_of(request.workspace).free_bytes;
  add_findings(**log, request, out);
  for (const Problem& problem : problems) out.findings.push_back({.message = problem.message, .action = problem.hint});
  std::ranges::stable_sort(out.findings, std::greater{}, &Finding::fatal);
  return out;
}

}  // namespace gs::builder
