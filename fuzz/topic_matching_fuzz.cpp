// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Topic names from files: patterns, latching by quality of service, and names of RealSense topics. The first line of
// the input is the pattern, the rest the topic.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gs/convert/topics.h"
#include "gs/core/expect.h"
#include "gs/logio/tools/topics.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line = std::min(text.find('\n'), text.size());
  const std::string_view pattern = text.substr(0, line), topic = text.substr(std::min(line + 1, text.size()));
  const bool matches = gs::logio::matches_pattern(topic, pattern);
  if (pattern.find('*') == std::string_view::npos) GS_EXPECT(matches == (topic == pattern));
  GS_EXPECT(gs::logio::matches_pattern(topic, "*"));
  static_cast<void>(
      gs::logio::is_latched({.topic = std::string(topic), .metadata = {{"offered_qos_profiles", std::string(text)}}}));
  static_cast<void>(gs::convert::recognise_topic(topic));
  static_cast<void>(gs::convert::sdk_prefix(topic));
  static_cast<void>(gs::convert::camera_info_candidates(topic));
  static_cast<void>(gs::convert::metadata_topic(topic));
  static_cast<void>(gs::convert::is_image_type(topic));
  return 0;
}
