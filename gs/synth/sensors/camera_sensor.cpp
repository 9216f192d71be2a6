// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/sensors/camera_sensor.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/synth/sensors/shading.h"
#include "gs/synth/street/noise.h"

namespace gs::synth {
namespace {

constexpr int kRowsPerBlock = 8;

// Offsets of a pixel's rays from its centre [px]. A single ray goes through the centre; the two after it are used at
// edges. Sixteen form a 4 x 4 grid in which no two share a row or column.
std::vector<Vec2d> offsets(int samples) {
  if (samples == 1) return {{0, 0}, {-0.27, -0.31}, {0.27, 0.31}};
  if (samples == 2) return {{-0.22, -0.25}, {0.22, 0.25}};
  if (samples == 4) return {{-0.12, -0.37}, {0.37, -0.12}, {0.12, 0.37}, {-0.37, 0.12}};
  std::vector<Vec2d> out;
  for (int k = 0; k < 16; ++k) {
    const int i = k % 4, j = k / 4;
    out.push_back({(4 * i + j + 0.5) / 16 - 0.5, (4 * j + i + 0.5) / 16 - 0.5});
  }
  return out;
}

// Tone curve from linear radiance to 8-bit values: the filmic curve fitted by Narkowicz 2016, then gamma 2.2, tabulated
// in 4096 steps.
class ToneCurve {
 public:
  ToneCurve() {
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const double x = kMax * static_cast<double>(i) / static_cast<double>(table_.size() - 1);
      const double y = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
      table_[i] = static_cast<float>(255.0 * std::pow(std::clamp(y, 0.0, 1.0), 1 / 2.2));
    }
  }
  float operator()(float x) const {
    const float at = std::clamp(x, 0.0f, float{kMax}) * (static_cast<float>(table_.size() - 1) / float{kMax});
    const auto i = static_cast<std::size_t>(at);
    if (i + 1 >= table_.size()) return table_.back();
    return table_[i] + (table_[i + 1] - table_[i]) * (at - static_cast<float>(i));
  }

 private:
  static constexpr float kMax = 6.0f;
  std::array<float, 4096> table_;
};

// Approximately normal number with mean 0 and deviation 1: the sum of three uniform numbers taken from one hash.
float noise_of(uint32_t h) {
  const float sum =
      static_cast<float>(h & 1023u) + static_cast<float>(h >> 10 & 1023u) + static_cast<float>(h >> 20 & 1023u);
  // Mean 3 * 1023 / 2; the deviation of a sum of three uniform numbers of 0..1023 is 1024 / sqrt(12) * sqrt(3) = 512.
  return (sum - 1534.5f) * (1.0f / 512.0f);
}

// True if two neighbouring rays hit different objects or surfaces, so that a pixel between them has a mixed colour.
bool is_edge(const Scene& scene, const raycast::MeshHit& a, const raycast::MeshHit& b) {
  if (a.found() != b.found()) return true;
  if (!a.found()) return false;
  const Surface &one = scene.surface_at(a), &other = scene.surface_at(b);
  const bool same_thing = one.material == other.material && one.instance == other.instance && a.body == b.body;
  if (same_thing && one.material == Material::leaves) return false;  // edges inside a tree crown are too many to refine
  return !same_thing || dot(a.normal, b.normal) < 0.8f ||
         std::fabs(a.distance - b.distance) > 0.08f * std::min(a.distance, b.distance);
}

}  // namespace

// Working memory for a few rows; blocks are rendered in parallel.
struct CameraSensor::Block {
  int row0, rows, columns;
  std::vector<raycast::Ray> rays;
  std::vector<raycast::MeshHit> hits;
  std::vector<Vec3f> radiance, sum;  // of the current ray, and the mean over all rays of a pixel
  std::size_t extra_rays = 0;

  Block(int first, int count, int width)
      : row0(first), rows(count), columns(width), rays(size()), hits(size()), radiance(size()), sum(size()) {}
  std::size_t size() const { return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns); }
  raycast::RayGrid grid() const { return {rows, columns}; }
};

