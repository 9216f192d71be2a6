// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Shared by the fuzz targets of importers: unpacks the folder of a data set from one input and imports it.
//
// The input is an option byte (odd: images are decoded), then files: a line "@PATH" before the content of each. A name
// that ends in .pkl.gz has its content plain in the input; it is compressed here, so that mutations reach the table.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "gs/assets/deflate/deflate.h"
#include "gs/core/bytes.h"
#include "gs/core/expect.h"
#include "gs/core/plain_file.h"
#include "gs/importers/kinds/kinds.h"

namespace gs::fuzz {

// A log that is not kept: it checks that channels are declared before their messages, and that times lie in the range
// of ROS stamps.
class DroppedLog final : public logio::LogWriter {
 public:
  Result<uint32_t> add_channel(const logio::LogChannel& channel) override {
    GS_EXPECT(!channel.topic.empty() && !channel.schema.name.empty());
    return channels_++;
  }
  Result<void> write(uint32_t channel, Timestamp log_time, Timestamp, uint32_t, Bytes data) override {
    GS_EXPECT(channel < channels_ && log_time.ns >= 0 && !data.empty());
    return {};
  }
  Result<void> write_attachment(const logio::LogAttachment&) override { return {}; }
  Result<void> write_metadata(const logio::LogMetadata&) override { return {}; }
  Result<void> close() override { return {}; }

 private:
  uint32_t channels_ = 0;
};

// The files of an input by name. Names that leave the folder are left out.
inline std::map<std::string, std::string_view> files_of(std::string_view input) {
  constexpr std::size_t kMostFiles = 64, kLongestName = 120;
  std::map<std::string, std::string_view> files;
  while (input.starts_with('@') && files.size() < kMostFiles) {
    const std::size_t line = std::min(input.find('\n'), input.size());
    const std::string name(input.substr(1, line - 1));
    const std::size_t next = std::min(input.find("\n@", line), input.size());
    const std::string_view content = input.substr(std::min(line + 1, next), next - std::min(line + 1, next));
    input.remove_prefix(std::min(next + 1, input.size()));
    const std::filesystem::path path(name);
    const bool leaves = path.is_absolute() || std::ranges::find(path, "..") != path.end();
    if (name.empty() || name.size() > kLongestName || name.find('\0') != std::string::npos || leaves) continue;
    files.emplace(name, content);
  }
  return files;
}

// A scratch folder that holds the files of the last input. Only files that differ are written.
class DriveFolder {
 public:
  DriveFolder() { std::filesystem::create_directories(path_); }
  ~DriveFolder() { hold({}); }
  const std::filesystem::path& path() const { return path_; }

  void hold(const std::map<std::string, std::string_view>& files) {
    for (auto at = held_.begin(); at != held_.end();) {
      at = files.contains(at->first) ? std::next(at) : (remove(at->first), held_.erase(at));
    }
    for (const auto& [name, content] : files) {
      const auto known = held_.find(name);
      if (known != held_.end() && known->second == content) continue;
      write(name, content);
      held_.insert_or_assign(name, content);
    }
  }

 private:
  // A name may be that of a folder, too: then there is no such file.
  void write(const std::string& name, std::string_view content) {
    std::error_code ignored;
    std::filesystem::create_directories((path_ / name).parent_path(), ignored);
    if (!name.ends_with(".pkl.gz")) return static_cast<void>(write_plain(path_ / name, content).has_value());
    const auto packed = assets::gzip(as_bytes(content), 1);
    GS_EXPECT(packed.has_value());
    static_cast<void>(write_plain(path_ / name, as_text(*packed)).has_value());
  }
  // The file and the folders above it that are empty then.
  void remove(const std::string& name) {
    std::error_code error;
    for (std::filesystem::path at = path_ / name; at != path_ && !error; at = at.parent_path()) {
      std::filesystem::remove(at, error);
    }
  }

  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("fuzz_importer-" + std::to_string(::getpid()));
  std::map<std::string, std::string> held_;
};

// Imports the folder of an input with the importer of this kind.
inline void import_folder(std::string_view kind, const uint8_t* data, std::size_t size) {
  if (size == 0) return;
  static DriveFolder folder;
  folder.hold(files_of({reinterpret_cast<const char*>(data) + 1, size - 1}));
  const auto kinds = importers::importers();
  const auto chosen = std::ranges::find(kinds, kind, &importers::Importer::kind);
  GS_EXPECT(chosen != kinds.end());
  static_cast<void>(chosen->detect(folder.path()).has_value());
  DroppedLog log;
  Problems problems(10);
  NoProgress quiet;
  const importers::ImportOptions options{.images = data[0] % 2 == 1 ? "raw" : "png"};
  const auto report = chosen->import(folder.path(), options, log, quiet, problems);
  if (report) GS_EXPECT(report->poses > 0);
}

}  // namespace gs::fuzz
