// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/logio/vrs/content.h"

#include <algorithm>

namespace gs::logio::vrs {
namespace {

// Fills image properties that are still unknown from the fields of a layout. The field names are those of the VRS data
// layout conventions.
void complete(const LayoutView& from, ImageFormat& image) {
  const auto fill = [&](const char* name, uint32_t& to) {
    const auto value = from.integer(name);
    if (to == 0 && value && *value > 0 && *value <= UINT32_MAX) to = static_cast<uint32_t>(*value);
  };
  fill("image_width", image.width);
  fill("image_height", image.height);
  fill("image_stride", image.stride);
  fill("image_stride_2", image.stride_2);
  auto pixel = static_cast<uint32_t>(image.pixel_format);
  fill("image_pixel_format", pixel);
  image.pixel_format = static_cast<PixelFormat>(pixel);
  if (image.codec.empty()) image.codec = from.text("image_codec_name").value_or("");
  if (const auto quality = from.integer("image_codec_quality"); quality && !image.quality) {
    image.quality = static_cast<uint32_t>(*quality);
  }
}

// Size of a raw image [bytes]; sets its stride.
Result<uint64_t> raw_bytes(ImageFormat& image) {
  const auto size = raw_image_size(image.pixel_format, image.width, image.height, image.stride, image.stride_2);
  if (!size) {
    return fail(ErrorCode::invalid_data, "invalid raw image: {} x {} pixels, format {}, stride {}", image.width,
                image.height, static_cast<uint32_t>(image.pixel_format), image.stride);
  }
  if (size->stride > UINT32_MAX) {
    return fail(ErrorCode::limit_exceeded, "image row of {} bytes is too long, the limit is {}", size->stride,
                UINT32_MAX);
  }
  image.stride = static_cast<uint32_t>(size->stride);
  return size->bytes;
}

}  // namespace

const LayoutView* RecordContent::layout() const {
  for (const ContentBlock& block : blocks) {
    if (block.layout) return &*block.layout;
  }
  return nullptr;
}

const ContentBlock* RecordContent::image() const {
  for (const ContentBlock& block : blocks) {
    if (block.type == BlockType::image) return &block;
  }
  return nullptr;
}

// Parsed formats of a record kind; cached, failures included.
Result<const ContentReader::Formats*> ContentReader::formats(const RecordHeader& header) {
  const FormatKey key{header.stream, header.type, header.format_version};
  if (const auto found = formats_.find(key); found != formats_.end()) {
    if (!found->second) return found->second.error();
    return &*found->second;
  }
  const auto stream = reader_->description().streams.find(header.stream);
  const Tags none;
  const Tags& tags = stream == reader_->description().streams.end() ? none : stream->second.vrs;
  const auto text = tags.find(tag::record_format(header.type, header.format_version));
  if (text == tags.end()) {
    return fail(ErrorCode::not_found, "stream {} has no record format for {} records of version {}",
                to_string(header.stream), to_string(header.type), header.format_version);
  }
  const auto& parsed = formats_.emplace(key, parse_formats(header, tags, text->second)).first->second;
  if (!parsed) return parsed.error();
  return &*parsed;
}

Result<ContentReader::Formats> ContentReader::parse_formats(const RecordHeader& header, const Tags& tags,
                                                            const std::string& text) const {
  Formats parsed;
  GS_TRY(parsed.format, parse_record_format(text));
  for (std::size_t i = 0; i < parsed.format.blocks.size(); ++i) {
    // layouts[i] belongs to block i; empty for blocks without a layout.
    parsed.layouts.emplace_back();
    if (parsed.format.blocks[i].type != BlockType::data_layout) continue;
    const auto json = tags.find(tag::data_layout(header.type, header.format_version, i));
    if (json == tags.end()) {
      return fail(ErrorCode::not_found, "stream {} has no data layout for block {} of {} records",
                  to_string(header.stream), i, to_string(header.type));
    }
    GS_TRY(parsed.layouts.back(), parse_data_layout(json->second));
  }
  return parsed;
}

// Cuts the payload into blocks. The size of a block comes from its format, the layout in front of it, or its image
// properties.
Result<RecordContent> ContentReader::split(const Formats& formats, Bytes payload,
                                           const Configuration* configuration) const {
  RecordContent content;
  const std::vector<BlockFormat>& blocks = formats.format.blocks;
  std::optional<uint64_t> announced;  // next_content_block_size of the layout directly in front
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    ContentBlock block{.type = blocks[i].type, .image = blocks[i].image, .audio = blocks[i].audio};
    block.custom_format = blocks[i].custom_format;
    std::optional<uint64_t> size = blocks[i].size ? blocks[i].size : announced;
    announced.reset();
    if (block.type == BlockType::empty) size = 0;
    if (block.type == BlockType::data_layout) {
      GS_TRY(block.layout, LayoutView::parse(*formats.layouts[i], payload));
      size = block.layout->bytes();
      if (const auto next = block.layout->integer("next_content_block_size")) announced = static_cast<uint64_t>(*next);
    }
    if (block.type == BlockType::image) {
      for (const ContentBlock& before : content.blocks) {
        if (before.layout) complete(*before.layout, block.image);
      }
      if (configuration != nullptr) {
        for (const LayoutView& layout : configuration->layouts) complete(layout, block.image);
      }
      if (block.image.kind == "raw" || block.image.kind.empty()) {
        GS_TRY(size, raw_bytes(block.image));
      }
    }
    if (!size) {  // unknown: the rest of the payload, less the stated sizes of later blocks
      uint64_t later = 0;
      for (std::size_t k = i + 1; k < blocks.size(); ++k) later += blocks[k].size.value_or(0);
      size = payload.size() - std::min<uint64_t>(later, payload.size());
    }
    if (*size > payload.size()) {
      return fail(ErrorCode::truncated, "block {} needs {} bytes, the record has {} left", i, *size, payload.size());
    }
    block.bytes = payload.first(*size);
    payload = payload.subspan(*size);
    content.blocks.push_back(std::move(block));
  }
  if (!payload.empty()) return fail(ErrorCode::corrupt, "{} bytes remain behind the last block", payload.size());
  return content;
}

