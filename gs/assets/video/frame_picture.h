// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// A decoded frame of FFmpeg as an RGB image.
#pragma once

#include "gs/assets/image/image.h"
#include "gs/assets/video/ffmpeg.h"

namespace gs::assets::ffmpeg {

// Converts a frame bit-exactly to RGB with the matrix and the range that it names; without a name BT.709 from 720 rows
// on, else BT.601, and video range. `scaler` is made again where the format changes. Errors: unsupported pixel formats;
// limit_exceeded.
Result<Image> to_rgb(const AVFrame& frame, Scaler& scaler);

}  // namespace gs::assets::ffmpeg
