// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The two wire encodings, as cursors. CDR (OMG XTypes 1.3, section 7.4) aligns every number to its size, counted from
// the byte after the 4-byte encapsulation; ROS 1 aligns nothing and ends strings without NUL. One bad read makes a
// reader fail for good: later reads return zeros, and the first error is kept.
#pragma once

#include <memory>

#include "gs/core/bytes.h"

namespace gs {

struct WireFormat {
  bool ros1 = false;
  bool big_endian = false;
  std::size_t max_alignment = 8;  // XCDR1: 8, XCDR2: 4, ROS 1: 1
  bool collection_sizes = false;  // XCDR2: a byte count before collections of strings or messages
  bool message_sizes = false;     // XCDR2, appendable types: a byte count before every message
};

inline constexpr std::size_t kEncapsulationBytes = 4;

// What the first four bytes of a CDR payload say. Accepts the numbering of RTPS and that of XTypes for XCDR2.
Result<WireFormat> parse_encapsulation(Bytes payload);
inline WireFormat ros1_format() { return {.ros1 = true, .max_alignment = 1}; }

class WireReader {
 public:
  // header_bytes: bytes between encapsulation and message (16 in the services of rmw_cyclonedds), a multiple of 8.
  static Result<WireReader> cdr(Bytes payload, std::size_t header_bytes = 0);
  static WireReader ros1(Bytes payload) { return WireReader(payload, ros1_format(), 0); }

  const WireFormat& format() const { return format_; }
  std::size_t offset() const { return offset_; }  // from the start of the payload
  std::size_t remaining() const { return end_ - offset_; }
  bool failed() const { return error_ != nullptr; }
  // The first error; call only after failed().
  Error take_error() { return *std::move(error_); }
  void set_error(Error error);

  template <Number T>
  T number() {
    T value{};
    numbers(&value, sizeof(T), 1);
    return value;
  }
  // count numbers of size bytes each, in native byte order.
  bool numbers(void* to, std::size_t size, std::size_t count);
  // The same numbers in place: wire byte order, any alignment in memory. Empty when failed.
  Bytes number_view(std::size_t size, std::size_t count);
  std::string_view text();
  // Length of a sequence; fails when that many elements cannot be in the bytes left.
  uint32_t count(uint64_t min_element_bytes);

  // Enters a sized part if the format has one here; leave() skips what a newer writer appended to it.
  struct Part {
    std::size_t end_before;
    bool sized;
  };
  Part enter(bool sized);
  void leave(const Part& part);

 private:
  WireReader(Bytes bytes, const WireFormat& format, std::size_t origin);
  bool align(std::size_t size);
  bool need(uint64_t bytes);

  Bytes bytes_;
  WireFormat format_;
  std::size_t origin_;  // alignment counts from here
  std::size_t offset_;
  std::size_t end_;
  std::unique_ptr<Error> error_;  // on the heap: failure is rare, readers are many
};

// Writes XCDR1 in either byte order, or ROS 1.
class WireWriter {
 public:
  // Appends to out, which starts the payload; alignment counts from its present end. Without out it only measures.
  WireWriter(std::vector<std::byte>* out, const WireFormat& format);

  const WireFormat& format() const { return format_; }
  std::size_t size() const { return written_; }  // since construction

  template <Number T>
  void number(T value) {
    numbers(&value, sizeof(T), 1);
  }
  // count numbers of size bytes each, in native byte order.
  void numbers(const void* from, std::size_t size, std::size_t count);
  void text(std::string_view text);
  void count(std::size_t count) { number(static_cast<uint32_t>(count)); }

 private:
  void append(const void* from, std::size_t size);
  std::vector<std::byte>* out_;
  WireFormat format_;
  std::size_t written_ = 0;
};

// Reverses the bytes of each of count numbers.
void swap_bytes(void* numbers, std::size_t size, std::size_t count);

}  // namespace gs
