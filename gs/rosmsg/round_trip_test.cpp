// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Properties that must hold for every message of this library.
#include <gtest/gtest.h>

#include "gs/rosmsg/codec/cdr.h"
#include "gs/rosmsg/codec/dynamic.h"
#include "gs/rosmsg/codec/ros1.h"
#include "gs/rosmsg/json.h"
#include "gs/rosmsg/messages/all.h"
#include "gs/rosmsg/messages/service_msgs.h"
#include "gs/rosmsg/registry.h"
#include "gs/rosmsg/schema/md5sum.h"
#include "gs/rosmsg/schema/schema.h"
#include "gs/rosmsg/schema/schema_text.h"
#include "gs/rosmsg/schema/type_hash.h"
#include "gs/rosmsg/testing/random_message.h"

namespace gs::rosmsg {
namespace {

// Type erasure for message structs, so that the checks below are compiled once and not per message.
struct Case {
  const MessageType* type;
  std::shared_ptr<void> (*make)();
  bool (*equal)(const void*, const void*);
};

template <class M>
Case make_case() {
  return {&type_of<M>(), [] { return std::static_pointer_cast<void>(std::make_shared<M>()); },
          [](const void* a, const void* b) { return *static_cast<const M*>(a) == *static_cast<const M*>(b); }};
}

template <class... M>
void add_messages(std::vector<Case>& cases, TypeList<M...>) {
  (cases.push_back(make_case<M>()), ...);
}
template <class... S>
void add_services(std::vector<Case>& cases, TypeList<S...>) {
  (cases.push_back(make_case<typename S::Request>()), ...);
  (cases.push_back(make_case<typename S::Response>()), ...);
  (cases.push_back(make_case<service_msgs::Event<S>>()), ...);
}

const std::vector<Case>& all_cases() {
  static const std::vector<Case> made = [] {
    std::vector<Case> cases;
    add_messages(cases, AllMessages{});
    add_services(cases, AllServices{});
    return cases;
  }();
  return made;
}

std::shared_ptr<void> random_object(const Case& one, uint64_t seed) {
  auto object = one.make();
  Random random(seed, purpose("round_trip"), 0);
  fill_random(*one.type, object.get(), random);
  return object;
}

std::vector<std::byte> encode(const Case& one, const void* object, const WireFormat& format) {
  std::vector<std::byte> bytes;
  encode_payload(*one.type, object, format, 0, bytes);
  return bytes;
}

// Sets the fields that exist only in ROS 1 to 0, because CDR does not carry them.
void clear_ros1_only(const MessageType& type, void* object) {
  for (const Field& field : type.fields) {
    void* member = static_cast<std::byte*>(object) + field.struct_offset;
    if (field.ros1_only) std::memset(member, 0, size_of(field.type.kind));
    if (field.type.kind != Kind::message) continue;
    auto* data = static_cast<std::byte*>(member);
    std::size_t count = field.type.array == ArrayKind::fixed ? field.type.capacity : 1;
    if (field.type.is_sequence()) {
      count = field.sequence->size(member);
      data = static_cast<std::byte*>(field.sequence->resize(member, count));
    }
    for (std::size_t i = 0; i < count; ++i)
      clear_ros1_only(*field.type.message, data + i * field.type.message->struct_bytes);
  }
}

constexpr uint64_t kRoundTripSeeds = 8;

// Property: decode(encode(x)) == x, and all bytes are used.
TEST(EveryMessage, SurvivesCdrInBothByteOrders) {
  for (const Case& one : all_cases()) {
    for (uint64_t seed = 0; seed < kRoundTripSeeds; ++seed) {
      const auto object = random_object(one, seed);
      clear_ros1_only(*one.type, object.get());
      for (const bool big_endian : {false, true}) {
        const auto bytes = encode(one, object.get(), {.big_endian = big_endian});
        const auto back = one.make();
        auto in = WireReader::cdr(bytes);
        ASSERT_TRUE(in);
        decode_struct(*in, *one.type, back.get());
        ASSERT_FALSE(in->failed()) << one.type->name;
        EXPECT_EQ(in->offset(), bytes.size()) << one.type->name;
        EXPECT_TRUE(one.equal(object.get(), back.get())) << one.type->name;
      }
    }
  }
}

// The same property in ROS 1, which also carries Header.seq.
TEST(EveryMessage, SurvivesRos1) {
  for (const Case& one : all_cases()) {
    for (uint64_t seed = 0; seed < kRoundTripSeeds; ++seed) {
      const auto object = random_object(one, seed);
      const auto bytes = encode(one, object.get(), ros1_format());
      const auto back = one.make();
      WireReader in = WireReader::ros1(bytes);
      decode_struct(in, *one.type, back.get());
      ASSERT_FALSE(in.failed()) << one.type->name;
      EXPECT_EQ(in.offset(), bytes.size()) << one.type->name;
      EXPECT_TRUE(one.equal(object.get(), back.get())) << one.type->name;
    }
  }
}

// A struct member that describe() does not list leaves a gap larger than padding.
TEST(EveryMessage, ListsAllItsMembersInOrder) {
  for (const Case& one : all_cases()) {
    std::size_t end = 0;
    for (const Field& field : one.type->fields) {
      const FieldType& type = field.type;
      const std::size_t element = type.message != nullptr     ? type.message->struct_bytes
                                  : type.kind == Kind::string ? sizeof(std::string)
                                                              : size_of(type.kind);
      const std::size_t bytes = type.is_sequence()               ? sizeof(std::vector<int>)
                                : type.array == ArrayKind::fixed ? element * type.capacity
                                                                 : element;
      EXPECT_GE(field.struct_offset, end) << one.type->name << " " << field.name;
      EXPECT_LT(field.struct_offset - end, 8u) << one.type->name << " " << field.name;
      end = field.struct_offset + bytes;
    }
    EXPECT_LT(one.type->struct_bytes - end, 8u) << one.type->name;
  }
}

TEST(EveryMessage, CutAnywhereIsAnErrorAndNeverACrash) {
  for (const Case& one : all_cases()) {
    const auto object = random_object(one, 3);
    for (const WireFormat& format : {WireFormat{}, WireFormat{.big_endian = true}, ros1_format()}) {
      const auto bytes = encode(one, object.get(), format);
      const MessageEncoding encoding = format.ros1 ? MessageEncoding::ros1 : MessageEncoding::cdr;
      for (std::size_t length = 0; length < bytes.size(); ++length) {
        // An exact copy, so that the address sanitizer finds a read behind its end.
        const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
        EXPECT_FALSE(message_to_json(*one.type, encoding, cut)) << one.type->name << " " << length;
        auto in = format.ros1 ? WireReader::ros1(cut) : WireReader::cdr(cut);
        if (!in) continue;
        const auto back = one.make();
        decode_struct(*in, *one.type, back.get());
        EXPECT_TRUE(in->failed()) << one.type->name << " " << length;
      }
    }
  }
}

// Run under sanitizers, this finds reads and writes outside of buffers.
TEST(EveryMessage, WithFlippedBitsNeverCrashes) {
  for (const Case& one : all_cases()) {
    const auto object = random_object(one, 5);
    for (const WireFormat& format : {WireFormat{}, ros1_format()}) {
      auto bytes = encode(one, object.get(), format);
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        for (const auto flip : {std::byte{0x01}, std::byte{0x80}, std::byte{0xff}}) {
          bytes[i] ^= flip;
          auto in = format.ros1 ? WireReader::ros1(bytes) : WireReader::cdr(bytes);
          const auto back = one.make();
          if (in) decode_struct(*in, *one.type, back.get());
          static_cast<void>(
              message_to_json(*one.type, format.ros1 ? MessageEncoding::ros1 : MessageEncoding::cdr, bytes));
          bytes[i] ^= flip;
        }
      }
    }
  }
}

// Property: the schema text that we write gives the same type when it is parsed, in both versions of ROS.
TEST(EveryMessage, IsReadBackFromItsSchemaText) {
  for (const Case& one : all_cases()) {
    const MessageType& type = *one.type;
    const auto ros2 = parse_schema(type.name, "ros2msg", ros2msg_text(type));
    ASSERT_TRUE(ros2) << type.name << ": " << ros2.error().message;
    EXPECT_EQ(type_hash(ros2->root()), type_hash(type)) << type.name;
    EXPECT_EQ(ros2msg_text(ros2->root()), ros2msg_text(type)) << type.name;
    const auto ros1 = parse_schema(short_type_name(type.name), "ros1msg", ros1msg_text(type));
    ASSERT_TRUE(ros1) << type.name << ": " << ros1.error().message;
    EXPECT_EQ(ros1_md5sum(ros1->root()), ros1_md5sum(type)) << type.name;
    EXPECT_EQ(ros1msg_text(ros1->root()), ros1msg_text(type)) << type.name;
  }
}

// The struct's own description and the one parsed from its schema text must print the same JSON.
TEST(EveryMessage, PrintsTheSameFromItsSchemaText) {
  for (const Case& one : all_cases()) {
    const auto object = random_object(one, 7);
    const auto cdr = encode(one, object.get(), {});
    const auto big = encode(one, object.get(), {.big_endian = true});
    const auto schema = parse_schema(one.type->name, "ros2msg", ros2msg_text(*one.type));
    ASSERT_TRUE(schema);
    const auto json = message_to_json(*one.type, MessageEncoding::cdr, cdr);
    ASSERT_TRUE(json);
    EXPECT_EQ(*message_to_json(schema->root(), MessageEncoding::cdr, cdr), *json) << one.type->name;
    EXPECT_EQ(*message_to_json(schema->root(), MessageEncoding::cdr, big), *json) << one.type->name;
  }
}

// Conversion by schema must give the same bytes as encoding the struct.
TEST(EveryMessage, ConvertsBetweenRos1AndCdr) {
  for (const Case& one : all_cases()) {
    const auto object = random_object(one, 9);
    const auto ros1 = encode(one, object.get(), ros1_format());
    const auto schema = parse_schema(short_type_name(one.type->name), "ros1msg", ros1msg_text(*one.type));
    ASSERT_TRUE(schema);
    std::vector<std::byte> out;
    const auto used = convert_message(schema->root(), MessageEncoding::ros1, ros1, MessageEncoding::cdr, out);
    ASSERT_TRUE(used) << one.type->name << ": " << used.error().message;
    EXPECT_EQ(*used, ros1.size());
    const auto cdr = encode(one, object.get(), {});
    EXPECT_EQ(out, cdr) << one.type->name;
    ASSERT_TRUE(convert_message(schema->root(), MessageEncoding::cdr, cdr, MessageEncoding::ros1, out));
    clear_ros1_only(*one.type, object.get());
    EXPECT_EQ(out, encode(one, object.get(), ros1_format())) << one.type->name;
  }
}

TEST(Registry, FindsEveryNameInBothForms) {
  for (const Case& one : all_cases()) {
    EXPECT_EQ(find_message_type(one.type->name), one.type);
    EXPECT_EQ(find_message_type(short_type_name(one.type->name)), one.type);
  }
  EXPECT_EQ(find_message_type("no_msgs/msg/Such"), nullptr);
  ASSERT_NE(find_service_type("std_srvs/srv/Trigger"), nullptr);
  EXPECT_EQ(find_service_type("std_srvs/srv/Trigger")->request->name, "std_srvs/srv/Trigger_Request");
  EXPECT_EQ(find_service_type("std_srvs/srv/Nothing"), nullptr);
  EXPECT_GE(all_message_types().size(), 100u);
  EXPECT_GE(all_service_types().size(), 20u);
}

}  // namespace
}  // namespace gs::rosmsg
