// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/video/testing/stream_encoder.h"

#include <cmath>
#include <cstdlib>

#include "gs/assets/video/ffmpeg.h"

namespace gs::assets::testing {
namespace {

// Settings that make encoders fast and their output short and reproducible.
void configure(AVCodecContext& codec, const StreamRecipe& recipe, int width, int height) {
  codec.width = width, codec.height = height;
  codec.pix_fmt = AV_PIX_FMT_YUV420P;
  codec.time_base = {1, 10}, codec.framerate = {10, 1};
  codec.gop_size = recipe.key_every, codec.max_b_frames = recipe.b_frames;
  codec.thread_count = 1;
  codec.color_range = recipe.full_range ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  codec.colorspace = recipe.full_range ? AVCOL_SPC_SMPTE170M : AVCOL_SPC_BT709;
  const std::string& name = recipe.encoder;
  if (name == "libx264") {
    av_opt_set(codec.priv_data, "preset", "veryfast", 0);
    const std::string own = "scenecut=0:b-adapt=0:mbtree=0";
    av_opt_set(codec.priv_data, "x264-params", (own + (recipe.open_gop ? ":open-gop=1" : "")).c_str(), 0);
    av_opt_set_double(codec.priv_data, "crf", 12, 0);
  } else if (name == "libx265") {
    av_opt_set(codec.priv_data, "preset", "veryfast", 0);
    av_opt_set(codec.priv_data, "x265-params", "log-level=none:scenecut=0:b-adapt=0:pools=1:repeat-headers=1", 0);
    av_opt_set_double(codec.priv_data, "crf", 12, 0);
  } else if (name == "libsvtav1") {
    av_opt_set(codec.priv_data, "preset", "10", 0);
    av_opt_set(codec.priv_data, "svtav1-params", "pred-struct=1:lp=1", 0);
    av_opt_set_int(codec.priv_data, "crf", 15, 0);
  } else if (name == "libaom-av1") {
    av_opt_set_int(codec.priv_data, "cpu-used", 8, 0);
    av_opt_set(codec.priv_data, "usage", "realtime", 0);
    av_opt_set_int(codec.priv_data, "crf", 15, 0);
  } else if (name == "libvpx-vp9") {
    av_opt_set(codec.priv_data, "deadline", "realtime", 0);
    av_opt_set_int(codec.priv_data, "cpu-used", 8, 0);
    av_opt_set_int(codec.priv_data, "lag-in-frames", 0, 0);
    codec.bit_rate = 2'000'000;
  }
}

void take_packets(AVCodecContext& codec, AVPacket& packet, std::vector<CodedPacket>& out) {
  while (avcodec_receive_packet(&codec, &packet) == 0) {
    const auto* bytes = reinterpret_cast<const std::byte*>(packet.data);
    out.push_back({{bytes, bytes + packet.size}, static_cast<int>(packet.pts), (packet.flags & AV_PKT_FLAG_KEY) != 0});
    av_packet_unref(&packet);
  }
}

}  // namespace

std::optional<std::vector<CodedPacket>> encode_stream(const std::vector<Image>& images, const StreamRecipe& recipe) {
  av_log_set_level(AV_LOG_QUIET);
  setenv("SVT_LOG", "0", 1);
  const AVCodec* encoder = avcodec_find_encoder_by_name(recipe.encoder.c_str());
  if (encoder == nullptr || images.empty()) return std::nullopt;
  const int width = images.front().width, height = images.front().height;
  const ffmpeg::Codec codec(avcodec_alloc_context3(encoder));
  configure(*codec, recipe, width, height);
  if (avcodec_open2(codec.get(), encoder, nullptr) < 0) return std::nullopt;
  const ffmpeg::Packet packet(av_packet_alloc());
  const ffmpeg::Scaler scaler(sws_getContext(width, height, AV_PIX_FMT_RGB24, width, height, AV_PIX_FMT_YUV420P,
                                             SWS_BILINEAR | SWS_BITEXACT, nullptr, nullptr, nullptr));
  const int* table = sws_getCoefficients(recipe.full_range ? SWS_CS_ITU601 : SWS_CS_ITU709);
  sws_setColorspaceDetails(scaler.get(), table, 1, table, recipe.full_range ? 1 : 0, 0, 1 << 16, 1 << 16);
  std::vector<CodedPacket> out;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const ffmpeg::Frame frame(av_frame_alloc());
    frame->format = AV_PIX_FMT_YUV420P, frame->width = width, frame->height = height;
    if (av_frame_get_buffer(frame.get(), 0) < 0) return std::nullopt;
    const uint8_t* planes[1] = {images[i].data.data()};
    const int strides[1] = {static_cast<int>(images[i].row_bytes())};
    sws_scale(scaler.get(), planes, strides, 0, height, frame->data, frame->linesize);
    frame->pts = static_cast<int64_t>(i);
    if (avcodec_send_frame(codec.get(), frame.get()) < 0) return std::nullopt;
    take_packets(*codec, *packet, out);
  }
  avcodec_send_frame(codec.get(), nullptr);
  take_packets(*codec, *packet, out);
  return out;
}

Image moving_picture(int number, int width, int height) {
  Image image = Image::make(width, height, 3);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      uint8_t* pixel = image.row(y) + 3 * x;
      const double wave = std::sin(0.15 * (x + 4 * number)) * std::cos(0.11 * y + number);
      pixel[0] = static_cast<uint8_t>(128 + 100 * wave);
      pixel[1] = static_cast<uint8_t>(255 * x / width);
      pixel[2] = static_cast<uint8_t>(40 + number * 9 % 180);
    }
  }
  return image;
}

double mean_difference_of(const Image& a, const Image& b) {
  if (a.data.size() != b.data.size() || a.data.empty()) return 255;
  double sum = 0;
  for (std::size_t i = 0; i < a.data.size(); ++i) sum += std::abs(static_cast<int>(a.data[i]) - b.data[i]);
  return sum / static_cast<double>(a.data.size());
}

}  // namespace gs::assets::testing
