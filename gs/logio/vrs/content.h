// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// What is inside a record: its content blocks, found with the stream's record formats, layouts and last configuration.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "gs/core/result.h"
#include "gs/logio/vrs/layout_view.h"
#include "gs/logio/vrs/reader.h"
#include "gs/logio/vrs/record_format.h"

namespace gs::vrs {

struct ContentBlock {
  BlockType type = BlockType::empty;
  Bytes bytes;                         // borrowed from the record's payload
  std::optional<LayoutView> layout{};  // of a data_layout block
  ImageFormat image{};                 // of an image block, completed from layouts; stride is always set for raw ones
  AudioFormat audio{};
  std::string custom_format{};
};

struct RecordContent {
  std::vector<ContentBlock> blocks;

  // The first block of a kind, or null.
  const LayoutView* layout() const;
  const ContentBlock* image() const;
};

// Decodes records of one file. A raw image may need the configuration record before it, which is found by a binary
// search over the configurations of its stream and kept until another one is needed.
class ContentReader {
 public:
  explicit ContentReader(const Reader& reader) : reader_(&reader) {}
  ContentReader(const ContentReader&) = delete;
  ContentReader& operator=(const ContentReader&) = delete;

  // Every byte of the payload must belong to a block. index counts in reader.records().
  Result<RecordContent> decode(std::size_t index, const Record& record);

 private:
  struct Formats {
    RecordFormat format;
    std::vector<std::optional<DataLayout>> layouts;  // by block
  };
  struct Configuration {
    std::size_t index = 0;
    std::vector<std::byte> payload;
    std::vector<LayoutView> layouts;
  };
  using FormatKey = std::tuple<StreamId, RecordType, uint32_t>;

  Result<const Formats*> formats(const RecordHeader& header);
  Result<Formats> parse_formats(const RecordHeader& header, const Tags& tags, const std::string& text) const;
  Result<const Configuration*> configuration_before(std::size_t index, StreamId stream);
  Result<RecordContent> split(const Formats& formats, Bytes payload, const Configuration* configuration) const;
  void remember(std::size_t index, const Record& record, const Formats& formats);

  const Reader* reader_;
  std::map<FormatKey, Result<Formats>> formats_;
  std::map<StreamId, Configuration> configurations_;                      // the one used last
  std::optional<std::map<StreamId, std::vector<std::size_t>>> places_{};  // of configurations in reader.records()
};

}  // namespace gs::vrs
