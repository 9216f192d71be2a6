// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Ground-truth images of Gaussians against those of the ray-cast street that they were sampled from. Every pixel of
// images taken shortly before and after gives one Gaussian: of the world, or of the asset of the object that it shows.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "bench/table.h"
#include "gs/core/format.h"
#include "gs/render/image_truth.h"
#include "gs/splat/factory.h"
#include "gs/splat/planes/rays.h"
#include "gs/synth/drive/drive_scene.h"
#include "gs/synth/drive/rig.h"
#include "gs/synth/truth/optical_flow.h"

namespace {

using namespace gs;

constexpr double kStep_s = 0.1;                              // between images
constexpr double kSampled_s[] = {-0.15, -0.05, 0.05, 0.15};  // images that give Gaussians, around the one compared
constexpr double kSpread = 0.35;                             // standard deviation of a Gaussian [pixels]
constexpr float kOpacity = -0.2f;                            // logit of 0.45: those of four images together are opaque
constexpr std::size_t kSmallest_px = 1000;                   // objects with fewer pixels get no overlap of their own

// Surface points in one frame, and their sizes [m].
struct Samples {
  std::vector<Vec3d> points;
  std::vector<double> sizes_m;
};

splat::GaussianCloud cloud_of(const Samples& samples) {
  splat::GaussianCloud cloud = splat::GaussianCloud::create(samples.points.size(), 0).value();
  for (std::size_t i = 0; i < samples.points.size(); ++i) {
    splat::clear_gaussian(cloud.view(), i);
    cloud.view().set_position(i, cast<float>(samples.points[i]));
    const auto size = static_cast<float>(std::log(samples.sizes_m[i]));
    cloud.view().set_log_scale(i, {size, size, size});
    cloud.view().set_rotation(i, {0, 0, 0, 1});
    cloud.view().opacity_logit[i] = kOpacity;
  }
  return cloud;
}

// Errors and overlaps, over all images.
struct Scores {
  std::vector<double> depth_m, flow_px, moving_flow_px, rigid_overlap, deforming_overlap;
  std::size_t shared_px = 0, either_px = 0;  // of all objects
};

// A camera in a street with traffic.
class Comparison {
 public:
  Comparison(synth::Scene& scene, const synth::DriveOptions& drive, const synth::CameraMount& mount)
      : scene_(scene), mount_(mount), ego_(scene.street().road, drive.duration_s, drive.ego), sensor_(mount.camera) {
    imaging_.smooth_edges = false;
    rays_ = splat::pixel_rays(mount.camera);
  }

  // Compares the images of one time.
  Result<void> add(double time_s) {
    Samples world;
    std::map<std::size_t, Samples> objects;
    for (const double offset_s : kSampled_s) GS_CHECK(sample(time_s + offset_s, world, objects));
    GS_TRY(const synth::CameraFrame truth, take(time_s));
    GS_TRY(auto rasterizer, splat::make_rasterizer(Backend::cpu));
    std::vector<splat::GaussianCloud> assets;
    std::vector<splat::SplatInstance> now, later;
    std::map<std::size_t, uint16_t> numbers;
    for (const auto& [object, samples] : objects) {
      const auto asset = static_cast<uint32_t>(assets.size());
      assets.push_back(cloud_of(samples));
      now.push_back({.asset = asset, .map_from_asset = scene_.map_from_object(object, time_s)});
      later.push_back({.asset = asset, .map_from_asset = scene_.map_from_object(object, time_s + kStep_s)});
      numbers[object] = static_cast<uint16_t>(asset + 1);
    }
    GS_CHECK(rasterizer->upload(cloud_of(world), std::move(assets)));
    const splat::RenderView view{.camera = mount_.camera, .map_from_camera = camera_at(time_s), .instances = now};
    const splat::RenderView next{
        .camera = mount_.camera, .map_from_camera = camera_at(time_s + kStep_s), .instances = later};
    GS_TRY(const auto images, rasterizer->render({&view, 1}, {.depth = true, .instance = true}));
    score_depth(truth, images.front());
    score_flow(truth, time_s, images.front(), view, next);
    for (const auto& [object, number] : numbers) score_overlap(truth, images.front(), object, number);
    return {};
  }
  const Scores& scores() const { return scores_; }

