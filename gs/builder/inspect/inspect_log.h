// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Looks at a log before a build: topics by role, rates, gaps, clocks and frames, what is missing, time and disk.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gs/builder/inspect/topic_survey.h"
#include "gs/builder/pipeline.h"

namespace gs::builder {

// One topic with its role in the build.
struct InspectedTopic {
  std::string topic, type;
  std::string role;         // "LiDAR top", "camera front", "poses", "tf", "GNSS"; empty: not used
  std::string clock;        // "ok", "no stamps", "35.2 s behind"; empty: not looked at
  std::string frame;        // header.frame_id; empty: none or not looked at
  bool frame_known = true;  // the transforms connect the frame with base_link
  TopicTimes times{};
  TopicSample sample{};
};

// Something the user should know before a build.
struct Finding {
  bool fatal = false;                 // the build would fail
  BuildCode code = BuildCode::other;  // of that failure
  std::string message;
  std::string action{};  // what to do: a command, a setting, or how to record
};

// Result of inspect_log().
struct Inspection {
  logio::LogInfo log;
  std::string file;                      // names of the files of the log
  std::vector<InspectedTopic> topics{};  // those with a role first
  std::vector<Finding> findings{};       // fatal ones first
  TopicMapping mapping{};
  BuildPlan plan{};
  std::optional<uint64_t> free_bytes{};  // of the disk of the workspace; empty: unknown

  double duration_s() const;  // between the first and the last message; 0 for an empty log
  // 0, or the exit code of the first fatal finding, which is the one a build would end with.
  int exit_code() const;
  // One sentence: whether a world can be built, from what, in what time and space.
  std::string verdict() const;
};

// Limits of an inspection.
struct InspectOptions {
  bool scan = false;  // read logs without an index whatever their size
};
// Largest log without an index that is read unasked.
inline constexpr uint64_t kReadUnasked_bytes = 1ull << 30;

// Inspects the input of a request whose output may be empty. With an index, memory and time do not grow with the size
// of the messages. Errors: MCAP_READ_ERROR for a log that cannot be opened, or that has no index and is larger than
// kReadUnasked_bytes without `scan`; CONFIGURATION_ERROR for a calibration file that cannot be read and for logs that
// are given twice; everything else is a finding.
BuildResult<Inspection> inspect_log(const BuildRequest& request, const InspectOptions& options);

// The inspection for a screen of 100 columns, and as a page (gs/report).
std::string to_text(const Inspection& inspection);
std::string to_html(const Inspection& inspection);

}  // namespace gs::builder
