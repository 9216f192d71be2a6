// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/video/frame_picture.h"

#include <algorithm>
#include <cstring>

namespace gs::assets::ffmpeg {
namespace {

// Stretches 16..235 to 0..255. swscale does it for all formats but gray ones of 8 bits.
void expand_video_range(Image& image) {
  constexpr int kBlack = 16, kWhite = 235;
  for (uint8_t& value : image.data) {
    const int above = std::clamp<int>(value, kBlack, kWhite) - kBlack;
    value = static_cast<uint8_t>((above * 255 + (kWhite - kBlack) / 2) / (kWhite - kBlack));
  }
}

}  // namespace

Result<Image> to_rgb(const AVFrame& frame, Scaler& scaler) {
  if (frame.width <= 0 || frame.height <= 0) return fail(ErrorCode::corrupt, "video: the frame is empty");
  const uint64_t pixels = static_cast<uint64_t>(frame.width) * static_cast<uint64_t>(frame.height);
  if (pixels > kMaxImagePixels) return fail(ErrorCode::limit_exceeded, "video frames have {} pixels", pixels);
  scaler.reset(sws_getCachedContext(
      scaler.release(), frame.width, frame.height, static_cast<AVPixelFormat>(frame.format), frame.width, frame.height,
      AV_PIX_FMT_RGB24, SWS_BILINEAR | SWS_BITEXACT | SWS_ACCURATE_RND, nullptr, nullptr, nullptr));
  if (!scaler) return fail(ErrorCode::unsupported, "video: unsupported pixel format");
  // Streams may name a matrix that is no value of the enumeration, so it is read as a number. The numbers of
  // AVColorSpace and of sws_getCoefficients(), which takes its default for others, are those of ITU-T H.273.
  int matrix = 0;
  static_assert(sizeof(matrix) == sizeof(frame.colorspace));
  std::memcpy(&matrix, &frame.colorspace, sizeof(matrix));
  const bool named = matrix != AVCOL_SPC_UNSPECIFIED && matrix != AVCOL_SPC_RGB;
  if (!named) matrix = frame.height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601;
  const int* table = sws_getCoefficients(matrix);
  const bool full = frame.color_range == AVCOL_RANGE_JPEG;
  sws_setColorspaceDetails(scaler.get(), table, full ? 1 : 0, table, 1, 0, 1 << 16, 1 << 16);
  Image image = Image::make(frame.width, frame.height, 3);
  uint8_t* planes[1] = {image.data.data()};
  const int strides[1] = {static_cast<int>(image.row_bytes())};
  if (sws_scale(scaler.get(), frame.data, frame.linesize, 0, frame.height, planes, strides) != frame.height) {
    return fail(ErrorCode::unsupported, "video: the frame cannot be converted to RGB");
  }
  if (frame.format == AV_PIX_FMT_GRAY8 && !full) expand_video_range(image);
  return image;
}

}  // namespace gs::assets::ffmpeg
