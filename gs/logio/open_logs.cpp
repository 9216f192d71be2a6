// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/open_logs.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "gs/core/folders/overlap.h"
#include "gs/logio/merge/merged_log.h"

namespace gs::logio {
namespace {

// Longest time between two logs of one drive.
constexpr Duration kLongestPause = Duration::from_ms(60'000);

// An open log and its path, for messages.
struct NamedLog {
  std::string name;
  std::unique_ptr<LogReader> log;
};

// Name that a type has in ROS 1: "sensor_msgs/Image" for "sensor_msgs/msg/Image". Drives may have logs of both.
std::string without_msg(std::string type) {
  const std::size_t at = type.find("/msg/");
  if (at != std::string::npos) type.erase(at, 4);
  return type;
}

// Refuses a topic that has different types in two logs. Types within one log are not compared.
Result<void> check_types(const std::vector<NamedLog>& logs) {
  std::map<std::string, std::pair<std::string, const NamedLog*>> known;  // topic -> type, and the log that has it
  for (const NamedLog& named : logs) {
    for (const LogChannel& channel : named.log->channels()) {
      if (channel.schema.name.empty()) continue;
      const auto& [type, other] = known.try_emplace(channel.topic, channel.schema.name, &named).first->second;
      if (other == &named || without_msg(type) == without_msg(channel.schema.name)) continue;
      return fail(ErrorCode::invalid_argument, "topic {} has type {} in {}, but {} in {}", channel.topic, type,
                  other->name, channel.schema.name, named.name)
          .with_hint("give only files of one drive, or leave the topic out of one of them with 'gs-log filter'");
    }
  }
  return {};
}

// Warns of logs that begin long after the end of all earlier ones.
void warn_of_pauses(const std::vector<NamedLog>& logs, Problems& problems) {
  std::vector<const NamedLog*> by_start;
  for (const NamedLog& named : logs) {
    if (named.log->info().start && named.log->info().end) by_start.push_back(&named);
  }
  std::ranges::stable_sort(by_start, {}, [](const NamedLog* named) { return *named->log->info().start; });
  const NamedLog* latest = nullptr;  // of the earlier logs, the one that ends last
  for (const NamedLog* named : by_start) {
    const LogInfo& info = named->log->info();
    const Duration pause = latest != nullptr ? *info.start - *latest->log->info().end : Duration{};
    if (pause > kLongestPause) {
      problems.add({.severity = Severity::warning,
                    .code = ErrorCode::invalid_data,
                    .message = format("there are {:.0f} s between the end of {} and the start of {}", pause.seconds(),
                                      latest->name, named->name),
                    .hint = "give the files of one drive; build a world from each drive alone"});
    }
    if (latest == nullptr || *info.end > *latest->log->info().end) latest = named;
  }
}

}  // namespace

Result<void> check_different(const std::vector<std::filesystem::path>& paths) {
  // In this order a folder stands directly before the first path inside it, so only neighbours are compared.
  std::vector<std::filesystem::path> sorted;
  for (const std::filesystem::path& path : paths) {
    std::error_code ignored;
    sorted.push_back(std::filesystem::weakly_canonical(std::filesystem::absolute(path, ignored), ignored));
  }
  std::ranges::sort(sorted);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (check_apart({"log", sorted[i - 1]}, {"log", sorted[i]})) continue;
    return fail(ErrorCode::invalid_argument, "a log is given twice, or one lies inside the other: {}, {}",
                sorted[i - 1].string(), sorted[i].string())
        .with_hint("give every file or folder of the drive once");
  }
  return {};
}

Result<std::unique_ptr<LogReader>> open_logs(const std::vector<std::filesystem::path>& paths, Problems& problems) {
  if (paths.empty()) return fail(ErrorCode::invalid_argument, "no log is given");
  if (paths.size() == 1) return open_log(paths.front(), problems);
  GS_CHECK(check_different(paths));
  std::vector<NamedLog> named_logs;
  for (const std::filesystem::path& path : paths) {
    GS_TRY(std::unique_ptr<LogReader> log, open_log(path, problems).with_context("opening " + path.string()));
    named_logs.push_back({path.string(), std::move(log)});
  }
  GS_CHECK(check_types(named_logs));
  warn_of_pauses(named_logs, problems);
  std::vector<std::unique_ptr<LogReader>> logs;
  for (NamedLog& named : named_logs) logs.push_back(std::move(named.log));
  return merge_logs(std::move(logs), FileOrder::side_by_side);
}

}  // namespace gs::logio
