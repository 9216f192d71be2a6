// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/builder/recording/chosen_images.h"

#include <algorithm>
#include <optional>

#include "gs/builder/recording/ingested_sweeps.h"
#include "gs/core/format.h"
#include "gs/core/parallel.h"
#include "gs/dataset/read_image.h"

namespace gs::builder {
namespace {

constexpr double kStep_s = 0.5;        // between the images of a block
constexpr double kAround_s = 2.5;      // sweeps this long before and after a chosen image make the map
constexpr double kStanding_mps = 0.3;  // slower images show nothing new

// The sweeps of a drive near chosen times.
class NearbySweeps final : public mapping::SweepSource {
 public:
  // `times` in order.
  NearbySweeps(RecordedSweeps& all, const std::vector<Timestamp>& times) : all_(all) {
    const Duration around = Duration::from_seconds(kAround_s);
    for (std::size_t i = 0; i < all.count(); ++i) {
      const auto next = std::ranges::lower_bound(times, all.stamp(i) - around);
      if (next != times.end() && *next <= all.stamp(i) + around) chosen_.push_back(i);
    }
  }
  std::size_t count() const override { return chosen_.size(); }
  Result<mapping::Sweep> read(std::size_t index) override { return all_.read(chosen_[index]); }

 private:
  RecordedSweeps& all_;
  std::vector<std::size_t> chosen_;
};

// Time in which the vehicle moves, at every image [s].
std::vector<double> moving_times(const std::vector<RecordedView>& views, const Trajectory& path) {
  std::vector<double> out(views.size(), 0);
  for (std::size_t i = 1; i < views.size(); ++i) {
    const auto a = path.at(views[i - 1].stamp), b = path.at(views[i].stamp);
    const double step_s = std::max(0.0, (views[i].stamp - views[i - 1].stamp).seconds());
    const bool moves = a && b && norm(b->translation - a->translation) > kStanding_mps * step_s;
    out[i] = out[i - 1] + (moves ? step_s : 0);
  }
  return out;
}

}  // namespace

std::vector<std::size_t> choose_views(const std::vector<RecordedView>& views, const Trajectory& map_from_base) {
  std::vector<std::size_t> inside, out;
  const Duration margin = Duration::from_seconds(mapping::kLargestTime_s);
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (map_from_base.at(views[i].stamp - margin) && map_from_base.at(views[i].stamp + margin)) inside.push_back(i);
  }
  if (inside.size() <= kMostRefinedViews) return inside;
  const std::vector<double> moving = moving_times(views, map_from_base);
  const double first = moving[inside.front()], whole = moving[inside.back()] - first;
  constexpr std::size_t kBlocks = kMostRefinedViews / mapping::kCameraBlock;
  const bool is_long = whole > kStep_s * static_cast<double>(kMostRefinedViews);
  const double block_s = whole / kBlocks;
  for (std::size_t k = 0; k < kMostRefinedViews; ++k) {
    // Without motion the images are spread by number.
    if (whole < 1) {
      out.push_back(inside[k * inside.size() / kMostRefinedViews]);
      continue;
    }
    const std::size_t block = k / mapping::kCameraBlock;
    const double within =
        is_long ? kStep_s * (static_cast<double>(k % mapping::kCameraBlock) + 0.5)
                : block_s / mapping::kCameraBlock * (static_cast<double>(k % mapping::kCameraBlock) + 0.5);
    const double wanted = first + static_cast<double>(block) * block_s + within;
    auto at = std::ranges::lower_bound(inside, wanted, {}, [&](std::size_t i) { return moving[i]; });
    // Where images are sparse, two wanted times may find the same one. Then the next one is taken: a block that lost
    // an image would share its place with the next block, which is in the other half of the images.
    if (!out.empty()) at = std::max(at, std::ranges::upper_bound(inside, out.back()));
    if (at != inside.end()) out.push_back(*at);
  }
  return out;
}

std::vector<ChosenImages> choose_images(const std::vector<RecordedCamera>& cameras, const Trajectory& path) {
  std::vector<ChosenImages> out;
  for (const RecordedCamera& camera : cameras) {
    ChosenImages& chosen = out.emplace_back();
    chosen.camera = &camera;
    if (std::min(camera.lens.width, camera.lens.height) < mapping::kSmallestCameraImage_px) {
      chosen.reason = format("the images are too small: {} x {} px", camera.lens.width, camera.lens.height);
    } else if (camera.views.size() < mapping::kFewestCameraViews) {
      chosen.reason = format("{} images have poses, {} are needed", camera.views.size(), mapping::kFewestCameraViews);
    } else {
      chosen.views = choose_views(camera.views, path);
      if (chosen.views.empty()) chosen.reason = "no image has a pose before and after it";
    }
  }
  return out;
}

Result<mapping::StaticMap> map_around(const Workspace& workspace, const std::vector<ChosenImages>& cameras,
                                      Progress& progress) {
  std::vector<Timestamp> times;
  for (const ChosenImages& chosen : cameras) {
    for (const std::size_t i : chosen.views) times.push_back(chosen.camera->views[i].stamp);
  }
  if (times.empty()) return mapping::StaticMap{};
  std::ranges::sort(times);
  GS_TRY(RecordedSweeps sweeps, RecordedSweeps::open(workspace));
  NearbySweeps nearby(sweeps, times);
  if (nearby.count() == 0) return mapping::StaticMap{};
  return mapping::PointcloudIntegrator::run(nearby, mapping::StaticMapOptions{}, progress);
}

Timestamp pose_stamp(const RecordedCamera& camera, const RecordedView& view) {
  const auto& shutter = camera.calibration.rolling_shutter;
  return view.stamp + Duration::from_seconds(shutter ? shutter->readout_sec / 2 : 0);
}

std::vector<mapping::CameraView> read_views(const ChosenImages& chosen, Problems& problems) {
  const RecordedCamera& camera = *chosen.camera;
  // Only the grey values are kept: a colour image of 8 megapixels takes 24 MB.
  const auto read = [&](std::size_t i) -> Result<mapping::GreyImage> {
    GS_TRY(const assets::Image image, dataset::read_recorded_image(camera.views[chosen.views[i]].path, camera.lens));
    return mapping::grey_of_rgb(image.width, image.height, image.data);
  };
  std::vector<std::optional<Result<mapping::GreyImage>>> images(chosen.views.size());
  parallel_for(
      images.size(), [&](std::size_t i) { images[i] = read(i); }, 1);
  std::vector<mapping::CameraView> out;
  for (std::size_t i = 0; i < images.size(); ++i) {
    Result<mapping::GreyImage>& image = *images[i];
    if (!image) {
      problems.add(Severity::warning, std::move(image).error(), camera.key());
      continue;
    }
    out.push_back({pose_stamp(camera, camera.views[chosen.views[i]]), *std::move(image)});
  }
  return out;
}

}  // namespace gs::builder
