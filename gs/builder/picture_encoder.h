// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The pictures of a log as JPEG files. One encoder belongs to one thread and keeps its memory between pictures.
#pragma once

#include <string>

#include "gs/assets/image/jpeg.h"
#include "gs/logio/log.h"

namespace gs {

struct EncodedPicture {
  Timestamp stamp;
  std::string frame_id;
  int width = 0, height = 0;
  Bytes jpeg{};  // in the log's memory where it was a JPEG already, else in the encoder's: until its next call
  bool unstamped = false;  // the stamp is the time of receiving
};

class PictureEncoder {
 public:
  explicit PictureEncoder(int jpeg_quality) : options_{.quality = jpeg_quality} {}

  Result<EncodedPicture> encode_raw(const MessageView& message);  // sensor_msgs/Image
  // sensor_msgs/CompressedImage. A JPEG that does not decode without damage is corrupt.
  Result<EncodedPicture> encode_compressed(const MessageView& message);

 private:
  JpegEncodeOptions options_;
  JpegEncoder encoder_;
  JpegDecoder decoder_;
  Image decoded_;  // of the last JPEG that was checked; its memory is used again
};

}  // namespace gs
