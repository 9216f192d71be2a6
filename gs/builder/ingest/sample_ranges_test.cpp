// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The range of a 16-bit camera is that of all its images, also if the first ones are dark.
#include "gs/builder/ingest/sample_ranges.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "gs/core/testing/temporary_folder.h"
#include "gs/logio/tools/create_log.h"
#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::builder {
namespace {

// A log of 4 s with images at 10 Hz, 12 bits; their largest sample is 200 in the dark, 3900 from second `light_s` on.
class SampleRangesOfLog : public ::testing::Test {
 protected:
  void write(double light_s, const std::string& encoding) {
    const auto log = logio::create_log(folder_ / "log.mcap", {.profile = "ros2", .replace = true}).value();
    logio::LogChannel channel{.topic = "/front/image_raw", .message_encoding = "cdr"};
    channel.schema = {"sensor_msgs/msg/Image", "ros2msg", "uint8 x"};
    const uint32_t id = log->add_channel(channel).value();
    for (int i = 0; i < 40; ++i) {
      const Timestamp time{1'700'000'000'000'000'000 + int64_t{100'000'000} * i};
      const uint16_t brightest = 0.1 * i < light_s ? 200 : 3900;
      rosmsg::sensor_msgs::Image image;
      image.header.stamp = time;
      image.width = image.height = 40, image.encoding = encoding;
      image.step = encoding == "mono8" ? 40 : 80;
      image.data.resize(static_cast<std::size_t>(image.step) * 40);
      if (encoding == "mono16") {
        for (std::size_t k = 0; k < image.data.size(); k += 2) {
          const auto sample = static_cast<uint16_t>(brightest * (k % 80) / 80);
          image.data[k] = static_cast<uint8_t>(sample & 0xff), image.data[k + 1] = static_cast<uint8_t>(sample >> 8);
        }
      }
      ASSERT_TRUE(log->write(id, time, time, static_cast<uint32_t>(i), rosmsg::encode_cdr(image)));
    }
    ASSERT_TRUE(log->close());
  }
  // The range that the survey finds; empty if it finds none.
  std::optional<assets::SampleRange> surveyed(const TimeWindow& window = {}) {
    Problems problems;
    const auto log = logio::open_log(folder_ / "log.mcap", problems).value();
    TopicMapping mapping;
    mapping.cameras = {{.id = "front", .topic = "/front/image_raw"}};
    const SampleRanges found = survey_sample_ranges(*log, mapping, window).value();
    if (found.empty()) return std::nullopt;
    return found.at("/front/image_raw");
  }

  TemporaryFolder folder_;
};

TEST_F(SampleRangesOfLog, IsThatOfTheWholeWindow) {
  write(2.5, "mono16");
  ASSERT_TRUE(surveyed());
  EXPECT_EQ(*surveyed(), (assets::SampleRange{0, 4095}));
  const Timestamp start{1'700'000'000'000'000'000};
  EXPECT_EQ(*surveyed({.begin = start, .end = start + Duration::from_ms(2000)}), (assets::SampleRange{0, 255}));
}

TEST_F(SampleRangesOfLog, CamerasOf8BitsHaveNone) {
  write(0, "mono8");
  EXPECT_FALSE(surveyed());
}

}  // namespace
}  // namespace gs::builder
