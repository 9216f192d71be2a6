// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/image/png.h"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <string>

#include "gs/core/file.h"

// libpng reports errors by longjmp, which skips destructors. Functions that call setjmp therefore use only pointers
// into a state object in the caller's frame.
namespace gs::assets {
namespace {

constexpr std::size_t kSignatureAndHeaderBytes = 8 + 25;
// Deflate cannot shrink data by more than 1032 : 1 (zlib, algorithm.txt); rows add little.
constexpr uint64_t kMaxRatio = 1100;

// State of one decoding, and of one encoding.
struct Reading {
  Bytes rest;
  png_structp png = nullptr;
  png_infop info = nullptr;
  char message[128] = {};
  Image image{};
  std::vector<png_bytep> rows{};
  ~Reading() { png_destroy_read_struct(&png, &info, nullptr); }
};

struct Writing {
  std::vector<std::byte> out{};
  png_structp png = nullptr;
  png_infop info = nullptr;
  char message[128] = {};
  bool no_memory = false;
  ~Writing() { png_destroy_write_struct(&png, &info); }
};

// Callbacks of libpng: errors are stored and jump back to setjmp; warnings are ignored.
template <class State>
void on_error(png_structp png, png_const_charp text) {
  auto* state = static_cast<State*>(png_get_error_ptr(png));
  std::strncpy(state->message, text, sizeof(state->message) - 1);
  png_longjmp(png, 1);
}
void on_warning(png_structp, png_const_charp) {}

void on_read(png_structp png, png_bytep to, png_size_t count) {
  auto* state = static_cast<Reading*>(png_get_io_ptr(png));
  if (count > state->rest.size()) png_error(png, "ends too early");
  std::memcpy(to, state->rest.data(), count);
  state->rest = state->rest.subspan(count);
}

void on_write(png_structp png, png_bytep from, png_size_t count) {
  auto* state = static_cast<Writing*>(png_get_io_ptr(png));
  try {
    const auto* bytes = reinterpret_cast<const std::byte*>(from);
    state->out.insert(state->out.end(), bytes, bytes + count);
  } catch (const std::bad_alloc&) {
    state->no_memory = true;
  }
  // An exception must not pass through libpng's C frames, and a longjmp must not leave a handler; so the jump is made
  // behind it.
  if (state->no_memory) png_error(png, "no memory");
}

// Reads the header and sets the transformations; afterwards the layout of the output is known.
bool begin_reading(Reading* s) {
  if (setjmp(png_jmpbuf(s->png)) != 0) return false;
  png_set_read_fn(s->png, s, on_read);
  // Limits the memory that libpng allocates for a damaged header.
  png_set_user_limits(s->png, 1 << 20, 1 << 20);
  png_set_chunk_cache_max(s->png, 64);
  png_set_chunk_malloc_max(s->png, 8 << 20);
  png_read_info(s->png, s->info);
  // Palettes and low depths to 8 bits, transparency to alpha, native byte order for 16 bits.
  png_set_expand(s->png);
  png_set_swap(s->png);
  png_set_interlace_handling(s->png);
  png_read_update_info(s->png, s->info);
  return true;
}

// Decodes all rows; false on error.
bool read_rows(Reading* s) {
  if (setjmp(png_jmpbuf(s->png)) != 0) return false;
  png_read_image(s->png, s->rows.data());
  png_read_end(s->png, nullptr);
  return true;
}

// Encodes the whole image; false on error.
bool write_all(Writing* s, const Image* image, int compression) {
  static constexpr int kColorTypes[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                        PNG_COLOR_TYPE_RGB_ALPHA};
  if (setjmp(png_jmpbuf(s->png)) != 0) return false;
  png_set_write_fn(s->png, s, on_write, nullptr);
  png_set_user_limits(s->png, 1 << 20, 1 << 20);
  png_set_compression_level(s->png, compression);
  png_set_IHDR(s->png, s->info, static_cast<png_uint_32>(image->width), static_cast<png_uint_32>(image->height),
               image->bytes_per_sample * 8, kColorTypes[image->channels], PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(s->png, s->info);
  if (image->bytes_per_sample == 2) png_set_swap(s->png);
  for (int y = 0; y < image->height; ++y) png_write_row(s->png, image->row(y));
  png_write_end(s->png, s->info);
  return true;
}

Error bad_png(const char* message) { return fail(ErrorCode::corrupt, "PNG: {}", message); }

// Checks the signature and reads the header.
Result<void> start(Reading& s) {
  if (s.rest.size() < kSignatureAndHeaderBytes) {
    return fail(ErrorCode::truncated, "PNG has {} bytes, too few for a header", s.rest.size());
  }
  if (png_sig_cmp(reinterpret_cast<png_const_bytep>(s.rest.data()), 0, 8) != 0) {
    return fail(ErrorCode::corrupt, "not a PNG file");
  }
  s.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &s, on_error<Reading>, on_warning);
  if (s.png != nullptr) s.info = png_create_info_struct(s.png);
  if (s.info == nullptr) return fail(ErrorCode::out_of_memory, "no memory to read a PNG");
  if (!begin_reading(&s)) return bad_png(s.message);
  return {};
}

// Layout after the transformations.
PngInfo info_of(const Reading& s) {
  return {.width = static_cast<int>(png_get_image_width(s.png, s.info)),
          .height = static_cast<int>(png_get_image_height(s.png, s.info)),
          .channels = png_get_channels(s.png, s.info),
          .bytes_per_sample = png_get_bit_depth(s.png, s.info) == 16 ? 2 : 1};
}

}  // namespace

Result<PngInfo> inspect_png(Bytes file) {
  Reading state{.rest = file};
  GS_CHECK(start(state));
  return info_of(state);
}

Result<Image> decode_png(Bytes file, uint64_t max_pixels) {
  Reading state{.rest = file};
  GS_CHECK(start(state));
  const PngInfo info = info_of(state);
  const uint64_t pixels = static_cast<uint64_t>(info.width) * static_cast<uint64_t>(info.height);
  if (pixels > max_pixels) {
    return fail(ErrorCode::limit_exceeded, "PNG has {} x {} pixels, more than the limit of {}", info.width, info.height,
                max_pixels);
  }
  // Expanding palettes, 1-bit gray and transparency adds at most a factor of 32 to the decompressed rows.
  if (pixels / 8 > file.size() * kMaxRatio) {
    return fail(ErrorCode::corrupt, "PNG claims {} x {} pixels, but has only {} bytes", info.width, info.height,
                file.size());
  }
  state.image = Image::make(info.width, info.height, info.channels, info.bytes_per_sample);
  for (int y = 0; y < info.height; ++y) state.rows.push_back(state.image.row(y));
  if (!read_rows(&state)) return bad_png(state.message);
  return std::move(state.image);
}

Result<Image> read_png(const std::filesystem::path& path, uint64_t max_pixels) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  return decode_png(file.bytes(), max_pixels).with_context(path.string());
}

Result<std::vector<std::byte>> encode_png(const Image& image, int compression) {
  if (image.empty()) return fail(ErrorCode::invalid_argument, "an empty image cannot be encoded as PNG");
  GS_EXPECT(image.data.size() == image.row_bytes() * static_cast<std::size_t>(image.height));
  GS_EXPECT(compression >= 0 && compression <= 9);
  Writing state;
  state.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &state, on_error<Writing>, on_warning);
  if (state.png != nullptr) state.info = png_create_info_struct(state.png);
  if (state.info == nullptr) return fail(ErrorCode::out_of_memory, "no memory to write a PNG");
  if (!write_all(&state, &image, compression)) {
    return fail(state.no_memory ? ErrorCode::out_of_memory : ErrorCode::internal, "PNG: {}", state.message);
  }
  return std::move(state.out);
}

Result<void> write_png(const std::filesystem::path& path, const Image& image, int compression) {
  GS_TRY(const std::vector<std::byte> bytes, encode_png(image, compression));
  return write_file(path, bytes);
}

}  // namespace gs::assets
