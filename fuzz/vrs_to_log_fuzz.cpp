// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Converts any bytes as a VRS file to an MCAP log, which must be readable, and decodes the images as vrs-play extracts
// them.
#include <cstddef>
#include <cstdint>

#include "gs/convert/from_vrs/vrs_to_log.h"
#include "gs/convert/streams/image_view.h"
#include "gs/core/expect.h"
#include "gs/core/progress.h"
#include "gs/logio/mcap/reader.h"
#include "gs/logio/mcap/writer.h"
#include "gs/logio/vrs/content.h"

namespace {

constexpr std::size_t kMaxImages = 20;  // limits the time per input

void convert(const gs::logio::vrs::Reader& reader, gs::Problems& problems) {
  gs::NoProgress progress;
  std::vector<std::byte> log;
  auto writer = gs::logio::McapWriter::create(std::make_unique<gs::logio::MemorySink>(log), {.compression = "none"});
  GS_EXPECT(writer.has_value());
  if (!gs::convert::write_vrs_to_log(reader, **writer, problems, progress)) return;
  GS_EXPECT((*writer)->close().has_value());
  GS_EXPECT(gs::logio::McapReader::open(gs::Bytes(log), "fuzz", problems).has_value());
}

void decode_images(const gs::logio::vrs::Reader& reader) {
  gs::logio::vrs::ContentReader contents(reader);
  std::vector<std::byte> buffer;
  std::size_t images = 0;
  for (std::size_t i = 0; i < reader.records().size() && images < kMaxImages; ++i) {
    const auto record = reader.read(reader.records()[i], buffer);
    if (!record) continue;
    const auto content = contents.decode(i, *record);
    if (!content || content->image() == nullptr) continue;
    ++images;
    for (const bool color_map : {false, true}) {
      static_cast<void>(gs::convert::picture_of(*content->image(), {.color_map = color_map}).has_value());
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  gs::Problems problems;
  const auto reader = gs::logio::vrs::Reader::open(gs::Bytes(reinterpret_cast<const std::byte*>(data), size), problems);
  if (!reader) return 0;
  convert(*reader, problems);
  decode_images(*reader);
  return 0;
}
