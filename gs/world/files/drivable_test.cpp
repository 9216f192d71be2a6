// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Drivable areas in GeoJSON: rings, properties, queries and hostile texts.
#include "gs/world/files/drivable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gs/core/numbers/random.h"
#include "gs/world/query/drivable_query.h"

namespace gs::world {
namespace {

using testing::HasSubstr;

const char* const kSquare = "[[0,0],[4,0],[4,4],[0,4],[0,0]]";

// A document with one feature.
std::string collection(const std::string& geometry, const std::string& properties = R"({"type": "drivable"})") {
  return R"({"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "map_frame"}},)"
         R"("features": [{"type": "Feature", "geometry": )" +
         geometry + R"(, "properties": )" + properties + "}]}";
}
std::string polygon(const std::string& rings) { return R"({"type": "Polygon", "coordinates": [)" + rings + "]}"; }

// The first problem of a document; empty if there is none.
std::string complaint(const std::string& text) {
  Problems problems;
  (void)parse_drivable(text, "d", problems);
  return problems.empty() ? "" : to_string(*problems.begin());
}

TEST(Drivable, ReadsPolygonsWithHolesAndProperties) {
  Problems problems;
  const auto area = parse_drivable(collection(polygon(std::string(kSquare) + ", [[1,1],[1,2],[2,2],[2,1],[1,1]]"),
                                              R"({"type": "drivable", "speed_limit": 50.0, "priority": 3})"),
                                   "d", problems);
  EXPECT_TRUE(problems.empty()) << to_string(*problems.begin());
  ASSERT_EQ(area.polygons.size(), 1u);
  EXPECT_EQ(area.polygons[0].holes.size(), 1u);
  EXPECT_EQ(area.polygons[0].priority, 3);
  EXPECT_EQ(area.polygons[0].speed_limit_kmh, 50.0);
  EXPECT_EQ(area_m2(area), 15.0);
}

TEST(Drivable, ReadsMultiPolygonsAndIgnoresZ) {
  Problems problems;
  const auto area =
      parse_drivable(collection(R"({"type": "MultiPolygon", "coordinates": [[[[0,0,7],[1,0,7],[1,1,7],[0,0,7]]], [)" +
                                std::string(kSquare) + "]]}"),
                     "d", problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(area.polygons.size(), 2u);
}

TEST(Drivable, RefusesBadRings) {
  EXPECT_THAT(complaint(collection(polygon("[[0,0],[1,1]]"))), HasSubstr("has 2 points"));
  EXPECT_THAT(complaint(collection(polygon("[]"))), HasSubstr("has 0 points"));
  EXPECT_THAT(complaint(collection(polygon("[[0,0],[1,0],[1,1],[0,1]]"))), HasSubstr("is not closed"));
  EXPECT_THAT(complaint(collection(polygon("[[0,0],[0,4],[4,4],[4,0],[0,0]]"))), HasSubstr("runs clockwise"));
  EXPECT_THAT(complaint(collection(polygon("[[0,0],[1,0],[2,0],[0,0]]"))), HasSubstr("encloses no area"));
  EXPECT_THAT(complaint(collection(polygon("[[0,0],[4,0],[0,1],[3,5],[0,0]]"))), HasSubstr("not simple"));
  EXPECT_THAT(complaint(collection(polygon("[[0,0],[1,null],[1,1],[0,0]]"))), HasSubstr("point 1"));
  EXPECT_THAT(complaint(collection(polygon("[[0,0],[1],[1,1],[0,0]]"))), HasSubstr("point 1"));
  EXPECT_THAT(complaint(collection(polygon(std::string(kSquare) + ",[[1,1],[2,1],[2,2],[1,2],[1,1]]"))),
              HasSubstr("hole runs counter-clockwise"));
  EXPECT_THAT(complaint(collection(polygon(std::string(kSquare) + ",[[9,9],[9,10],[10,10],[10,9],[9,9]]"))),
              HasSubstr("not simple"));
}

TEST(Drivable, RefusesOtherDocuments) {
  EXPECT_THAT(complaint(""), HasSubstr("error"));
  EXPECT_THAT(complaint("[]"), HasSubstr("a FeatureCollection"));
  EXPECT_THAT(
      complaint(R"({"type": "FeatureCollection", "crs": {"properties": {"name": "map_frame"}}, "features": []})"),
      HasSubstr("no drivable area"));
  EXPECT_THAT(complaint(collection(R"({"type": "Point", "coordinates": [1, 2]})")), HasSubstr("neither Polygon"));
  EXPECT_THAT(complaint(collection("null")), HasSubstr("has no coordinates"));
  EXPECT_THAT(complaint(collection(polygon(kSquare), "{}")), HasSubstr("properties.type: is missing"));
  EXPECT_THAT(complaint(collection(polygon(kSquare), R"({"type": "drivable", "speed_limit": -1})")),
              HasSubstr("speed_limit: is -1"));
  EXPECT_THAT(complaint(collection(polygon(kSquare), R"({"type": "drivable", "priority": 1.5})")),
              HasSubstr("an integer"));
  // A number of any length is quoted by its start.
  const std::string digits(200, '1');
  EXPECT_THAT(complaint(collection(polygon(kSquare), R"({"type": "drivable", "priority": )" + digits + "}")),
              HasSubstr("1... (200 bytes)"));
  std::string other_frame = collection(polygon(kSquare));
  other_frame.replace(other_frame.find("map_frame"), 9, "EPSG:4326");
  EXPECT_THAT(complaint(other_frame), HasSubstr("names another frame"));
}

TEST(Drivable, ReportsEveryBadFeature) {
  Problems problems;
  const std::string bad = polygon("[[0,0],[1,1]]");
  (void)parse_drivable(R"({"type": "FeatureCollection", "crs": {"properties": {"name": "map_frame"}}, "features": [)"
                       R"({"type": "Feature", "geometry": )" +
                           bad +
                           R"(, "properties": {"type": "drivable"}},)"
                           R"({"type": "Feature", "geometry": )" +
                           bad + R"(, "properties": {"type": "drivable"}}]})",
                       "d", problems);
  EXPECT_EQ(problems.count(Severity::error), 3u) << "two rings and the empty area";
}

TEST(Drivable, WriterClosesAndWindsRingsAndReadsBackEqual) {
  DrivableArea area;
  area.polygons.push_back(
      {.outer = {{0, 0}, {0, 4}, {4, 4}, {4, 0}}, .holes = {{{1, 1}, {2, 1}, {2, 2.1}}}, .priority = 2});
  const std::string text = write_drivable(area);
  Problems problems;
  const DrivableArea back = parse_drivable(text, "d", problems);
  EXPECT_TRUE(problems.empty()) << to_string(*problems.begin());
  EXPECT_EQ(write_drivable(back), text);
  EXPECT_GT(signed_area(back.polygons[0].outer), 0);
  EXPECT_LT(signed_area(back.polygons[0].holes[0]), 0);
}

TEST(Drivable, NeverCrashesOnTruncatedOrFlippedText) {
  const std::string text = collection(polygon(std::string(kSquare) + ", [[1,1],[1,2],[2,2],[2,1],[1,1]]"),
                                      R"({"type": "drivable", "speed_limit": 50.0})");
  for (std::size_t i = 0; i < text.size(); ++i) {
    (void)complaint(text.substr(0, i));
    std::string flipped = text;
    flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 8)));
    (void)complaint(flipped);
  }
}

