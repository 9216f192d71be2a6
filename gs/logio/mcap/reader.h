// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reads MCAP files: indexed, unindexed, cut and damaged ones.
#pragma once

#include "gs/core/file.h"
#include "gs/logio/api/index_times.h"
#include "gs/logio/api/log.h"
#include "gs/logio/mcap/file_index.h"

namespace gs::logio {

// Checksums are verified whenever a chunk is read in full. Selective reads (few topics, short time ranges) may read
// single messages through the index, without the checksum of the chunk; ReadOptions::whole_chunks prevents that.
class McapReader final : public LogReader, public IndexTimes {
 public:
  // Maps and indexes a file. Damage that can be skipped goes to problems. Errors: corrupt if the magic is missing.
  static Result<std::unique_ptr<McapReader>> open(const fs::path& path, Problems& problems);
  // Opens like open(), but scans files whose first bytes are damaged for records.
  static Result<std::unique_ptr<McapReader>> open_damaged(const fs::path& path, Problems& problems);
  // Opens a file in memory. `bytes` must outlive the reader; `name` is the file name in problems.
  static Result<std::unique_ptr<McapReader>> open(Bytes bytes, const std::string& name, Problems& problems);

  const LogInfo& info() const override { return info_; }
  const std::vector<LogChannel>& channels() const override { return channels_; }
  Result<std::unique_ptr<MessageStream>> read(const ReadOptions& options, Problems& problems) const override;
  Result<std::vector<LogAttachment>> attachments(Problems& problems) const override;
  Result<std::vector<LogMetadata>> metadata(Problems& problems) const override;
  Result<void> check_container(Problems& problems) const override;
  bool visit_times(const VisitTime& visit) const override;

  // Verifies the checksum over the data section, if the file has one. Reads the whole file. Errors: crc_mismatch.
  Result<void> verify_data_section() const;

  // MCAP-specific access: file ids, chunks and statistics as stated in the file, and its bytes.
  const mcap::FileIndex& index() const { return index_; }
  Bytes bytes() const { return bytes_; }

 private:
  McapReader() = default;
  static Result<std::unique_ptr<McapReader>> open_file(const fs::path& path, mcap::Magic magic, Problems& problems);
  Result<void> load(mcap::Magic magic, Problems& problems);
  void fill_info();

  std::optional<MappedFile> mapped_;
  Bytes bytes_;
  std::string name_;
  mcap::FileIndex index_;
  std::vector<LogChannel> channels_;
  std::vector<uint16_t> file_ids_;  // by channel id: the number in the file
  LogInfo info_;
};

}  // namespace gs::logio
