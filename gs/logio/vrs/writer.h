// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Writes a VRS file in the classic layout: header, description, records, index at the end. The file appears at its path
// when close() succeeds; if the program dies before, the path is untouched.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/result.h"
#include "gs/logio/vrs/format/description.h"
#include "gs/logio/vrs/format/file_header.h"
#include "gs/logio/vrs/index.h"
#include "gs/logio/vrs/payload/compression.h"
#include "gs/logio/vrs/payload/data_layout.h"

namespace gs::logio::vrs {

// Options of a file.
struct WriterOptions {
  Compression compression = kDefaultCompression;
  // Identity of the recording; 0: derived from the description, so that equal input gives equal bytes.
  uint64_t creation_id = 0;
};

// Header fields that the caller chooses.
struct RecordHead {
  StreamId stream;
  RecordType type = RecordType::data;
  double timestamp = 0;
  uint32_t format_version = 1;
};

// Writes records in the order of the calls. One thread at a time.
class Writer {
 public:
  // Starts a file. Without `replace`, an existing target is an error; with it, the target and its chunks ("out.vrs_1")
  // are replaced in close(). Other files under the names of chunks are an error, since readers would take them as parts
  // of the new file. Errors: already_exists; those of creating the file.
  static Result<Writer> create(const std::filesystem::path& target, const Description& description,
                               const WriterOptions& options, bool replace = false);

  // Options given to create().
  const WriterOptions& options() const { return options_; }
  // Compresses and writes a record; the payload is the concatenation of `parts`.
  Result<void> write(const RecordHead& head, std::span<const Bytes> parts);
  Result<void> write(const RecordHead& head, Bytes payload) { return write(head, std::span(&payload, 1)); }
  // Writes a payload that was compressed before.
  Result<void> write(const RecordHead& head, const StoredPayload& payload);
  // Writes the index, publishes the file and returns its size [bytes].
  Result<uint64_t> close();

 private:
  Writer(AtomicFile file, std::filesystem::path target, const WriterOptions& options)
      : file_(std::move(file)), target_(std::move(target)), options_(options) {}
  Result<void> write_head(const Description& description);
  Result<void> put_record(const RecordHeader& header, std::span<const Bytes> payload);
  Result<void> write_index_record();

  AtomicFile file_;
  std::filesystem::path target_;
  std::vector<std::filesystem::path> old_chunks_;  // chunks of the replaced recording, removed by close()
  WriterOptions options_;
  FileHeader header_;
  std::vector<StreamId> streams_;
  std::vector<RecordInfo> records_;
  StoredPayload scratch_;
  uint32_t previous_bytes_ = 0;
};

// Adds the RF: and DL: tags for records with one data layout block, optionally followed by a raw image.
void add_record_format(StreamTags& tags, RecordType type, const DataLayout& layout, bool with_image,
                       uint32_t format_version = 1);
// Tags of a stream: name, flavor and a serial number derived from both.
StreamTags make_stream_tags(StreamId id, std::string_view flavor);

}  // namespace gs::logio::vrs
