// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/initial_cloud/point_gaussians.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/splat/kernel/sh.h"
#include "gs/splat/train/initial_cloud/nearest.h"

namespace gs::splat::train {
namespace {

constexpr float kSmallest = 1e-3f;      // [m] minimum standard deviation, for coinciding points
constexpr float kLonely = 0.1f;         // [m] standard deviation of a single point
constexpr float kFlat = 0.35f;          // flatness below which a neighbourhood is a surface
constexpr float kThickness = 0.2f;      // thickness / radius of a disc
constexpr double kBelowHorizon = 0.05;  // sine of the angle that the dome extends below the horizon

// Points with NaN or infinite coordinates occur in LiDAR clouds and would spoil every neighbour search.
std::vector<ColoredPoint> finite_points(std::span<const ColoredPoint> points) {
  std::vector<ColoredPoint> out;
  out.reserve(points.size());
  std::copy_if(points.begin(), points.end(), std::back_inserter(out),
               [](const ColoredPoint& p) { return is_finite(p.position); });
  return out;
}

// One initial Gaussian in plain units.
struct StartingGaussian {
  Vec3f position{};
  float sigma = 0;  // [m]
  double opacity = 0;
  double color[3] = {};  // 0..1
  Vec3f normal{0, 0, 1};
  float thickness = 1;  // factor on sigma along the normal
};

// Rotation that maps the z axis to the normal (or its opposite: a disc has no front).
Quaternionf rotation_to(Vec3f normal) {
  const Vec3f n = normal.z < 0 ? -normal : normal;
  // Half-angle form: the axis is z x n and w = 1 + cos(angle). n.z >= 0 keeps w away from 0.
  return normalized(Quaternionf{-n.y, n.x, 0, 1 + n.z});
}

// Writes one Gaussian in the encodings of the cloud (logarithm, logit, SH).
void store(const MutableCloudView& cloud, std::size_t i, const StartingGaussian& g) {
  const float s = std::log(g.sigma);
  cloud.set_position(i, g.position);
  cloud.set_log_scale(i, {s, s, s + std::log(g.thickness)});
  cloud.set_rotation(i, g.thickness < 1 ? rotation_to(g.normal) : Quaternionf{});
  cloud.opacity_logit[i] = static_cast<float>(std::log(g.opacity / (1 - g.opacity)));
  const int k = cloud.coefficients();
  std::fill_n(cloud.sh_of(i), 3 * k, 0.0f);
  for (int c = 0; c < 3; ++c) cloud.sh_of(i)[c * k] = static_cast<float>((g.color[c] - 0.5) / kShC0);
}

float median(std::vector<float> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

void thin_points(std::vector<ColoredPoint>& points, std::size_t count, uint64_t seed, std::span<const float> weights) {
  if (points.size() <= count) return;
  // Weighted sampling without replacement (Efraimidis & Spirakis 2006): each point draws an exponential variate divided
  // by its weight; the `count` smallest are kept.
  struct Ticket {
    double number;
    std::size_t index;
  };
  std::vector<Ticket> tickets(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double u = Random(seed, purpose("initial_choice"), i).uniform();
    const double weight = weights.empty() ? 1.0 : std::max(1e-30, static_cast<double>(weights[i]));
    tickets[i] = {-std::log1p(-u) / weight, i};
  }
  std::nth_element(
      tickets.begin(), tickets.begin() + static_cast<std::ptrdiff_t>(count), tickets.end(),
      [](const Ticket& a, const Ticket& b) { return a.number != b.number ? a.number < b.number : a.index < b.index; });
  tickets.resize(count);
  // Back into the order of the input: that of nth_element depends on its implementation.
  std::sort(tickets.begin(), tickets.end(), [](const Ticket& a, const Ticket& b) { return a.index < b.index; });
  std::vector<ColoredPoint> chosen;
  chosen.reserve(count);
  for (const Ticket& ticket : tickets) chosen.push_back(points[ticket.index]);
  points = std::move(chosen);
}

Result<GaussianCloud> initial_cloud(std::span<const ColoredPoint> points, const InitialCloudOptions& options) {
  std::vector<ColoredPoint> kept = finite_points(points);
  if (kept.empty()) {
    return fail(ErrorCode::invalid_data, "there is no point to start from: {} given, none of them finite",
                points.size())
        .with_hint("give LiDAR points, or points of structure from motion");
  }
  thin_points(kept, options.max_gaussians, options.seed);
  std::vector<Vec3f> positions;
  positions.reserve(kept.size());
  for (const ColoredPoint& p : kept) positions.push_back(p.position);
  const std::vector<LocalSurface> surfaces = local_surfaces(positions);
  std::vector<float> spacing;
  for (const LocalSurface& surface : surfaces) spacing.push_back(surface.spacing_m);
  // Isolated points must not become huge Gaussians.
  const float largest = std::max(10 * median(spacing), kSmallest);
  GS_TRY(GaussianCloud cloud, GaussianCloud::create(kept.size(), options.sh_degree));
  const MutableCloudView view = cloud.view();
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const ColoredPoint& p = kept[i];
    const float sigma = kept.size() == 1 ? kLonely : std::clamp(spacing[i], kSmallest, largest);
    const bool disc = options.flat && surfaces[i].flatness < kFlat;
    store(view, i,
          {p.position,
           sigma * static_cast<float>(options.scale),
           options.opacity,
           {p.red / 255.0, p.green / 255.0, p.blue / 255.0},
           surfaces[i].normal,
           disc ? kThickness : 1.0f});
  }
  return cloud;
}

Result<GaussianCloud> sky_dome(const SkyDomeOptions& options) {
  GS_TRY(GaussianCloud cloud, GaussianCloud::create(options.gaussians, options.sh_degree));
  const MutableCloudView view = cloud.view();
  const auto n = static_cast<double>(options.gaussians);
  // Equal steps of z on a sphere are equal areas (Archimedes), so the lattice is uniform.
  const double span = 1 + kBelowHorizon;                                    // of z on the unit sphere
  const double spacing = options.radius_m * std::sqrt(2 * kPi * span / n);  // area 2 pi span r^2
  const double golden_angle = kPi * (3 - std::sqrt(5.0));                   // Fibonacci lattice
  for (std::size_t i = 0; i < options.gaussians; ++i) {
    const double z = 1 - span * (static_cast<double>(i) + 0.5) / n;
    const double level = std::sqrt(std::max(0.0, 1 - z * z)), angle = golden_angle * static_cast<double>(i);
    const Vec3d direction{level * std::cos(angle), level * std::sin(angle), z};
    store(view, i,
          {options.center + cast<float>(direction * options.radius_m),
           static_cast<float>(0.7 * spacing),
           options.opacity,
           {options.color.x, options.color.y, options.color.z}});
  }
  return cloud;
}

Result<GaussianCloud> concatenate(CloudView a, CloudView b) {
  GS_EXPECT(a.sh_degree == b.sh_degree);
  GS_TRY(GaussianCloud cloud, GaussianCloud::create(a.size + b.size, a.sh_degree));
  const MutableCloudView out = cloud.view();
  // Each parameter is an array of its own (position x, position y, ...), so each is copied by itself.
  const auto append = [&](const CloudView& from, std::size_t at) {
    for (std::size_t k = 0; k < 3; ++k) {
      std::copy_n(from.position[k], from.size, out.position[k] + at);
      std::copy_n(from.log_scale[k], from.size, out.log_scale[k] + at);
    }
    for (std::size_t k = 0; k < 4; ++k) std::copy_n(from.rotation[k], from.size, out.rotation[k] + at);
    std::copy_n(from.opacity_logit, from.size, out.opacity_logit + at);
    const std::size_t record = 3 * static_cast<std::size_t>(from.coefficients());
    std::copy_n(from.sh, from.size * record, out.sh + at * record);
  };
  append(a, 0);
  append(b, a.size);
  return cloud;
}

}  // namespace gs::splat::train
