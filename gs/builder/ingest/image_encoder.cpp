// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/image_encoder.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "gs/assets/image/png.h"
#include "gs/builder/ingest/message_stamp.h"

namespace gs::builder {
namespace {

// Formats are detected by content, not by the text field `format` of the message.
bool starts_with(Bytes bytes, std::initializer_list<int> magic) {
  if (bytes.size() < magic.size()) return false;
  return std::ranges::equal(magic, bytes.first(magic.size()), [](int a, std::byte b) { return std::byte(a) == b; });
}
bool is_jpeg(Bytes file) { return starts_with(file, {0xFF, 0xD8, 0xFF}); }
bool is_png(Bytes file) { return starts_with(file, {0x89, 'P', 'N', 'G'}); }

// The Bayer encoding of a gray file: the pattern that the text field names first ("bayer_rggb16; jpeg compressed ..."),
// at the depth of the file, because JPEG has 8 bits whatever the camera has. Empty for others.
std::string_view bayer_of(std::string_view format, bool wide) {
  constexpr std::array<std::string_view, 4> kNarrow = {"bayer_rggb8", "bayer_bggr8", "bayer_gbrg8", "bayer_grbg8"};
  constexpr std::array<std::string_view, 4> kWide = {"bayer_rggb16", "bayer_bggr16", "bayer_gbrg16", "bayer_grbg16"};
  const std::string_view encoding = format.substr(0, format.find(';'));
  for (std::size_t i = 0; i < kNarrow.size(); ++i) {
    if (encoding == kNarrow[i] || encoding == kWide[i]) return wide ? kWide[i] : kNarrow[i];
  }
  return {};
}

// The pixels of a decoded file as a message of pixels; `format` names the mosaic of a gray file. Gray with alpha has no
// such encoding: empty.
assets::RawImage as_pixels(const assets::Image& image, std::string_view format) {
  constexpr std::array<std::string_view, 4> kNarrow = {"mono8", "", "rgb8", "rgba8"};
  constexpr std::array<std::string_view, 4> kWide = {"mono16", "", "rgb16", "rgba16"};
  const auto channel = static_cast<std::size_t>(image.channels - 1);
  const bool wide = image.bytes_per_sample == 2;
  std::string_view encoding = wide ? kWide[channel] : kNarrow[channel];
  const std::string_view bayer = image.channels == 1 ? bayer_of(format, wide) : std::string_view{};
  if (!bayer.empty()) encoding = bayer;
  return {encoding,
          static_cast<uint32_t>(image.width),
          static_cast<uint32_t>(image.height),
          static_cast<uint32_t>(image.row_bytes()),
          false,
          std::as_bytes(std::span(image.data))};
}

Result<camera::CameraMessage> read(const logio::MessageView& message) {
  return camera::read_message(message.channel->schema.name, message.channel->message_encoding, message.data);
}

}  // namespace

Result<void> ImageEncoder::encode_view(const assets::PixelView& recorded, EncodedImage& out) {
  assets::PixelView pixels = recorded;
  if (resampling_ != nullptr) {
    GS_TRY(resampled_, resampling_->apply(recorded, std::move(resampled_)));
    pixels = assets::view_of(resampled_);
    pixels.blue_first = recorded.blue_first;
  }
  GS_TRY(out.jpeg, encoder_.encode(pixels, options_));
  out.width = pixels.width, out.height = pixels.height;
  return {};
}

Result<void> ImageEncoder::encode_pixels(const assets::RawImage& raw, EncodedImage& out) {
  // View the pixels without a copy if their layout allows it.
  GS_TRY(const auto pixels, assets::view_pixels(raw));
  if (pixels) return encode_view(*pixels, out);
  GS_TRY(const assets::Image converted, assets::to_rgb8(raw));
  return encode_view(assets::view_of(converted), out);
}

Result<void> ImageEncoder::encode_file(const camera::CameraMessage& message, const assets::SampleRange& samples,
                                       EncodedImage& out) {
  if (is_jpeg(message.data)) {
    // Decode each JPEG completely, here and only here, so that all later steps agree about damaged images.
    bool keep_gray = true;
    if (resampling_ != nullptr) {
      GS_TRY(const assets::JpegInfo header, decoder_.inspect(message.data));
      keep_gray = header.gray;
    }
    GS_TRY(decoded_, decoder_.decode(message.data, {.gray = keep_gray}, std::move(decoded_)));
    if (!bayer_of(message.format, false).empty()) {
      GS_TRY(const assets::JpegInfo info, decoder_.inspect(message.data));
      if (info.gray) return encode_pixels(as_pixels(decoded_, message.format), out);
    }
    if (resampling_ != nullptr) return encode_view(assets::view_of(decoded_), out);
    out.width = decoded_.width, out.height = decoded_.height, out.jpeg = message.data;
    return {};
  }
  if (!is_png(message.data)) {
    return fail(ErrorCode::unsupported, "unsupported format of a compressed image: '{}'", message.format)
        .with_hint("JPEG and PNG are read; republish the images as sensor_msgs/CompressedImage (jpeg)");
  }
  GS_TRY(const assets::Image image, assets::decode_png(message.data));
  assets::RawImage raw = as_pixels(image, message.format);
  if (raw.encoding.empty()) {
    return fail(ErrorCode::unsupported, "unsupported PNG: gray with alpha")
        .with_hint("gray, RGB and RGBA of 8 or 16 bits are read");
  }
  // 8-bit gray needs no copy.
  if (raw.encoding == "mono8") return encode_view(assets::view_of(image), out);
  raw.samples = samples;
  return encode_pixels(raw, out);
}

Result<EncodedImage> ImageEncoder::encode(const logio::MessageView& message, const assets::SampleRange& samples,
                                          const assets::Undistorter* resampling) {
  resampling_ = resampling;
  GS_TRY(camera::CameraMessage read_out, read(message));
  EncodedImage out{stamp_of(read_out.stamp, message), std::move(read_out.frame_id)};
  out.unstamped = !is_stamped(read_out.stamp);
  out.storage = read_out.storage;
  if (read_out.kind == camera::PictureKind::file) {
    GS_CHECK(encode_file(read_out, samples, out));
  } else if (read_out.kind == camera::PictureKind::raw) {
    assets::RawImage raw = read_out.pixels();
    raw.samples = samples;
    GS_CHECK(encode_pixels(raw, out));
  } else {
    return fail(ErrorCode::unsupported, "a packet of a video is no picture by itself");
  }
  return out;
}

Result<EncodedImage> ImageEncoder::encode(const camera::VideoPicture& picture, const assets::Undistorter* resampling) {
  resampling_ = resampling;
  EncodedImage out{.stamp = picture.stamp, .frame_id = picture.frame_id, .unstamped = picture.unstamped};
  GS_CHECK(encode_view(assets::view_of(picture.image), out));
  return out;
}

std::optional<assets::SampleRange> sample_range_of(const logio::MessageView& message) {
  const auto out = read(message);
  if (!out || out->kind == camera::PictureKind::video) return std::nullopt;
  if (out->kind == camera::PictureKind::raw) return assets::find_sample_range(out->pixels());
  if (!is_png(out->data)) return std::nullopt;
  const auto info = assets::inspect_png(out->data);
  if (!info || info->bytes_per_sample != 2) return std::nullopt;
  const auto image = assets::decode_png(out->data);
  return image ? assets::find_sample_range(as_pixels(*image, out->format)) : std::nullopt;
}

}  // namespace gs::builder