 private:
  Rigid3d camera_at(double time_s) const { return ego_.map_from_base(time_s) * mount_.base_from_camera; }
  Result<synth::CameraFrame> take(double time_s) {
    GS_CHECK(scene_.set_interval(time_s, time_s));
    const Rigid3d pose = camera_at(time_s);
    return sensor_.take(scene_, {&pose, 1}, imaging_, 0, true);
  }
  // Gaussians of all pixels of an image; those of objects in the frame of the object.
  Result<void> sample(double time_s, Samples& world, std::map<std::size_t, Samples>& objects) {
    GS_TRY(const synth::CameraFrame frame, take(time_s));
    const Rigid3d pose = camera_at(time_s);
    for (std::size_t i = 0; i < rays_.size(); ++i) {
      if (!std::isfinite(frame.depth_m[i])) continue;
      const double depth = double{frame.depth_m[i]};
      Vec3d point = pose * (cast<double>(rays_[i]) * (depth / double{rays_[i].z}));
      Samples* to = &world;
      if (frame.body[i] != raycast::kFixedBody) {
        const std::size_t object = scene_.object_of(frame.body[i]);
        point = scene_.map_from_object(object, time_s).inverse() * point;
        to = &objects[object];
      }
      to->points.push_back(point);
      to->sizes_m.push_back(kSpread * depth / mount_.camera.fx);
    }
    return {};
  }
  void score_depth(const synth::CameraFrame& truth, const splat::SplatImage& image) {
    const auto depth = render::axial_depth(mount_.camera, rays_, image.median_depth);
    for (std::size_t i = 0; i < depth.size(); ++i) {
      if (std::isfinite(depth[i]) && std::isfinite(truth.depth_m[i]))
        scores_.depth_m.push_back(std::abs(double{depth[i]} - double{truth.depth_m[i]}));
    }
  }
  // The truth leads to the next image. image_motion() with the next view in the place of the earlier one gives the
  // opposite displacement.
  void score_flow(const synth::CameraFrame& truth, double time_s, const splat::SplatImage& image,
                  const splat::RenderView& view, const splat::RenderView& next) {
    const assets::Image flow = synth::flow_image(scene_, truth,
                                                 {.camera = mount_.camera,
                                                  .map_from_camera = [&](double t) { return camera_at(t); },
                                                  .time_s = time_s,
                                                  .step_s = kStep_s});
    const std::vector<float> motion = render::image_motion(image, rays_, view, next);
    const auto* values = reinterpret_cast<const uint16_t*>(flow.data.data());
    for (std::size_t i = 0; i < rays_.size(); ++i) {
      if (values[3 * i + 2] == 0 || std::isnan(motion[2 * i]) || !std::isfinite(truth.depth_m[i])) continue;
      const double u = (values[3 * i] - 32768.0) / 64, v = (values[3 * i + 1] - 32768.0) / 64;
      const double error = std::hypot(u + double{motion[2 * i]}, v + double{motion[2 * i + 1]});
      scores_.flow_px.push_back(error);
      if (truth.body[i] != raycast::kFixedBody) scores_.moving_flow_px.push_back(error);
    }
  }
  // Intersection over union of the pixels of an object.
  void score_overlap(const synth::CameraFrame& truth, const splat::SplatImage& image, std::size_t object,
                     uint16_t number) {
    std::size_t both = 0, either = 0, in_truth = 0;
    for (std::size_t i = 0; i < rays_.size(); ++i) {
      const bool a = truth.body[i] != raycast::kFixedBody && scene_.object_of(truth.body[i]) == object;
      const bool b = image.instance[i] == number;
      both += a && b, either += a || b, in_truth += a;
    }
    scores_.shared_px += both, scores_.either_px += either;
    if (in_truth < kSmallest_px) return;
    auto& overlap = scene_.deforms(object) ? scores_.deforming_overlap : scores_.rigid_overlap;
    overlap.push_back(static_cast<double>(both) / static_cast<double>(either));
  }

  synth::Scene& scene_;
  const synth::CameraMount& mount_;
  synth::Ego ego_;
  synth::CameraSensor sensor_;
  synth::ImagingOptions imaging_;
  std::vector<Vec3f> rays_;
  Scores scores_;
};

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return sum / static_cast<double>(values.size());
}

Result<void> measure(const bench::Arguments& arguments, bench::Table& table) {
  synth::DriveOptions drive;
  drive.traffic_preset = arguments.text("preset", "mixed");
  drive.duration_s = 20;
  drive.cameras = {"front"};
  drive.resolution = arguments.text("resolution", "640x360");
  drive.lidar = "none";
  GS_TRY(const synth::Rig rig, synth::make_rig(drive));
  GS_TRY(synth::Scene scene, synth::make_drive_scene(drive));
  Comparison comparison(scene, drive, rig.cameras.at(0));
  const int images = static_cast<int>(arguments.number("images", 8));
  for (int i = 0; i < images; ++i) GS_CHECK(comparison.add(2 + 16.0 * i / images));
  const Scores& s = comparison.scores();
  if (s.rigid_overlap.empty() || s.deforming_overlap.empty() || s.moving_flow_px.empty())
    return fail(ErrorCode::invalid_data, "the {} images show too few moving objects", images);
  table.add({.name = "depth, median error", .value = bench::median(s.depth_m), .unit = "m", .bar = 0.10});
  table.add({.name = "flow, median error", .value = bench::median(s.flow_px), .unit = "px", .bar = 0.5});
  table.add({.name = "flow of moving objects, median error",
             .value = bench::median(s.moving_flow_px),
             .unit = "px",
             .bar = 0.5});
  const auto add_overlap = [&](const char* name, double value, const std::string& note) {
    table.add({.name = name, .value = value, .bar = 0.9, .higher_is_better = true, .note = note});
  };
  const auto of = [](const std::vector<double>& overlaps) {
    return format("{} of at least {} pixels, worst {:.3f}", overlaps.size(), kSmallest_px,
                  *std::min_element(overlaps.begin(), overlaps.end()));
  };
  add_overlap("instance, IoU of all pixels of objects",
              static_cast<double>(s.shared_px) / static_cast<double>(s.either_px), "");
  add_overlap("instance, mean IoU of rigid objects", mean(s.rigid_overlap), of(s.rigid_overlap));
  add_overlap("instance, mean IoU of people and cyclists", mean(s.deforming_overlap), of(s.deforming_overlap));
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Arguments arguments(argc, argv, "bench_truth_images [--images N] [--preset NAME] [--resolution WxH]");
  bench::Table table("truth_images");
  if (const auto done = measure(arguments, table); !done) {
    std::fprintf(stderr, "%s\n", to_string(done.error()).c_str());
    return 1;
  }
  return table.finish(arguments);
}
