// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/dataset/off_path.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "gs/core/file.h"
#include "gs/core/json/json.h"
#include "gs/core/json/json_writer.h"
#include "gs/dataset/read_image.h"
#include "gs/splat/train/training_engine.h"

namespace gs::dataset {
namespace {

// A camera of truth.json, as gs-synth writes it.
Result<CameraD> camera_of(const Node& node) {
  CameraD c;
  const double width = node["width"].number_or(0), height = node["height"].number_or(0);
  const Node &k = node["k"], &p = node["p"];
  if (!(width >= 1 && height >= 1 && width <= splat::kMaxImageSide && height <= splat::kMaxImageSide) ||
      k.items.size() != 6 || p.items.size() != 2) {
    return fail(ErrorCode::invalid_data,
                "camera '{}' of truth.json is incomplete: it needs a size, 6 values k and 2 values p", node["id"].text);
  }
  c.width = static_cast<int>(width), c.height = static_cast<int>(height);
  c.lens = node["lens"].text == "equidistant" ? Lens::equidistant : Lens::radtan;
  c.fx = node["fx"].number_or(0), c.fy = node["fy"].number_or(0);
  c.cx = node["cx"].number_or(0), c.cy = node["cy"].number_or(0);
  double* const to[6] = {&c.k1, &c.k2, &c.k3, &c.k4, &c.k5, &c.k6};
  for (std::size_t i = 0; i < 6; ++i) *to[i] = k.items[i].number_or(0);
  c.p1 = p.items[0].number_or(0), c.p2 = p.items[1].number_or(0);
  return with_limits(c);
}

// map_from_camera of a view.
Result<Rigid3d> pose_of(const Node& node) {
  const Node &t = node["translation"], &q = node["rotation_xyzw"];
  if (t.items.size() != 3 || q.items.size() != 4)
    return fail(ErrorCode::invalid_data, "a view needs translation (3 numbers) and rotation_xyzw (4 numbers)");
  const auto number = [](const Node& list, std::size_t i) { return list.items[i].number_or(std::nan("")); };
  return Rigid3d{normalized(Quaterniond{number(q, 0), number(q, 1), number(q, 2), number(q, 3)}),
                 {number(t, 0), number(t, 1), number(t, 2)}};
}

// Metrics between a rendering and the view, on unmasked pixels.
splat::train::ImageMetrics compare(splat::train::ImageLoss& loss, const splat::train::TrainingView& view,
                                   const splat::SplatImage& rendered) {
  const std::vector<float> planes = splat::train::planes_of(rendered);
  const std::size_t pixels = planes.size() / 3;
  const float* p = planes.data();
  return loss.compare({rendered.width, rendered.height, {p, p + pixels, p + 2 * pixels}}, view.target());
}

}  // namespace

Result<std::vector<OffPathView>> read_off_path_views(const fs::path& truth) {
  GS_TRY(const Node description, read_json(truth / "truth.json"));
  GS_TRY(const Node list, read_json(truth / "held_out.json"));
  std::map<std::string, CameraD> cameras;
  for (const Node& camera : description["cameras"].items) {
    GS_TRY(cameras[camera["id"].text], camera_of(camera));
  }
  std::vector<OffPathView> out;
  for (const Node& entry : list.items) {
    const auto camera = cameras.find(entry["camera"].text);
    if (camera == cameras.end()) {
      return fail(ErrorCode::invalid_data, "camera '{}' of held_out.json is not in truth.json", entry["camera"].text);
    }
    OffPathView view{.offset_m = entry["offset_m"].number_or(0)};
    view.view.name = entry["file"].text;
    view.view.camera = camera->second;
    GS_TRY(view.view.map_from_camera, pose_of(entry["map_from_camera"]));
    GS_TRY(const fs::path file, path_inside(truth, entry["file"].text));
    GS_TRY(view.view.rgb8, read_rgb8(file, view.view.camera));
    if (entry["moving"].is_text()) {
      GS_TRY(const fs::path moving, path_inside(truth, entry["moving"].text));
      GS_TRY(view.view.mask, read_gray8(moving, view.view.camera));
      // The file marks moving pixels; our masks mark the pixels to use.
      for (uint8_t& value : view.view.mask) value = value != 0 ? 0 : 255;
    }
    out.push_back(std::move(view));
  }
  if (out.empty()) return fail(ErrorCode::invalid_data, "held_out.json lists no view: {}", truth.string());
  return out;
}

Result<OffPathReport> evaluate_off_path(splat::Rasterizer& rasterizer, std::vector<OffPathView> views,
                                        Progress& progress, const splat::RenderSettings& settings) {
  // Group by offset, nearest first.
  std::stable_sort(views.begin(), views.end(), [](auto& a, auto& b) {
    return std::fabs(a.offset_m) != std::fabs(b.offset_m) ? std::fabs(a.offset_m) < std::fabs(b.offset_m)
                                                          : a.offset_m < b.offset_m;
  });
  OffPathReport report;
  splat::train::ImageLoss loss;
  progress.begin("comparing off the path", views.size(), "views");
  for (std::size_t begin = 0, end = 0; begin < views.size(); begin = end) {
    while (end < views.size() && views[end].offset_m == views[begin].offset_m) ++end;
    // All views at one offset.
    OffPathQuality quality{.offset_m = views[begin].offset_m};
    double all = 0, compared = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (progress.stop_requested()) return fail(ErrorCode::interrupted, "stopped while comparing");
      const splat::train::TrainingView& view = views[i].view;
      const splat::RenderView render{.camera = view.camera, .map_from_camera = view.map_from_camera};
      GS_TRY(std::vector<splat::SplatImage> images, rasterizer.render({&render, 1}, settings));
      const splat::train::ImageMetrics metrics = compare(loss, view, images.front());
      const std::size_t pixels = images.front().rgb8.size() / 3;
      all += static_cast<double>(pixels), compared += static_cast<double>(metrics.pixels);
      if (metrics.pixels > 0) quality.psnr_db += metrics.psnr_db, quality.ssim += metrics.ssim, ++quality.views;
      if (i == (begin + end) / 2) report.shown.push_back(view), report.rendered.push_back(std::move(images.front()));
      progress.advance(i + 1);
    }
    const auto count = static_cast<double>(std::max<std::size_t>(quality.views, 1));
    quality.psnr_db /= count, quality.ssim /= count;
    quality.left_out = 1 - compared / all;
    report.offsets.push_back(quality);
  }
  progress.finish();
  return report;
}

std::string off_path_json(const OffPathReport& report) {
  JsonWriter json;
  json.begin_object().field("version", "1.0.0").key("offsets").begin_array();
  for (const OffPathQuality& q : report.offsets) {
    // null: no view at this offset has an unmasked pixel.
    const double missing = std::numeric_limits<double>::quiet_NaN();
    json.begin_object().field("offset_m", q.offset_m).field("psnr", q.views > 0 ? q.psnr_db : missing);
    json.field("ssim", q.views > 0 ? q.ssim : missing);
    json.field("views", q.views).field("left_out", q.left_out).end_object();
  }
  json.end_array().end_object();
  return std::move(json).take();
}

}  // namespace gs::dataset
