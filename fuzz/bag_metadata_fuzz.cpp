// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// metadata.yaml of a rosbag2 folder: parses any text; the file names in a text that we write are found again.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "gs/core/expect.h"
#include "gs/logio/rosbag2/bag_metadata.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto names = gs::logio::rosbag2::listed_files(text);
  for (const std::string& name : names) GS_EXPECT(text.find(name) != std::string_view::npos);
  gs::logio::rosbag2::BagMetadata metadata{
      .file_name = "drive_0.db3", .start = gs::Timestamp{1}, .end = gs::Timestamp{2}};
  metadata.channels.push_back({.topic = std::string(text)});  // topic names may hold any bytes
  metadata.counts.push_back(1);
  const auto listed = gs::logio::rosbag2::listed_files(gs::logio::rosbag2::metadata_yaml(metadata));
  GS_EXPECT(listed.size() == 1 && listed[0] == "drive_0.db3");
  return 0;
}
