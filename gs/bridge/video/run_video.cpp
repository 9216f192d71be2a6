// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/bridge/video/run_video.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "gs/assets/image/resample.h"
#include "gs/assets/video/video.h"
#include "gs/core/format.h"
#include "gs/sim/sensor_trigger.h"

namespace gs::bridge {
namespace {

constexpr int kFooter = 36;                   // [px] height of the text line at the bottom
constexpr double kSpacingOfPath = 0.2;        // [m] minimum distance of stored positions of the driven path
constexpr std::size_t kLongestPath = 20'000;  // stored positions: 4 km
constexpr assets::Color kBlack = assets::rgb8(0, 0, 0), kBar = assets::rgb8(22, 25, 31),
                        kWhite = assets::rgb8(235, 238, 242);
constexpr assets::Color kGray = assets::rgb8(140, 150, 165), kAlarm = assets::rgb8(255, 96, 80);

// Arrangement of the camera images in a grid of equal cells [px].
struct CameraGrid {
  int columns = 0, rows = 0, cell_width = 0, cell_height = 0;
  int width() const { return columns * cell_width; }
};

// Nearly square grid that fills `height`; cells have the aspect ratio of the first camera.
CameraGrid grid_of(const sim::Simulator& simulator, int height) {
  const auto cameras = simulator.cameras();
  if (cameras.empty()) return {};
  CameraGrid grid;
  grid.columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(cameras.size()))));
  grid.rows = (static_cast<int>(cameras.size()) + grid.columns - 1) / grid.columns;
  grid.cell_height = height / grid.rows;
  const world::CameraIntrinsics& first = cameras.front()->intrinsics;
  grid.cell_width =
      std::max(2, static_cast<int>(std::lround(static_cast<double>(grid.cell_height) * first.width / first.height)));
  return grid;
}

// Frame rate of the video, at most the step rate of the simulation.
double fps_of(const sim::Simulator& simulator, const RunVideoOptions& options) {
  constexpr double kUnlessCameras = 10;
  double fps = simulator.cameras().empty() ? kUnlessCameras : simulator.cameras().front()->rate_hz;
  if (const auto& rate = simulator.options().sensors.camera.rate_override) fps = *rate;
  return std::min(options.fps.value_or(fps), 1.0 / simulator.clock().dt().seconds());
}

// Text on a half-transparent background.
void draw_label(assets::Canvas& canvas, int left, int top, const std::string& text) {
  canvas.rectangle(left + 8, top + 8, static_cast<int>(assets::text_width_px(text, 12)) + 14, 24, kBlack, 0.45);
  canvas.text({left + 15.0, top + 14.0}, 12, text, kWhite);
}

// Active warnings for the footer.
std::string status_text(const world::SimulationStatus& status) {
  std::string text;
  const auto add = [&](std::string_view part) { text += (text.empty() ? "" : "  ") + std::string(part); };
  if (status.is_collision) add("collision");
  if (status.is_offroad) add("off road");
  if (!status.message.empty()) add(status.message);
  return text;
}

}  // namespace

struct RunVideo::Impl {
  RunVideoOptions options;
  int width, height;  // of a frame [px]
  double fps;
  std::unique_ptr<assets::VideoWriter> writer;
  std::map<std::string, world::RenderedImage> images;        // newest of each camera
  std::map<std::string, std::vector<Vec3f>> points_in_base;  // newest of each LiDAR
  std::vector<Vec3d> driven;
  assets::Image last;
  uint64_t frames = 0;

  void remember(const sim::Simulator& simulator, const sim::Observation& now);
  void draw_cameras(const sim::Simulator& simulator, assets::Canvas& canvas) const;
  assets::Image draw(const sim::Simulator& simulator, const sim::Observation& now) const;
};

// Stores the newest image of every camera, the newest sweep of every LiDAR and the driven path.
void RunVideo::Impl::remember(const sim::Simulator& simulator, const sim::Observation& now) {
  for (const world::RenderedImage& image : now.images) images[image.camera_id] = image;
  for (const sim::LidarSweep& sweep : now.sweeps) {
    const world::LidarCalibration* lidar = simulator.world().bundle.calibration.find_lidar(sweep.cloud.lidar_id);
    GS_EXPECT(lidar != nullptr);
    std::vector<Vec3f>& points = points_in_base[sweep.cloud.lidar_id];
    points.clear();
    for (const Vec4f& p : sweep.cloud.points) {
      points.push_back(cast<float>(lidar->extrinsics.transform * Vec3d{p.x, p.y, p.z}));
    }
  }
  const Vec3d here{now.ego.pose.x, now.ego.pose.y, now.ego.pose.z};
  const double step = driven.empty() ? raycast::kFar : norm(here - driven.back());
  constexpr double kJump = 5.0;  // [m] a longer step means that the vehicle was placed elsewhere
  if (step > kJump) driven.clear();
  if (step >= kSpacingOfPath) driven.push_back(here);
  if (driven.size() > kLongestPath) driven.erase(driven.begin(), driven.begin() + kLongestPath / 2);
}

