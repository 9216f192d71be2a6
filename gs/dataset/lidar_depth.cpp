// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/dataset/lidar_depth.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "gs/core/file.h"
#include "gs/core/json/json.h"

namespace gs::dataset {
namespace {

// Depth buffer: a point is hidden if depth > kBehind * nearest + kBehindM within its cell.
constexpr int kCellPx = 8;
constexpr float kBehind = 1.1f, kBehindM = 0.3f;
constexpr double kLeastDepth = 0.5;  // [m] nearer points belong to the ego vehicle

// A file name without a path: sweeps lie beside index.json.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name.find('/') == std::string::npos && name.find("..") == std::string::npos;
}

}  // namespace

Result<std::vector<LidarSweep>> list_sweeps(const fs::path& folder) {
  std::vector<LidarSweep> out;
  if (!fs::exists(folder / "index.json")) return out;
  GS_TRY(const Node root, read_json(folder / "index.json", kManyValues));
  const Node* named = root.find("sweeps");
  // Either {"sweeps": [...]} or the list itself.
  const Node& list = named != nullptr ? *named : root;
  if (!list.is_list()) {
    return fail(ErrorCode::invalid_data, "expected a list of sweeps: {}", (folder / "index.json").string());
  }
  for (const Node& entry : list.items) {
    const Node *file = entry.find("file"), *time = entry.find("timestamp");
    if (file == nullptr || time == nullptr || !time->is_number() || !is_plain_name(file->text)) {
      return fail(ErrorCode::invalid_data, "a sweep needs a file and a timestamp: {}",
                  (folder / "index.json").string());
    }
    LidarSweep sweep{time->real, folder / file->text};
    if (const Node* origin = entry.find("origin"); origin != nullptr && origin->items.size() == 3) {
      sweep.origin = {origin->items[0].real, origin->items[1].real, origin->items[2].real};
    }
    out.push_back(std::move(sweep));
  }
  std::stable_sort(out.begin(), out.end(), [](auto& a, auto& b) { return a.timestamp_s < b.timestamp_s; });
  return out;
}

Result<std::vector<Vec3f>> read_sweep(const fs::path& file) {
  GS_TRY(const MappedFile mapped, MappedFile::open(file));
  const Bytes bytes = mapped.bytes();
  if (bytes.size() % sizeof(Vec3f) != 0) {
    return fail(ErrorCode::corrupt, "{} bytes are not a whole number of x y z rows: {}", bytes.size(), file.string());
  }
  std::vector<Vec3f> points(bytes.size() / sizeof(Vec3f));
  if (!points.empty()) std::memcpy(points.data(), bytes.data(), bytes.size());
  return points;
}

const LidarSweep* nearest_sweep(std::span<const LidarSweep> sweeps, double timestamp_s, double most_s) {
  const LidarSweep* best = nullptr;
  for (const LidarSweep& sweep : sweeps) {
    const double away = std::fabs(sweep.timestamp_s - timestamp_s);
    if (away <= most_s && (best == nullptr || away < std::fabs(best->timestamp_s - timestamp_s))) best = &sweep;
  }
  return best;
}

std::vector<splat::train::DepthSample> depth_samples(std::span<const Vec3f> points,
                                                     const splat::train::TrainingView& view, std::size_t most) {
  const CameraD& camera = view.camera;
  const Rigid3d camera_from_map = view.map_from_camera.inverse();
  const int columns = (camera.width + kCellPx - 1) / kCellPx, rows = (camera.height + kCellPx - 1) / kCellPx;
  // First pass: project all points and find the nearest one per cell.
  std::vector<float> nearest(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows),
                             std::numeric_limits<float>::infinity());
  const auto cell_of = [&](const splat::train::DepthSample& s) {
    return static_cast<std::size_t>(std::lround(s.y)) / kCellPx * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(std::lround(s.x)) / kCellPx;
  };
  std::vector<splat::train::DepthSample> seen;
  for (const Vec3f& point : points) {
    if (!is_finite(point)) continue;
    const Vec3d p = camera_from_map * cast<double>(point);
    if (!can_project(camera, p)) continue;
    const Vec2d pixel = project(camera, p);
    // Depth is z for pinhole cameras and range for fisheye ones, as the renderer defines it.
    const double depth = camera.lens == Lens::radtan ? p.z : norm(p);
    // Pixel centres are integers; keep samples whose rounded pixel lies in the image.
    const bool inside =
        pixel.x >= -0.49 && pixel.y >= -0.49 && pixel.x < camera.width - 0.51 && pixel.y < camera.height - 0.51;
    if (!inside || depth < kLeastDepth) continue;
    seen.push_back({static_cast<float>(pixel.x), static_cast<float>(pixel.y), static_cast<float>(depth)});
    float& cell = nearest[cell_of(seen.back())];
    cell = std::min(cell, seen.back().depth_m);
  }
  // Second pass: drop hidden points, then thin evenly.
  std::erase_if(
      seen, [&](const splat::train::DepthSample& s) { return s.depth_m > kBehind * nearest[cell_of(s)] + kBehindM; });
  if (seen.size() <= most) return seen;
  std::vector<splat::train::DepthSample> out;
  for (std::size_t k = 0; k < most; ++k) out.push_back(seen[k * seen.size() / most]);
  return out;
}

}  // namespace gs::dataset