// Reference implementation: even-odd rule over all edges.
bool inside(const DrivablePolygon& polygon, Vec2d p) {
  const auto crosses = [&](const Ring& ring) {
    bool odd = false;
    for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
      const Vec2d a = ring[i], b = ring[i + 1];
      if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) odd = !odd;
    }
    return odd;
  };
  bool odd = crosses(polygon.outer);
  for (const Ring& hole : polygon.holes) odd = odd != crosses(hole);
  return odd;
}

TEST(DrivableQuery, AgreesWithTheEvenOddRule) {
  // A star with a square hole.
  DrivablePolygon polygon;
  for (int i = 0; i < 40; ++i) {
    const double angle = 2 * kPi * i / 40, radius = i % 2 == 0 ? 10 : 6;
    polygon.outer.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  polygon.outer.push_back(polygon.outer.front());
  polygon.holes.push_back({{1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}});
  const auto query = DrivableQuery::create({{polygon}});
  ASSERT_TRUE(query);
  Random random(3, purpose("drivable_query"), 0);
  for (int i = 0; i < 2000; ++i) {
    const Vec2d p{random.uniform(-11, 11), random.uniform(-11, 11)};
    ASSERT_EQ(query->contains(p), inside(polygon, p)) << p.x << " " << p.y;
  }
}

TEST(DrivableQuery, HigherPriorityDecidesAndBordersAreInside) {
  const auto square = [](double side, int priority, double limit) {
    return DrivablePolygon{.outer = {{0, 0}, {side, 0}, {side, side}, {0, side}, {0, 0}},
                           .holes = {},
                           .priority = priority,
                           .speed_limit_kmh = limit};
  };
  const auto query = DrivableQuery::create({{square(10, 0, 50), square(4, 5, 30), square(6, 5, 20)}});
  ASSERT_TRUE(query);
  EXPECT_EQ(query->polygon_at({1, 1})->speed_limit_kmh, 30);
  EXPECT_EQ(query->polygon_at({5, 5})->speed_limit_kmh, 20);
  EXPECT_EQ(query->polygon_at({9, 9})->speed_limit_kmh, 50);
  EXPECT_TRUE(query->contains({10, 10}));
  EXPECT_FALSE(query->contains({10.001, 10}));
  EXPECT_FALSE(query->contains({std::nan(""), 1}));
}

}  // namespace
}  // namespace gs::world
