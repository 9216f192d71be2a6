// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>

#include "gs/assets/video/ffmpeg.h"
#include "gs/assets/video/video.h"
#include "gs/core/file.h"

namespace gs::assets {
namespace {

// The output of x264 depends on the number of frame threads, so it is fixed instead of taken from the machine.
constexpr int kEncoderThreads = 4;
constexpr int kIoBufferBytes = 1 << 16;

// Writes to an AtomicFile for the muxer, which appends and seeks back to patch lengths.
struct Output {
  AtomicFile file;
  int64_t position = 0;
  std::optional<Error> error{};  // first failure, with the reason of the system

  // Overwrites existing bytes at the position, then appends the rest.
  int write(const uint8_t* data, int count) {
    const Bytes bytes(reinterpret_cast<const std::byte*>(data), static_cast<std::size_t>(count));
    const auto size = static_cast<int64_t>(file.size());
    const auto inside = static_cast<std::size_t>(std::clamp<int64_t>(size - position, 0, count));
    Result<void> done;
    if (inside > 0) done = file.write_at(static_cast<uint64_t>(position), bytes.first(inside));
    if (done && inside < bytes.size()) done = file.write(bytes.subspan(inside));
    if (!done) {
      if (!error) error = std::move(done).error();
      return AVERROR(EIO);
    }
    position += count;
    return count;
  }
  // Seek callback of FFmpeg; never beyond the end of the file.
  int64_t seek(int64_t offset, int whence) {
    const auto size = static_cast<int64_t>(file.size());
    if (whence == AVSEEK_SIZE) return size;
    const int64_t to = whence == SEEK_SET ? offset : whence == SEEK_CUR ? position + offset : size + offset;
    if (to < 0 || to > size) return AVERROR(EINVAL);
    return position = to;
  }
};

int on_write(void* output, uint8_t* data, int count) { return static_cast<Output*>(output)->write(data, count); }
int64_t on_seek(void* output, int64_t offset, int whence) { return static_cast<Output*>(output)->seek(offset, whence); }

// libx264, or FFmpeg's MPEG-4 encoder.
const AVCodec* find_encoder(VideoCodec codec) {
  const AVCodec* found = codec == VideoCodec::mpeg4 ? nullptr : avcodec_find_encoder_by_name("libx264");
  if (found == nullptr && codec != VideoCodec::h264) found = avcodec_find_encoder(AV_CODEC_ID_MPEG4);
  return found;
}

// Frame rate as a fraction: integers exactly, everything else to a thousandth.
AVRational rate_of(double fps) {
  const double whole = std::round(fps);
  if (std::abs(fps - whole) < 1e-9) return {static_cast<int>(whole), 1};
  return {static_cast<int>(std::lround(fps * 1000)), 1000};
}

AVPixelFormat format_of(const Image& image) {
  return image.channels == 1 ? AV_PIX_FMT_GRAY8 : image.channels == 3 ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_RGBA;
}

// Repeats the last column and row if a size is odd: 4:2:0 chroma needs even sizes.
Image padded_to_even(const Image& image) {
  Image out = Image::make((image.width + 1) / 2 * 2, (image.height + 1) / 2 * 2, image.channels);
  const auto pixel = static_cast<std::size_t>(image.channels);
  for (int y = 0; y < out.height; ++y) {
    const uint8_t* from = image.row(std::min(y, image.height - 1));
    std::memcpy(out.row(y), from, image.row_bytes());
    if (out.width > image.width) {
      std::memcpy(out.row(y) + image.row_bytes(), from + image.row_bytes() - pixel, pixel);
    }
  }
  return out;
}

}  // namespace

// FFmpeg objects of one video; closed by the destructor without finishing the file.
struct VideoWriter::State {
  VideoOptions options;
  std::unique_ptr<Output> output;
  AVFormatContext* muxer = nullptr;
  AVStream* stream = nullptr;
  ffmpeg::Codec codec;
  ffmpeg::Frame frame;
  ffmpeg::Packet packet;
  ffmpeg::Scaler scaler;
  AVPixelFormat scaler_format = AV_PIX_FMT_NONE;
  int64_t frames = 0;
  bool finished = false;

