// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/video/stream_decoder.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "gs/assets/video/ffmpeg.h"
#include "gs/assets/video/frame_picture.h"
#include "gs/assets/video/reference_chain.h"

namespace gs::assets {
namespace {

// Pictures that wait behind refused packets: as many as H.264 and H.265 reorder.
constexpr std::size_t kMostKept = 16;

const AVCodec* find_decoder(StreamCodec codec) {
  constexpr std::array kIds = {AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1};
  return avcodec_find_decoder(kIds[static_cast<std::size_t>(codec)]);
}

}  // namespace

// FFmpeg objects of one stream.
struct StreamDecoder::State {
  StreamCodec codec_id = StreamCodec::h264;
  ffmpeg::Codec codec;
  ffmpeg::Frame frame;
  ffmpeg::Packet packet;
  ffmpeg::Scaler scaler;
  StreamCounts counts;
  ReferenceChain references;
  bool waiting = true;     // for a packet that decoding can begin with
  bool announced = false;  // parameter sets came in a packet of their own: decoding can begin with the next picture
  bool begun = false;      // the decoder has had a picture
  std::vector<StreamPicture> kept{};  // complete when a packet was refused: they come with the next one

  // Adds all pictures that the decoder has ready. The first error is returned after all of them have been taken.
  Result<void> receive(std::vector<StreamPicture>& out) {
    std::optional<Error> error;
    while (true) {
      const int status = avcodec_receive_frame(codec.get(), frame.get());
      if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) break;
      if (status < 0) {
        error = ffmpeg::failure(ErrorCode::corrupt, "cannot decode the packet", status);
        break;
      }
      const bool damaged = frame->decode_error_flags != 0 || (frame->flags & AV_FRAME_FLAG_CORRUPT) != 0;
      const bool again = std::ranges::any_of(out, [&](const StreamPicture& p) { return p.tag == frame->pts; });
      if (damaged || frame->pts == AV_NOPTS_VALUE) {
        ++counts.damaged;
      } else if (again) {
        ++counts.repeated;
      } else if (auto image = ffmpeg::to_rgb(*frame, scaler)) {
        out.push_back({*std::move(image), frame->pts});
      } else if (!error) {
        error = std::move(image).error();
      }
      av_frame_unref(frame.get());
    }
    if (error) return std::move(*error);
    return {};
  }

  // Copies the bytes: FFmpeg reads beyond the end of a packet, which must be zeros there.
  Result<void> send(Bytes bytes, int64_t tag) {
    if (bytes.size() > (1u << 30)) return fail(ErrorCode::limit_exceeded, "a video packet has {} bytes", bytes.size());
    if (av_new_packet(packet.get(), static_cast<int>(bytes.size())) < 0) {
      return fail(ErrorCode::out_of_memory, "no memory for a video packet");
    }
    std::memcpy(packet->data, bytes.data(), bytes.size());
    packet->pts = tag;
    const int status = avcodec_send_packet(codec.get(), packet.get());
    av_packet_unref(packet.get());
    if (status < 0) return ffmpeg::failure(ErrorCode::corrupt, "cannot decode the packet", status);
    return {};
  }

  // Begins, or begins again behind a gap. H.264 and H.265 then give the pictures that they hold and forget the others:
  // pictures behind a key frame may refer to ones before it, and a decoder that is in use shows gradual refresh before
  // it is complete. Key frames of VP9 and AV1 replace all pictures by themselves.
  void begin(std::vector<StreamPicture>& out) {
    const bool annex_b = codec_id == StreamCodec::h264 || codec_id == StreamCodec::h265;
    if (begun && annex_b) {
      avcodec_send_packet(codec.get(), nullptr);
      if (!receive(out)) ++counts.refused;
      avcodec_flush_buffers(codec.get());
    }
    begun = true, waiting = false;
  }

  // Takes parameter sets without a picture. FFmpeg keeps them, but calls a lack of pictures an error in H.264.
  Result<void> take_headers(const PacketParts& parts, Bytes bytes, int64_t tag, std::vector<StreamPicture>& out) {
    if (codec_id == StreamCodec::h264) references.take(bytes);
    announced = announced || parts.can_begin;
    if (!send(bytes, tag)) return {};
    return receive(out);
  }

  Result<void> decode(Bytes bytes, int64_t tag, std::vector<StreamPicture>& out) {
    GS_TRY(const PacketParts parts, parts_of_packet(codec_id, bytes));
    if (parts.headers && !parts.pictures) return take_headers(parts, bytes, tag, out);
    if (codec_id == StreamCodec::h264 && references.take(bytes) && !waiting) waiting = true, ++counts.gaps;
    if (waiting && !parts.can_begin && !announced) {
      ++counts.before_key;
      return {};
    }
    if (waiting) begin(out);
    announced = false;
    GS_CHECK(send(bytes, tag));
    return receive(out);
  }
};

StreamDecoder::StreamDecoder(Hidden<State> state) : state_(std::move(state)) {}

Result<StreamDecoder> StreamDecoder::create(StreamCodec codec, uint64_t max_pixels) {
  av_log_set_level(AV_LOG_QUIET);
  const AVCodec* decoder = find_decoder(codec);
  if (decoder == nullptr) return fail(ErrorCode::unsupported, "FFmpeg has no decoder for {}", to_text(codec));
  Hidden<State> state = make_hidden<State>();
  state->codec_id = codec;
  state->codec.reset(avcodec_alloc_context3(decoder));
  state->frame.reset(av_frame_alloc());
  state->packet.reset(av_packet_alloc());
  if (!state->codec || !state->frame || !state->packet) {
    return fail(ErrorCode::out_of_memory, "no memory for a video decoder");
  }
  state->codec->thread_count = 1;
  state->codec->max_pixels = static_cast<int64_t>(std::min(max_pixels, kMaxImagePixels));
  // Pictures leave in the order in which they are shown even if the stream does not tell how far it reorders.
  state->codec->strict_std_compliance = FF_COMPLIANCE_STRICT;
  // Errors are refused instead of painted over.
  state->codec->err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER | AV_EF_EXPLODE;
  if (const int status = avcodec_open2(state->codec.get(), decoder, nullptr); status < 0) {
    return ffmpeg::failure(ErrorCode::unsupported, "cannot start the decoder", status);
  }
  return StreamDecoder(std::move(state));
}

Result<std::vector<StreamPicture>> StreamDecoder::take(Bytes packet, int64_t tag) {
  State& s = *state_;
  ++s.counts.packets;
  std::vector<StreamPicture> out = std::exchange(s.kept, {});
  if (auto done = s.decode(packet, tag, out); !done) {
    ++s.counts.refused;
    s.waiting = true;
    if (out.size() <= kMostKept) s.kept = std::move(out);
    return std::move(done).error();
  }
  return out;
}

void StreamDecoder::note_gap() { state_->waiting = true; }

std::vector<StreamPicture> StreamDecoder::finish() {
  std::vector<StreamPicture> out = std::exchange(state_->kept, {});
  avcodec_send_packet(state_->codec.get(), nullptr);
  if (!state_->receive(out)) ++state_->counts.refused;
  return out;
}

const StreamCounts& StreamDecoder::counts() const { return state_->counts; }

}  // namespace gs::assets
