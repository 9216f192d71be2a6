// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/truth/optical_flow.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "gs/core/parallel.h"

namespace gs::synth {
namespace {

// Motion of every body that the image shows, from its time to the next image; none where it does not exist then.
class BodyMotions {
 public:
  BodyMotions(const Scene& scene, const CameraFrame& frame, double from_s, double to_s) : scene_(scene) {
    for (const uint32_t body : frame.body) {
      if (body != raycast::kFixedBody && !cache_.contains(body)) cache_[body] = motion(body, from_s, to_s);
    }
  }
  // map_later_from_map of points of the body.
  std::optional<Rigid3d> motion(uint32_t body, double from_s, double to_s) const {
    const std::size_t object = scene_.object_of(body);
    if (!scene_.exists(object, to_s) || scene_.jumps(object, from_s, to_s)) return std::nullopt;
    return scene_.map_from_body(body, to_s) * scene_.map_from_body(body, from_s).inverse();
  }
  // The same for the times of the constructor.
  const std::optional<Rigid3d>& known(uint32_t body) const { return cache_.at(body); }

 private:
  const Scene& scene_;
  std::map<uint32_t, std::optional<Rigid3d>> cache_;
};

// Computes the flow of single pixels.
class FlowField {
 public:
  FlowField(const Scene& scene, const CameraFrame& frame, const FlowRequest& request)
      : frame_(frame),
        r_(request),
        bodies_(scene, frame, request.time_s, request.time_s + request.step_s),
        now_(request.map_from_camera(request.time_s)),
        next_(request.map_from_camera(request.time_s + request.step_s)) {}

  // The pixel of the next image that shows the same point.
  std::optional<Vec2d> target_of(int x, int y) const {
    const auto at =
        static_cast<std::size_t>(y) * static_cast<std::size_t>(r_.camera.width) + static_cast<std::size_t>(x);
    const std::optional<Vec3d> ray = unproject(r_.camera, {static_cast<double>(x), static_cast<double>(y)});
    if (!ray) return std::nullopt;
    const bool is_sky = !std::isfinite(frame_.depth_m[at]);
    if (!is_sky && std::fabs(ray->z) < 1e-6) return std::nullopt;
    const double from_s = r_.time_s + row_time(y);
    const Rigid3d from = rolls() ? r_.map_from_camera(from_s) : now_;
    const Vec3d in_map = is_sky ? from.rotation * *ray : from * (*ray * (double{frame_.depth_m[at]} / ray->z));
    // With a rolling shutter the time of the next image depends on the row, so the row is found by iteration.
    std::optional<Vec2d> pixel = Vec2d{static_cast<double>(x), static_cast<double>(y)};
    for (int i = 0; i < (rolls() ? 4 : 1) && pixel; ++i) {
      const double to_s = r_.time_s + r_.step_s + row_time(pixel->y);
      const Rigid3d to = rolls() ? r_.map_from_camera(to_s) : next_;
      pixel = is_sky ? project_at(to.rotation.conjugate() * in_map)
                     : project_moved(in_map, frame_.body[at], from_s, to_s, to);
    }
    return pixel;
  }

 private:
  bool rolls() const { return r_.readout_s > 0; }
  double row_time(double row) const {
    const double last = std::max(1, r_.camera.height - 1);
    return r_.readout_s * std::clamp(row, 0.0, last) / last;
  }
  std::optional<Vec2d> project_at(Vec3d in_camera) const {
    if (!can_project(r_.camera, in_camera)) return std::nullopt;
    return project(r_.camera, in_camera);
  }
  std::optional<Vec2d> project_moved(Vec3d in_map, uint32_t body, double from_s, double to_s, const Rigid3d& to) const {
    if (body == raycast::kFixedBody) return project_at(to.inverse() * in_map);
    const std::optional<Rigid3d> motion = rolls() ? bodies_.motion(body, from_s, to_s) : bodies_.known(body);
    if (!motion) return std::nullopt;
    return project_at(to.inverse() * (*motion * in_map));
  }

  const CameraFrame& frame_;
  const FlowRequest& r_;
  BodyMotions bodies_;
  Rigid3d now_, next_;
};

}  // namespace

assets::Image flow_image(const Scene& scene, const CameraFrame& frame, const FlowRequest& request) {
  constexpr double kSteps = 64, kZero = 32768, kLargest_px = 511;
  const int width = request.camera.width, height = request.camera.height;
  assets::Image out = assets::Image::make(width, height, 3, 2);
  const FlowField field(scene, frame, request);
  parallel_for(
      static_cast<std::size_t>(height),
      [&](std::size_t row) {
        const int y = static_cast<int>(row);
        for (int x = 0; x < width; ++x) {
          const std::optional<Vec2d> target = field.target_of(x, y);
          if (!target) continue;
          const double u = target->x - x, v = target->y - y;
          if (std::fabs(u) > kLargest_px || std::fabs(v) > kLargest_px) continue;
          const uint16_t pixel[3] = {static_cast<uint16_t>(std::lround(kSteps * u + kZero)),
                                     static_cast<uint16_t>(std::lround(kSteps * v + kZero)), 1};
          std::memcpy(out.row(y) + static_cast<std::size_t>(x) * sizeof pixel, pixel, sizeof pixel);
        }
      },
      8);
  return out;
}

}  // namespace gs::synth
