// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/cloud/street_cloud.h"

#include <array>
#include <cmath>

#include "gs/core/json/json_writer.h"
#include "gs/core/numbers/random.h"
#include "gs/core/parallel.h"
#include "gs/splat/model/ply.h"

namespace gs::synth {
namespace {

// Position, log of the three standard deviations, and rotation of a Gaussian.
struct Splat {
  Vec3d mean, log_scale;
  Quaterniond rotation;
};

double log_normal(Random& r, double median, double sigma) { return median * std::exp(sigma * r.normal()); }

// A flat Gaussian perpendicular to `normal`, with two random sizes around the median and a fixed thickness.
Splat disc(Random& r, Vec3d mean, Vec3d normal, double median_m, double thickness_m) {
  const Vec3d z{0, 0, 1};
  const Vec3d axis = cross(z, normal);
  const Quaterniond turn = normalized(Quaterniond{axis.x, axis.y, axis.z, 1 + dot(z, normal)});
  return {mean,
          {std::log(log_normal(r, median_m, 0.5)), std::log(log_normal(r, median_m, 0.5)), std::log(thickness_m)},
          turn};
}

// A Gaussian with three random sizes and a random rotation.
Splat blob(Random& r, Vec3d mean, double median_m, double sigma) {
  Splat s{mean, {}, {}};
  s.log_scale = {std::log(log_normal(r, median_m, sigma)), std::log(log_normal(r, median_m, sigma)),
                 std::log(log_normal(r, median_m, sigma))};
  s.rotation = normalized(Quaterniond{r.normal(), r.normal(), r.normal(), r.normal()});
  return s;
}

// Draws a Gaussian of a random kind. Each uses its own random numbers, so any part of the cloud is a fair sample of the
// whole.
Splat draw(Random& r) {
  // A quarter road, 35 % facades on both sides, 30 % vegetation and objects, a tenth sky on a half sphere of radius 400
  // m. Positions in metres along a street of 240 m.
  const double kind = r.uniform();
  const double side = r.uniform() < 0.5 ? -1 : 1;
  if (kind < 0.25) return disc(r, {r.uniform(-20, 220), r.uniform(-12, 12), r.normal(0, 0.01)}, {0, 0, 1}, 0.05, 0.005);
  if (kind < 0.60)
    return disc(r, {r.uniform(-20, 220), side * (12 + r.normal(0, 0.1)), r.uniform(0, 15)}, {0, 1, 0}, 0.07, 0.01);
  if (kind < 0.90)
    return blob(r, {r.uniform(-20, 220), side * r.uniform(4, 12), std::fabs(r.normal(0, 2.5))}, 0.05, 0.7);
  Vec3d d{r.normal(), r.normal(), r.normal()};
  d = d / std::fmax(norm(d), 1e-9);
  return blob(r, Vec3d{100, 0, 0} + Vec3d{d.x, d.y, std::fabs(d.z)} * 400.0, 6.0, 0.3);
}

}  // namespace

Result<splat::GaussianCloud> make_street_cloud(std::size_t count, const StreetCloudOptions& options) {
  GS_TRY(splat::GaussianCloud cloud, splat::GaussianCloud::create(count, options.sh_degree));
  const splat::MutableCloudView view = cloud.view();
  const int coefficients = cloud.coefficients();
  parallel_for(count, [&](std::size_t i) {
    Random r(static_cast<uint64_t>(options.seed), purpose("street_cloud"), i);
    const Splat s = draw(r);
    view.set_position(i, cast<float>(s.mean));
    view.set_log_scale(i, cast<float>(s.log_scale));
    view.set_rotation(i, {static_cast<float>(s.rotation.x), static_cast<float>(s.rotation.y),
                          static_cast<float>(s.rotation.z), static_cast<float>(s.rotation.w)});
    // Random opacities, mostly opaque; colours with small view-dependent parts.
    view.opacity_logit[i] = static_cast<float>(r.normal(1.5, 2.0));
    float* sh = view.sh_of(i);
    for (int k = 0; k < 3 * coefficients; ++k)
      sh[k] = static_cast<float>(r.normal(0, k % coefficients == 0 ? 0.8 : 0.05));
  });
  return cloud;
}

CameraD street_cloud_camera() {
  return with_limits({.width = 1920, .height = 1080, .fx = 1100, .fy = 1100, .cx = 960, .cy = 540});
}

std::vector<Rigid3d> street_cloud_views(int count) {
  std::vector<Rigid3d> views;
  for (int i = 0; i < count; ++i) {
    // Rows of the rotation are the camera's axes in map: right, down, forward.
    const double yaw = 0.35 * std::sin(2 * kPi * i / count);
    const Mat3d camera_from_map{{{std::sin(yaw), -std::cos(yaw), 0}, {0, 0, -1}, {std::cos(yaw), std::sin(yaw), 0}}};
    const Quaterniond rotation = to_quaternion(camera_from_map);
    views.push_back({rotation, -(rotation * Vec3d{200.0 * i / count, 0.5, 1.6})});
  }
  return views;
}

Result<void> write_street_cloud(std::size_t count, const fs::path& ply, const StreetCloudOptions& options) {
  GS_TRY(const splat::GaussianCloud cloud, make_street_cloud(count, options));
  GS_CHECK(
      splat::save_ply(ply, cloud.view(), options.public_order ? splat::PlyFlavor::standard : splat::PlyFlavor::bundle));
  const CameraD camera = street_cloud_camera();
  // Each view is the list of the rows of its 4 x 4 matrix.
  JsonWriter json;
  json.begin_object().field("width", camera.width).field("height", camera.height);
  json.field("fx", camera.fx).field("fy", camera.fy).field("cx", camera.cx).field("cy", camera.cy);
  json.key("world_to_camera").begin_array();
  for (const Rigid3d& view : street_cloud_views(options.cameras)) {
    const Mat3d r = to_matrix(view.rotation);
    json.begin_array();
    for (int row = 0; row < 3; ++row) {
      const double t[3] = {view.translation.x, view.translation.y, view.translation.z};
      json.value(std::vector<double>{r.m[row][0], r.m[row][1], r.m[row][2], t[row]});
    }
    json.value(std::vector<double>{0, 0, 0, 1}).end_array();
  }
  json.end_array().end_object();
  return write_file(fs::path(ply.string() + ".cameras.json"), std::move(json).take());
}

}  // namespace gs::synth
