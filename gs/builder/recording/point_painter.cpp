// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/point_painter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gs/builder/recording/image_pass.h"
#include "gs/core/parallel.h"

namespace gs::builder {
namespace {

constexpr int kCell = 8;               // [px] edge of a cell of the depth buffer
constexpr std::size_t kEnough = 1000;  // with fewer coloured points all are kept in grey
constexpr float kNever = std::numeric_limits<float>::infinity();

// At most `most` images, spread evenly over cameras and time.
std::vector<RecordedShot> choose(std::span<const RecordedCamera> cameras, int most) {
  std::vector<RecordedShot> all, chosen;
  for (const RecordedCamera& camera : cameras) {
    for (const RecordedView& view : camera.views) all.push_back({&camera, &view});
  }
  const std::size_t wanted = std::min(all.size(), static_cast<std::size_t>(most));
  for (std::size_t i = 0; i < wanted; ++i) chosen.push_back(all[i * all.size() / wanted]);
  return chosen;
}

// Thins evenly by index. The map is sorted by voxel, so all regions lose the same share.
std::vector<splat::train::ColoredPoint> thinned(std::span<const Vec3f> points, std::size_t most) {
  const std::size_t count = std::min(points.size(), most);
  std::vector<splat::train::ColoredPoint> out(count);
  for (std::size_t i = 0; i < count; ++i) out[i].position = points[i * points.size() / count];
  return out;
}

// Projects points into images. A coarse depth buffer prevents hidden points from taking the colour of what hides them.
class Painter {
 public:
  Painter(std::vector<splat::train::ColoredPoint>& points, double max_range_m)
      : points_(points), max_range_(max_range_m), seen_(points.size()), nearest_(points.size(), kNever) {}

  // Colours the points that this image sees from a shorter distance than all images before.
  // Pixels that are 0 in `mask` show nothing; an empty mask has none.
  void paint(const RecordedShot& shot, const assets::Image& image, const std::vector<uint8_t>& mask) {
    const CameraD& lens = shot.camera->lens;
    const Rigid3d camera_from_map = shot.view->map_from_camera.inverse();
    parallel_for(points_.size(), [&](std::size_t i) {
      seen_[i].range = kNever;
      const Vec3d p = camera_from_map * cast<double>(points_[i].position);
      const double range = norm(p);
      if (range > max_range_ || !can_project(lens, p)) return;
      const Vec2d pixel = project(lens, p);
      const double x = std::round(pixel.x), y = std::round(pixel.y);
      if (!(x >= 0 && y >= 0 && x < image.width && y < image.height)) return;
      const Seen seen{static_cast<float>(range), static_cast<int>(x), static_cast<int>(y)};
      const auto pixel_index =
          static_cast<std::size_t>(seen.y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(seen.x);
      if (mask.empty() || mask[pixel_index] != 0) seen_[i] = seen;
    });
    // Smallest range per cell of kCell x kCell pixels.
    const int across = image.width / kCell + 1, down = image.height / kCell + 1;
    std::vector<float> depth(static_cast<std::size_t>(across) * static_cast<std::size_t>(down), kNever);
    const auto cell = [&](const Seen& s) {
      return static_cast<std::size_t>(s.y / kCell) * static_cast<std::size_t>(across) +
             static_cast<std::size_t>(s.x / kCell);
    };
    for (const Seen& s : seen_) {
      if (s.range < kNever) depth[cell(s)] = std::min(depth[cell(s)], s.range);
    }
    parallel_for(points_.size(), [&](std::size_t i) {
      const Seen& s = seen_[i];
      // Hidden if clearly farther than the nearest point of the cell.
      if (s.range >= nearest_[i] || s.range > depth[cell(s)] * 1.05f + 0.2f) return;
      nearest_[i] = s.range;
      const uint8_t* rgb = image.row(s.y) + 3 * s.x;
      points_[i].red = rgb[0], points_[i].green = rgb[1], points_[i].blue = rgb[2];
    });
  }
  bool painted(std::size_t i) const { return nearest_[i] < kNever; }

 private:
  struct Seen {
    float range = kNever;
    int x = 0, y = 0;
  };
  std::vector<splat::train::ColoredPoint>& points_;
  double max_range_;
  std::vector<Seen> seen_;
  std::vector<float> nearest_;
};

}  // namespace

Result<PaintedCloud> paint_points(std::span<const Vec3f> points_in_map, std::span<const RecordedCamera> cameras,
                                  const PaintOptions& options, Problems& problems, Progress& progress) {
  std::vector<splat::train::ColoredPoint> points = thinned(points_in_map, options.max_points);
  const std::vector<RecordedShot> shots = choose(cameras, options.max_views);
  Painter painter(points, options.max_range_m);
  GS_TRY(CameraMasks masks, read_camera_masks(cameras));
  // Painted one image after the other, so that the result does not depend on the thread count.
  GS_CHECK(visit_images(shots, "colouring points", problems, progress, [&](std::size_t k, const assets::Image& image) {
    painter.paint(shots[k], image, masks[shots[k].camera]);
  }));

  // Points seen by no camera are dropped; without cameras all points are kept in grey.
  PaintedCloud out{.points = {}, .coloured = 0, .views = static_cast<int>(shots.size())};
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (painter.painted(i)) out.points.push_back(points[i]);
  }
  out.coloured = out.points.size();
  if (out.coloured < kEnough) out.points = std::move(points);
  return out;
}

}  // namespace gs::builder
