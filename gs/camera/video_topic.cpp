// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/camera/video_topic.h"

#include <algorithm>

namespace gs::camera {
namespace {

// Packets whose pictures may still come: more than any decoder reorders.
constexpr std::size_t kMostOrigins = 64;
// Steps that tell the usual one, and how much longer than it a gap is.
constexpr std::size_t kFewestSteps = 5, kMostSteps = 15;
constexpr double kLongStep = 1.7;
// Steps by which packets may come late; a value further back is the start of another sequence.
constexpr double kMostLate = 32;

}  // namespace

int64_t GapFinder::usual_step() const {
  std::vector<int64_t> sorted = steps_;
  std::ranges::sort(sorted);
  return reordered_ ? sorted[sorted.size() - 2] : sorted[sorted.size() / 2];
}

bool GapFinder::take_earlier(int64_t value) {
  reordered_ = reordered_ || value < *largest_;
  const double late = static_cast<double>(*largest_) - static_cast<double>(value);
  if (steps_.size() < kFewestSteps || late <= kMostLate * static_cast<double>(usual_step())) return false;
  largest_ = value, reordered_ = false;
  steps_.clear();
  return true;
}

bool GapFinder::take(int64_t value) {
  if (!largest_) {
    largest_ = value;
    return false;
  }
  if (value <= *largest_) return take_earlier(value);
  const auto step = static_cast<int64_t>(static_cast<uint64_t>(value) - static_cast<uint64_t>(*largest_));
  largest_ = value;
  if (step < 0) return true;  // beyond 2^63
  const bool gap =
      steps_.size() >= kFewestSteps && static_cast<double>(step) > kLongStep * static_cast<double>(usual_step());
  if (steps_.size() == kMostSteps) steps_.erase(steps_.begin());
  steps_.push_back(step);
  return gap;
}

Result<void> VideoTopic::open(std::string_view format) {
  const auto codec = assets::find_stream_codec(format);
  if (!codec) {
    return fail(ErrorCode::unsupported, "the codec '{}' is not decoded", format)
        .with_hint("H.264, H.265, VP9 and AV1 are; republish the images as sensor_msgs/CompressedImage (jpeg)");
  }
  if (codec_ && *codec_ != *codec) {
    return fail(ErrorCode::invalid_data, "the codec changes from {} to {}", assets::to_text(*codec_),
                assets::to_text(*codec));
  }
  if (decoder_) return {};
  GS_TRY(decoder_, assets::StreamDecoder::create(*codec, max_pixels_));
  codec_ = codec;
  return {};
}

std::vector<VideoPicture> VideoTopic::with_origins(std::vector<assets::StreamPicture> pictures) {
  std::vector<VideoPicture> out;
  for (assets::StreamPicture& picture : pictures) {
    const auto origin = origins_.find(picture.tag);
    if (origin == origins_.end()) continue;  // a second picture of one packet
    Origin& from = origin->second;
    out.push_back({from.stamp, from.unstamped, from.received, std::move(from.frame_id), std::move(picture.image)});
    origins_.erase(origin);
  }
  // The lowest numbers are the oldest packets, whose pictures will not come any more.
  while (origins_.size() > kMostOrigins) origins_.erase(origins_.begin());
  return out;
}

Result<std::vector<VideoPicture>> VideoTopic::take(std::string_view type, std::string_view encoding, Bytes payload,
                                                   Timestamp received) {
  GS_TRY(CameraMessage message, read_message(type, encoding, payload));
  if (message.kind != PictureKind::video) return fail(ErrorCode::unsupported, "{} is not a video", type);
  GS_CHECK(open(message.format));
  const bool stamped = message.is_stamped();
  const Timestamp stamp = stamped ? message.stamp : received;
  // Before the packet is decoded, because the gap lies in front of it.
  if (numbers_.take(message.number ? static_cast<int64_t>(*message.number) : stamp.ns)) {
    ++gaps_;
    decoder_->note_gap();
  }
  const int64_t tag = packets_++;
  origins_.emplace(tag, Origin{stamp, !stamped, received, std::move(message.frame_id)});
  const uint64_t left_out = decoder_->counts().before_key;
  auto pictures = decoder_->take(message.data, tag);
  // A packet that gives no picture must not push out the origins of pictures that are still in the decoder.
  if (!pictures || decoder_->counts().before_key > left_out) origins_.erase(tag);
  if (!pictures) return std::move(pictures).error();
  return with_origins(*std::move(pictures));
}

std::vector<VideoPicture> VideoTopic::finish() {
  if (!decoder_) return {};
  return with_origins(decoder_->finish());
}

assets::StreamCounts VideoTopic::counts() const { return decoder_ ? decoder_->counts() : assets::StreamCounts{}; }

std::string_view VideoTopic::codec_name() const { return codec_ ? assets::to_text(*codec_) : std::string_view{}; }

}  // namespace gs::camera
