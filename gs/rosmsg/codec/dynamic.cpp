// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/rosmsg/codec/dynamic.h"

#include <algorithm>

#include "gs/rosmsg/codec/wire_rules.h"

namespace gs::rosmsg {
namespace {

// Limit on messages that take no bytes of the payload: a malicious schema could contain billions of them.
constexpr uint64_t kMaxEmptyMessages = 1u << 20;

// Reads a message and passes its parts to a Sink: VisitorSink calls a ValueVisitor, WriterSink writes another encoding.
template <class Sink>
class Walker {
 public:
  Walker(WireReader& in, Sink& sink) : in_(in), sink_(sink) {}

  // Reads one message; fields that the encoding lacks are reported to the sink as absent.
  void message(const MessageType& type) {
    const WireFormat& format = in_.format();
    const std::size_t start = in_.offset();
    const auto part = in_.enter(format.message_sizes);
    sink_.begin_message(type);
    for (const Field& field : type.fields) {
      if (in_.failed()) return;
      if (!is_on_wire(field, format)) {
        sink_.absent(field);
        continue;
      }
      sink_.field(field) ? value(field) : skip(field);
    }
    if (has_placeholder(type, format)) in_.number<uint8_t>();
    sink_.end_message(type);
    in_.leave(part);
    if (in_.offset() == start && ++empty_messages_ > kMaxEmptyMessages) {
      in_.set_error(fail(ErrorCode::limit_exceeded, "more than {} messages of zero bytes", kMaxEmptyMessages));
    }
  }

 private:
  // Reads over a field that the sink does not want. Fields that exist in one version of ROS only are single numbers.
  void skip(const Field& field) { in_.number_view(size_of(field.type.kind), 1); }

  // Reads the value of a field: a single element, a fixed array or a sequence.
  void value(const Field& field) {
    const FieldType& type = field.type;
    const auto part = in_.enter(is_sized_collection(type, in_.format()));
    if (type.array == ArrayKind::none) {
      elements(type, 1);
    } else {
      const std::size_t count = type.is_sequence() ? read_count(in_, field) : fixed_count(type);
      if (in_.failed()) return;
      sink_.begin_array(type, count);
      elements(type, count);
      if (!in_.failed()) sink_.end_array();
    }
    in_.leave(part);
  }

  void elements(const FieldType& type, std::size_t count) {
    if (type.is_number()) return numbers(type.kind, count);
    if (type.kind == Kind::wstring) {
      return in_.set_error(
          fail(ErrorCode::unsupported, "wstring is not supported: its encoding depends on the DDS vendor"));
    }
    for (std::size_t i = 0; i < count && !in_.failed(); ++i) {
      if (type.kind == Kind::message) {
        message(*type.message);
      } else {
        const std::string_view text = read_text(in_, type);
        if (!in_.failed()) sink_.text(text);
      }
    }
  }

  void numbers(Kind kind, std::size_t count) {
    const std::size_t size = size_of(kind);
    Bytes view = in_.number_view(size, count);
    if (view.empty()) return;
    if (in_.format().big_endian && size > 1) {  // visitors get native byte order
      swapped_.assign(view.begin(), view.end());
      swap_bytes(swapped_.data(), size, count);
      view = swapped_;
    }
    sink_.numbers(kind, view, count);
  }

  WireReader& in_;
  Sink& sink_;
  std::vector<std::byte> swapped_;
  uint64_t empty_messages_ = 0;
};

struct VisitorSink {
  ValueVisitor& visitor;
  void begin_message(const MessageType& type) { visitor.begin_message(type); }
  void end_message(const MessageType&) { visitor.end_message(); }
  void absent(const Field&) {}
  bool field(const Field& field) {
    visitor.field(field);
    return true;
  }
  void begin_array(const FieldType&, std::size_t count) { visitor.begin_array(count); }
  void end_array() { visitor.end_array(); }
  void numbers(Kind kind, Bytes values, std::size_t count) { visitor.numbers(kind, values, count); }
  void text(std::string_view text) { visitor.text(text); }
};

struct WriterSink {
  WireWriter& out;
  void begin_message(const MessageType&) {}
  void end_message(const MessageType& type) {
    if (has_placeholder(type, out.format())) out.number<uint8_t>(0);
  }
  // A field that the input does not have (Header.seq) is written as 0 if the output has it.
  void absent(const Field& field) {
    constexpr uint64_t kZero = 0;
    if (is_on_wire(field, out.format())) out.numbers(&kZero, size_of(field.type.kind), 1);
  }
  bool field(const Field& field) { return is_on_wire(field, out.format()); }
  void begin_array(const FieldType& type, std::size_t count) {
    if (type.is_sequence()) out.count(count);
  }
  void end_array() {}
  void numbers(Kind kind, Bytes values, std::size_t count) { out.numbers(values.data(), size_of(kind), count); }
  void text(std::string_view text) { out.text(text); }
};

// Walks over a whole payload and returns the number of bytes read.
template <class Sink>
Result<std::size_t> walk(const MessageType& type, MessageEncoding encoding, Bytes payload, Sink& sink) {
  WireReader in = WireReader::ros1(payload);
  if (encoding == MessageEncoding::cdr) {
    GS_TRY(in, WireReader::cdr(payload));
  }
  Walker<Sink>(in, sink).message(type);
  if (in.failed()) return in.take_error().with_context(type.name);
  return in.offset();
}

}  // namespace

Result<MessageEncoding> parse_message_encoding(std::string_view text) {
  if (text == "cdr") return MessageEncoding::cdr;
  if (text == "ros1") return MessageEncoding::ros1;
  return fail(ErrorCode::unsupported, "message encoding \"{}\" is not supported, only cdr and ros1", text);
}

Result<std::size_t> visit_message(const MessageType& type, MessageEncoding encoding, Bytes payload,
                                  ValueVisitor& visitor) {
  VisitorSink sink{visitor};
  return walk(type, encoding, payload, sink);
}

Result<std::size_t> convert_message(const MessageType& type, MessageEncoding from, Bytes payload, MessageEncoding to,
                                    std::vector<std::byte>& out) {
  out.clear();
  out.reserve(payload.size() + payload.size() / 8 + 64);
  // Encapsulation of little-endian XCDR1.
  if (to == MessageEncoding::cdr) out.assign({std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}});
  WireWriter writer(&out, to == MessageEncoding::cdr ? WireFormat{} : ros1_format());
  WriterSink sink{writer};
  return walk(type, from, payload, sink);
}

bool is_padding(Bytes rest) {
  return rest.size() <= 7 && std::all_of(rest.begin(), rest.end(), [](std::byte b) { return b == std::byte{0}; });
}

double number_as_double(Kind kind, const std::byte* at) {
  const double value = load_as_double(number_type(kind), at);
  return kind == Kind::boolean && value != 0 ? 1.0 : value;
}

}  // namespace gs::rosmsg
