// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/geometry/pose_plots.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gs/core/format.h"
#include "gs/report/chart.h"
#include "gs/report/map.h"
#include "gs/report/table.h"

namespace bench {
namespace {

using namespace gs;

constexpr double kMapStep_m = 0.5;

// Horizontal or height error.
using ErrorField = double PathError::*;

// One path with its errors.
struct PlottedPath {
  std::string name;
  std::vector<PathError> errors;
};
// The paths in the order of their colours: the first one has the same colour in charts that show it alone.
struct PlottedPaths {
  PlottedPath refined, recorded;
};

bool is_compared(const StampedPose& pose, const ComparedTime& compared) {
  return pose.stamp >= compared.first && pose.stamp <= compared.last;
}

PlottedPaths paths_of(const PlottedDrive& drive) {
  return {{drive.taken ? "refined" : "refined, not taken", path_errors(drive.truth, drive.refined, drive.compared)},
          {drive.recorded_name, path_errors(drive.truth, drive.recorded, drive.compared)}};
}

// Largest error without its sign, with the name of the path: "3.210 m recorded".
std::string largest(const PlottedPath& path, ErrorField field) {
  double worst_m = 0;
  for (const PathError& error : path.errors) worst_m = std::max(worst_m, std::abs(error.*field));
  return format("{:.3f} m {}", worst_m, path.name);
}

report::Series series_of(const PlottedPath& path, ErrorField field) {
  report::Series out{path.name, {}};
  for (const PathError& error : path.errors) out.points.push_back({error.along_m, error.*field});
  return out;
}

report::Html chart_of(const std::string& title, const std::string& y_name, std::vector<report::Series> series) {
  return to_html(report::LineChart{title, "distance driven [m]", y_name, std::move(series), {}, true});
}

// Both paths in one chart and the refined one alone, because its errors are often a hundred times smaller.
report::Html charts_of(const std::string& what, ErrorField field, const PlottedPaths& paths) {
  const std::string y_name = what + " [m]", refined = largest(paths.refined, field);
  return chart_of(format("{}: at most {}, {}", what, refined, largest(paths.recorded, field)), y_name,
                  {series_of(paths.refined, field), series_of(paths.recorded, field)}) +
         chart_of(format("{}, larger scale: at most {}", what, refined), y_name, {series_of(paths.refined, field)});
}

// Positions at least half a metre apart.
std::vector<report::MapPoint> positions_of(const Trajectory& path, const ComparedTime& compared) {
  std::vector<report::MapPoint> out;
  for (const StampedPose& pose : path.poses()) {
    const Vec3d& p = pose.map_from_body.translation;
    if (!is_compared(pose, compared)) continue;
    if (!out.empty() && std::hypot(p.x - out.back().x, p.y - out.back().y) < kMapStep_m) continue;
    out.push_back({p.x, p.y});
  }
  return out;
}

// The three paths from above.
report::Html plan_of(const PlottedDrive& drive, const PlottedPaths& paths) {
  const std::vector<report::MapPoint> truth = positions_of(drive.truth, drive.compared);
  report::Map map{.title = format("path from above, north is up: off by at most {}, {}",
                                  largest(paths.refined, &PathError::horizontal_m),
                                  largest(paths.recorded, &PathError::horizontal_m)),
                  .lines = {{paths.refined.name, positions_of(drive.refined, drive.compared)},
                            {paths.recorded.name, positions_of(drive.recorded, drive.compared)},
                            {"true", truth}},
                  .marks_name = "start"};
  if (!truth.empty()) map.marks.push_back({truth.front(), report::Verdict::good, "start"});
  return to_html(map);
}

report::Html decision_of(const PlottedDrive& drive, const PlottedPaths& paths) {
  const double driven_m = paths.refined.errors.empty() ? 0 : paths.refined.errors.back().along_m;
  return report::facts({{"decision", drive.taken ? "refined poses are taken" : "the poses before refinement are kept"},
                        {"because", drive.reason},
                        {"distance driven", format("{:.0f} m", driven_m)}});
}

report::Html in_columns(const report::Html& content) { return report::element("div", content, {{"class", "grid"}}); }

}  // namespace

std::vector<PathError> path_errors(const Trajectory& truth, const Trajectory& path, const ComparedTime& compared) {
  std::vector<PathError> out;
  double along_m = 0;
  const Vec3d* last = nullptr;
  for (const StampedPose& pose : truth.poses()) {
    if (!is_compared(pose, compared)) continue;
    const Vec3d& position = pose.map_from_body.translation;
    if (last != nullptr) along_m += norm(position - *last);
    last = &position;
    const auto there = path.at(pose.stamp);
    if (!there) continue;
    const Vec3d error = there->translation - position;
    out.push_back({along_m, std::hypot(error.x, error.y), error.z});
  }
  return out;
}

report::Html pose_plots(const PlottedDrive& drive) {
  const PlottedPaths paths = paths_of(drive);
  report::Html top = decision_of(drive, paths);
  if (drive.plan_view) top = in_columns(plan_of(drive, paths) + top);
  return top + in_columns(charts_of("horizontal error", &PathError::horizontal_m, paths) +
                          charts_of("height error", &PathError::height_m, paths));
}

}  // namespace bench