void RunVideo::Impl::draw_cameras(const sim::Simulator& simulator, assets::Canvas& canvas) const {
  const CameraGrid grid = grid_of(simulator, options.top_view.size_px);
  const auto cameras = simulator.cameras();
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    const auto found = images.find(cameras[i]->id);
    if (found == images.end()) continue;
    const world::RenderedImage& image = found->second;
    const int left = static_cast<int>(i) % grid.columns * grid.cell_width;
    const int top = static_cast<int>(i) / grid.columns * grid.cell_height;
    const double fit = std::min(static_cast<double>(grid.cell_width) / image.width,
                                static_cast<double>(grid.cell_height) / image.height);
    const int across = std::max(1, static_cast<int>(std::lround(fit * image.width)));
    const int down = std::max(1, static_cast<int>(std::lround(fit * image.height)));
    const assets::Image picture{.width = image.width, .height = image.height, .channels = 3, .data = image.data};
    canvas.paste(assets::resampled(picture, across, down), left + (grid.cell_width - across) / 2,
                 top + (grid.cell_height - down) / 2);
    draw_label(canvas, left, top, "camera " + image.camera_id);
  }
}

// Cameras on the left, view from above on the right, footer below.
assets::Image RunVideo::Impl::draw(const sim::Simulator& simulator, const sim::Observation& now) const {
  assets::Canvas canvas(width, height, kBar);
  draw_cameras(simulator, canvas);
  std::vector<Vec3f> points;
  for (const auto& [id, cloud] : points_in_base) points.insert(points.end(), cloud.begin(), cloud.end());
  const int size = options.top_view.size_px;
  assets::Canvas view =
      draw_top_view(simulator, {world::map_from_base_link(now.ego.pose), points, driven}, options.top_view);
  canvas.paste(view.image(), width - size, 0);
  draw_label(canvas, width - size, 0, points_in_base.empty() ? "from above" : "lidar " + points_in_base.begin()->first);

  const double top = size + 0.5 * (kFooter - 14), line = 14;
  double x = 16;
  const auto say = [&](const std::string& text, assets::Color color) {
    canvas.text({x, top}, line, text, color);
    x += assets::text_width_px(text, line) + 36;
  };
  say(format("{:7.2f} s", now.status.elapsed_time), kGray);
  say(format("{:5.1f} km/h", 3.6 * now.ego.speed), kWhite);
  const double degrees = std::round(now.ego.steering_angle * 1800 / kPi) / 10 + 0.0;  // turns -0.0 into 0.0
  say(format("steer {:+5.1f} deg", degrees), kGray);
  say(status_text(now.status), kAlarm);
  const std::string& scene = simulator.world().bundle.index.scene_id;
  canvas.text({width - assets::text_width_px(scene, line) - 16, top}, line, scene, kGray);
  return canvas.image();
}

RunVideo::RunVideo(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RunVideo::RunVideo(RunVideo&&) noexcept = default;
RunVideo& RunVideo::operator=(RunVideo&&) noexcept = default;
RunVideo::~RunVideo() = default;

Result<RunVideo> RunVideo::create(const std::filesystem::path& path, const sim::Simulator& simulator,
                                  const RunVideoOptions& options) {
  auto impl = std::make_unique<Impl>();
  impl->options = options;
  const int size = options.top_view.size_px;
  impl->width = grid_of(simulator, size).width() + size;
  impl->height = size + kFooter;
  impl->fps = fps_of(simulator, options);
  GS_TRY(assets::VideoWriter writer,
         assets::VideoWriter::create(
             path, {.width = impl->width, .height = impl->height, .fps = impl->fps, .quality = options.quality}));
  impl->writer = std::make_unique<assets::VideoWriter>(std::move(writer));
  return RunVideo(std::move(impl));
}

Result<void> RunVideo::observed(const sim::Simulator& simulator, const sim::Observation& now) {
  impl_->remember(simulator, now);
  // Frames are due like sensor triggers, so that their times never drift.
  if (!sim::SensorTrigger(impl_->fps, simulator.clock().dt()).fires_at(now.step)) return {};
  impl_->last = impl_->draw(simulator, now);
  ++impl_->frames;
  return impl_->writer->write(impl_->last);
}

Result<void> RunVideo::finish() { return impl_->writer->finish(); }
uint64_t RunVideo::frames() const { return impl_->frames; }
const assets::Image& RunVideo::last_frame() const { return impl_->last; }

}  // namespace gs::bridge