CameraSensor::CameraSensor(const CameraD& camera, int samples)
    : camera_(camera),
      samples_(samples >= 16  ? 16
               : samples >= 4 ? 4
               : samples >= 2 ? 2
                              : 1),
      pixel_angle_(1.0 / camera.fx) {
  const auto height = static_cast<std::size_t>(camera.height), width = static_cast<std::size_t>(camera.width);
  const std::vector<Vec2d> tables = offsets(samples_);
  // directions_ is [table, row, column]: one ray direction for every sample offset, row and column, computed once.
  const auto lines = height * tables.size();
  directions_.resize(lines * width);
  parallel_for(
      lines,
      [&](std::size_t line) {
        const Vec2d offset = tables[line / height];
        for (std::size_t x = 0; x < width; ++x) {
          const auto ray =
              unproject(camera, {static_cast<double>(x) + offset.x, static_cast<double>(line % height) + offset.y});
          directions_[line * width + x] = ray ? cast<float>(*ray) : Vec3f{};
        }
      },
      8);
}

// Ray of a pixel in map. With a rolling shutter, pose and ray time belong to the row. Pixels outside the camera's view
// get a ray of length 0.
raycast::Ray CameraSensor::ray_of(int table, int x, int y, std::span<const Rigid3d> map_from_camera) const {
  const bool rolls = map_from_camera.size() > 1;
  const Rigid3d& pose = map_from_camera[rolls ? static_cast<std::size_t>(y) : 0];
  const auto at =
      (static_cast<std::size_t>(table) * static_cast<std::size_t>(camera_.height) + static_cast<std::size_t>(y)) *
          static_cast<std::size_t>(camera_.width) +
      static_cast<std::size_t>(x);
  const Vec3f d = directions_[at];
  return {.origin = cast<float>(pose.translation),
          .max_distance = d == Vec3f{} ? 0.0f : raycast::kFar,
          .direction = cast<float>(pose.rotation * cast<double>(d)),
          .time = rolls ? static_cast<float>(y) / static_cast<float>(std::max(1, camera_.height - 1)) : 0.0f};
}

// Fills the rays of a block for one sample offset.
void CameraSensor::aim(Block& block, int table, std::span<const Rigid3d> map_from_camera) const {
  for (std::size_t i = 0; i < block.size(); ++i) {
    const auto at = static_cast<int>(i);
    block.rays[i] = ray_of(table, at % block.columns, block.row0 + at / block.columns, map_from_camera);
  }
}

// Casts two more rays for every pixel whose ray and a neighbour's hit different objects, and averages the three.
void CameraSensor::smooth_edges(Block& block, std::span<const Rigid3d> map_from_camera, const Shader& shader) const {
  std::vector<std::size_t> pixels;
  const auto columns = static_cast<std::size_t>(block.columns);
  for (std::size_t i = 0; i < block.size(); ++i) {
    const bool first = i % columns == 0, last = i % columns + 1 == columns;
    const bool differs =
        (!first && is_edge(shader.scene(), block.hits[i], block.hits[i - 1])) ||
        (!last && is_edge(shader.scene(), block.hits[i], block.hits[i + 1])) ||
        (i >= columns && is_edge(shader.scene(), block.hits[i], block.hits[i - columns])) ||
        (i + columns < block.size() && is_edge(shader.scene(), block.hits[i], block.hits[i + columns]));
    if (differs) pixels.push_back(i);
  }
  std::vector<raycast::Ray> rays(pixels.size());
  std::vector<raycast::MeshHit> hits(pixels.size());
  std::vector<Vec3f> radiance(pixels.size());
  for (const int table : {1, 2}) {
    for (std::size_t k = 0; k < pixels.size(); ++k) {
      const auto at = static_cast<int>(pixels[k]);
      rays[k] = ray_of(table, at % block.columns, block.row0 + at / block.columns, map_from_camera);
    }
    shader.shade({1, static_cast<int>(rays.size())}, rays, hits, radiance);
    block.extra_rays += rays.size();
    for (std::size_t k = 0; k < pixels.size(); ++k) block.sum[pixels[k]] += radiance[k];
  }
  for (const std::size_t i : pixels) block.sum[i] = block.sum[i] * (1.0f / 3.0f);
}

