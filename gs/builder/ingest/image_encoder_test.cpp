// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gray files of a Bayer mosaic get their colours, whatever depth the text field names.
#include "gs/builder/ingest/image_encoder.h"

#include <gtest/gtest.h>

#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/messages/sensor_msgs.h"

namespace gs::builder {
namespace {

// A mosaic of the plain colour (200, 100, 50), red in the top left corner.
assets::Image plain_mosaic() {
  assets::Image mosaic = assets::Image::make(32, 32, 1);
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 32; ++x)
      mosaic.row(y)[x] = x % 2 != y % 2 ? uint8_t{100} : y % 2 == 0 ? uint8_t{200} : uint8_t{50};
  }
  return mosaic;
}

TEST(ImageEncoder, GrayJpegOfAMosaicGetsItsColours) {
  const auto jpeg = assets::encode_jpeg(plain_mosaic(), {.quality = 100}).value();
  for (const char* name : {"bayer_rggb8; jpeg compressed bayer_rggb8", "bayer_rggb16; jpeg compressed "}) {
    rosmsg::sensor_msgs::CompressedImage message;
    message.format = name;
    const auto* bytes = reinterpret_cast<const uint8_t*>(jpeg.data());
    message.data.assign(bytes, bytes + jpeg.size());
    const auto payload = rosmsg::encode_cdr(message);
    logio::LogChannel channel;
    channel.topic = "/front/image_raw/compressed", channel.message_encoding = "cdr";
    channel.schema.name = "sensor_msgs/msg/CompressedImage";
    logio::MessageView view;
    view.channel = &channel, view.log_time = Timestamp{1}, view.data = payload;
    ImageEncoder encoder(95);
    const auto encoded = encoder.encode(view, assets::SampleRange{});
    ASSERT_TRUE(encoded.has_value()) << encoded.error().message;
    const assets::Image image = assets::decode_jpeg(encoded->jpeg).value();
    ASSERT_EQ(image.channels, 3);
    EXPECT_NEAR(image.sample(16, 16, 0), 200, 8) << name;
    EXPECT_NEAR(image.sample(16, 16, 1), 100, 8) << name;
    EXPECT_NEAR(image.sample(16, 16, 2), 50, 8) << name;
  }
}

}  // namespace
}  // namespace gs::builder
