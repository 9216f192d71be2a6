// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/importers/kitti/tracklets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace gs::importers::kitti {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kFile = R"(<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<!DOCTYPE boost_serialization>
<boost_serialization signature="serialization::archive" version="9">
<tracklets class_id="0" tracking_level="0" version="0">
	<count>2</count>
	<item_version>1</item_version>
	<item class_id="1" tracking_level="0" version="1">
		<objectType>Car</objectType>
		<h>2</h>
		<w>1.7</w>
		<l>4.3</l>
		<first_frame>5</first_frame>
		<poses class_id="2" tracking_level="0" version="0">
			<count>2</count>
			<item class_id="3" tracking_level="0" version="2">
				<tx>25.5</tx><ty>8.5</ty><tz>-1.75</tz><rx>0</rx><ry>0</ry><rz>-3.5</rz>
				<state>2</state>
			</item>
			<item>
				<tx>24.5</tx><ty>8.5</ty><tz>-1.75</tz><rx>0</rx><ry>0</ry><rz>-3.5</rz>
			</item>
		</poses>
		<finished>1</finished>
	</item>
	<item>
		<objectType>Pedestrian</objectType><h>1.8</h><w>0.5</w><l>0.6</l><first_frame>0</first_frame>
		<poses><count>0</count></poses>
	</item>
</tracklets>
</boost_serialization>
)";

std::string refusal_with(std::string_view from, std::string_view to) {
  std::string text(kFile);
  text.replace(text.find(from), from.size(), to);
  const auto read = parse_tracklets(text);
  return read ? "accepted" : to_string(read.error());
}

TEST(Tracklets, BoxesHaveTheirCentreAboveTheFloor) {
  const auto read = parse_tracklets(kFile);
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_EQ(read->size(), 2u);
  const Tracklet& car = read->front();
  EXPECT_EQ(car.category, "Car");
  EXPECT_EQ(car.first_frame, 5);
  EXPECT_EQ(norm(car.size_m - Vec3d{4.3, 1.7, 2}), 0);
  ASSERT_EQ(car.lidar_from_box.size(), 2u);
  EXPECT_NEAR(norm(car.lidar_from_box[0].translation - Vec3d{25.5, 8.5, -0.75}), 0, 1e-12);
  EXPECT_EQ(car.lidar_from_box[1].translation.x, 24.5);
  EXPECT_NEAR(norm(car.lidar_from_box[0].rotation * Vec3d{1, 0, 0} - Vec3d{std::cos(-3.5), std::sin(-3.5), 0}), 0,
              1e-12);
  EXPECT_TRUE(read->back().lidar_from_box.empty());
}

TEST(Tracklets, BadNumbersAreNamedWithTheirLine) {
  EXPECT_THAT(refusal_with("<tx>24.5</tx>", ""), HasSubstr("line 21: 'tx' of a tracklet is 'missing'"));
  EXPECT_THAT(refusal_with("<rz>-3.5</rz>", "<rz>nan</rz>"), HasSubstr("'rz' of a tracklet is 'nan'"));
  EXPECT_THAT(refusal_with("<h>2</h>", "<h>-2</h>"), HasSubstr("'h' of a tracklet is '-2', allowed are 0 to 1000"));
  EXPECT_THAT(refusal_with("<first_frame>5</first_frame>", "<first_frame>1e300</first_frame>"),
              HasSubstr("first_frame"));
  EXPECT_THAT(refusal_with("</poses>", ""), HasSubstr("closes no open element"));
}

}  // namespace
}  // namespace gs::importers::kitti
