// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Properties of schema text: what is written as .msg text or as IDL and parsed again is the same type, field by field,
// for every registered type and for random ones.
#include <gtest/gtest.h>

#include <set>

#include "gs/core/numbers/random.h"
#include "gs/rosmsg/registry.h"
#include "gs/rosmsg/schema/md5sum.h"
#include "gs/rosmsg/schema/schema.h"
#include "gs/rosmsg/schema/schema_text.h"
#include "gs/rosmsg/schema/type_hash.h"

namespace gs::rosmsg {
namespace {

// The fields of ROS 2 of a type, one line each, with everything that the type of a field states.
std::string fields_of(const MessageType& type) {
  std::ostringstream out;
  out << type.name << " min " << type.min_wire_bytes << "\n";
  for (const Field& field : type.fields) {
    if (field.ros1_only) continue;
    out << "  " << field.name << " kind " << static_cast<int>(field.type.kind) << " array "
        << static_cast<int>(field.type.array) << " of " << field.type.capacity << " text " << field.type.string_capacity
        << "\n";
  }
  for (const Field& field : type.fields) {
    if (field.type.message != nullptr) out << fields_of(*field.type.message);
  }
  return out.str();
}

std::string constants_of(const MessageType& type) {
  std::string out;
  for (const Constant& constant : type.constants) {
    std::string text = constant.text;
    if (text.size() > 1 && text.front() == '"') text = text.substr(1, text.size() - 2);
    out += std::string(to_string(constant.kind)) + " " + constant.name + " " + text + "\n";
  }
  return out;
}

TEST(SchemaRoundTrip, MsgTextGivesTheSameFieldsAndConstants) {
  for (const MessageType* type : all_message_types()) {
    const auto schema = parse_schema(type->name, "ros2msg", ros2msg_text(*type));
    ASSERT_TRUE(schema) << type->name << ": " << schema.error().message;
    EXPECT_EQ(fields_of(schema->root()), fields_of(*type));
    EXPECT_EQ(constants_of(schema->root()), constants_of(*type)) << type->name;
    for (std::size_t i = 0; i < type->fields.size(); ++i) {
      EXPECT_EQ(schema->root().fields.at(i).default_text, type->fields[i].default_text) << type->name;
      EXPECT_EQ(schema->root().fields.at(i).ros1_only, type->fields[i].ros1_only) << type->name;
    }
  }
}

// ROS 1 has no bounds, and its names may be upper case: only these may differ after a round trip.
TEST(SchemaRoundTrip, Ros1TextGivesTheSameNamesInBothVersions) {
  for (const MessageType* type : all_message_types()) {
    const auto schema = parse_schema(short_type_name(type->name), "ros1msg", ros1msg_text(*type));
    ASSERT_TRUE(schema) << type->name << ": " << schema.error().message;
    ASSERT_EQ(schema->root().fields.size(), type->fields.size()) << type->name;
    for (std::size_t i = 0; i < type->fields.size(); ++i) {
      const Field &a = schema->root().fields[i], &b = type->fields[i];
      EXPECT_EQ(a.name, b.name) << type->name;
      EXPECT_EQ(a.ros1_name, b.ros1_name) << type->name;
      EXPECT_EQ(a.type.kind, b.type.kind) << type->name << " " << a.name;
      EXPECT_EQ(a.type.is_sequence(), b.type.is_sequence()) << type->name << " " << a.name;
    }
    EXPECT_EQ(ros1_md5sum(schema->root()), ros1_md5sum(*type)) << type->name;
  }
}

// IDL names of the kinds, in the order of the enum; "byte" is octet, "char" is uint8 (rosidl 4).
constexpr std::string_view kIdlNames[] = {"int8",  "uint8",  "int16",   "uint16", "int32", "uint32", "int64",  "uint64",
                                          "float", "double", "boolean", "octet",  "uint8", "string", "wstring"};

std::string idl_name(std::string_view name) {
  std::string out;
  for (const char c : name) out += c == '/' ? std::string("::") : std::string(1, c);
  return out;
}

// One definition as rosidl translates it: typedefs for arrays, a module for constants, a placeholder if it is empty.
std::string idl_definition(const MessageType& type) {
  std::ostringstream typedefs, constants, members;
  for (const Constant& constant : type.constants) {
    const bool quote = constant.kind == Kind::string && !constant.text.starts_with('"');
    constants << "    const " << kIdlNames[static_cast<std::size_t>(constant.kind)] << " " << constant.name << " = "
              << (quote ? "\"" : "") << constant.text << (quote ? "\"" : "") << ";\n";
  }
  std::size_t count = 0;
  for (const Field& field : type.fields) {
    if (field.ros1_only) continue;
    ++count;
    const FieldType& t = field.type;
    std::string text =
        t.message != nullptr ? idl_name(t.message->name) : std::string(kIdlNames[static_cast<std::size_t>(t.kind)]);
    if (t.string_capacity != 0) text += "<" + std::to_string(t.string_capacity) + ">";
    if (t.is_sequence()) text = "sequence<" + text + (t.capacity ? ", " + std::to_string(t.capacity) : "") + ">";
    if (t.array == ArrayKind::fixed) {
      const std::string alias = "alias_" + std::to_string(count) + "__" + std::to_string(t.capacity);
      typedefs << "  typedef " << text << " " << alias << "[" << t.capacity << "];\n";
      text = alias;
    }
    members << "    @verbatim (language=\"comment\", text=\"a; b }\")\n    " << text << " " << field.name << ";\n";
  }
  if (count == 0) members << "    uint8 structure_needs_at_least_one_member;\n";
  const std::string name = type.name.substr(type.name.rfind('/') + 1);
  std::string open, close;
  for (std::size_t from = 0, to; (to = type.name.find('/', from)) != std::string::npos; from = to + 1) {
    open += "module " + type.name.substr(from, to - from) + " {\n", close += "};\n";
  }
  return open + typedefs.str() + "  module " + name + "_Constants {\n" + constants.str() + "  };\n  struct " + name +
         " {\n" + members.str() + "  };\n" + close;
}

std::string idl_text(const MessageType& type) {
  const std::string line(80, '=');
  std::string text = line + "\nIDL: " + type.name + "\n" + idl_definition(type);
  for (const MessageType* below : referenced_types(type)) {
    text += line + "\nIDL: " + below->name + "\n" + idl_definition(*below);
  }
  return text;
}

// Compares the hash, which treats "char" as the uint8 that IDL makes of it, and the names of all constants.
TEST(SchemaRoundTrip, IdlGivesTheSameTypeHash) {
  for (const MessageType* type : all_message_types()) {
    const auto schema = parse_schema(type->name, "ros2idl", idl_text(*type));
    ASSERT_TRUE(schema) << type->name << ": " << schema.error().message << "\n" << idl_text(*type);
    EXPECT_EQ(type_hash(schema->root()), type_hash(*type)) << type->name;
    ASSERT_EQ(schema->root().constants.size(), type->constants.size()) << type->name;
    for (std::size_t i = 0; i < type->constants.size(); ++i) {
      EXPECT_EQ(schema->root().constants[i].name, type->constants[i].name) << type->name;
    }
  }
}

// A random definition of up to 8 fields; `inner` may be used as a type.
std::string random_definition(Random& random, const std::string& inner) {
  constexpr std::string_view kNames[] = {"int8",    "uint8",   "int16", "uint16", "int32", "uint32", "int64",  "uint64",
                                         "float32", "float64", "bool",  "byte",   "char",  "string", "wstring"};
  std::string text;
  const uint32_t fields = random.below(9);
  for (uint32_t i = 0; i < fields; ++i) {
    std::string type = inner.empty() || random.below(4) != 0 ? std::string(kNames[random.below(15)]) : inner;
    if (type.ends_with("string") && random.below(2) == 0) type += "<=" + std::to_string(1 + random.below(300));
    const std::string size = std::to_string(1 + random.below(20));
    const uint32_t array = random.below(4);
    text += type + (array == 0 ? "" : array == 1 ? "[" + size + "]" : array == 2 ? "[<=" + size + "]" : "[]");
    text += " f" + std::to_string(i) + "\n";
  }
  return text;
}

// Property: random definitions survive parse and print, and IDL of the parsed type has the same hash.
TEST(SchemaRoundTrip, RandomDefinitionsSurviveBothForms) {
  std::set<std::string> hashes;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed, purpose("schema_round_trip"), 0);
    const std::string inner = "int32 f0\n" + random_definition(random, "");
    const std::string separator = std::string(80, '=') + "\nMSG: a/Inner\n";
    const std::string outer = random_definition(random, "a/Inner") + "a/Inner last\n";
    const auto schema = parse_schema("a/msg/A", "ros2msg", outer + separator + inner);
    ASSERT_TRUE(schema) << schema.error().message << "\n" << outer;
    EXPECT_EQ(ros2msg_text(schema->root()), outer + separator + inner);
    const auto idl = parse_schema("a/msg/A", "ros2idl", idl_text(schema->root()));
    ASSERT_TRUE(idl) << idl.error().message << "\n" << idl_text(schema->root());
    EXPECT_EQ(type_hash(idl->root()), type_hash(schema->root())) << outer << separator << inner;
    EXPECT_EQ(idl->root().min_wire_bytes, schema->root().min_wire_bytes);
    hashes.insert(type_hash(schema->root()));
  }
  EXPECT_GT(hashes.size(), 295u) << "different definitions must have different hashes";
}

