// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Frames that name a colour matrix that does not exist become pictures; empty frames are refused.
#include "gs/assets/video/frame_picture.h"

#include <gtest/gtest.h>

#include <cstring>

namespace gs::assets {
namespace {

// Found by the fuzz target `camera`: the field held 141, which is no value of its enumeration.
TEST(FramePicture, AMatrixThatDoesNotExistIsReadAsTheDefault) {
  const ffmpeg::Frame frame(av_frame_alloc());
  frame->format = AV_PIX_FMT_YUV420P, frame->width = 16, frame->height = 16;
  ASSERT_EQ(av_frame_get_buffer(frame.get(), 0), 0);
  for (int plane = 0; plane < 3; ++plane) {
    const std::size_t rows = plane == 0 ? 16 : 8;
    std::memset(frame->data[plane], 128, static_cast<std::size_t>(frame->linesize[plane]) * rows);
  }
  const int unknown = 141;
  std::memcpy(&frame->colorspace, &unknown, sizeof(unknown));
  ffmpeg::Scaler scaler;
  const auto image = ffmpeg::to_rgb(*frame, scaler);
  ASSERT_TRUE(image.has_value());
  for (const uint8_t value : image->data) EXPECT_NEAR(value, 130, 2);  // (128 - 16) * 255 / 219
  frame->width = 0;
  EXPECT_EQ(ffmpeg::to_rgb(*frame, scaler).error().code, ErrorCode::corrupt);
}

}  // namespace
}  // namespace gs::assets
