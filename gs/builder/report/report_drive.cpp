// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Map, images and charts along the drive of report.html.
#include <algorithm>
#include <cmath>
#include <set>

#include "gs/builder/report/report_sections.h"
#include "gs/core/format.h"
#include "gs/report/chart.h"
#include "gs/report/map.h"

namespace gs::builder {
namespace {

constexpr int kMapCells = 240;  // along the longer side
constexpr std::size_t kMostComparisons = 6;
constexpr const char* kAlongPath = "along the path [m]";

// Covered cells of the ground, several samples of the heightmap in one.
report::MapGrid ground_grid(const world::HeightmapData& h) {
  const int step = std::max(1, (std::max(h.width, h.height) + kMapCells - 1) / kMapCells);
  report::MapGrid grid{.x = h.origin_x,
                       .y = h.origin_y,
                       .cell = h.resolution * step,
                       .width = (h.width + step - 1) / step,
                       .height = (h.height + step - 1) / step};
  grid.covered.resize(static_cast<std::size_t>(grid.width) * static_cast<std::size_t>(grid.height));
  for (int y = 0; y < h.height; ++y) {
    for (int x = 0; x < h.width; ++x) {
      const std::size_t sample =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(h.width) + static_cast<std::size_t>(x);
      if (sample >= h.data.size() || !std::isfinite(h.data[sample])) continue;
      grid.covered[static_cast<std::size_t>(y / step) * static_cast<std::size_t>(grid.width) +
                   static_cast<std::size_t>(x / step)] = 1;
    }
  }
  return grid;
}

report::MapPoint map_point(const Vec3d& p) { return {p.x, p.y}; }

std::vector<report::MapPoint> ring_of(const world::Ring& ring) {
  std::vector<report::MapPoint> out;
  for (const Vec2d& p : ring) out.push_back({p.x, p.y});
  return out;
}

// Poses at least half a metre apart.
std::vector<report::MapPoint> path_of(const Trajectory& path) {
  std::vector<report::MapPoint> out;
  Vec3d last{};
  for (const StampedPose& pose : path.poses()) {
    const Vec3d& p = pose.map_from_body.translation;
    if (!out.empty() && norm(p - last) < 0.5) continue;
    out.push_back(map_point(p));
    last = p;
  }
  return out;
}

// Indices of the views to show, in the order of the views.
std::set<std::size_t> chosen_views(const std::vector<RenderedView>& views) {
  std::set<std::size_t> out;
  if (views.empty()) return out;
  const auto [worst, best] = std::ranges::minmax_element(views, {}, &RenderedView::psnr_db);
  out.insert(static_cast<std::size_t>(worst - views.begin()));
  out.insert(static_cast<std::size_t>(best - views.begin()));
  const std::size_t most = std::min(kMostComparisons, views.size());
  for (std::size_t i = 0; i < views.size() && out.size() < most; ++i) {
    if (i * most / views.size() != (i + 1) * most / views.size()) out.insert(i);
  }
  for (std::size_t i = 0; i < views.size() && out.size() < most; ++i) out.insert(i);
  return out;
}

// One series per camera; views without a value are left out.
template <class Value>
std::vector<report::Series> series_by_camera(const ReportContent& content, const DistanceAlong& along, Value value) {
  std::vector<report::Series> out;
  for (const RenderedView& view : content.quality.views) {
    if (out.empty() || out.back().name != view.camera) out.push_back({view.camera, {}});
    if (const auto y = value(view)) out.back().points.push_back({along.at(view.stamp), *y});
  }
  return out;
}

std::vector<report::Level> levels_of(Figure figure) {
  const VerdictRow& row = row_of(figure);
  return {{row.good, "good: " + limit_text(row, row.good), report::Verdict::good},
          {row.usable, "usable: " + limit_text(row, row.usable), report::Verdict::usable}};
}

// Speed over windows of half a second: single pose differences are noisy.
report::Series speed_of(const Trajectory& path, const DistanceAlong& along) {
  report::Series out{"speed", {}};
  constexpr Duration kHalf = Duration::from_ms(250);
  for (const StampedPose& pose : path.poses()) {
    const Timestamp begin = std::max(path.start(), pose.stamp - kHalf), end = std::min(path.end(), pose.stamp + kHalf);
    if (end <= begin) continue;
    out.points.push_back({along.at(pose.stamp), (along.at(end) - along.at(begin)) / (end - begin).seconds()});
  }
  return out;
}

}  // namespace

report::Html map_section(const ReportContent& content) {
  const world::World& world = content.inputs->world;
  report::Map map{.title = "world from above, north is up",
                  .ground = ground_grid(world.heightmap),
                  .path = path_of(*world.trajectory),
                  .ground_name = format("known ground, {:.0f} % of the grid", 100 * content.ground.known_fraction),
                  .area_name = "drivable area",
                  .path_name = format("path, {} m", report::number(world.trajectory->length_m())),
                  .marks_name = "compared images: good, usable, poor by colour"};
  for (const world::DrivablePolygon& polygon : world.drivable.polygons) {
    map.area_rings.push_back(ring_of(polygon.outer));
    for (const world::Ring& hole : polygon.holes) map.area_rings.push_back(ring_of(hole));
  }
  for (const RenderedView& view : content.quality.views) {
    const auto pose = world.trajectory->at(view.stamp, Duration::from_ms(500));
    if (!pose) continue;
    map.marks.push_back({map_point(pose->translation), judge(Figure::psnr, view.psnr_db),
                         format("{}: {:.1f} dB", view.camera, view.psnr_db)});
  }
  return to_html(map);
}

report::Html images_section(const ReportContent& content) {
  const std::vector<RenderedView>& views = content.quality.views;
  if (views.empty()) return report::paragraph("The world has no images: the log has no camera that could be used.");
  const DistanceAlong along(*content.inputs->world.trajectory);
  report::Html all;
  for (const std::size_t i : chosen_views(views)) {
    const RenderedView& view = views[i];
    all += report::comparison({.title = format("{} at {:.1f} m: {:.1f} dB, SSIM {:.2f}", view.camera,
                                               along.at(view.stamp), view.psnr_db, view.ssim),
                               .before = view.pictures.recorded,
                               .after = view.pictures.rendered,
                               .extra = view.pictures.difference,
                               .before_name = "recorded",
                               .after_name = "rendered",
                               .extra_name = "difference (light: 64 of 255 or more)"});
  }
  return report::paragraph(
             content.quality.held_out
                 ? "These images were not used for training. Move the border between recorded and rendered."
                 : "No frames were held out: these images were used for training, so they look better than new "
                   "views.") +
         element("div", all, {{"class", "grid"}});
}

report::Html along_section(const ReportContent& content) {
  const Trajectory& path = *content.inputs->world.trajectory;
  const DistanceAlong along(path);
  report::Html charts;
  if (!content.quality.views.empty()) {
    charts += to_html(report::LineChart{
        "PSNR of compared images", kAlongPath, "PSNR [dB]",
        series_by_camera(content, along, [](const RenderedView& v) { return std::optional<double>(v.psnr_db); }),
        levels_of(Figure::psnr)});
  }
  if (content.quality.depths > 0) {
    const auto depth = [](const RenderedView& v) {
      return v.depths == 0 ? std::optional<double>() : std::optional<double>(v.depth_median_abs_m);
    };
    charts += to_html(report::LineChart{"rendered depth against LiDAR", kAlongPath, "median error [m]",
                                        series_by_camera(content, along, depth), levels_of(Figure::depth_error), true});
  }
  charts += to_html(report::LineChart{"speed", kAlongPath, "speed [m/s]", {speed_of(path, along)}, {}, true});
  return element("div", charts, {{"class", "grid"}});
}

}  // namespace gs::builder
