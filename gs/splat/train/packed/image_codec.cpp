// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/packed/image_codec.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace gs::splat::train {
namespace {

constexpr uint32_t kLongest = 24;  // leading ones of an escape code; the plain byte follows
// Classes of local roughness, each with its own mean error.
constexpr std::size_t kContexts = 9;

// Current and previous row of one channel after the colour transform. Border: zeros above the first row and to the
// right; to the left of a row the first pixel of the row above.
class Neighbours {
 public:
  // Two more columns: the corner left of the row, and the pixel above to the right of the last one.
  explicit Neighbours(std::size_t width) : above_(width + 2), row_(width + 2) {}
  void next_row() {
    std::swap(above_, row_);
    row_[0] = above_[1];
  }
  void put(std::size_t x, uint8_t value) { row_[x + 1] = value; }
  // Median predictor (Weinberger et al. 2000): median of left, up and left + up - corner.
  uint8_t predict(std::size_t x) const {
    const int left = row_[x], up = above_[x + 1], corner = above_[x];
    if (corner >= std::max(left, up)) return static_cast<uint8_t>(std::min(left, up));
    if (corner <= std::min(left, up)) return static_cast<uint8_t>(std::max(left, up));
    return static_cast<uint8_t>(left + up - corner);
  }
  // Class of the local gradient: 0 for flat, kContexts - 1 for strong edges.
  std::size_t roughness(std::size_t x) const {
    const int left = row_[x], up = above_[x + 1], corner = above_[x], right = above_[x + 2];
    const auto steps = static_cast<unsigned>(std::abs(left - corner) + std::abs(up - corner) + std::abs(right - up));
    return std::min<std::size_t>(static_cast<std::size_t>(std::bit_width(steps)), kContexts - 1);
  }

 private:
  std::vector<uint8_t> above_, row_;
};

// Running mean of the folded errors of one context, from which the Rice parameter follows.
struct Context {
  uint32_t sum = 4, count = 1;
  // Smallest k with 2^k >= mean error, at most 7.
  uint32_t parameter() const {
    uint32_t k = 0;
    while (k < 7 && (count << k) < sum) ++k;
    return k;
  }
  // Halves the counters from time to time, so that recent pixels count more.
  void add(uint32_t folded) {
    sum += folded, ++count;
    if (count == 64) sum /= 2, count /= 2;
  }
};

// Maps the signed errors 0, -1, 1, -2, ... to 0, 1, 2, 3, ...
uint8_t fold(uint8_t error) {
  const auto e = static_cast<int8_t>(error);
  return static_cast<uint8_t>(e >= 0 ? 2 * e : -2 * e - 1);
}
uint8_t unfold(uint8_t folded) { return static_cast<uint8_t>(folded % 2 == 0 ? folded / 2 : -(folded / 2) - 1); }

// Appends bits, lowest first.
class BitWriter {
 public:
  void put(uint64_t bits, uint32_t count) {
    held_ |= bits << fill_;
    fill_ += count;
    while (fill_ >= 8) {
      out_.push_back(static_cast<std::byte>(held_ & 0xFF));
      held_ >>= 8, fill_ -= 8;
    }
  }
  std::vector<std::byte> take() && {
    if (fill_ > 0) out_.push_back(static_cast<std::byte>(held_ & 0xFF));
    return std::move(out_);
  }

 private:
  std::vector<std::byte> out_;
  uint64_t held_ = 0;
  uint32_t fill_ = 0;
};

// Reads bits, lowest first.
class BitReader {
 public:
  explicit BitReader(Bytes bytes) : bytes_(bytes) {}
  // Returns at least 49 of the next bits without consuming them; zeros behind the end.
  uint64_t look() {
    while (fill_ <= 48 && at_ < bytes_.size()) {
      held_ |= static_cast<uint64_t>(bytes_[at_++]) << fill_;
      fill_ += 8;
    }
    return held_;
  }
  // Consumes bits; false if the input has fewer.
  bool skip(uint32_t count) {
    if (count > fill_) return false;
    held_ >>= count, fill_ -= count;
    return true;
  }
  bool at_end() const { return at_ == bytes_.size() && fill_ < 8 && held_ == 0; }

