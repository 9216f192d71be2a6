// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/world/files/render_config.h"

#include "gs/core/json/json.h"
#include "gs/world/document/fields.h"

namespace gs::world {
namespace {

constexpr std::array<std::pair<std::string_view, GaussianFormat>, 2> kFormats{
    {{"splat_ply", GaussianFormat::splat_ply}, {"npz", GaussianFormat::npz}}};
constexpr std::array<std::pair<std::string_view, splat::QuaternionOrder>, 2> kOrders{
    {{"xyzw", splat::QuaternionOrder::xyzw}, {"wxyz", splat::QuaternionOrder::wxyz}}};

// The whole file.
void render_fields(Fields& f, RenderConfig& c) {
  f.version(c.version);
  f.choice("gaussian_format", c.gaussian_format, kFormats);
  f("sh_degree", c.sh_degree, {0, splat::kMaxShDegree});
  f.group("color_correction", [&](Fields& g) {
    g("white_balance", c.color_correction.white_balance, kNotNegative);
    g("exposure_compensation", c.color_correction.exposure_compensation, {-100, 100});
    g("gamma", c.color_correction.gamma, kPositive);
  });
  f.group("rendering", [&](Fields& g) {
    g("background_color", c.background_color, {0, 1});
    g("near_plane", c.near_plane_m, kPositive);
    g("far_plane", c.far_plane_m, kPositive);
    if (c.far_plane_m <= c.near_plane_m)
      g.error("far_plane", "is not greater than near_plane", "near_plane < far_plane");
  });
  // Optional: written only if it is set.
  f.ignore("quaternion_order");
  if (f.reading() && f.has("quaternion_order")) c.quaternion_order.emplace();
  if (c.quaternion_order) f.choice("quaternion_order", *c.quaternion_order, kOrders);
  f("antialiasing", c.antialiasing);
  f("low_pass_px2", c.low_pass_px2, {0.001, 10});
}

}  // namespace

RenderConfig parse_render_config(std::string_view json, std::string_view file, Problems& problems) {
  return read_fields<RenderConfig>(parse_json(json), file, problems, render_fields);
}

Result<RenderConfig> load_render_config(const std::filesystem::path& path) {
  return load_checked(path, parse_render_config);
}

std::string write_render_config(const RenderConfig& config) { return write_json(write_fields(config, render_fields)); }

}  // namespace gs::world
