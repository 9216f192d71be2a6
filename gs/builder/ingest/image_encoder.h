// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts image messages of a log to JPEG. An encoder belongs to one thread and reuses its memory.
#pragma once

#include <memory>
#include <string>

#include "gs/assets/image/encodings.h"
#include "gs/assets/image/jpeg.h"
#include "gs/assets/image/undistort.h"
#include "gs/camera/camera_message.h"
#include "gs/camera/video_topic.h"
#include "gs/logio/api/log.h"

namespace gs::builder {

// An image ready to be written.
struct EncodedImage {
  Timestamp stamp;
  std::string frame_id;
  int width = 0, height = 0;
  Bytes jpeg{};            // memory of the log or of `storage` if it was JPEG, else of the encoder until its next call
  bool unstamped = false;  // header.stamp was 0; the stamp is the recording time
  std::shared_ptr<const void> storage{};  // shared with the message that was decoded
};

// One encoder per thread.
class ImageEncoder {
 public:
  explicit ImageEncoder(int jpeg_quality) : options_{.quality = jpeg_quality} {}

  // A message of raw pixels or of an image file, of any type of camera::all_formats(). JPEG is kept as it is, PNG and
  // pixels are encoded; a gray file of a Bayer mosaic gets its colours. 16-bit samples are scaled by `samples`. Errors:
  // corrupt for a file that does not decode without damage, unsupported for other formats. With a resampling, every
  // image is resampled and encoded; then invalid_argument for another size than that of the recorded camera.
  Result<EncodedImage> encode(const logio::MessageView& message, const assets::SampleRange& samples,
                              const assets::Undistorter* resampling = nullptr);
  // A picture of a video.
  Result<EncodedImage> encode(const camera::VideoPicture& picture, const assets::Undistorter* resampling = nullptr);

 private:
  Result<void> encode_pixels(const assets::RawImage& raw, EncodedImage& out);
  Result<void> encode_file(const camera::CameraMessage& message, const assets::SampleRange& samples, EncodedImage& out);
  Result<void> encode_view(const assets::PixelView& pixels, EncodedImage& out);

  assets::JpegEncodeOptions options_;
  assets::JpegEncoder encoder_;
  assets::JpegDecoder decoder_;
  assets::Image decoded_;                            // last checked JPEG, kept to reuse its memory
  assets::Image resampled_;                          // last resampled image, likewise
  const assets::Undistorter* resampling_ = nullptr;  // of the current call
};

// Range of the 16-bit samples of a message (see assets::find_sample_range()); empty for messages without such samples.
std::optional<assets::SampleRange> sample_range_of(const logio::MessageView& message);

}  // namespace gs::builder
