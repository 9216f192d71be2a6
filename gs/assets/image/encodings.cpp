// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/image/encodings.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "gs/core/parallel.h"

namespace gs::assets {
namespace {

// Families of encodings with a common reader.
enum class Kind { packed, uyvy, yuyv, nv12, nv21, bayer, depth16, depth32 };

// One encoding of sensor_msgs/image_encodings.
struct Encoding {
  std::string_view name;
  Kind kind = Kind::packed;
  int channels = 1;                 // samples per pixel in the data
  int sample_bytes = 1;             // 1, 2 or 4
  std::array<int, 3> rgb{0, 0, 0};  // packed: index of the red, green and blue sample; bayer: x, y of the red pixel
};

// Sample order of packed encodings.
constexpr std::array<int, 3> kRgb{0, 1, 2}, kBgr{2, 1, 0}, kGray{0, 0, 0};
constexpr Encoding kEncodings[] = {
    {"rgb8", Kind::packed, 3, 1, kRgb},
    {"bgr8", Kind::packed, 3, 1, kBgr},
    {"rgba8", Kind::packed, 4, 1, kRgb},
    {"bgra8", Kind::packed, 4, 1, kBgr},
    {"8UC1", Kind::packed, 1, 1, kGray},
    {"8UC3", Kind::packed, 3, 1, kBgr},  // OpenCV's order, as cv_bridge reads it
    {"8UC4", Kind::packed, 4, 1, kBgr},
    {"mono8", Kind::packed, 1, 1, kGray},
    {"rgb16", Kind::packed, 3, 2, kRgb},
    {"bgr16", Kind::packed, 3, 2, kBgr},
    {"rgba16", Kind::packed, 4, 2, kRgb},
    {"bgra16", Kind::packed, 4, 2, kBgr},
    {"mono16", Kind::packed, 1, 2, kGray},
    {"yuv422", Kind::uyvy, 2},
    {"uyvy", Kind::uyvy, 2},
    {"yuv422_yuy2", Kind::yuyv, 2},
    {"yuyv", Kind::yuyv, 2},
    {"nv12", Kind::nv12, 1},
    {"nv21", Kind::nv21, 1},
    {"bayer_rggb8", Kind::bayer, 1, 1, {0, 0, 0}},
    {"bayer_bggr8", Kind::bayer, 1, 1, {1, 1, 0}},
    {"bayer_gbrg8", Kind::bayer, 1, 1, {0, 1, 0}},
    {"bayer_grbg8", Kind::bayer, 1, 1, {1, 0, 0}},
    {"bayer_rggb16", Kind::bayer, 1, 2, {0, 0, 0}},
    {"bayer_bggr16", Kind::bayer, 1, 2, {1, 1, 0}},
    {"bayer_gbrg16", Kind::bayer, 1, 2, {0, 1, 0}},
    {"bayer_grbg16", Kind::bayer, 1, 2, {1, 0, 0}},
    {"16UC1", Kind::depth16, 1, 2},
    {"32FC1", Kind::depth32, 1, 4},
};

// Row of the table, or null.
const Encoding* find_encoding(std::string_view name) {
  const auto* found = std::find_if(std::begin(kEncodings), std::end(kEncodings),
                                   [&](const Encoding& encoding) { return encoding.name == name; });
  return found == std::end(kEncodings) ? nullptr : found;
}

Result<const Encoding*> known_encoding(std::string_view name) {
  if (const Encoding* encoding = find_encoding(name)) return encoding;
  return fail(ErrorCode::unsupported, "image encoding '{}' is not known", name)
      .with_hint("known are rgb8, bgr8, rgba8, bgra8, mono8, mono16, yuv422, yuv422_yuy2, nv12, bayer_*, 16UC1, 32FC1");
}

// Rows of a message whose sizes have been checked.
struct Source {
  const std::byte* data;
  std::size_t step;
  int width, height;
  bool swap;  // the byte order differs from that of this machine
  SampleRange range{};

