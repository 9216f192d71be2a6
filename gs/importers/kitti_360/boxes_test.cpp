// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti_360/boxes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "gs/core/format.h"

namespace gs::importers::kitti_360 {
namespace {

using ::testing::HasSubstr;

// A cube with corners at +-0.5 and a transform that scales and turns it.
std::string object(const std::string& name, const std::string& transform, int timestamp) {
  return format(R"(<{0}>
<index>3</index>
<label>car</label>
<transform type_id="opencv-matrix">
  <rows>4</rows>
  <cols>4</cols>
  <dt>f</dt>
  <data>
    {1} 0. 0. 0. 1.</data></transform>
<vertices type_id="opencv-matrix">
  <rows>4</rows><cols>3</cols><dt>f</dt>
  <data>
    5.00000000e-01 -5.00000000e-01 5.00000000e-01 -5.e-01 .5 .5
    .5 .5 -.5 0. 0. 0.</data></vertices>
<faces type_id="opencv-matrix"><rows>0</rows><cols>3</cols><dt>i</dt><data></data></faces>
<semanticId>26</semanticId>
<instanceId>12</instanceId>
<timestamp>{2}</timestamp>
<start_frame>4</start_frame>
<end_frame>240</end_frame>
</{0}>
)",
                name, transform, timestamp);
}
std::string file_of(const std::string& objects) {
  return "<?xml version=\"1.0\"?>\n<opencv_storage>\n" + objects + "</opencv_storage>\n";
}
std::string refusal(const std::string& text) {
  const auto read = parse_boxes(text);
  return read ? "accepted" : to_string(read.error());
}

// 1.8 m wide (first axis, which looks to the left), 4.5 m long (second axis, back), 1.6 m high (third axis).
constexpr const char* kCar = "0 -4.5 0 100 1.8 0 0 50 0 0 1.6 7";

TEST(Kitti360Boxes, HaveTheirLengthAlongXAndTheirHeightAlongZ) {
  const auto read = parse_boxes(file_of(object("object1", kCar, -1)));
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_EQ(read->boxes.size(), 1u);
  const Box& box = read->boxes.front();
  EXPECT_EQ(box.object + " " + box.category, "26_12 car");
  EXPECT_NEAR(norm(box.size_m - Vec3d{4.5, 1.8, 1.6}), 0, 1e-12);
  EXPECT_NEAR(norm(box.world_from_box.translation - Vec3d{100, 50, 7}), 0, 1e-12);
  EXPECT_NEAR(norm(box.world_from_box.rotation * Vec3d{1, 0, 0} - Vec3d{-1, 0, 0}), 0, 1e-9);
  EXPECT_NEAR(norm(box.world_from_box.rotation * Vec3d{0, 0, 1} - Vec3d{0, 0, 1}), 0, 1e-9);
}

TEST(Kitti360Boxes, StandInTheirWindowAndMoveInTheirFrame) {
  const auto read = parse_boxes(file_of(object("object1", kCar, -1) + object("object2", kCar, 9)));
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_EQ(read->boxes.size(), 2u);
  EXPECT_TRUE(read->boxes[0].is_in(4) && read->boxes[0].is_in(240));
  EXPECT_FALSE(read->boxes[0].is_in(3) || read->boxes[0].is_in(241));
  EXPECT_TRUE(read->boxes[1].is_in(9));
  EXPECT_FALSE(read->boxes[1].is_in(10));
}

TEST(Kitti360Boxes, ObjectsOfOtherShapesAreCounted) {
  const std::string flat = "1 0 0 0 0 0 0 0 0 0 1 0", skewed = "1 0.3 0 0 0 1 0 0 0 0 1 0";
  const auto read = parse_boxes(file_of(object("object1", flat, -1) + object("object2", skewed, -1) + "<other/>"));
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_TRUE(read->boxes.empty());
  EXPECT_EQ(read->left_out, 2u);
}

TEST(Kitti360Boxes, BadNumbersAreNamedWithTheirLine) {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = file_of(object("object1", kCar, -1));
    return refusal(text.replace(text.find(from), from.size(), to));
  };
  EXPECT_THAT(with("<instanceId>12</instanceId>\n", ""), HasSubstr("line 22: a box has no 'instanceId'"));
  EXPECT_THAT(with("<instanceId>12<", "<instanceId>many<"), HasSubstr("'instanceId' of a box is 'many'"));
  EXPECT_THAT(with("100 1.8", "nan 1.8"), HasSubstr("'transform/data' of a box is 'nan'"));
  EXPECT_THAT(with("100 1.8", "1.8"), HasSubstr("'transform' of a box has 15 numbers"));
  EXPECT_THAT(with(".5 .5 -.5 0. 0. 0.", ".5"), HasSubstr("'vertices' of a box has 7 numbers"));
  EXPECT_THAT(with("</opencv_storage>", ""), HasSubstr("is not closed"));
}

}  // namespace
}  // namespace gs::importers::kitti_360