// Caches a configuration record. If its format cannot be applied, it is cached without layouts, so that it is not read
// again.
void ContentReader::remember(std::size_t index, const Record& record, const Formats& formats) {
  Configuration next{.index = index, .payload = {record.payload.begin(), record.payload.end()}};
  if (const auto content = split(formats, next.payload, nullptr)) {
    for (const ContentBlock& block : content->blocks) {
      if (block.layout) next.layouts.push_back(*block.layout);
    }
  }
  configurations_[record.header.stream] = std::move(next);
}

// Latest configuration of the stream in front of record `index`; null if there is none.
Result<const ContentReader::Configuration*> ContentReader::configuration_before(std::size_t index, StreamId stream) {
  const auto records = reader_->records();
  // Positions of all configuration records, collected at first use.
  if (!places_) {
    places_.emplace();
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (records[i].type == RecordType::configuration) (*places_)[records[i].stream].push_back(i);
    }
  }
  const std::vector<std::size_t>& places = (*places_)[stream];
  const auto behind = std::lower_bound(places.begin(), places.end(), index);
  if (behind == places.begin()) return nullptr;
  const std::size_t at = *std::prev(behind);
  if (const auto known = configurations_.find(stream); known != configurations_.end() && known->second.index == at) {
    return &known->second;
  }
  std::vector<std::byte> buffer;
  GS_TRY(const Record record, reader_->read(records[at], buffer));
  GS_TRY(const Formats* found, formats(record.header));
  remember(at, record, *found);
  return &configurations_.at(stream);
}

Result<RecordContent> ContentReader::decode(std::size_t index, const Record& record) {
  if (record.payload.empty()) return RecordContent{};
  GS_TRY(const Formats* found, formats(record.header));
  if (record.header.type == RecordType::configuration) remember(index, record, *found);
  // Only images need the configuration, so other records save the lookup.
  const bool has_image = std::any_of(found->format.blocks.begin(), found->format.blocks.end(),
                                     [](const BlockFormat& block) { return block.type == BlockType::image; });
  const Configuration* configuration = nullptr;
  if (has_image && record.header.type != RecordType::configuration) {
    GS_TRY(configuration, configuration_before(index, record.header.stream));
  }
  return split(*found, record.payload, configuration);
}

}  // namespace gs::logio::vrs