  const std::byte* row(int y) const { return data + step * static_cast<std::size_t>(y); }
  uint8_t byte(int y, std::size_t i) const { return std::to_integer<uint8_t>(row(y)[i]); }
  uint16_t word(int y, std::size_t i) const {
    const auto value = load_le<uint16_t>(row(y) + 2 * i);
    return swap ? static_cast<uint16_t>(value << 8 | value >> 8) : value;
  }
  float real(int y, std::size_t i) const {
    const auto bits = load_le<uint32_t>(row(y) + 4 * i);
    return std::bit_cast<float>(swap ? __builtin_bswap32(bits) : bits);
  }
  // The 8 bits of a sample that are kept: of 16 bits its place in the range.
  uint8_t high(int y, std::size_t i, int sample_bytes) const {
    if (sample_bytes == 1) return byte(y, i);
    const uint32_t value = std::clamp(word(y, i), range.low, range.high);
    return static_cast<uint8_t>((value - range.low) * 256u / (static_cast<uint32_t>(range.high - range.low) + 1u));
  }
};

uint8_t clamp_to_byte(int value) { return static_cast<uint8_t>(std::clamp(value, 0, 255)); }

// ITU-R BT.601, video range, in 16.16 fixed point.
void put_yuv(int y, int u, int v, uint8_t* rgb) {
  // 76309 = 2^16 * 255 / 219; the others are the chroma factors times 2^16 * 255 / 224. 32768 rounds to nearest.
  const int luma = 76309 * (y - 16) + 32768;
  u -= 128, v -= 128;
  rgb[0] = clamp_to_byte((luma + 104597 * v) >> 16);
  rgb[1] = clamp_to_byte((luma - 25675 * u - 53279 * v) >> 16);
  rgb[2] = clamp_to_byte((luma + 132201 * u) >> 16);
}

// RGB image whose pixels put(x, y, out) writes, in parallel over rows.
template <class PutPixel>
Image filled(const Source& source, PutPixel put) {
  Image image = Image::make(source.width, source.height, 3);
  parallel_for(
      static_cast<std::size_t>(source.height),
      [&](std::size_t y) {
        uint8_t* out = image.row(static_cast<int>(y));
        for (int x = 0; x < source.width; ++x, out += 3) put(x, static_cast<int>(y), out);
      },
      16);
  return image;
}

// Interleaved colour or gray.
Image from_packed(const Source& source, const Encoding& e) {
  if (e.sample_bytes == 1) {  // the common case: three loads and stores per pixel
    const auto pixel = static_cast<std::size_t>(e.channels);
    const auto r = static_cast<std::size_t>(e.rgb[0]), g = static_cast<std::size_t>(e.rgb[1]);
    const auto b = static_cast<std::size_t>(e.rgb[2]);
    return filled(source, [&](int x, int y, uint8_t* out) {
      const auto* from = reinterpret_cast<const uint8_t*>(source.row(y)) + static_cast<std::size_t>(x) * pixel;
      out[0] = from[r], out[1] = from[g], out[2] = from[b];
    });
  }
  return filled(source, [&](int x, int y, uint8_t* out) {
    const auto first = static_cast<std::size_t>(x) * static_cast<std::size_t>(e.channels);
    for (std::size_t c = 0; c < 3; ++c) {
      out[c] = source.high(y, first + static_cast<std::size_t>(e.rgb[c]), 2);
    }
  });
}

// Two pixels share one chroma pair: Y0 U Y1 V or U Y0 V Y1.
Image from_yuv422(const Source& source, bool luma_first) {
  return filled(source, [&](int x, int y, uint8_t* out) {
    // Bytes 0 to 3 of a pair of pixels; the second pixel uses the other luma byte.
    const std::size_t pair = static_cast<std::size_t>(x / 2) * 4;
    const std::size_t luma = luma_first ? 0 : 1, chroma = luma_first ? 1 : 0;
    const std::size_t odd = static_cast<std::size_t>(x % 2) * 2;
    put_yuv(source.byte(y, pair + odd + luma), source.byte(y, pair + chroma), source.byte(y, pair + chroma + 2), out);
  });
}

// A plane of luma, then interleaved chroma at half the resolution.
Image from_nv(const Source& source, bool u_first) {
  return filled(source, [&](int x, int y, uint8_t* out) {
    const int row = source.height + y / 2;
    const std::size_t pair = static_cast<std::size_t>(x / 2) * 2;
    const int first = source.byte(row, pair), second = source.byte(row, pair + 1);
    put_yuv(source.byte(y, static_cast<std::size_t>(x)), u_first ? first : second, u_first ? second : first, out);
  });
}

// Mirrors an index at the border without repeating it, which preserves the Bayer phase.
int mirrored(int i, int size) { return i < 0 ? -i : i >= size ? 2 * size - 2 - i : i; }

// Samples of row y with one mirrored sample on each side.
void read_mosaic_row(const Source& source, int y, int sample_bytes, std::vector<uint8_t>& out) {
  y = mirrored(y, source.height);
  const auto width = static_cast<std::size_t>(source.width);
  // The sample before the first is the second one (and likewise at the end): mirroring keeps the colour of the filter.
  if (sample_bytes == 1) std::memcpy(out.data() + 1, source.row(y), width);
  for (std::size_t x = 0; sample_bytes == 2 && x < width; ++x) out[x + 1] = source.high(y, x, 2);
  out[0] = out[2], out[width + 1] = out[width - 1];
}

// Bilinear demosaicing of one row. rows = rows y - 1, y, y + 1 of the mosaic; each starts one sample before the image.
void put_mosaic_row(const std::array<const uint8_t*, 3>& rows, std::size_t width, bool red_row, std::size_t red_column,
                    uint8_t* out) {
  const auto [above, here, below] = rows;
  // The row's colour other than green, and the colour of the other rows.
  const std::size_t own = red_row ? 0 : 2, other = 2 - own;
  const std::size_t own_column = red_row ? red_column : 1 - red_column;
  // Pixels of the row's own colour: green from the four sides, the other colour from the four corners.
  for (std::size_t x = own_column; x < width; x += 2) {
    const uint8_t *a = above + x, *h = here + x, *b = below + x;
    out[3 * x + own] = h[1];
    out[3 * x + 1] = static_cast<uint8_t>((h[0] + h[2] + a[1] + b[1] + 2) / 4);
    out[3 * x + other] = static_cast<uint8_t>((a[0] + a[2] + b[0] + b[2] + 2) / 4);
  }
  // Green pixels: the row's colour from left and right, the other one from above and below.
  for (std::size_t x = 1 - own_column; x < width; x += 2) {
    const uint8_t *a = above + x, *h = here + x, *b = below + x;
    out[3 * x + own] = static_cast<uint8_t>((h[0] + h[2] + 1) / 2);
    out[3 * x + 1] = h[1];
    out[3 * x + other] = static_cast<uint8_t>((a[1] + b[1] + 1) / 2);
  }
}

// Bayer mosaic; a sliding window of three rows per task.
Image from_bayer(const Source& source, const Encoding& e) {
  Image image = Image::make(source.width, source.height, 3);
  const auto width = static_cast<std::size_t>(source.width);
  parallel_blocks(static_cast<std::size_t>(source.height), 16, [&](std::size_t begin, std::size_t end, std::size_t) {
    std::array<std::vector<uint8_t>, 3> rows;  // row y is rows[y % 3], counted from begin - 1
    for (auto& row : rows) row.resize(width + 2);
    const int first = static_cast<int>(begin);
    read_mosaic_row(source, first - 1, e.sample_bytes, rows[0]);
    read_mosaic_row(source, first, e.sample_bytes, rows[1]);
    for (std::size_t i = 0; i < end - begin; ++i) {
      const int y = first + static_cast<int>(i);
      read_mosaic_row(source, y + 1, e.sample_bytes, rows[(i + 2) % 3]);
      put_mosaic_row({rows[i % 3].data(), rows[(i + 1) % 3].data(), rows[(i + 2) % 3].data()}, width, y % 2 == e.rgb[1],
                     static_cast<std::size_t>(e.rgb[0]), image.row(y));
    }
  });
  return image;
}

// Depth as gray: 0 for invalid, 1..255 between the smallest and the largest value.
Image from_depth(const Source& source, bool real) {
  const auto value = [&](int x, int y) {
    const auto i = static_cast<std::size_t>(x);
    return real ? source.real(y, i) : static_cast<float>(source.word(y, i));
  };
  const auto measured = [](float v) { return std::isfinite(v) && v > 0; };
  // Range of the valid values; zero, negative and non-finite ones are holes.
  float low = INFINITY, high = 0;
  for (int y = 0; y < source.height; ++y) {
    for (int x = 0; x < source.width; ++x) {
      const float v = value(x, y);
      if (measured(v)) low = std::min(low, v), high = std::max(high, v);
    }
  }
  // In double: the difference of two floats may underflow as a float.
  const double range = high > low ? static_cast<double>(high) - low : 1.0;
  return filled(source, [&](int x, int y, uint8_t* out) {
    const float v = value(x, y);
    const double step = measured(v) ? (static_cast<double>(v) - low) / range : 0.0;
    const auto gray = measured(v) ? static_cast<uint8_t>(1.0 + 254.0 * step) : uint8_t{0};
    out[0] = out[1] = out[2] = gray;
  });
}

// Checks width, height, step and data size of a message.
Result<Source> checked_source(const RawImage& raw, const Encoding& e) {
  if (raw.width == 0 || raw.height == 0) {
    return fail(ErrorCode::corrupt, "{} image has {} x {} pixels", raw.encoding, raw.width, raw.height);
  }
  if (static_cast<uint64_t>(raw.width) * raw.height > kMaxImagePixels) {
    return fail(ErrorCode::limit_exceeded, "{} image has {} x {} pixels", raw.encoding, raw.width, raw.height);
  }
  // Chroma subsampling needs even sizes; nv12 and nv21 have half as many rows again for chroma.
  const bool planar = e.kind == Kind::nv12 || e.kind == Kind::nv21;
  const bool pairs = planar || e.kind == Kind::uyvy || e.kind == Kind::yuyv;
  if ((pairs && raw.width % 2 != 0) || (planar && raw.height % 2 != 0)) {
    return fail(ErrorCode::corrupt, "{} image needs even sizes, not {} x {}", raw.encoding, raw.width, raw.height);
  }
  if (e.kind == Kind::bayer && (raw.width < 2 || raw.height < 2)) {
    return fail(ErrorCode::corrupt, "{} image has {} x {} pixels", raw.encoding, raw.width, raw.height);
  }
  // The last row need not be padded to the full step.
  const uint64_t row_bytes =
      static_cast<uint64_t>(raw.width) * static_cast<uint64_t>(e.channels) * static_cast<uint64_t>(e.sample_bytes);
  const uint64_t rows = planar ? raw.height + raw.height / 2 : raw.height;
  if (raw.step < row_bytes) {
    return fail(ErrorCode::corrupt, "{} image: a row of {} bytes does not fit into step {}", raw.encoding, row_bytes,
                raw.step);
  }
  if ((rows - 1) * raw.step + row_bytes > raw.data.size()) {
    return fail(ErrorCode::truncated, "{} image of {} x {} needs {} bytes, {} are there", raw.encoding, raw.width,
                raw.height, (rows - 1) * raw.step + row_bytes, raw.data.size());
  }
  return Source{.data = raw.data.data(),
                .step = raw.step,
                .width = static_cast<int>(raw.width),
                .height = static_cast<int>(raw.height),
                .swap = raw.big_endian,
                .range = raw.samples.low <= raw.samples.high ? raw.samples : SampleRange{}};
}

// Number of samples that have each value; alpha does not count.
std::vector<uint64_t> count_samples(const Source& source, const Encoding& e) {
  std::vector<uint64_t> counts(65536);
  const auto channels = static_cast<std::size_t>(e.channels), colours = std::min<std::size_t>(channels, 3);
  for (int y = 0; y < source.height; ++y) {
    for (std::size_t x = 0; x < static_cast<std::size_t>(source.width); ++x) {
      for (std::size_t c = 0; c < colours; ++c) ++counts[source.word(y, x * channels + c)];
    }
  }
  return counts;
}

// The value below which a share of the samples lies.
uint16_t quantile(const std::vector<uint64_t>& counts, double share) {
  uint64_t all = 0, sum = 0;
  for (const uint64_t count : counts) all += count;
  const auto wanted = static_cast<uint64_t>(std::llround(share * static_cast<double>(all - 1)));
  std::size_t value = 0;
  while (value < counts.size() - 1 && (sum += counts[value]) <= wanted) ++value;
  return static_cast<uint16_t>(value);
}

}  // namespace

bool can_convert_to_rgb8(std::string_view encoding) { return find_encoding(encoding) != nullptr; }

Result<std::optional<PixelView>> view_pixels(const RawImage& raw) {
  GS_TRY(const Encoding* encoding, known_encoding(raw.encoding));
  constexpr uint32_t kMaxStep = 1u << 30;  // codecs count rows in int
  const bool colour8 = encoding->kind == Kind::packed && encoding->sample_bytes == 1 && encoding->channels >= 3;
  if (!colour8 || raw.step > kMaxStep) return std::nullopt;
  GS_TRY(const Source source, checked_source(raw, *encoding));
  return PixelView{reinterpret_cast<const uint8_t*>(source.data),
                   source.width,
                   source.height,
                   source.step,
                   encoding->channels,
                   encoding->rgb == kBgr};
}

std::optional<SampleRange> find_sample_range(const RawImage& raw) {
  const Encoding* encoding = find_encoding(raw.encoding);
  if (encoding == nullptr || encoding->sample_bytes != 2 || encoding->kind == Kind::depth16) return std::nullopt;
  const auto source = checked_source(raw, *encoding);
  if (!source) return std::nullopt;
  const std::vector<uint64_t> counts = count_samples(*source, *encoding);
  const int low = quantile(counts, 0.001), high = quantile(counts, 0.999);
  int full = 255;  // the largest value of 8, 10, 12, 14 or 16 bits
  while (full < high) full = full * 4 + 3;
  const bool gray = encoding->kind == Kind::packed && encoding->channels == 1;
  // Thermal cameras have 14 bits or more; fewer bits with little contrast are a camera in front of a wall.
  if (!gray || full < 16383 || (high - low) * 8 >= full) return SampleRange{0, static_cast<uint16_t>(full)};
  // A quarter more on both sides, for what later images show.
  const int more = std::max(16, (high - low) / 4);
  return SampleRange{static_cast<uint16_t>(std::max(0, low - more)),
                     static_cast<uint16_t>(std::min(65535, high + more))};
}

Result<Image> to_rgb8(const RawImage& raw) {
  GS_TRY(const Encoding* encoding, known_encoding(raw.encoding));
  GS_TRY(const Source source, checked_source(raw, *encoding));
  switch (encoding->kind) {
    case Kind::packed:
      return from_packed(source, *encoding);
    case Kind::uyvy:
    case Kind::yuyv:
      return from_yuv422(source, encoding->kind == Kind::yuyv);
    case Kind::nv12:
    case Kind::nv21:
      return from_nv(source, encoding->kind == Kind::nv12);
    case Kind::bayer:
      return from_bayer(source, *encoding);
    case Kind::depth16:
    case Kind::depth32:
      return from_depth(source, encoding->kind == Kind::depth32);
  }
  return fail(ErrorCode::internal, "image encoding '{}' has no reader", raw.encoding);
}

}  // namespace gs::assets
