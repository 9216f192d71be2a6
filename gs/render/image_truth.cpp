// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/render/image_truth.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "gs/core/expect.h"
#include "gs/core/parallel.h"
#include "gs/splat/kernel/shutter.h"

namespace gs::render {
namespace {

constexpr float kNoValue = std::numeric_limits<float>::quiet_NaN();

// Factor from the ray of a pixel to the point at a depth of the rasterizer; empty where no point has this depth.
std::optional<double> ray_factor(const CameraD& camera, Vec3f ray, float median_depth) {
  if (!(median_depth > 0) || !std::isfinite(median_depth)) return std::nullopt;
  if (camera.lens != Lens::radtan) return norm(ray) > 0 ? std::optional(double{median_depth}) : std::nullopt;
  return ray.z > 0 ? std::optional(double{median_depth} / double{ray.z}) : std::nullopt;
}

// The camera in the frame of an object while an image is read.
struct SeenFrom {
  Rigid3d object_from_first{}, object_from_last{};  // camera at the first and the last line

  // The camera at `share` of the readout, 0 to 1.
  Rigid3d at(double share) const { return interpolate(object_from_first, object_from_last, share); }
};

// The camera of a view in the frame of the map, and of its instances.
std::vector<SeenFrom> cameras_of(const splat::RenderView& view) {
  SeenFrom map{view.map_from_camera, view.map_from_camera};
  if (view.rolling_shutter)
    map = {view.rolling_shutter->map_from_camera_first, view.rolling_shutter->map_from_camera_last};
  std::vector<SeenFrom> out{map};
  for (const splat::SplatInstance& instance : view.instances) {
    splat::InstanceMotion motion{instance.map_from_asset, instance.map_from_asset};
    if (view.rolling_shutter && instance.motion) motion = *instance.motion;
    out.push_back({motion.map_from_asset_first.inverse() * map.object_from_first,
                   motion.map_from_asset_last.inverse() * map.object_from_last});
  }
  return out;
}

// Finds the pixel of a point in an earlier image.
class EarlierPixel {
 public:
  EarlierPixel(const splat::RenderView& now, const splat::RenderView& before)
      : now_(cameras_of(now)), before_(cameras_of(before)), camera_(before.camera) {
    lines_.camera = before.camera;
    if (now.rolling_shutter) lines_.shutter = now.rolling_shutter->direction;
    // With a global shutter, one transform an object suffices.
    for (std::size_t i = 0; i < now_.size() && !rolls(); ++i)
      before_from_now_.push_back(before_[i].object_from_first.inverse() * now_[i].object_from_first);
  }

  // `object` is the value of the plane `instance`; empty if the camera could not see the point.
  std::optional<Vec2d> find(Vec2d pixel, Vec3d point_in_camera, std::size_t object) const {
    if (!rolls()) return project_checked(before_from_now_[object] * point_in_camera);
    const Vec3d point = now_[object].at(share_of(pixel)) * point_in_camera;
    // The time of the earlier line depends on the earlier pixel. Every round reduces the error by (motion during the
    // readout) / (image height).
    std::optional<Vec2d> found = pixel;
    for (int round = 0; round < 4 && found; ++round)
      found = project_checked(before_[object].at(share_of(*found)).inverse() * point);
    return found;
  }

 private:
  bool rolls() const { return lines_.shutter != splat::ShutterScan::global; }
  double share_of(Vec2d pixel) const { return clamp(splat::readout_time(lines_, pixel) + 0.5, 0.0, 1.0); }
  std::optional<Vec2d> project_checked(Vec3d point_in_camera) const {
    if (!can_project(camera_, point_in_camera)) return std::nullopt;  // also a point that is not finite
    return project(camera_, point_in_camera);
  }

  std::vector<SeenFrom> now_, before_;
  std::vector<Rigid3d> before_from_now_;
  CameraD camera_;
  splat::View<double> lines_;  // size of the image and order of its lines
};

}  // namespace

std::vector<float> axial_depth(const CameraD& camera, std::span<const Vec3f> rays,
                               std::span<const float> median_depth) {
  GS_EXPECT(rays.size() == median_depth.size());
  std::vector<float> out(median_depth.size(), kNoValue);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!ray_factor(camera, rays[i], median_depth[i])) continue;
    const float depth = camera.lens == Lens::radtan ? median_depth[i] : median_depth[i] * rays[i].z;
    if (depth > 0) out[i] = depth;
  }
  return out;
}

std::vector<float> image_motion(const splat::SplatImage& image, std::span<const Vec3f> rays,
                                const splat::RenderView& now, const splat::RenderView& before) {
  const auto width = static_cast<std::size_t>(image.width), height = static_cast<std::size_t>(image.height);
  GS_EXPECT(image.median_depth.size() == width * height && image.instance.size() == width * height);
  GS_EXPECT(rays.size() == width * height && now.instances.size() == before.instances.size());
  std::vector<float> out(2 * width * height, kNoValue);
  const EarlierPixel earlier(now, before);
  parallel_for(
      height,
      [&](std::size_t y) {
        for (std::size_t x = 0; x < width; ++x) {
          const std::size_t i = y * width + x;
          const auto factor = ray_factor(now.camera, rays[i], image.median_depth[i]);
          if (!factor) continue;
          const Vec2d pixel{static_cast<double>(x), static_cast<double>(y)};
          const auto then = earlier.find(pixel, cast<double>(rays[i]) * *factor, image.instance[i]);
          if (!then) continue;
          out[2 * i] = static_cast<float>(pixel.x - then->x);
          out[2 * i + 1] = static_cast<float>(pixel.y - then->y);
        }
      },
      8);
  return out;
}

}  // namespace gs::render
