// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Records small drives in memory and reads their messages back, for tests.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gs/logio/mcap/reader.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/synth/drive/drive_log.h"

namespace gs::synth::testing {

// A drive of 0.4 s with small images, fast enough for tests.
inline DriveOptions tiny(const std::string& variant = "none") {
  DriveOptions o;
  o.street.length_m = 150;
  o.duration_s = 0.4;
  o.traffic = true;
  o.cameras = {"front", "rear"};
  o.resolution = "96x64";
  o.lidar = "vlp16";
  o.lidar_columns = 180;
  o.variant = variant;
  return o;
}

// The bytes of a written log.
inline std::vector<std::byte> record(const DriveOptions& options) {
  std::vector<std::byte> bytes;
  NoProgress progress;
  const auto report = write_drive(std::make_unique<logio::MemorySink>(bytes), options, progress);
  EXPECT_TRUE(report) << (report ? "" : report.error().message);
  return bytes;
}

// A message of a log.
struct Recorded {
  Timestamp log_time;
  std::vector<std::byte> data;
};
// All messages of a log, by topic.
inline std::map<std::string, std::vector<Recorded>> messages_of(const std::vector<std::byte>& bytes) {
  Problems problems;
  std::map<std::string, std::vector<Recorded>> out;
  const auto reader = logio::McapReader::open(bytes, "drive", problems);
  EXPECT_TRUE(reader);
  if (!reader) return out;
  const auto stream = (*reader)->read({}, problems);
  EXPECT_TRUE(stream);
  while (stream) {
    const auto batch = (*stream)->next_batch();
    if (!batch || batch->empty()) break;
    for (const logio::MessageView& m : *batch)
      out[m.channel->topic].push_back({m.log_time, {m.data.begin(), m.data.end()}});
  }
  EXPECT_TRUE(problems.empty());
  return out;
}

// The messages of one topic, decoded.
template <class M>
std::vector<M> decoded(const std::map<std::string, std::vector<Recorded>>& log, const std::string& topic) {
  std::vector<M> out;
  const auto found = log.find(topic);
  if (found == log.end()) return out;
  for (const Recorded& message : found->second) {
    auto read = rosmsg::decode_cdr<M>(message.data);
    EXPECT_TRUE(read) << topic;
    if (read) out.push_back(std::move(*read));
  }
  return out;
}

}  // namespace gs::synth::testing
