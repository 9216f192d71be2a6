// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts image messages of a log to JPEG. An encoder belongs to one thread and reuses its memory.
#pragma once

#include <string>

#include "gs/assets/image/jpeg.h"
#include "gs/logio/api/log.h"

namespace gs::builder {

// An image ready to be written.
struct EncodedImage {
  Timestamp stamp;
  std::string frame_id;
  int width = 0, height = 0;
  Bytes jpeg{};            // memory of the log if it was JPEG, else of the encoder, valid until the encoder's next call
  bool unstamped = false;  // header.stamp was 0; the stamp is the recording time
};

// One encoder per thread.
class ImageEncoder {
 public:
  explicit ImageEncoder(int jpeg_quality) : options_{.quality = jpeg_quality} {}

  Result<EncodedImage> encode_raw(const logio::MessageView& message);  // sensor_msgs/Image
  // sensor_msgs/CompressedImage: JPEG is kept as it is, PNG is encoded. Errors: corrupt for a JPEG that does not decode
  // without damage, unsupported for other formats.
  Result<EncodedImage> encode_compressed(const logio::MessageView& message);

 private:
  assets::JpegEncodeOptions options_;
  assets::JpegEncoder encoder_;
  assets::JpegDecoder decoder_;
  assets::Image decoded_;  // last checked JPEG, kept to reuse its memory
};

}  // namespace gs::builder
