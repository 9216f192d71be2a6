// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Reader and writer of the two wire encodings. CDR (OMG XTypes 1.3, section 7.4) aligns every number to its size,
// counted from the first byte behind the 4-byte encapsulation; its strings end with NUL. ROS 1 has neither. After a
// failed read a reader stays failed: later reads return zeros, and the first error is kept.
#pragma once

#include <memory>

#include "gs/core/bytes.h"

namespace gs::rosmsg {

// A variant of the encodings. The default is little-endian XCDR1, which ROS 2 writes.
struct WireFormat {
  bool ros1 = false;
  bool big_endian = false;
  std::size_t max_alignment = 8;  // XCDR1: 8, XCDR2: 4, ROS 1: 1
  bool collection_sizes = false;  // XCDR2: a byte count before collections of strings or messages
  bool message_sizes = false;     // XCDR2, appendable types: a byte count before every message
};

inline constexpr std::size_t kEncapsulationBytes = 4;

// Reads the 4-byte encapsulation at the start of a CDR payload. For XCDR2 both the numbers of RTPS 2.5 and those of
// XTypes are accepted. Errors: truncated, corrupt (unknown number), unsupported (parameter lists).
Result<WireFormat> parse_encapsulation(Bytes payload);
// The format of ROS 1.
inline WireFormat ros1_format() { return {.ros1 = true, .max_alignment = 1}; }

// A read position in a borrowed payload, which must outlive the reader and its views.
class WireReader {
 public:
  // Starts behind the encapsulation and `header_bytes` more (16 in services of rmw_cyclonedds), a multiple of 8.
  static Result<WireReader> cdr(Bytes payload, std::size_t header_bytes = 0);
  static WireReader ros1(Bytes payload) { return WireReader(payload, ros1_format(), 0); }

  // Format and position; remaining() ends at the part that is entered.
  const WireFormat& format() const { return format_; }
  std::size_t offset() const { return offset_; }  // in bytes from the start of the payload
  std::size_t remaining() const { return end_ - offset_; }
  bool failed() const { return error_ != nullptr; }
  // The first error; call it only if failed().
  Error take_error() { return *std::move(error_); }
  // Makes the reader fail with this error, unless it has failed already.
  void set_error(Error error);

  // Reads one number; 0 if the reader has failed.
  template <Number T>
  T number() {
    T value{};
    numbers(&value, sizeof(T), 1);
    return value;
  }
  // Copies `count` numbers of `size` bytes each, in native byte order. False if the reader has failed.
  bool numbers(void* to, std::size_t size, std::size_t count);
  // A view of the same numbers in the payload, in wire byte order and at any alignment; empty if the reader has failed.
  Bytes number_view(std::size_t size, std::size_t count);
  // Reads a string; the view has no NUL at its end.
  std::string_view text();
  // Reads the length of a sequence. Fails if the remaining bytes cannot hold that many elements of min_element_bytes.
  uint32_t count(uint64_t min_element_bytes);

  // A part of the payload with a byte count in front (XCDR2). enter(true) reads the count and limits reads to the part;
  // leave() moves to its end, which skips fields that a newer version of the type has appended. sized = false: no part.
  struct Part {
    std::size_t end_before;
    bool sized;
  };
  Part enter(bool sized);
  void leave(const Part& part);

 private:
  WireReader(Bytes bytes, const WireFormat& format, std::size_t origin);
  bool align(std::size_t size);  // skips padding
  bool need(uint64_t bytes);     // false, with an error, if fewer bytes are left

  Bytes bytes_;
  WireFormat format_;
  std::size_t origin_;  // alignment is counted from here
  std::size_t offset_;
  std::size_t end_;               // of the payload, or of the part that is entered
  std::unique_ptr<Error> error_;  // on the heap, because readers are made often and errors are rare
};

// Writes XCDR1 in either byte order, or ROS 1.
class WireWriter {
 public:
  // Appends to *out; alignment is counted from its present end. With nullptr it only computes the size.
  WireWriter(std::vector<std::byte>* out, const WireFormat& format);

  const WireFormat& format() const { return format_; }  // as given to the constructor
  std::size_t size() const { return written_; }         // bytes written, padding included

  // Appends one number with the padding it needs.
  template <Number T>
  void number(T value) {
    numbers(&value, sizeof(T), 1);
  }
  // Appends `count` numbers of `size` bytes each, given in native byte order.
  void numbers(const void* from, std::size_t size, std::size_t count);
  void text(std::string_view text);  // with its length, and a NUL in CDR
  // The length of a sequence.
  void count(std::size_t count) { number(static_cast<uint32_t>(count)); }

 private:
  void append(const void* from, std::size_t size);
  std::vector<std::byte>* out_;
  WireFormat format_;
  std::size_t written_ = 0;
};

// Reverses the byte order of each of `count` numbers of `size` bytes (1, 2, 4 or 8).
void swap_bytes(void* numbers, std::size_t size, std::size_t count);

}  // namespace gs::rosmsg
