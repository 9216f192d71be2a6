// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Data layouts of VRS: blocks, descriptions, every truncation and flipped byte.
#include "gs/logio/vrs/payload/data_layout.h"

#include <gtest/gtest.h>

#include "gs/logio/vrs/format/record_format.h"
#include "gs/logio/vrs/payload/layout_fields.h"

namespace gs::logio::vrs {
namespace {

// One field of every supported type; the list mixes fixed and variable fields.
struct Everything {
  bool flag = false;
  uint32_t number = 0;
  int64_t stamp_ns = 0;
  float scale = 0;
  double time = 0;
  Point3 point;
  std::array<double, 9> matrix{};
  std::string name;
  std::vector<double> values;
  std::vector<std::string> names;
  std::map<std::string, std::string> options;
  friend bool operator==(const Everything&, const Everything&) = default;
};

void fields(auto& visit, LayoutOf<Everything> auto& e) {
  visit("name", e.name);
  visit("flag", e.flag);
  visit("number", e.number);
  visit("values", e.values);
  visit("stamp_ns", e.stamp_ns);
  visit("scale", e.scale);
  visit("time", e.time);
  visit("point", e.point);
  visit("matrix", e.matrix);
  visit("names", e.names);
  visit("options", e.options);
}

Everything example() {
  Everything e{.flag = true, .number = 7, .stamp_ns = 1'700'000'000'123'456'789, .scale = 0.001f, .time = 1e9 / 3};
  e.point = {1, -2, 3.5};
  e.matrix = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  e.name = "Brown Conrady";
  e.values = {0.1, -0.2};
  e.names = {"", "two"};
  e.options = {{"Depth Units", "0.001"}, {"a", ""}};
  return e;
}

TEST(DataLayout, StructSurvivesItsBlockAndItsDescription) {
  const auto layout = parse_data_layout(to_json(layout_of<Everything>()));
  ASSERT_TRUE(layout) << layout.error().message;
  EXPECT_EQ(layout->fixed_bytes(), 1u + 4 + 8 + 4 + 8 + 24 + 72);
  EXPECT_EQ(layout->variable_count(), 4u);
  auto bytes = encode_layout(example());
  const std::size_t size = bytes.size();
  bytes.resize(size + 5);  // bytes behind the block must be ignored
  const auto view = LayoutView::parse(*layout, bytes);
  ASSERT_TRUE(view) << view.error().message;
  EXPECT_EQ(view->bytes(), size);
  EXPECT_EQ(decode_layout<Everything>(*view), example());
  EXPECT_EQ(view->integer("number"), 7);
  EXPECT_EQ(view->numbers("point"), (std::vector<double>{1, -2, 3.5}));
  EXPECT_FALSE(view->number("absent"));
}

TEST(DataLayout, EveryTruncationAndEveryFlippedByteIsSafe) {
  const DataLayout layout = layout_of<Everything>();
  const auto bytes = encode_layout(example());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(LayoutView::parse(layout, Bytes(bytes).first(size))) << size;
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    auto damaged = bytes;
    damaged[at] ^= std::byte{0xFF};
    const auto view = LayoutView::parse(layout, damaged);
    if (!view) continue;
    JsonWriter json;
    view->append_json(json);
    decode_layout<Everything>(*view);
  }
}

// A stored byte may be neither 0 nor 1; copying it into a bool would be undefined behaviour.
TEST(DataLayout, AnyByteBecomesAValidBool) {
  const DataLayout layout = layout_of<Everything>();
  auto bytes = encode_layout(example());
  for (const int stored : {0, 1, 2, 124, 255}) {
    bytes[0] = static_cast<std::byte>(stored);  // `flag` is the first fixed field
    const auto view = LayoutView::parse(layout, bytes);
    ASSERT_TRUE(view);
    const Everything read = decode_layout<Everything>(*view);
    uint8_t byte = 0;
    std::memcpy(&byte, &read.flag, 1);
    EXPECT_EQ(byte, stored != 0 ? 1 : 0) << stored;
  }
}

TEST(DataLayout, UnknownTypesAreFatalForTheLayout) {
  const auto layout = parse_data_layout(R"({"data_layout":[{"name":"x","type":"DataPieceValue<complex>"}]})");
  ASSERT_FALSE(layout);
  EXPECT_EQ(layout.error().code, ErrorCode::unsupported);
  EXPECT_FALSE(parse_data_layout("{"));
  EXPECT_FALSE(parse_data_layout(R"({"data_layout":[{"name":"x","type":"DataPieceArray<float>","size":-1}]})"));
  EXPECT_FALSE(parse_data_layout(std::string(100'000, '[')));
}

TEST(DataLayout, JsonOfABlockNamesEveryField) {
  const DataLayout layout = layout_of<Everything>();
  const auto bytes = encode_layout(example());
  JsonWriter json(JsonWriter::Layout::compact);
  LayoutView::parse(layout, bytes)->append_json(json);
  EXPECT_NE(json.text().find(R"("number": 7)"), std::string::npos) << json.text();
  EXPECT_NE(json.text().find(R"("names": ["", "two"])"), std::string::npos) << json.text();
  EXPECT_NE(json.text().find(R"("Depth Units": "0.001")"), std::string::npos) << json.text();
}

TEST(RecordFormat, StringsSurvive) {
  for (const char* text : {"data_layout", "data_layout/size=16+image/raw", "data_layout+image/video/codec=H.265",
                           "data_layout/size=84+image/jpg", "empty", "custom/size=12", "custom/format=a%2Fb",
                           "image/raw/640x480/pixel=grey16/stride=1280", "audio/pcm/int16le/channels=2/rate=48000",
                           "data_layout+image/raw/8x4/pixel=yuv_420_nv12/stride=8/stride_2=8",
                           "data_layout/size=8+image/custom_codec/codec=x/codec_quality=90"}) {
    const auto format = parse_record_format(text);
    ASSERT_TRUE(format) << text << ": " << format.error().message;
    EXPECT_EQ(to_string(*format), text);
  }
  for (const char* text : {"", "picture", "data_layout/size=x", "image/raw/pixel=pink", "data_layout++image"}) {
    EXPECT_FALSE(parse_record_format(text)) << text;
  }
}

TEST(PixelFormat, SizesFollowStrideAndPlanes) {
  EXPECT_EQ(raw_image_size(PixelFormat::rgb8, 4, 3, 0, 0)->bytes, 36u);
  EXPECT_EQ(raw_image_size(PixelFormat::grey16, 4, 3, 16, 0)->bytes, 48u);
  EXPECT_FALSE(raw_image_size(PixelFormat::grey16, 4, 3, 7, 0));
  EXPECT_EQ(raw_image_size(PixelFormat::yuv_i420_split, 5, 3, 0, 0)->bytes, 15u + 2 * 3 * 2);
  EXPECT_EQ(raw_image_size(*parse_pixel_format("raw10"), 8, 2, 0, 0)->bytes, 20u);
  EXPECT_FALSE(raw_image_size(static_cast<PixelFormat>(27), 4, 4, 0, 0));
}

}  // namespace
}  // namespace gs::logio::vrs
