// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Splits records into their content blocks, with the stream's record formats, data layouts and latest configuration.
//
//   ContentReader contents(reader);
//   GS_TRY(const Record record, reader.read(reader.records()[i], buffer));
//   GS_TRY(const RecordContent content, contents.decode(i, record));
//   if (const ContentBlock* image = content.image()) use(image->image.width, image->bytes);
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "gs/core/result.h"
#include "gs/logio/vrs/format/record_format.h"
#include "gs/logio/vrs/payload/layout_view.h"
#include "gs/logio/vrs/reader.h"

namespace gs::logio::vrs {

// One block of a record.
struct ContentBlock {
  BlockType type = BlockType::empty;
  Bytes bytes;                         // borrowed from the payload of the record
  std::optional<LayoutView> layout{};  // set for data_layout blocks
  ImageFormat image{};                 // of an image block, completed from layouts; raw images always have a stride
  AudioFormat audio{};
  std::string custom_format{};
};

// All blocks of a record, in order.
struct RecordContent {
  std::vector<ContentBlock> blocks;

  // First data layout, or first image block; null if there is none.
  const LayoutView* layout() const;
  const ContentBlock* image() const;
};

// Decodes the records of one file. A raw image may need the configuration record in front of it, which is found by
// binary search and cached. One thread at a time.
class ContentReader {
 public:
  explicit ContentReader(const Reader& reader) : reader_(&reader) {}
  ContentReader(const ContentReader&) = delete;
  ContentReader& operator=(const ContentReader&) = delete;

  // Splits a record; `index` is its position in reader.records(). Every byte of the payload must belong to a block.
  // Errors: not_found (no format), corrupt, truncated, invalid_data, unsupported.
  Result<RecordContent> decode(std::size_t index, const Record& record);

 private:
  struct Formats {
    RecordFormat format;
    std::vector<std::optional<DataLayout>> layouts;  // by block; set for data_layout blocks
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
  std::map<StreamId, Configuration> configurations_;                      // the one used last, by stream
  std::optional<std::map<StreamId, std::vector<std::size_t>>> places_{};  // positions of all configuration records
};

}  // namespace gs::logio::vrs
