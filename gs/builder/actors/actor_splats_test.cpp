// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Gaussians of actors: a box with one colour a side drives past a camera; its Gaussians get these colours.
#include "gs/builder/actors/actor_splats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "gs/assets/image/png.h"
#include "gs/builder/actors/surface_samples.h"
#include "gs/core/parallel.h"
#include "gs/core/testing/temporary_folder.h"

namespace gs::builder {
namespace {

constexpr int kWidth = 320, kHeight = 200;
const Vec3d kSize{4.4, 1.8, 1.5};
using Colour = std::array<uint8_t, 3>;
constexpr Colour kFront{250, 20, 20}, kBack{20, 250, 20}, kLeft{20, 20, 250}, kRight{240, 240, 20}, kTop{20, 240, 240};
constexpr Colour kStreet{90, 90, 90};

// Side of the box at a point of its surface.
Colour side_at(Vec3d p) {
  if (p.z > kSize.z - 1e-6) return kTop;
  if (std::abs(p.x) > kSize.x / 2 - 1e-6) return p.x > 0 ? kFront : kBack;
  return p.y > 0 ? kLeft : kRight;
}

mapping::ObjectMesh box_mesh() {
  mapping::ObjectMesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.vertices.push_back({static_cast<float>(i & 1 ? kSize.x / 2 : -kSize.x / 2),
                             static_cast<float>(i & 2 ? kSize.y / 2 : -kSize.y / 2),
                             static_cast<float>(i & 4 ? kSize.z : 0)});
  }
  mesh.intensity.assign(8, 0.3f);
  mesh.triangles = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                    2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  return mesh;
}

// An actor that drives along +x at 5 m/s, `aside` metres to the left, for two seconds.
mapping::MovingObjectModel actor(double aside, mapping::ObjectClass type = mapping::ObjectClass::car) {
  mapping::MovingObjectModel out;
  out.type = type, out.size = kSize, out.mesh = box_mesh();
  for (int i = 0; i <= 20; ++i) {
    mapping::ObjectState s;
    s.stamp = Timestamp::from_seconds(100 + 0.1 * i);
    s.position_in_map = {0.5 * i, aside, 0}, s.v = 5;
    out.states.push_back(s);
  }
  out.phases = {{out.states.front().stamp, out.states.back().stamp, mapping::MotionKind::moving}};
  return out;
}

// Colour that a ray meets, by the slab test against every box.
Colour look(Vec3d from, Vec3d direction, std::span<const mapping::MovingObjectModel> actors, Timestamp time) {
  double nearest = 1e9;
  Colour out = kStreet;
  for (const mapping::MovingObjectModel& a : actors) {
    const Rigid3d inverse = mapping::state_at(a.states, time).map_from_object().inverse();
    const Vec3d o = inverse * from, d = inverse.rotation * direction;
    const double low[3] = {-kSize.x / 2, -kSize.y / 2, 0}, high[3] = {kSize.x / 2, kSize.y / 2, kSize.z};
    const double os[3] = {o.x, o.y, o.z}, ds[3] = {d.x, d.y, d.z};
    double enter = 0, leave = 1e9;
    for (int k = 0; k < 3; ++k) {
      const double a0 = (low[k] - os[k]) / ds[k], a1 = (high[k] - os[k]) / ds[k];
      enter = std::max(enter, std::min(a0, a1)), leave = std::min(leave, std::max(a0, a1));
    }
    if (enter < leave && enter > 0 && enter < nearest) nearest = enter, out = side_at(o + d * enter);
  }
  return out;
}

class PaintedActors : public ::testing::Test {
 protected:
  // Cameras at the right of the lane that see the actors come and go, and their images.
  std::vector<RecordedCamera> record(std::span<const mapping::MovingObjectModel> actors) {
    std::vector<RecordedCamera> cameras;
    for (const double x : {-6.0, 16.0}) {
      RecordedCamera camera;
      camera.lens.width = kWidth, camera.lens.height = kHeight;
      camera.lens.fx = camera.lens.fy = 160, camera.lens.cx = kWidth / 2.0, camera.lens.cy = kHeight / 2.0;
      camera.lens = with_limits(camera.lens);
      // Looks at the middle of the way from 6 m above it.
      const Vec3d from{x, -6, 6}, to{5, 0, 0.5}, forward = normalized(to - from);
      const Vec3d right = normalized(cross(forward, Vec3d{0, 0, 1})), down = cross(forward, right);
      const Rigid3d pose{to_quaternion(transpose(Mat3d::from_rows(right, down, forward))), from};
      for (int i = 0; i <= 20; i += 2) {
        RecordedView view{.stamp = Timestamp::from_seconds(100 + 0.1 * i), .map_from_camera = pose};
        view.path = folder_ / format("{}_{}.png", x < 0 ? "a" : "b", i);
        assets::Image image = assets::Image::make(kWidth, kHeight, 3);
        for (int v = 0; v < kHeight; ++v) {
          for (int u = 0; u < kWidth; ++u) {
            const Vec3d ray = pose.rotation * normalized(*unproject(camera.lens, {u * 1.0, v * 1.0}));
            const Colour c = look(from, ray, actors, view.stamp);
            std::copy(c.begin(), c.end(), image.row(v) + 3 * u);
          }
        }
        EXPECT_TRUE(assets::write_png(view.path, image));
        camera.views.push_back(std::move(view));
      }
      cameras.push_back(std::move(camera));
    }
    return cameras;
  }
  std::vector<ActorSplats> paint(std::span<const mapping::MovingObjectModel> actors,
                                 std::span<const RecordedCamera> cameras) {
    NoProgress quiet;
    auto painted = paint_actors(actors, cameras, {}, problems_, quiet);
    EXPECT_TRUE(painted) << to_string(painted.error());
    return std::move(*painted);
  }
  gs::TemporaryFolder folder_;
  Problems problems_;
};

Colour colour_of(const splat::GaussianCloud& cloud, std::size_t i) {
  Colour out;
  for (std::size_t c = 0; c < 3; ++c) {
    const double value = 255 * (0.5 + 0.28209479177387814 * cloud.view().sh_of(i)[c]);
    out[c] = static_cast<uint8_t>(std::clamp(std::lround(value), 0L, 255L));
  }
  return out;
}
// Share of the Gaussians of a side, away from its edges, that have a colour.
double share_with(const ActorSplats& painted, Colour side, Colour wanted) {
  double count = 0, right = 0;
  for (std::size_t i = 0; i < painted.cloud.size(); ++i) {
    const Vec3d p = cast<double>(painted.cloud.view().position_of(i));
    const bool edge =
        (std::abs(p.x) > kSize.x / 2 - 0.1) + (std::abs(p.y) > kSize.y / 2 - 0.1) + (p.z > kSize.z - 0.1 || p.z < 0.1) >
        1;
    if (edge || p.z < 1e-3 || side_at(p) != side) continue;
    const Colour c = colour_of(painted.cloud, i);
    bool same = true;
    for (std::size_t k = 0; k < 3; ++k) same = same && std::abs(c[k] - wanted[k]) < 40;
    count += 1, right += same;
  }
  EXPECT_GT(count, 100);
  return right / count;
}

TEST_F(PaintedActors, TakeTheColoursOfTheirSides) {
  const std::vector<mapping::MovingObjectModel> actors{actor(0)};
  const auto cameras = record(actors);
  const ActorSplats painted = std::move(paint(actors, cameras)[0]);
  EXPECT_GT(painted.coverage, 0.45);
  EXPECT_LE(painted.cloud.size(), 20'000u);
  for (const Colour side : {kFront, kBack, kRight, kTop}) EXPECT_GT(share_with(painted, side, side), 0.97);
  // The left side was never seen; a car takes the colours of the right.
  EXPECT_GT(share_with(painted, kLeft, kRight), 0.9);
  EXPECT_TRUE(problems_.empty());
}

// A van between the cameras and the car gives the car none of its colours.
TEST_F(PaintedActors, HideEachOther) {
  std::vector<mapping::MovingObjectModel> actors{actor(0), actor(-2.5)};
  const auto cameras = record(actors);
  const auto painted = paint(actors, cameras);
  EXPECT_GT(share_with(painted[0], kTop, kTop), 0.97);
  EXPECT_LT(share_with(painted[0], kTop, kRight), 0.01);
  EXPECT_GT(share_with(painted[1], kRight, kRight), 0.97);
}

TEST_F(PaintedActors, ThatNoImageShowsHaveNoGaussians) {
  std::vector<mapping::MovingObjectModel> actors{actor(0)};
  const auto cameras = record(actors);
  actors.push_back(actor(200));
  actors.push_back(actor(0));
  for (mapping::ObjectState& s : actors[2].states) s.stamp = s.stamp + Duration::from_seconds(60);
  for (mapping::MotionPhase& p : actors[2].phases)
    p.from = p.from + Duration::from_seconds(60), p.to = p.to + Duration::from_seconds(60);
  const auto painted = paint(actors, cameras);
  ASSERT_EQ(painted.size(), 3u);
  EXPECT_FALSE(painted[0].cloud.empty());
  EXPECT_TRUE(painted[1].cloud.empty());
  EXPECT_TRUE(painted[2].cloud.empty());
  EXPECT_TRUE(paint(actors, {})[0].cloud.empty());
}

TEST_F(PaintedActors, AreTheSameForAnyNumberOfThreadsAndWithoutADamagedImage) {
  const std::vector<mapping::MovingObjectModel> actors{actor(0), actor(-2.5)};
  const auto cameras = record(actors);
  std::vector<float> expected;
  for (const int threads : {1, 3}) {
    const ScopedThreadCount count(threads);
    const auto painted = paint(actors, cameras);
    const auto block = std::as_const(painted[0].cloud).block();
    if (expected.empty()) expected.assign(block.begin(), block.end());
    EXPECT_TRUE(std::equal(block.begin(), block.end(), expected.begin(), expected.end()));
  }
  ASSERT_TRUE(write_file(cameras[0].views[3].path, "no image"));
  EXPECT_FALSE(paint(actors, cameras)[0].cloud.empty());
  EXPECT_EQ(problems_.total(), 1u);
}

TEST(SurfaceSamples, StandEvenlyOnTheMesh) {
  const double area = 2 * (kSize.x * kSize.y + kSize.x * kSize.z + kSize.y * kSize.z);
  for (const double spacing : {0.05, 0.2}) {
    const SurfaceSamples s = sample_surface(box_mesh(), spacing, 1'000'000);
    EXPECT_NEAR(static_cast<double>(s.points.size()), area / (spacing * spacing), 1);
    std::map<Colour, double> sides;
    for (const SurfaceSample& p : s.points) {
      if (p.normal.z < -0.5f) continue;
      const Vec3d at = cast<double>(p.position);
      sides[side_at(at)] += spacing * spacing;
      // The normal points from the middle to the outside, and the point lies on its side.
      EXPECT_GT(dot(at - Vec3d{0, 0, kSize.z / 2}, cast<double>(p.normal)), 0);
    }
    EXPECT_NEAR(sides[kTop], kSize.x * kSize.y, 0.02 * area);
    EXPECT_NEAR(sides[kFront], kSize.y * kSize.z, 0.02 * area);
  }
  const SurfaceSamples few = sample_surface(box_mesh(), 0.01, 500);
  EXPECT_LE(few.points.size(), 500u);
  EXPECT_GE(few.points.size(), 499u);
  EXPECT_TRUE(sample_surface({}, 0.05, 100).points.empty());
}

}  // namespace
}  // namespace gs::builder
