// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Schemas and channels of a file, from the summary, the data section or chunks. An id has one definition: a second,
// different one is damage, because its messages would be ambiguous.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gs/logio/api/log.h"
#include "gs/logio/mcap/report.h"

namespace gs::logio::mcap {

// All schemas and channels of a file, by their ids in the file.
class Definitions {
 public:
  // Copies of the Schema and Channel records; those borrow from the file.
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
  // Result of compare() with the definition stored under the same id.
  enum class Match { same, unknown, conflict };

  // Store a definition. The first one of an id is kept; a different second one is reported as an error at `offset`.
  void add_schema(const Schema& schema, uint64_t offset, Report& report);
  void add_channel(const Channel& channel, uint64_t offset, Report& report);
  // is_complete(): the channel is known and, if it refers to a schema, the schema too.
  bool has_channel(uint16_t id) const { return channels_.contains(id); }
  bool is_complete(uint16_t id) const;

  // Compare a record with the stored definition of its id.
  Match compare(const Schema& schema) const;
  Match compare(const Channel& channel) const;

  // All definitions, by id.
  const std::map<uint16_t, StoredSchema>& schemas() const { return schemas_; }
  const std::map<uint16_t, StoredChannel>& channels() const { return channels_; }

  // Converts the channels to LogChannel, in ascending order of their file ids. Missing schemas are reported as
  // warnings.
  std::vector<LogChannel> log_channels(Report& report) const;

 private:
  std::map<uint16_t, StoredSchema> schemas_;
  std::map<uint16_t, StoredChannel> channels_;
};

}  // namespace gs::logio::mcap
