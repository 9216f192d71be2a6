// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Foxglove messages of a recorded log. Here and not beside the decoder, since gs/rosmsg knows no log format.
#include <gtest/gtest.h>

#include <cstdlib>

#include "gs/core/file.h"
#include "gs/logio/mcap/reader.h"
#include "gs/rosmsg/foxglove/decode.h"

namespace gs::foxglove {
namespace {

TEST(FoxgloveJson, ReadsARealLog) {
  const char* data = std::getenv("GS_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "set GS_TEST_DATA to the folder that holds logs";
  const fs::path path = fs::path(data) / "logs/foxglove_mcap/lichtblick_json_image_camera_calibration.mcap";
  Problems problems;
  const auto log = logio::McapReader::open(path, problems).value();
  const auto stream = log->read({}, problems).value();
  int images = 0, calibrations = 0;
  while (true) {
    const auto batch = stream->next_batch().value();
    if (batch.empty()) break;
    for (const logio::MessageView& m : batch) {
      if (m.channel->schema.name == rosmsg::foxglove::CompressedImage::kName) {
        const auto image =
            rosmsg::foxglove::decode<rosmsg::foxglove::CompressedImage>(m.channel->message_encoding, m.data).value();
        EXPECT_GT(image.data.size(), 10'000u);
        EXPECT_FALSE(image.format.empty());
        ++images;
      }
      if (m.channel->schema.name == rosmsg::foxglove::CameraCalibration::kName) {
        const auto calibration =
            rosmsg::foxglove::decode<rosmsg::foxglove::CameraCalibration>(m.channel->message_encoding, m.data).value();
        EXPECT_EQ(calibration.K.size(), 9u);
        EXPECT_EQ(calibration.P.size(), 12u);
        EXPECT_GT(calibration.width, 0u);
        ++calibrations;
      }
    }
  }
  EXPECT_EQ(images, 10);
  EXPECT_EQ(calibrations, 20);
}

}  // namespace
}  // namespace gs::foxglove
