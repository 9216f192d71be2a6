// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/messages/compressed_image.h"

#include <cstring>

#include "gs/assets/image/jpeg.h"

namespace gs::bridge {

Result<rosmsg::sensor_msgs::CompressedImage> compressed_image_message(const world::RenderedImage& image,
                                                                      const std::string& frame_id, int quality) {
  rosmsg::sensor_msgs::CompressedImage message;
  message.header = {.stamp = image.stamp, .frame_id = frame_id};
  message.format = "jpeg";
  assets::Image picture{
      .width = image.width, .height = image.height, .channels = 3, .bytes_per_sample = 1, .data = image.data};
  GS_TRY(const auto jpeg, assets::encode_jpeg(picture, {.quality = quality}));
  message.data.resize(jpeg.size());
  std::memcpy(message.data.data(), jpeg.data(), jpeg.size());
  return message;
}

}  // namespace gs::bridge