// Applies vignetting, exposure, tone curve and noise.
void CameraSensor::develop(const Block& block, const ImagingOptions& options, uint64_t frame_seed,
                           assets::Image& rgb) const {
  static const ToneCurve tone;
  const float cx = static_cast<float>(camera_.width) / 2, cy = static_cast<float>(camera_.height) / 2;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const int x = static_cast<int>(i) % block.columns, y = block.row0 + static_cast<int>(i) / block.columns;
    // Vignetting falls with the squared distance from the centre.
    const float dx = (static_cast<float>(x) - cx) / cx, dy = (static_cast<float>(y) - cy) / cy;
    const float light = static_cast<float>(options.exposure) *
                        (1.0f - static_cast<float>(options.vignetting) * 0.5f * (dx * dx + dy * dy));
    const float linear[3] = {block.sum[i].x * light, block.sum[i].y * light, block.sum[i].z * light};
    uint8_t* out = rgb.row(y) + 3 * x;
    for (int channel = 0; channel < 3; ++channel) {
      float value = tone(linear[channel]);
      // Noise grows with brightness and depends only on frame, pixel and channel.
      const float sigma = static_cast<float>(options.noise) * (1.0f + value * (1.0f / 255.0f));
      value += sigma * noise_of(street::hash(x, 4 * y + channel, static_cast<uint32_t>(frame_seed)));
      out[channel] = static_cast<uint8_t>(std::clamp(value + 0.5f, 0.0f, 255.0f));
    }
  }
}

CameraFrame CameraSensor::take(const Scene& scene, std::span<const Rigid3d> map_from_camera,
                               const ImagingOptions& options, uint64_t frame_seed, bool with_truth) const {
  const int width = camera_.width, height = camera_.height;
  CameraFrame frame{.rgb = assets::Image::make(width, height, 3)};
  if (with_truth) {
    frame.depth_m.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), raycast::kFar);
    frame.instance.assign(frame.depth_m.size(), 0);
    frame.moving.assign(frame.depth_m.size(), 0);
    frame.body.assign(frame.depth_m.size(), raycast::kFixedBody);
  }
  // With several rays per pixel each represents a smaller angle.
  const Shader shader(scene, static_cast<float>(pixel_angle_ / (samples_ > 1 ? 1.5 : 1.0)));
  // Ground truth comes from the first ray of each pixel.
  const auto record_truth = [&](const Block& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (!block.hits[i].found()) continue;
      const std::size_t at = static_cast<std::size_t>(block.row0) * static_cast<std::size_t>(width) + i;
      frame.depth_m[at] = block.hits[i].distance * directions_[at].z;
      frame.instance[at] = scene.instance_at(block.hits[i]);
      frame.moving[at] = scene.moves_at(block.hits[i]) ? 255 : 0;
      frame.body[at] = block.hits[i].body;
    }
  };
  std::atomic<uint64_t> rays = 0;  // sum of integers, independent of thread order
  const auto blocks = static_cast<std::size_t>((height + kRowsPerBlock - 1) / kRowsPerBlock);
  parallel_for(
      blocks,
      [&](std::size_t index) {
        const int row0 = static_cast<int>(index) * kRowsPerBlock;
        Block block(row0, std::min(kRowsPerBlock, height - row0), width);
        for (int table = 0; table < samples_; ++table) {
          aim(block, table, map_from_camera);
          shader.shade(block.grid(), block.rays, block.hits, block.radiance);
          for (std::size_t i = 0; i < block.size(); ++i)
            block.sum[i] += block.radiance[i] * (1.0f / static_cast<float>(samples_));
          if (with_truth && table == 0) record_truth(block);
        }
        if (samples_ == 1 && options.smooth_edges) smooth_edges(block, map_from_camera, shader);
        develop(block, options, frame_seed, frame.rgb);
        rays += block.size() * static_cast<std::size_t>(samples_) + block.extra_rays;
      },
      1);
  frame.rays = 2 * rays;  // one shadow ray per ray
  return frame;
}

}  // namespace gs::synth
