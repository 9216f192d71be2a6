// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// The IDL parser, on text of rosidl and on every supported form of a member.
#include "gs/rosmsg/schema/idl_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/rosmsg/json.h"
#include "gs/rosmsg/messages/sensor_msgs.h"
#include "gs/rosmsg/schema/schema.h"
#include "gs/rosmsg/schema/schema_text.h"
#include "gs/rosmsg/schema/type_hash.h"

namespace gs::rosmsg {
namespace {

// sensor_msgs/msg/NavSatFix as rosidl writes it, followed by the definitions of the types it uses.
constexpr std::string_view kNavSatFix =
    R"(================================================================================
IDL: sensor_msgs/msg/NavSatFix
// generated
#include "std_msgs/msg/Header.idl"
module sensor_msgs {
  module msg {
    typedef double double__9[9];
    module NavSatFix_Constants {
      @verbatim (language="comment", text="a (tricky; } text")
      const uint8 COVARIANCE_TYPE_UNKNOWN = 0;
    };
    @verbatim (language="comment", text=
      "Navigation" "\n" "Satellite")
    struct NavSatFix {
      std_msgs::msg::Header header;
      sensor_msgs::msg::NavSatStatus status;
      @unit (value="degrees")
      double latitude, longitude;
      double altitude;
      double__9 position_covariance;
      uint8 position_covariance_type;
    };
  };
};
================================================================================
IDL: sensor_msgs/msg/NavSatStatus
module sensor_msgs { module msg {
  struct NavSatStatus {
    @default (value=-2)
    int8 status;
    uint16 service;
  };
}; };
================================================================================
IDL: std_msgs/msg/Header
module std_msgs { module msg { struct Header { builtin_interfaces::msg::Time stamp; string frame_id; }; }; };
================================================================================
IDL: builtin_interfaces/msg/Time
module builtin_interfaces { module msg { struct Time { int32 sec; uint32 nanosec; }; }; };
)";

// The .msg text of a type that is defined in IDL, or the error.
std::string text_of_idl(std::string_view name, std::string_view idl) {
  const auto schema = parse_schema(name, "omgidl", idl);
  return schema ? ros2msg_text(schema->root()) : schema.error().message;
}

// The type hash covers names, types and order of all fields, so equal hashes mean equal types.
TEST(Idl, OfRos2GivesTheTypeOfTheMsgFile) {
  const auto schema = parse_schema("sensor_msgs/msg/NavSatFix", "ros2idl", kNavSatFix);
  ASSERT_TRUE(schema) << schema.error().message;
  EXPECT_EQ(type_hash(schema->root()), type_hash(type_of<sensor_msgs::NavSatFix>()));
  EXPECT_EQ(schema->root().constants.at(0).name, "COVARIANCE_TYPE_UNKNOWN");
  sensor_msgs::NavSatFix fix{.header = {.frame_id = "gps"}, .latitude = 48.5};
  const auto payload = encode_cdr(fix);
  EXPECT_EQ(*message_to_json(schema->root(), MessageEncoding::cdr, payload), to_json(fix));
}

TEST(Idl, ReadsEveryFormOfAMember) {
  EXPECT_THAT(text_of_idl("a::A",
                          "/* one */ module a { const long N = 4; enum Colour { RED, GREEN };\n"
                          "struct Inner; @final struct Inner { octet o; };\n"
                          "struct A { unsigned long long big; long small; sequence<string<10>, N> names;\n"
                          "  sequence<Inner> all; Colour colour; float grid[2][3]; ::a::Inner one; boolean b; };\n"
                          "};"),
              testing::StartsWith("uint64 big\nint32 small\nstring<=10[<=4] names\na/Inner[] all\nuint32 colour\n"
                                  "float32[6] grid\na/Inner one\nbool b\n="));
}

// rosidl adds a member to an empty message; it must not become a field.
TEST(Idl, EmptyMessagesHaveOnlyAPlaceholder) {
  const auto schema = parse_schema(
      "a/msg/E", "ros2idl", "module a { module msg { struct E { uint8 structure_needs_at_least_one_member; }; }; };");
  ASSERT_TRUE(schema);
  EXPECT_TRUE(schema->root().fields.empty());
}

TEST(Idl, RefusesUnsupportedConstructs) {
  const auto code = [](std::string_view text) {
    const auto schema = parse_schema("A", "omgidl", text);
    return schema ? ErrorCode::internal : schema.error().code;
  };
  EXPECT_EQ(code("union A switch (long) { case 1: long x; };"), ErrorCode::unsupported);
  EXPECT_EQ(code("struct A : B { long x; };"), ErrorCode::unsupported);
  EXPECT_EQ(code("struct A { wchar x; };"), ErrorCode::unsupported);
  EXPECT_EQ(code("struct A { B x; };"), ErrorCode::not_found);
  EXPECT_EQ(code("struct A { A x; };"), ErrorCode::corrupt);
  EXPECT_EQ(code("struct B { long x; };"), ErrorCode::not_found);
  EXPECT_EQ(code("struct A { long x[99999999999]; };"), ErrorCode::corrupt);
  EXPECT_EQ(code("struct A { long x[65536][65536]; };"), ErrorCode::limit_exceeded);
}

// Sizes may be constants: of the same module, of a module around it, or of another one by its full name. A constant of
// an inner module hides one of the same name outside.
TEST(Idl, SizesAreConstantsOfAnyModule) {
  EXPECT_EQ(text_of_idl("a::b::A",
                        "const long N = 2;\n"
                        "module sizes { const unsigned long WIDE = 7; };\n"
                        "module a { const long N = 3; const long M = 4;\n"
                        "  module b { const long N = 5;\n"
                        "    typedef double row[N];\n"
                        "    struct A { float inner[N]; float outer[M]; row rows[M]; long other[sizes::WIDE];\n"
                        "      long root[::N]; long mine[a::b::N]; string<N> text; sequence<long, N> few; };\n"
                        "  };\n"
                        "};"),
            "float32[5] inner\nfloat32[4] outer\nfloat64[20] rows\nint32[7] other\nint32[2] root\nint32[5] mine\n"
            "string<=5 text\nint32[<=5] few\n");
}

TEST(Idl, RefusesInvalidSizes) {
  for (const std::string_view size : {"0", "-1", "N", "a::", "::", "1.5", "\"3\"", "]", ""}) {
    const auto schema = parse_schema("A", "omgidl", "struct A { long x[" + std::string(size) + "]; };");
    ASSERT_FALSE(schema) << size;
    EXPECT_EQ(schema.error().code, ErrorCode::corrupt) << size;
  }
}

// Every basic type of IDL 4.2 that has a counterpart in ROS, in both spellings of the integers.
TEST(Idl, KnowsTheBasicTypes) {
  EXPECT_EQ(
      text_of_idl(
          "A",
          "struct A { boolean a; octet b; char c; float d; double e; short f; long g; long long h; unsigned short i;"
          " unsigned long j; unsigned long long k; int8 l; uint8 m; int16 n; uint16 o; int32 p; uint32 q; int64 r;"
          " uint64 s; string t; wstring u; wstring<9> v; };"),
      "bool a\nbyte b\nchar c\nfloat32 d\nfloat64 e\nint16 f\nint32 g\nint64 h\nuint16 i\nuint32 j\nuint64 k\n"
      "int8 l\nuint8 m\nint16 n\nuint16 o\nint32 p\nuint32 q\nint64 r\nuint64 s\nstring t\nwstring u\n"
      "wstring<=9 v\n");
}

// A name is looked up from the inside out; a typedef may name another typedef.
TEST(Idl, NamesAreLookedUpFromTheInsideOut) {
  EXPECT_EQ(text_of_idl("a::b::A",
                        "typedef long Number;\n"
                        "module a { typedef short Number; typedef Number Pair[2];\n"
                        "  module b { typedef Pair Alias; struct A { Number one; Alias two[3]; }; }; };"),
            "int16 one\nint16[6] two\n");
}

TEST(Idl, CommentsAnnotationsAndDirectivesAreSkipped) {
  EXPECT_EQ(text_of_idl("A",
                        "#pragma keylist A x\n/* struct B { */ // struct C {\n"
                        "@final @nested(TRUE) @a::b(text=\"} ) \\\" ;\", list=(1, (2)))\n"
                        "struct A { @key long x; @optional @range(min=0, max=(3)) long y; };"),
            "int32 x\nint32 y\n");
}

TEST(Idl, RefusesNestedCollections) {
  const auto code = [](std::string_view member) {
    const auto schema = parse_schema("A", "omgidl", "struct A { " + std::string(member) + " };");
    return schema ? ErrorCode::internal : schema.error().code;
  };
  EXPECT_EQ(code("sequence<sequence<long>> x;"), ErrorCode::unsupported);
  EXPECT_EQ(code("sequence<long> x[3];"), ErrorCode::unsupported);
  std::string deep = "long";
  for (int i = 0; i < 20; ++i) deep = "sequence<" + deep + ">";
  EXPECT_EQ(code(deep + " x;"), ErrorCode::limit_exceeded);
  EXPECT_EQ(code("long double x;"), ErrorCode::unsupported);
  EXPECT_EQ(code("map<long, long> x;"), ErrorCode::corrupt);
}

TEST(Idl, CutAnywhereNeverCrashes) {
  for (std::size_t length = 0; length < kNavSatFix.size(); ++length) {
    static_cast<void>(parse_schema("sensor_msgs/msg/NavSatFix", "ros2idl", std::string(kNavSatFix.substr(0, length))));
  }
}

}  // namespace
}  // namespace gs::rosmsg
