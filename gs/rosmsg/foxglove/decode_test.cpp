// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Foxglove messages in Protobuf and JSON give the same fields; damage at any byte is refused.
#include "gs/rosmsg/foxglove/decode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/rosmsg/foxglove/decode_json.h"
#include "gs/rosmsg/foxglove/print.h"

namespace gs::rosmsg::foxglove {
namespace {

// Writes the wire format independently of the reader under test.
class Wire {
 public:
  Wire& varint(uint32_t number, uint64_t value) { return key(number, 0).raw(value); }
  Wire& fixed64(uint32_t number, double value) { return key(number, 1), out_.put(value), *this; }
  Wire& fixed32(uint32_t number, uint32_t value) { return key(number, 5), out_.put(value), *this; }
  Wire& text(uint32_t number, std::string_view value) { return bytes(number, as_bytes(value)); }
  Wire& message(uint32_t number, const Wire& value) { return bytes(number, value.view()); }
  Wire& doubles(uint32_t number, const std::vector<double>& values) {
    return bytes(number, {reinterpret_cast<const std::byte*>(values.data()), values.size() * 8});
  }
  Bytes view() const { return out_.view(); }

 private:
  Wire& key(uint32_t number, uint32_t type) { return raw(number << 3 | type); }
  Wire& raw(uint64_t value) {
    for (; value >= 0x80; value >>= 7) out_.u8(static_cast<uint8_t>(value | 0x80));
    out_.u8(static_cast<uint8_t>(value));
    return *this;
  }
  Wire& bytes(uint32_t number, Bytes value) {
    key(number, 2).raw(value.size());
    out_.bytes(value);
    return *this;
  }
  ByteWriter out_;
};

Wire stamp() { return Wire().varint(1, 1'700'000'000).varint(2, 5); }
constexpr Timestamp kStamp{1'700'000'000'000'000'005};

TEST(FoxgloveProtobuf, ReadsAPointCloud) {
  // point_stride and offset are fixed32 in the schema; varint must be accepted too. Field 99 is unknown.
  const Wire cloud = Wire()
                         .message(1, stamp())
                         .text(2, "lidar")
                         .message(3, Wire().message(1, Wire().fixed64(3, 2.5)).message(2, Wire().fixed64(4, 1.0)))
                         .fixed32(4, 16)
                         .message(5, Wire().text(1, "x").fixed32(2, 0).varint(3, 7))
                         .message(5, Wire().text(1, "ring").varint(2, 12).varint(3, 3))
                         .text(6, "0123456789abcdef")
                         .text(99, "a field of the future");
  const auto m = decode<PointCloud>("protobuf", cloud.view()).value();
  EXPECT_EQ(m.timestamp, kStamp);
  EXPECT_EQ(m.frame_id, "lidar");
  EXPECT_EQ(m.pose.position.z, 2.5);
  EXPECT_EQ(m.pose.orientation.w, 1.0);
  EXPECT_EQ(m.point_stride, 16u);
  ASSERT_EQ(m.fields.size(), 2u);
  EXPECT_EQ(m.fields[0].type, NumericType::float32);
  EXPECT_EQ(m.fields[1].name, "ring");
  EXPECT_EQ(m.fields[1].offset, 12u);
  EXPECT_EQ(m.data.size(), 16u);
}

TEST(FoxgloveProtobuf, ReadsImagesAndVideo) {
  const auto image = decode<CompressedImage>(
                         "protobuf", Wire().message(1, stamp()).text(2, "bytes").text(3, "jpeg").text(4, "cam").view())
                         .value();
  EXPECT_EQ(image.format, "jpeg");
  EXPECT_EQ(image.frame_id, "cam");
  EXPECT_EQ(as_text(image.data), "bytes");
  const auto raw =
      decode<RawImage>("protobuf", Wire().fixed32(2, 4).fixed32(3, 2).text(4, "rgb8").fixed32(5, 12).view()).value();
  EXPECT_EQ(raw.width, 4u);
  EXPECT_EQ(raw.height, 2u);
  EXPECT_EQ(raw.step, 12u);
  const auto video =
      decode<CompressedVideo>("protobuf", Wire().text(2, "cam").text(3, "nal").text(4, "h264").view()).value();
  EXPECT_EQ(video.format, "h264");
  EXPECT_EQ(as_text(video.data), "nal");
}

TEST(FoxgloveProtobuf, ReadsCalibrationTransformsAndFixes) {
  const auto calibration =
      decode<CameraCalibration>(
          "protobuf",
          Wire().fixed32(2, 640).text(4, "plumb_bob").doubles(6, {1, 2, 3}).fixed64(5, 0.5).fixed64(5, 0.25).view())
          .value();
  EXPECT_THAT(calibration.K, ::testing::ElementsAre(1, 2, 3));
  EXPECT_THAT(calibration.D, ::testing::ElementsAre(0.5, 0.25)) << "not packed is allowed";
  const Wire transform =
      Wire().message(1, stamp()).text(2, "map").text(3, "base_link").message(4, Wire().fixed64(1, 7));
  const auto transforms =
      decode<FrameTransforms>("protobuf", Wire().message(1, transform).message(1, transform).view()).value();
  ASSERT_EQ(transforms.transforms.size(), 2u);
  EXPECT_EQ(transforms.transforms[1].child_frame_id, "base_link");
  EXPECT_EQ(transforms.transforms[1].translation.x, 7);
  const auto fix =
      decode<LocationFix>("protobuf", Wire().fixed64(1, 49.0).fixed64(2, 8.4).varint(5, 2).message(6, stamp()).view())
          .value();
  EXPECT_EQ(fix.longitude, 8.4);
  EXPECT_EQ(fix.position_covariance_type, 2);
  EXPECT_EQ(fix.timestamp, kStamp);
}

TEST(FoxgloveProtobuf, PrintsWhatItReads) {
  const PrintOptions compact{.layout = JsonWriter::Layout::compact, .max_items = 2};
  const Wire transform = Wire().message(1, stamp()).text(2, "map").text(3, "car").message(4, Wire().fixed64(1, 2.5));
  EXPECT_EQ(
      protobuf_to_json("foxglove.FrameTransforms", Wire().message(1, transform).view(), compact).value(),
      R"({"transforms": [{"timestamp": 1700000000.000000005, "parent_frame_id": "map", "child_frame_id": "car", )"
      R"("translation": {"x": 2.5, "y": 0.0, "z": 0.0}, "rotation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 0.0}}]})");
  EXPECT_EQ(
      protobuf_to_json("foxglove.CompressedImage", Wire().text(2, "abcd").text(3, "jpeg").view(), compact).value(),
      R"({"timestamp": 0.000000000, "data": [97, 98, "... and 2 more"], "format": "jpeg", "frame_id": ""})");
  EXPECT_EQ(protobuf_to_json("foxglove.Log", {}, compact).error().code, ErrorCode::unsupported);
}