  ~State() {
    if (muxer == nullptr) return;
    // FFmpeg does not own a custom I/O context: its buffer and itself are freed by hand.
    if (muxer->pb != nullptr) {
      av_freep(&muxer->pb->buffer);
      avio_context_free(&muxer->pb);
    }
    avformat_free_context(muxer);
  }

  // The error of the file if it failed, else that of FFmpeg.
  Error failure(std::string_view doing, int status) const {
    if (output->error) return *output->error;
    return ffmpeg::failure(ErrorCode::internal, doing, status);
  }

  // Chooses and configures the encoder. All settings are fixed, so that the bytes are reproducible.
  Result<void> open_codec() {
    const AVCodec* encoder = find_encoder(options.codec);
    if (encoder == nullptr) return fail(ErrorCode::unsupported, "video: FFmpeg has no encoder for the requested codec");
    codec.reset(avcodec_alloc_context3(encoder));
    const AVRational rate = rate_of(options.fps);
    codec->width = (options.width + 1) / 2 * 2;
    codec->height = (options.height + 1) / 2 * 2;
    codec->pix_fmt = AV_PIX_FMT_YUV420P;
    codec->time_base = av_inv_q(rate);
    codec->framerate = rate;
    codec->gop_size = 50;
    codec->thread_count = kEncoderThreads;
    // Mark the stream as BT.709 in video range, as set_colors() converts.
    codec->color_range = AVCOL_RANGE_MPEG;
    codec->colorspace = AVCOL_SPC_BT709;
    codec->color_primaries = AVCOL_PRI_BT709;
    codec->color_trc = AVCOL_TRC_IEC61966_2_1;
    codec->flags |= AV_CODEC_FLAG_BITEXACT | AV_CODEC_FLAG_GLOBAL_HEADER;
    // Map quality 1..100 to the quantiser of each codec.
    if (encoder->id == AV_CODEC_ID_MPEG4) {
      codec->thread_count = 1;
      codec->flags |= AV_CODEC_FLAG_QSCALE;
      codec->global_quality = FF_QP2LAMBDA * (2 + (100 - options.quality) * 29 / 100);
    } else {
      // Constant rate factor: 18 is visually lossless, 35 is poor.
      av_opt_set_double(codec->priv_data, "crf", 15 + (100 - options.quality) * 0.25, 0);
      av_opt_set(codec->priv_data, "preset", "veryfast", 0);
      // x264's macroblock tree reads uninitialised memory, which would make the file depend on earlier work of the
      // program.
      av_opt_set_int(codec->priv_data, "mbtree", 0, 0);
    }
    if (const int status = avcodec_open2(codec.get(), encoder, nullptr); status < 0) {
      return ffmpeg::failure(ErrorCode::internal, "cannot start the encoder", status);
    }
    return {};
  }

  // Creates the mp4 muxer on top of Output and writes its header.
  Result<void> open_muxer() {
    if (const int status = avformat_alloc_output_context2(&muxer, nullptr, "mp4", nullptr); status < 0) {
      return ffmpeg::failure(ErrorCode::internal, "cannot make an mp4", status);
    }
    // No version of the library and no date in the file, so that equal images give equal bytes.
    muxer->flags |= AVFMT_FLAG_BITEXACT;
    auto* buffer = static_cast<uint8_t*>(av_malloc(kIoBufferBytes));
    muxer->pb = avio_alloc_context(buffer, kIoBufferBytes, 1, output.get(), nullptr, on_write, on_seek);
    stream = avformat_new_stream(muxer, nullptr);
    if (muxer->pb == nullptr || stream == nullptr) return fail(ErrorCode::out_of_memory, "no memory for a video");
    stream->time_base = codec->time_base;
    stream->avg_frame_rate = codec->framerate;
    avcodec_parameters_from_context(stream->codecpar, codec.get());
    if (const int status = avformat_write_header(muxer, nullptr); status < 0) return failure("cannot begin", status);
    return {};
  }

  // Allocates the frame that is reused for every image.
  Result<void> open_frame() {
    frame.reset(av_frame_alloc());
    packet.reset(av_packet_alloc());
    frame->format = codec->pix_fmt;
    frame->width = codec->width;
    frame->height = codec->height;
    if (av_frame_get_buffer(frame.get(), 0) < 0) return fail(ErrorCode::out_of_memory, "no memory for a video frame");
    return {};
  }

