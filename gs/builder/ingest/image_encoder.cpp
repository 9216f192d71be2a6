// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/ingest/image_encoder.h"

#include <algorithm>
#include <initializer_list>

#include "gs/assets/image/encodings.h"
#include "gs/assets/image/png.h"
#include "gs/builder/ingest/message_stamp.h"
#include "gs/rosmsg/views.h"

namespace gs::builder {
namespace {

// Formats are detected by content, not by the text field `format` of the message.
bool starts_with(Bytes bytes, std::initializer_list<int> magic) {
  if (bytes.size() < magic.size()) return false;
  return std::ranges::equal(magic, bytes.first(magic.size()), [](int a, std::byte b) { return std::byte(a) == b; });
}

}  // namespace

Result<EncodedImage> ImageEncoder::encode_raw(const logio::MessageView& message) {
  GS_TRY(const rosmsg::MessageEncoding encoding, rosmsg::parse_message_encoding(message.channel->message_encoding));
  GS_TRY(const rosmsg::ImageView view, rosmsg::view_image(encoding, message.data));
  const assets::RawImage raw{view.encoding, view.width, view.height, view.step, view.is_bigendian, view.data};
  GS_TRY(auto pixels, assets::view_pixels(raw));
  // View the pixels without a copy if their layout allows it.
  assets::Image converted;
  if (!pixels) {
    GS_TRY(converted, assets::to_rgb8(raw));
    pixels = assets::view_of(converted);
  }
  GS_TRY(const Bytes jpeg, encoder_.encode(*pixels, options_));
  return EncodedImage{
      stamp_of(view.header.stamp, message), std::string(view.header.frame_id), pixels->width, pixels->height, jpeg,
      !is_stamped(view.header.stamp)};
}

Result<EncodedImage> ImageEncoder::encode_compressed(const logio::MessageView& message) {
  GS_TRY(const rosmsg::MessageEncoding encoding, rosmsg::parse_message_encoding(message.channel->message_encoding));
  GS_TRY(const rosmsg::CompressedImageView view, rosmsg::view_compressed_image(encoding, message.data));
  EncodedImage out{stamp_of(view.header.stamp, message), std::string(view.header.frame_id)};
  out.unstamped = !is_stamped(view.header.stamp);
  if (starts_with(view.data, {0xFF, 0xD8, 0xFF})) {
    // Decode each JPEG completely, here and only here, so that all later steps agree about damaged images.
    GS_TRY(decoded_, decoder_.decode(view.data, {.gray = true}, std::move(decoded_)));
    out.width = decoded_.width, out.height = decoded_.height, out.jpeg = view.data;
    return out;
  }
  if (!starts_with(view.data, {0x89, 'P', 'N', 'G'})) {
    return fail(ErrorCode::unsupported, "unsupported format of a compressed image: '{}'", view.format);
  }
  GS_TRY(const assets::Image image, assets::decode_png(view.data));
  // 16-bit samples and grey with alpha cannot be encoded as JPEG.
  if (image.bytes_per_sample != 1 || image.channels == 2) {
    return fail(ErrorCode::unsupported, "unsupported PNG with {} channels of {} bytes per sample", image.channels,
                image.bytes_per_sample);
  }
  GS_TRY(out.jpeg, encoder_.encode(assets::view_of(image), options_));
  out.width = image.width, out.height = image.height;
  return out;
}

}  // namespace gs::builder
