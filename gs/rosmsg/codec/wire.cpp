// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/codec/wire.h"

#include <algorithm>

namespace gs::rosmsg {
namespace {

// Number of bytes from `position` to the next multiple of `size`.
std::size_t padding(std::size_t position, std::size_t size) { return (size - position % size) % size; }

template <class T>
void swap_each(std::byte* at, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i, at += sizeof(T)) std::reverse(at, at + sizeof(T));
}

}  // namespace

void swap_bytes(void* numbers, std::size_t size, std::size_t count) {
  auto* at = static_cast<std::byte*>(numbers);
  if (size == 2) swap_each<uint16_t>(at, count);
  if (size == 4) swap_each<uint32_t>(at, count);
  if (size == 8) swap_each<uint64_t>(at, count);
}

Result<WireFormat> parse_encapsulation(Bytes payload) {
  if (payload.size() < kEncapsulationBytes) {
    return fail(ErrorCode::truncated, "CDR payload of {} bytes has no room for its encapsulation", payload.size());
  }
  const auto high = static_cast<unsigned>(payload[0]);
  const auto low = static_cast<unsigned>(payload[1]);
  WireFormat format{.big_endian = low % 2 == 0};
  if (high != 0) return fail(ErrorCode::corrupt, "unknown CDR encapsulation {:02x} {:02x}", high, low);
  switch (low & ~1u) {
    case 0x00:  // XCDR1, plain
      return format;
    case 0x06:  // XCDR2, plain: RTPS 2.5 numbering
    case 0x10:  // XTypes numbering
      format.max_alignment = 4;
      format.collection_sizes = true;
      return format;
    case 0x08:  // XCDR2, delimited
    case 0x14:
      format.max_alignment = 4;
      format.collection_sizes = format.message_sizes = true;
      return format;
    case 0x02:
    case 0x0A:
    case 0x12:
      return fail(ErrorCode::unsupported, "CDR parameter lists (encapsulation {:02x} {:02x}) are not supported", high,
                  low);
    default:
      return fail(ErrorCode::corrupt, "unknown CDR encapsulation {:02x} {:02x}", high, low);
  }
}

Result<WireReader> WireReader::cdr(Bytes payload, std::size_t header_bytes) {
  GS_TRY(const WireFormat format, parse_encapsulation(payload));
  if (payload.size() - kEncapsulationBytes < header_bytes) {
    return fail(ErrorCode::truncated, "CDR payload of {} bytes has no room for a header of {}", payload.size(),
                header_bytes);
  }
  WireReader reader(payload, format, kEncapsulationBytes);
  reader.offset_ += header_bytes;
  return reader;
}

WireReader::WireReader(Bytes bytes, const WireFormat& format, std::size_t origin)
    : bytes_(bytes), format_(format), origin_(origin), offset_(origin), end_(bytes.size()) {}

void WireReader::set_error(Error error) {
  if (failed()) return;
  error_ = std::make_unique<Error>(std::move(error));
  end_ = offset_;  // every later read fails
}

bool WireReader::need(uint64_t bytes) {
  if (failed()) return false;
  if (bytes <= remaining()) return true;
  set_error(fail(ErrorCode::truncated, "message ends early: {} bytes wanted at offset {}, {} left", bytes, offset_,
                 remaining()));
  return false;
}

bool WireReader::align(std::size_t size) {
  const std::size_t skip = padding(offset_ - origin_, std::min(size, format_.max_alignment));
  if (!need(skip)) return false;
  offset_ += skip;
  return true;
}

Bytes WireReader::number_view(std::size_t size, std::size_t count) {
  // An empty array has no padding either.
  if (count == 0 || !align(size)) return {};
  if (count > remaining() / size) {
    // Reports the missing bytes; the product may have overflowed, so ask for more than there is in any case.
    need(std::max<uint64_t>(uint64_t{size} * count, remaining() + 1));
    return {};
  }
  const Bytes view = bytes_.subspan(offset_, size * count);
  offset_ += view.size();
  return view;
}

bool WireReader::numbers(void* to, std::size_t size, std::size_t count) {
  if (count == 0) return !failed();
  const Bytes view = number_view(size, count);
  if (view.empty()) return false;
  std::memcpy(to, view.data(), view.size());
  if (format_.big_endian) swap_bytes(to, size, count);
  return true;
}

// A string is a uint32 length and its bytes.
std::string_view WireReader::text() {
  const auto length = number<uint32_t>();
  if (!need(length)) return {};
  std::string_view view = as_text(bytes_.subspan(offset_, length));
  offset_ += length;
  // The length in CDR includes the NUL; some writers use a length of 0 for the empty string.
  if (!format_.ros1 && !view.empty() && view.back() == '\0') view.remove_suffix(1);
  return view;
}

uint32_t WireReader::count(uint64_t min_element_bytes) {
  const auto count = number<uint32_t>();
  // Elements may have no bytes (empty messages in ROS 1): their number is limited as well, to keep memory bounded.
  constexpr uint32_t kMaxEmptyElements = 1u << 16;
  if (min_element_bytes == 0 ? count <= kMaxEmptyElements : count <= remaining() / min_element_bytes) return count;
  set_error(
      fail(ErrorCode::corrupt, "sequence of {} elements at offset {}, {} bytes left", count, offset_, remaining()));
  return 0;
}

WireReader::Part WireReader::enter(bool sized) {
  const Part part{end_, sized};
  if (!sized) return part;
  const auto size = number<uint32_t>();
  if (need(size)) end_ = offset_ + size;
  return part;
}

// Moves to the end of the part, also if not all of it was read.
void WireReader::leave(const Part& part) {
  if (!part.sized || failed()) return;
  offset_ = end_;
  end_ = part.end_before;
}

WireWriter::WireWriter(std::vector<std::byte>* out, const WireFormat& format) : out_(out), format_(format) {
  GS_DEBUG_EXPECT(!format.collection_sizes && !format.message_sizes);
}

void WireWriter::append(const void* from, std::size_t size) {
  const auto* bytes = static_cast<const std::byte*>(from);
  if (out_ != nullptr) out_->insert(out_->end(), bytes, bytes + size);
  written_ += size;
}

// Padding is counted from the start of the message, also when the writer only computes the size.
void WireWriter::numbers(const void* from, std::size_t size, std::size_t count) {
  if (count == 0) return;
  const std::size_t skip = padding(written_, std::min(size, format_.max_alignment));
  if (out_ != nullptr) out_->insert(out_->end(), skip, std::byte{0});
  written_ += skip;
  append(from, size * count);
  if (out_ != nullptr && format_.big_endian) swap_bytes(out_->data() + out_->size() - size * count, size, count);
}

void WireWriter::text(std::string_view text) {
  count(text.size() + (format_.ros1 ? 0 : 1));
  append(text.data(), text.size());
  if (!format_.ros1) append("", 1);
}

}  // namespace gs::rosmsg