  // Converts an image to the encoder's pixel format.
  void convert(const Image& image) {
    if (scaler_format != format_of(image)) {
      scaler_format = format_of(image);
      const int flags = SWS_BILINEAR | SWS_BITEXACT | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP;
      scaler.reset(sws_getContext(codec->width, codec->height, scaler_format, codec->width, codec->height,
                                  codec->pix_fmt, flags, nullptr, nullptr, nullptr));
      ffmpeg::set_colors(scaler.get(), true);
    }
    const uint8_t* planes[1] = {image.data.data()};
    const int strides[1] = {static_cast<int>(image.row_bytes())};
    sws_scale(scaler.get(), planes, strides, 0, image.height, frame->data, frame->linesize);
  }

  // Encodes a frame and writes all finished packets; null flushes the encoder.
  Result<void> encode(AVFrame* frame_or_null) {
    if (const int status = avcodec_send_frame(codec.get(), frame_or_null); status < 0) {
      return failure("cannot encode", status);
    }
    while (true) {
      const int status = avcodec_receive_packet(codec.get(), packet.get());
      if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) return {};
      if (status < 0) return failure("cannot encode", status);
      packet->duration = 1;
      av_packet_rescale_ts(packet.get(), codec->time_base, stream->time_base);
      packet->stream_index = stream->index;
      if (const int written = av_interleaved_write_frame(muxer, packet.get()); written < 0) {
        return failure("cannot write", written);
      }
    }
  }
};

VideoWriter::VideoWriter(Hidden<State> state) : state_(std::move(state)) {}

Result<VideoWriter> VideoWriter::create(const std::filesystem::path& path, const VideoOptions& options) {
  const bool size_ok = options.width >= 2 && options.height >= 2 && options.width <= 16384 && options.height <= 16384;
  if (!size_ok) {
    return fail(ErrorCode::invalid_argument, "invalid video size {} x {}: sides must be 2 to 16384", options.width,
                options.height);
  }
  if (!(options.fps >= 0.1 && options.fps <= 1000)) {
    return fail(ErrorCode::invalid_argument, "invalid frame rate {}: must be 0.1 to 1000", options.fps);
  }
  GS_EXPECT(options.quality >= 1 && options.quality <= 100);
  av_log_set_level(AV_LOG_QUIET);
  Hidden<State> state = make_hidden<State>();
  state->options = options;
  // The file appears under its name only in finish(); the muxer needs the codec's parameters, so the codec is opened
  // first.
  GS_TRY(AtomicFile file, AtomicFile::create(path));
  state->output = std::make_unique<Output>(Output{.file = std::move(file)});
  GS_CHECK(state->open_codec());
  GS_CHECK(state->open_muxer());
  GS_CHECK(state->open_frame());
  return VideoWriter(std::move(state));
}

Result<void> VideoWriter::write(const Image& image) {
  State& s = *state_;
  GS_EXPECT(!s.finished);
  if (image.width != s.options.width || image.height != s.options.height) {
    return fail(ErrorCode::invalid_argument, "frame has {} x {} pixels, the video {} x {}", image.width, image.height,
                s.options.width, s.options.height);
  }
  if (image.bytes_per_sample != 1 || image.channels == 2) {
    return fail(ErrorCode::invalid_argument, "video frames are 8-bit gray, RGB or RGBA");
  }
  if (av_frame_make_writable(s.frame.get()) < 0) return fail(ErrorCode::out_of_memory, "no memory for a video frame");
  // 4:2:0 chroma needs even sizes.
  const bool odd = image.width % 2 != 0 || image.height % 2 != 0;
  s.convert(odd ? padded_to_even(image) : image);
  s.frame->pts = s.frames++;
  return s.encode(s.frame.get());
}

// Flush the encoder, write the index, then rename the file into place.
Result<void> VideoWriter::finish() {
  State& s = *state_;
  GS_EXPECT(!s.finished);
  s.finished = true;
  GS_CHECK(s.encode(nullptr));
  if (const int status = av_write_trailer(s.muxer); status < 0) return s.failure("cannot finish", status);
  if (s.output->error) return *s.output->error;
  return s.output->file.commit();
}

std::string VideoWriter::codec_name() const { return state_->codec->codec->name; }

}  // namespace gs::assets