// A hash or md5sum that ignored a part of a definition would let two different types pass as one.
TEST(SchemaRoundTrip, EveryPartOfAFieldChangesTheHashes) {
  const auto hash = [](std::string_view text) {
    return type_hash(parse_schema("a/msg/A", "ros2msg", text).value().root());
  };
  const auto md5 = [](std::string_view text) {
    return ros1_md5sum(parse_schema("a/A", "ros1msg", text).value().root());
  };
  std::set<std::string> hashes, sums;
  const std::string_view texts[] = {
      "int32 x",          "uint32 x",         "int32 y",  "int32[3] x",  "int32[4] x",    "int32[<=3] x", "int32[] x",
      "int32 x\nint32 y", "int32 y\nint32 x", "string x", "string<=3 x", "string[<=3] x", "string<=4 x"};
  for (const std::string_view text : texts) hashes.insert(hash(text));
  EXPECT_EQ(hashes.size(), std::size(texts));
  const std::string_view ros1_texts[] = {"int32 x",   "uint32 x", "int32 y",          "int32[3] x",       "int32[4] x",
                                         "int32[] x", "string x", "int32 x\nint32 y", "int32 y\nint32 x", "int32 X=1",
                                         "int32 X=2", "time x",   "duration x"};
  for (const std::string_view text : ros1_texts) sums.insert(md5(text));
  EXPECT_EQ(sums.size(), std::size(ros1_texts));
  // Comments, blank lines and spaces change neither.
  EXPECT_EQ(hash("int32 x"), hash("# note\n\n  int32   x  # unit\n"));
  EXPECT_EQ(md5("int32 x"), md5("# note\n\nint32   x  # unit\n"));
  // Constants and defaults are not part of the hash of ROS 2.
  EXPECT_EQ(hash("int32 x"), hash("int32 N=4\nint32 x 7\n"));
}

}  // namespace
}  // namespace gs::rosmsg
