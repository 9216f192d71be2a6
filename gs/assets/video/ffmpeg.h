// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// RAII owners of FFmpeg objects, and conversion of its errors.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
}

#include <memory>
#include <string>
#include <string_view>

#include "gs/core/result.h"

namespace gs::assets::ffmpeg {

// Deleter of FFmpeg objects.
struct Delete {
  void operator()(AVCodecContext* p) const { avcodec_free_context(&p); }
  void operator()(AVFrame* p) const { av_frame_free(&p); }
  void operator()(AVPacket* p) const { av_packet_free(&p); }
  void operator()(SwsContext* p) const { sws_freeContext(p); }
};
using Codec = std::unique_ptr<AVCodecContext, Delete>;
using Frame = std::unique_ptr<AVFrame, Delete>;
using Packet = std::unique_ptr<AVPacket, Delete>;
using Scaler = std::unique_ptr<SwsContext, Delete>;

// Error with FFmpeg's own text; `doing` names the failed action.
inline Error failure(ErrorCode code, std::string_view doing, int status) {
  char text[AV_ERROR_MAX_STRING_SIZE] = {};
  av_strerror(status, text, sizeof(text));
  return fail(code, "video: {}: {}", doing, static_cast<const char*>(text));
}

// Sets full-range RGB on one side and Y'CbCr BT.709 in video range on the other, which players assume for unmarked HD;
// the stream is marked accordingly.
inline void set_colors(SwsContext* scaler, bool to_yuv) {
  const int* table = sws_getCoefficients(SWS_CS_ITU709);
  sws_setColorspaceDetails(scaler, table, to_yuv ? 1 : 0, table, to_yuv ? 0 : 1, 0, 1 << 16, 1 << 16);
}

}  // namespace gs::assets::ffmpeg
