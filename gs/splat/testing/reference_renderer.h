// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Small scenes, and a slow, simple reference renderer for tests: no tiles, no spans, no SIMD; every pixel visits every
// splat, for any number type.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "gs/core/numbers/random.h"
#include "gs/splat/api/rasterizer.h"
#include "gs/splat/kernel/blend.h"
#include "gs/splat/kernel/sh.h"
#include "gs/splat/kernel/splat_ellipse.h"
#include "gs/splat/planes/planes.h"

namespace gs::splat::testing {

// Pinhole camera at the origin of the map, looking along +z; `focal` in pixels.
inline RenderView simple_view(int width, int height, double focal) {
  RenderView view;
  view.camera.width = width, view.camera.height = height;
  view.camera.fx = view.camera.fy = focal;
  view.camera.cx = 0.5 * (width - 1), view.camera.cy = 0.5 * (height - 1);
  view.camera = with_limits(view.camera);
  return view;
}

// `count` random Gaussians in front of simple_view(), some of them outside the image.
inline GaussianCloud random_cloud(std::size_t count, int sh_degree, uint64_t seed, double log_scale = -2.5) {
  GaussianCloud cloud = GaussianCloud::create(count, sh_degree).value();
  const MutableCloudView view = cloud.view();
  for (std::size_t i = 0; i < count; ++i) {
    Random random(seed, purpose("splat_test_cloud"), i);
    const auto u = [&](double low, double high) { return static_cast<float>(random.uniform(low, high)); };
    const float z = u(1.5, 8);
    view.set_position(i, {z * u(-0.8, 0.8), z * u(-0.6, 0.6), z});
    const auto s = static_cast<float>(log_scale);
    view.set_log_scale(i, {s + u(-1, 1), s + u(-1, 1), s + u(-1, 1)});
    view.set_rotation(i, normalized(Quaternionf{u(-1, 1), u(-1, 1), u(-1, 1), u(0.1, 1)}));
    view.opacity_logit[i] = u(-3, 4);
    for (int k = 0; k < 3 * view.coefficients(); ++k) view.sh_of(i)[k] = u(-0.5, 0.5);
  }
  return cloud;
}

// A Gaussian over any number type, for example dual numbers.
template <class F>
struct ReferenceSplat {
  Gaussian<F> gaussian{};
  std::vector<F> sh{};  // [3, coefficients]
};

// A rendered pixel, as in Planes.
template <class F>
struct ReferencePixel {
  F color[3]{F(0.0f), F(0.0f), F(0.0f)};
  F alpha{F(0.0f)}, depth{F(0.0f)}, median_depth{F(0.0f)};
};

// Converts a cloud to number type F.
template <class F>
std::vector<ReferenceSplat<F>> reference_splats(CloudView cloud) {
  std::vector<ReferenceSplat<F>> out(cloud.size);
  for (std::size_t i = 0; i < cloud.size; ++i) {
    const Vec3f m = cloud.position_of(i), s = cloud.log_scale_of(i);
    const Quaternionf q = cloud.rotation_of(i);
    out[i].gaussian = {{F(m.x), F(m.y), F(m.z)},
                       {F(s.x), F(s.y), F(s.z)},
                       {F(q.x), F(q.y), F(q.z), F(q.w)},
                       F(cloud.opacity_logit[i])};
    for (int k = 0; k < 3 * cloud.coefficients(); ++k) out[i].sh.push_back(F(cloud.sh_of(i)[k]));
  }
  return out;
}

// Renders [height, width] pixels: projects, sorts by depth and blends as kernel/blend.h defines.
template <class F, class T>
std::vector<ReferencePixel<F>> reference_render(const std::vector<ReferenceSplat<F>>& splats, int sh_degree,
                                                const View<T>& view) {
  struct Ready {
    Splat2<F> splat;
    Falloff<F> shape;
    F color[3];
  };
  std::vector<Ready> ready;
  const int coefficients = sh_coefficients(sh_degree);
  for (const ReferenceSplat<F>& s : splats) {
    const Projection<F> p = project_gaussian(s.gaussian, view);
    if (!is_visible(s.gaussian, view, p, visible_extent(p))) continue;
    Ready r{p.splat, falloff(p.splat), {}};
    F basis[16];
    sh_basis(view_direction(s.gaussian.mean - broadcast<F>(view.position)), sh_degree, basis);
    for (int c = 0; c < 3; ++c) {
      F sum(0.0f);
      const auto* sh = s.sh.data() + c * coefficients;
      for (int k = 0; k < coefficients; ++k) sum = sum + basis[k] * sh[k];
      r.color[c] = sh_color(sum);
    }
    ready.push_back(r);
  }
  std::stable_sort(ready.begin(), ready.end(),
                   [](const Ready& a, const Ready& b) { return a.splat.depth < b.splat.depth; });
  std::vector<ReferencePixel<F>> image;
  for (int y = 0; y < view.camera.height; ++y) {
    for (int x = 0; x < view.camera.width; ++x) {
      ReferencePixel<F> pixel;
      F transmittance(1.0f);
      for (const Ready& r : ready) {
        const F dx = F(static_cast<float>(x)) - r.splat.center.x, dy = F(static_cast<float>(y)) - r.splat.center.y;
        const F exponent = r.shape.xx * dx * dx + r.shape.xy * dx * dy + r.shape.yy * dy * dy + r.shape.peak;
        const Blend<F> b = blend(alpha_of(exponent), transmittance);
        for (int c = 0; c < 3; ++c) pixel.color[c] = pixel.color[c] + b.weight * r.color[c];
        pixel.depth = pixel.depth + b.weight * r.splat.depth;
        if (transmittance > F(0.5f) && abs(b.transmittance) <= F(0.5f)) pixel.median_depth = r.splat.depth;
        transmittance = b.transmittance;
      }
      pixel.alpha = F(1.0f) - abs(transmittance);
      image.push_back(pixel);
    }
  }
  return image;
}

// Planes in host memory: colour, alpha, depth, median depth.
class HostPlanes {
 public:
  HostPlanes(int width, int height)
      : pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)),
        values_(6 * pixels_),
        width_(width),
        height_(height) {}
  Planes planes() { return {width_, height_, {plane(0), plane(1), plane(2)}, plane(3), plane(4), plane(5)}; }
  ConstPlanes view() { return as_const(planes()); }
  float* plane(std::size_t i) { return values_.data() + i * pixels_; }
  std::size_t pixels() const { return pixels_; }
  const std::vector<float>& values() const { return values_; }

 private:
  std::size_t pixels_;
  std::vector<float> values_;
  int width_, height_;
};

}  // namespace gs::splat::testing
