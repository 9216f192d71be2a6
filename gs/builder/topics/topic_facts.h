// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What the first messages of a topic show, as far as it matters for choosing between topics.
#pragma once

#include <string>
#include <vector>

#include "gs/builder/topics/cloud_cells.h"
#include "gs/logio/api/log.h"

namespace gs::builder {

// Facts about one topic.
struct TopicFacts {
  std::string topic;
  uint64_t messages = 0;
  double rate_hz = 0;                 // of the first messages, by recording time; 0: fewer than two
  double covered = 1;                 // share of the log's time that `messages` at this rate fill, at most 1
  std::string frame{}, child{};       // header.frame_id; child_frame_id of an Odometry
  std::vector<Timestamp> stamps{};    // header stamps of the first messages that have one
  bool finite = true;                 // all poses looked at are finite
  std::vector<std::string> fields{};  // of a PointCloud2
  std::size_t points = 0;             // most points of one cloud
  bool rings = false, times = false;  // the cloud has them
  std::vector<CloudCells> clouds{};   // the first clouds that have a stamp
};

// Reads the first messages of a topic. Errors: those of reading.
Result<TopicFacts> read_topic_facts(const logio::LogReader& log, const std::string& topic, uint64_t messages,
                                    Problems& problems);

}  // namespace gs::builder
