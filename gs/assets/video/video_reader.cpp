// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/video/ffmpeg.h"
#include "gs/assets/video/frame_picture.h"
#include "gs/assets/video/video.h"
#include "gs/core/file.h"

namespace gs::assets {

// FFmpeg objects of one video.
struct VideoReader::State {
  AVFormatContext* demuxer = nullptr;
  AVStream* stream = nullptr;
  ffmpeg::Codec codec;
  ffmpeg::Frame frame;
  ffmpeg::Packet packet;
  ffmpeg::Scaler scaler;
  bool drained = false;

  ~State() { avformat_close_input(&demuxer); }

  // Passes the next packet of the video stream to the decoder, or the end of the stream.
  Result<void> feed() {
    while (true) {
      const int status = av_read_frame(demuxer, packet.get());
      if (status < 0) {
        drained = true;
        avcodec_send_packet(codec.get(), nullptr);
        return {};
      }
      const bool ours = packet->stream_index == stream->index;
      const int sent = ours ? avcodec_send_packet(codec.get(), packet.get()) : 0;
      av_packet_unref(packet.get());
      if (sent < 0) return ffmpeg::failure(ErrorCode::corrupt, "cannot decode", sent);
      if (ours) return {};
    }
  }
};

VideoReader::VideoReader(Hidden<State> state) : state_(std::move(state)) {}

Result<VideoReader> VideoReader::open(const std::filesystem::path& path) {
  GS_TRY(const MappedFile exists, MappedFile::open(path));  // our own error text for a missing or unreadable file
  av_log_set_level(AV_LOG_QUIET);
  Hidden<State> state = make_hidden<State>();
  const std::string url = "file:" + path.string();
  if (const int status = avformat_open_input(&state->demuxer, url.c_str(), nullptr, nullptr); status < 0) {
    return ffmpeg::failure(ErrorCode::corrupt, "cannot open", status).with_context(path.string());
  }
  if (const int status = avformat_find_stream_info(state->demuxer, nullptr); status < 0) {
    return ffmpeg::failure(ErrorCode::corrupt, "cannot read", status).with_context(path.string());
  }
  const AVCodec* decoder = nullptr;
  const int index = av_find_best_stream(state->demuxer, AVMEDIA_TYPE_VIDEO, -1, -1, &decoder, 0);
  if (index < 0 || decoder == nullptr)
    return fail(ErrorCode::unsupported, "file contains no video stream: {}", path.string());
  state->stream = state->demuxer->streams[index];
  state->codec.reset(avcodec_alloc_context3(decoder));
  avcodec_parameters_to_context(state->codec.get(), state->stream->codecpar);
  if (const int status = avcodec_open2(state->codec.get(), decoder, nullptr); status < 0) {
    return ffmpeg::failure(ErrorCode::unsupported, "cannot start the decoder", status).with_context(path.string());
  }
  state->frame.reset(av_frame_alloc());
  state->packet.reset(av_packet_alloc());
  return VideoReader(std::move(state));
}

double VideoReader::fps() const { return av_q2d(state_->stream->avg_frame_rate); }

// FFmpeg returns a frame only after enough packets; feed until it does or the stream ends.
Result<std::optional<Image>> VideoReader::next() {
  State& s = *state_;
  while (true) {
    const int status = avcodec_receive_frame(s.codec.get(), s.frame.get());
    if (status == 0) {
      GS_TRY(Image image, ffmpeg::to_rgb(*s.frame, s.scaler));
      return std::optional(std::move(image));
    }
    if (status == AVERROR_EOF || (status == AVERROR(EAGAIN) && s.drained)) return std::optional<Image>();
    if (status != AVERROR(EAGAIN)) return ffmpeg::failure(ErrorCode::corrupt, "cannot decode", status);
    GS_CHECK(s.feed());
  }
}

}  // namespace gs::assets
