// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A small VRS file with one camera and one motion stream, for tests.
#pragma once

#include "gs/core/file.h"
#include "gs/core/numbers/random.h"
#include "gs/core/progress.h"
#include "gs/logio/vrs/content.h"
#include "gs/logio/vrs/payload/layout_fields.h"
#include "gs/logio/vrs/reader.h"
#include "gs/logio/vrs/report/checksum.h"
#include "gs/logio/vrs/writer.h"

namespace gs::logio::vrs {

struct TestConfiguration {
  uint32_t image_width = 0, image_height = 0, image_pixel_format = 0;
};
void fields(auto& visit, LayoutOf<TestConfiguration> auto& c) {
  visit("image_width", c.image_width);
  visit("image_height", c.image_height);
  visit("image_pixel_format", c.image_pixel_format);
}
struct TestData {
  uint32_t frame_number = 0;
};
void fields(auto& visit, LayoutOf<TestData> auto& d) { visit("frame_number", d.frame_number); }

inline constexpr StreamId kCamera{recordable::forward_camera, 1};
inline constexpr StreamId kMotion{recordable::motion, 1};
inline constexpr uint32_t kWidth = 64, kHeight = 48;

// Camera with configuration and images, and a motion stream.
inline Description test_description() {
  Description description;
  StreamTags camera = make_stream_tags(kCamera, "Test_Color|id:1001");
  add_record_format(camera, RecordType::configuration, layout_of<TestConfiguration>(), false);
  add_record_format(camera, RecordType::data, layout_of<TestData>(), true);
  StreamTags motion = make_stream_tags(kMotion, "Test_Accel|id:2001");
  add_record_format(motion, RecordType::data, layout_of<TestData>(), false);
  description.streams = {{kCamera, camera}, {kMotion, motion}};
  description.file = {{"device_type", "test"}};
  return description;
}

inline std::vector<std::byte> pixels(uint32_t frame) {
  std::vector<std::byte> out(kWidth * kHeight * 3);
  Random random(3, purpose("pixels"), frame);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::byte>(i / 7 + random.below(3));
  return out;
}

inline Result<void> write_frame(Writer& writer, uint32_t frame) {
  const auto layout = encode_layout(TestData{.frame_number = frame});
  const auto image = pixels(frame);
  const Bytes parts[] = {layout, image};
  return writer.write({.stream = kCamera, .timestamp = 10.0 + frame / 30.0}, parts);
}

// One configuration, then `frames` images and motion samples.
inline Result<uint64_t> write_test_file(const fs::path& path, const WriterOptions& options, uint32_t frames = 4) {
  GS_TRY(Writer writer, Writer::create(path, test_description(), options));
  const auto configuration = encode_layout(TestConfiguration{kWidth, kHeight, 4});
  GS_CHECK(writer.write({kCamera, RecordType::configuration, 10.0}, Bytes(configuration)));
  for (uint32_t i = 0; i < frames; ++i) {
    GS_CHECK(write_frame(writer, i));
    GS_CHECK(writer.write({.stream = kMotion, .timestamp = 10.0 + i / 30.0}, Bytes(encode_layout(TestData{i}))));
  }
  return writer.close();
}

inline std::string checksum_of(const fs::path& path) {
  Problems problems;
  NoProgress progress;
  return content_checksum(*Reader::open(path, problems), progress).value_or("unreadable");
}

}  // namespace gs::logio::vrs
