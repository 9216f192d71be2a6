// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/synth/sensors/camera_sensor.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gs/core/parallel.h"
#include "gs/synth/sensors/shading.h"
#include "gs/synth/street/noise.h"

namespace gs {
namespace {

constexpr int kRowsPerBlock = 4;

// Where the rays of a pixel go, in pixels from its centre.
constexpr std::array<Vec2d, 4> kOffsets[3] = {
    {{{0, 0}}}, {{{-0.22, -0.25}, {0.22, 0.25}}}, {{{-0.12, -0.37}, {0.37, -0.12}, {0.12, 0.37}, {-0.37, 0.12}}}};

const std::array<Vec2d, 4>& offsets(int samples) { return kOffsets[samples == 1 ? 0 : samples == 2 ? 1 : 2]; }

// Linear radiance to 8 bit: the filmic curve fitted by Narkowicz 2016, then gamma 2.2, in 4096 steps.
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

// Nearly normal, mean 0, deviation 1: the sum of three uniform numbers of one hash.
float noise_of(uint32_t h) {
  const float sum =
      static_cast<float>(h & 1023u) + static_cast<float>(h >> 10 & 1023u) + static_cast<float>(h >> 20 & 1023u);
  return (sum - 1534.5f) * (1.0f / 512.0f);
}

}  // namespace

CameraSensor::CameraSensor(const CameraD& camera, int samples)
    : camera_(camera),
      samples_(samples >= 4   ? 4
               : samples >= 2 ? 2
                              : 1) {
  const auto pixels = static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
  directions_.resize(pixels * static_cast<std::size_t>(samples_));
  parallel_for(
      static_cast<std::size_t>(camera.height) * static_cast<std::size_t>(samples_),
      [&](std::size_t line) {
        const auto sample = line / static_cast<std::size_t>(camera.height);
        const Vec2d offset = offsets(samples_)[sample];
        const auto y = static_cast<double>(line % static_cast<std::size_t>(camera.height));
        for (int x = 0; x < camera.width; ++x) {
          const auto ray = unproject(camera, {x + offset.x, y + offset.y});
          directions_[line * static_cast<std::size_t>(camera.width) + static_cast<std::size_t>(x)] =
              ray ? cast<float>(*ray) : Vec3f{};
        }
      },
      8);
  pixel_angle_ = 1.0 / camera.fx;
}

CameraFrame CameraSensor::take(const Scene& scene, std::span<const Rigid3d> map_from_camera,
                               const ImagingOptions& options, uint64_t frame_seed, bool with_truth) const {
  static const ToneCurve tone;
  const int width = camera_.width, height = camera_.height;
  const auto columns = static_cast<std::size_t>(width);
  CameraFrame frame{.rgb = Image::make(width, height, 3)};
  if (with_truth) {
    frame.depth_m.assign(columns * static_cast<std::size_t>(height), kFar);
    frame.instance.assign(frame.depth_m.size(), 0);
    frame.moving.assign(frame.depth_m.size(), 0);
  }
  const Shader shader(scene, static_cast<float>(pixel_angle_ / (samples_ > 1 ? 1.5 : 1.0)));
  const auto blocks = static_cast<std::size_t>((height + kRowsPerBlock - 1) / kRowsPerBlock);
  parallel_for(
      blocks,
      [&](std::size_t block) {
        const int row0 = static_cast<int>(block) * kRowsPerBlock;
        const int rows = std::min(kRowsPerBlock, height - row0);
        const std::size_t count = static_cast<std::size_t>(rows) * columns;
        std::vector<Ray> rays(count);
        std::vector<Vec3f> sum(count), radiance(count);
        std::vector<MeshHit> hits(count);
        for (int sample = 0; sample < samples_; ++sample) {
          for (int r = 0; r < rows; ++r) {
            const int row = row0 + r;
            const Rigid3d& pose = map_from_camera[map_from_camera.size() == 1 ? 0 : static_cast<std::size_t>(row)];
            const Mat3d turn = to_matrix(pose.rotation);
            const Vec3f* from =
                directions_.data() +
                (static_cast<std::size_t>(sample) * static_cast<std::size_t>(height) + static_cast<std::size_t>(row)) *
                    columns;
            const Vec3f x = cast<float>(turn.column(0)), y = cast<float>(turn.column(1)),
                        z = cast<float>(turn.column(2));
            for (std::size_t c = 0; c < columns; ++c) {
              Ray& ray = rays[static_cast<std::size_t>(r) * columns + c];
              ray.origin = cast<float>(pose.translation);
              ray.direction = x * from[c].x + y * from[c].y + z * from[c].z;
              ray.max_distance = from[c] == Vec3f{} ? 0.0f : kFar;
              ray.time = map_from_camera.size() == 1
                             ? 0.0f
                             : static_cast<float>(row) / static_cast<float>(std::max(1, height - 1));
            }
          }
          shader.shade({rows, width}, rays, hits, radiance);
          for (std::size_t i = 0; i < count; ++i) sum[i] += radiance[i];
          if (with_truth && sample == 0) {
            for (std::size_t i = 0; i < count; ++i) {
              if (!hits[i].found()) continue;
              const std::size_t at = static_cast<std::size_t>(row0) * columns + i;
              frame.depth_m[at] = hits[i].distance * directions_[at].z;
              frame.instance[at] = scene.instance_at(hits[i]);
              frame.moving[at] = scene.moves_at(hits[i]) ? 255 : 0;
            }
          }
        }
        const float cx = static_cast<float>(width) / 2, cy = static_cast<float>(height) / 2;
        const auto gain = static_cast<float>(options.exposure / samples_);
        for (std::size_t i = 0; i < count; ++i) {
          const auto px = static_cast<int>(i % columns), py = row0 + static_cast<int>(i / columns);
          const float dx = (static_cast<float>(px) - cx) / cx, dy = (static_cast<float>(py) - cy) / cy;
          const float light = gain * (1.0f - static_cast<float>(options.vignetting) * 0.5f * (dx * dx + dy * dy));
          uint8_t* out = frame.rgb.row(py) + 3 * px;
          const float linear[3] = {sum[i].x * light, sum[i].y * light, sum[i].z * light};
          for (int channel = 0; channel < 3; ++channel) {
            float value = tone(linear[channel]);
            const float sigma = static_cast<float>(options.noise) * (1.0f + value * (1.0f / 255.0f));
            value += sigma * noise_of(street::hash(px, 4 * py + channel, static_cast<uint32_t>(frame_seed)));
            out[channel] = static_cast<uint8_t>(std::clamp(value + 0.5f, 0.0f, 255.0f));
          }
        }
      },
      1);
  return frame;
}

}  // namespace gs
