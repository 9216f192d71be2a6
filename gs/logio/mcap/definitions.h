// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The schemas and channels of a file, from wherever they were found. An id means one thing: a second, different
// definition is damage, because messages could no longer be told apart.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/logio/log.h"
#include "gs/logio/mcap/report.h"

namespace gs::mcap {

class Definitions {
 public:
  struct StoredSchema {
    std::string name, encoding, data;
    friend bool operator==(const StoredSchema&, const StoredSchema&) = default;
  };
  struct StoredChannel {
    uint16_t schema_id = 0;
    std::string topic, message_encoding;
    std::map<std::string, std::string> metadata;
    friend bool operator==(const StoredChannel&, const StoredChannel&) = default;
  };
  enum class Match { same, unknown, conflict };

  // The first definition of an id stays; another one is reported.
  void add_schema(const Schema& schema, uint64_t offset, Report& report);
  void add_channel(const Channel& channel, uint64_t offset, Report& report);
  bool has_channel(uint16_t id) const { return channels_.contains(id); }
  // The channel and, if it has one, its schema.
  bool is_complete(uint16_t id) const;

  Match compare(const Schema& schema) const;
  Match compare(const Channel& channel) const;

  const std::map<uint16_t, StoredSchema>& schemas() const { return schemas_; }
  const std::map<uint16_t, StoredChannel>& channels() const { return channels_; }

  // In the order of the ids in the file.
  std::vector<LogChannel> log_channels(Report& report) const;

 private:
  std::map<uint16_t, StoredSchema> schemas_;
  std::map<uint16_t, StoredChannel> channels_;
};

}  // namespace gs::mcap