 private:
  Bytes bytes_;
  std::size_t at_ = 0;
  uint64_t held_ = 0;
  uint32_t fill_ = 0;
};

// Rice code: folded >> k in unary (ones, then a zero), then the k low bits; or an escape and the plain byte.
void write_code(BitWriter& out, uint32_t folded, uint32_t k) {
  const uint32_t ones = folded >> k;
  if (ones >= kLongest) return out.put((1ull << kLongest) - 1, kLongest), out.put(folded, 8);
  out.put((1ull << ones) - 1, ones + 1);
  out.put(folded & ((1u << k) - 1), k);
}

// Inverse of write_code(). Errors: truncated at the end of the data, corrupt for a value above 255.
Result<uint32_t> read_code(BitReader& in, uint32_t k) {
  const uint64_t bits = in.look();
  const auto ones = static_cast<uint32_t>(std::countr_one(bits));
  const bool plain = ones >= kLongest;
  const uint32_t lead = plain ? kLongest : ones + 1, rest = plain ? 8 : k;
  const auto low = static_cast<uint32_t>(bits >> lead) & ((1u << rest) - 1);
  if (!in.skip(lead + rest)) return fail(ErrorCode::truncated, "image data end before the last pixel");
  const uint32_t folded = plain ? low : ones << k | low;
  if (folded > 255) return fail(ErrorCode::corrupt, "invalid Rice code in image data");
  return folded;
}

// Coder state, the same in encoder and decoder.
struct State {
  std::vector<Neighbours> channels;
  Context contexts[3][kContexts]{};
  explicit State(std::size_t width) : channels(3, Neighbours(width)) {}
};

}  // namespace

std::vector<std::byte> encode_image(std::span<const uint8_t> rgb8, int width, int height) {
  const auto columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
  GS_EXPECT(rgb8.size() == 3 * columns * rows);
  State state(columns);
  BitWriter out;
  const uint8_t* from = rgb8.data();
  for (std::size_t y = 0; y < rows; ++y) {
    for (Neighbours& channel : state.channels) channel.next_row();
    for (std::size_t x = 0; x < columns; ++x, from += 3) {
      // Green, and red and blue as differences to green (modulo 256): neighbouring channels are alike, so the
      // differences are small.
      const uint8_t values[3] = {from[1], static_cast<uint8_t>(from[0] - from[1]),
                                 static_cast<uint8_t>(from[2] - from[1])};
      for (std::size_t c = 0; c < 3; ++c) {
        Neighbours& near = state.channels[c];
        Context& context = state.contexts[c][near.roughness(x)];
        const uint8_t folded = fold(static_cast<uint8_t>(values[c] - near.predict(x)));
        write_code(out, folded, context.parameter());
        context.add(folded);
        near.put(x, values[c]);
      }
    }
  }
  return std::move(out).take();
}

Result<std::vector<uint8_t>> decode_image(Bytes bytes, int width, int height) {
  const auto columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
  // Every value takes at least one bit: reject sizes that the bytes cannot fill before allocating.
  if (bytes.size() * 8 < 3 * columns * rows) {
    return fail(ErrorCode::truncated, "{} bytes are too few for an image of {} x {} pixels", bytes.size(), width,
                height);
  }
  State state(columns);
  BitReader in(bytes);
  std::vector<uint8_t> out(3 * columns * rows);
  uint8_t* to = out.data();
  for (std::size_t y = 0; y < rows; ++y) {
    for (Neighbours& channel : state.channels) channel.next_row();
    for (std::size_t x = 0; x < columns; ++x, to += 3) {
      uint8_t values[3] = {};
      for (std::size_t c = 0; c < 3; ++c) {
        Neighbours& near = state.channels[c];
        Context& context = state.contexts[c][near.roughness(x)];
        GS_TRY(const uint32_t folded, read_code(in, context.parameter()));
        context.add(folded);
        values[c] = static_cast<uint8_t>(near.predict(x) + unfold(static_cast<uint8_t>(folded)));
        near.put(x, values[c]);
      }
      to[0] = static_cast<uint8_t>(values[1] + values[0]), to[1] = values[0];
      to[2] = static_cast<uint8_t>(values[2] + values[0]);
    }
  }
  if (!in.at_end()) return fail(ErrorCode::corrupt, "unexpected bytes behind the last pixel of image data");
  return out;
}

}  // namespace gs::splat::train
