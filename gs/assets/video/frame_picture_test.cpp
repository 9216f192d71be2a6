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

// A frame of one colour without hue; `code` is its luma in 8 bits.
ffmpeg::Frame gray_frame(AVPixelFormat pixels, int bits, AVColorRange range, int code) {
  ffmpeg::Frame frame(av_frame_alloc());
  frame->format = pixels, frame->width = 16, frame->height = 16, frame->color_range = range;
  EXPECT_EQ(av_frame_get_buffer(frame.get(), 0), 0);
  for (int plane = 0; plane < 3 && frame->data[plane] != nullptr; ++plane) {
    const int value = (plane == 0 ? code : 128) << (bits - 8);
    for (int row = 0; row < (plane == 0 ? 16 : 8); ++row) {
      uint8_t* at = frame->data[plane] + row * frame->linesize[plane];
      for (int x = 0; x < (plane == 0 ? 16 : 8); ++x) {
        const auto sample = static_cast<uint16_t>(value);
        if (bits == 8) {
          at[x] = static_cast<uint8_t>(sample);
        } else {
          std::memcpy(at + 2 * x, &sample, 2);
        }
      }
    }
  }
  return frame;
}

// ITU-T H.273: video range has black at 16 and white at 235, full range at 0 and 255, times 2^(bits - 8).
TEST(FramePicture, RangesOfEveryDepth) {
  struct Format {
    AVPixelFormat pixels;
    int bits;
  };
  for (const Format format :
       {Format{AV_PIX_FMT_YUV420P, 8}, Format{AV_PIX_FMT_YUV420P10LE, 10}, Format{AV_PIX_FMT_YUV420P12LE, 12},
        Format{AV_PIX_FMT_YUV420P16LE, 16}, Format{AV_PIX_FMT_GRAY8, 8}, Format{AV_PIX_FMT_GRAY10LE, 10},
        Format{AV_PIX_FMT_GRAY12LE, 12}, Format{AV_PIX_FMT_GRAY16LE, 16}}) {
    for (const int code : {16, 64, 200, 235}) {
      SCOPED_TRACE(std::to_string(format.pixels) + " " + std::to_string(code));
      ffmpeg::Scaler scaler;
      const auto shown = [&](AVColorRange range) {
        const auto image = ffmpeg::to_rgb(*gray_frame(format.pixels, format.bits, range, code), scaler);
        EXPECT_TRUE(image.has_value());
        return image ? static_cast<int>(image->data[3 * (8 * 16 + 8)]) : -1;
      };
      const double video = (code - 16) * 255.0 / 219;
      EXPECT_NEAR(shown(AVCOL_RANGE_MPEG), video, 2.5);
      EXPECT_NEAR(shown(AVCOL_RANGE_UNSPECIFIED), video, 2.5);
      EXPECT_NEAR(shown(AVCOL_RANGE_JPEG), code, 2.5);
    }
  }
}

}  // namespace
}  // namespace gs::assets