TEST(FoxgloveProtobuf, RefusesDamageAtEveryByte) {
  const Wire cloud = Wire().message(1, stamp()).text(2, "lidar").message(5, Wire().text(1, "x")).text(6, "0123456789");
  std::vector<std::byte> bytes(cloud.view().begin(), cloud.view().end());
  for (std::size_t cut = 0; cut < bytes.size(); ++cut)
    static_cast<void>(decode<PointCloud>("protobuf", Bytes(bytes).first(cut)));
  for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
    bytes[i / 8] ^= static_cast<std::byte>(1 << i % 8);
    static_cast<void>(decode<PointCloud>("protobuf", bytes));
    bytes[i / 8] ^= static_cast<std::byte>(1 << i % 8);
  }
  EXPECT_FALSE(decode<PointCloud>("protobuf", Bytes(bytes).first(bytes.size() - 1)));
  EXPECT_FALSE(decode<PointCloud>("protobuf", Wire().varint(6, 3).view())) << "data is no number";
}

TEST(FoxgloveJson, ReadsTheSameFields) {
  const auto m =
      decode<PointCloud>("json", as_bytes(R"({"timestamp": {"sec": 1700000000, "nsec": 5}, "frame_id": "lidar",
      "pose": {"position": {"x": 0, "y": 0, "z": 2.5}, "orientation": {"x": 0, "y": 0, "z": 0, "w": 1}},
      "point_stride": 16, "fields": [{"name": "x", "offset": 0, "type": 7}], "data": "MDEyMw==", "later": [1]})"))
          .value();
  EXPECT_EQ(m.timestamp, kStamp);
  EXPECT_EQ(m.pose.position.z, 2.5);
  EXPECT_EQ(m.fields.at(0).type, NumericType::float32);
  EXPECT_EQ(as_text(m.data), "0123");
  const auto transforms =
      decode<FrameTransforms>("json", as_bytes(R"({"transforms": [{"parent_frame_id": "map"}]})")).value();
  EXPECT_EQ(transforms.transforms.at(0).parent_frame_id, "map");
}

TEST(FoxgloveJson, NamesTheFieldThatIsWrong) {
  const auto m = decode<RawImage>("json", as_bytes(R"({"width": "wide"})"));
  ASSERT_FALSE(m);
  EXPECT_THAT(m.error().message, ::testing::HasSubstr("width"));
  EXPECT_FALSE(decode<RawImage>("json", as_bytes(R"({"data": "*"})")));
  EXPECT_FALSE(decode<RawImage>("json", as_bytes("[]")));
  EXPECT_EQ(decode<RawImage>("flatbuffer", {}).error().code, ErrorCode::unsupported);
}

TEST(FoxgloveJson, NumbersOutsideTheirMemberAreRefused) {
  for (const char* text : {R"({"width": -1})", R"({"height": 4294967296})", R"({"step": 1.5})", R"({"width": 1e300})",
                           R"({"timestamp": {"sec": -1, "nsec": 0}})", R"({"timestamp": {"sec": 1, "nsec": -5}})"}) {
    const auto m = decode<RawImage>("json", as_bytes(text));
    ASSERT_FALSE(m) << text;
    EXPECT_EQ(m.error().code, ErrorCode::invalid_data) << text;
    EXPECT_THAT(m.error().message, testing::HasSubstr("0 to 4294967295")) << text;
  }
  EXPECT_EQ(decode<RawImage>("json", as_bytes(R"({"width": 4294967295})"))->width, 4294967295u);
  EXPECT_FALSE(decode<PointCloud>("json", as_bytes(R"({"fields": [{"type": 3000000000}]})")));
}

TEST(Base64, ReadsEveryLength) {
  EXPECT_EQ(as_text(decode_base64("").value()), "");
  EXPECT_EQ(as_text(decode_base64("Zg==").value()), "f");
  EXPECT_EQ(as_text(decode_base64("Zm8=").value()), "fo");
  EXPECT_EQ(as_text(decode_base64("Zm9vYmFy").value()), "foobar");
  EXPECT_FALSE(decode_base64("Zm9v YmFy"));
}

}  // namespace
}  // namespace gs::rosmsg::foxglove
