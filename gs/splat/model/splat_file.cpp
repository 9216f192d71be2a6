// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/model/splat_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "gs/core/file.h"
#include "gs/core/parallel.h"

namespace gs::splat {
namespace {

constexpr std::size_t kRecordBytes = 32;
constexpr float kSh0 = 0.28209479177387814f;  // value of the SH basis function of degree 0
// Alpha bytes 0 and 255 would have an infinite logit; they are moved inwards by half a step.
constexpr float kMinAlpha = 0.5f / 255.0f;

uint8_t to_byte(float value) { return static_cast<uint8_t>(std::lround(std::clamp(value, 0.0f, 255.0f))); }
float logit(float p) { return std::log(p / (1.0f - p)); }
float sigmoid(float x) { return 1.0f / (1.0f + std::exp(-x)); }

// Encodes Gaussian i; only the constant colour survives.
void write_record(CloudView cloud, std::size_t i, std::byte* out) {
  const Vec3f position = cloud.position_of(i), log_scale = cloud.log_scale_of(i);
  const float floats[6] = {position.x,           position.y, position.z, std::exp(log_scale.x), std::exp(log_scale.y),
                           std::exp(log_scale.z)};
  uint8_t bytes[8];
  const auto coefficients = static_cast<std::size_t>(cloud.coefficients());
  for (std::size_t c = 0; c < 3; ++c) bytes[c] = to_byte(255.0f * (0.5f + kSh0 * cloud.sh_of(i)[c * coefficients]));
  bytes[3] = to_byte(255.0f * sigmoid(cloud.opacity_logit[i]));
  const Quaternionf q = cloud.rotation_of(i);
  const float rotation[4] = {q.w, q.x, q.y, q.z};
  for (std::size_t k = 0; k < 4; ++k) bytes[4 + k] = to_byte(128.0f + 128.0f * rotation[k]);
  std::memcpy(out, floats, sizeof(floats));
  std::memcpy(out + sizeof(floats), bytes, sizeof(bytes));
}

// False if the record is not a valid Gaussian: non-finite values, no extent or no rotation.
bool read_record(const std::byte* from, MutableCloudView cloud, std::size_t i) {
  float floats[6];
  uint8_t bytes[8];
  std::memcpy(floats, from, sizeof(floats));
  std::memcpy(bytes, from + sizeof(floats), sizeof(bytes));
  for (const float value : floats) {
    if (!std::isfinite(value)) return false;
  }
  if (!(floats[3] > 0 && floats[4] > 0 && floats[5] > 0)) return false;
  float r[4];
  for (std::size_t k = 0; k < 4; ++k) r[k] = (static_cast<float>(bytes[4 + k]) - 128.0f) / 128.0f;
  const float norm = std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
  if (!(norm > 0)) return false;
  cloud.set_position(i, {floats[0], floats[1], floats[2]});
  cloud.set_log_scale(i, {std::log(floats[3]), std::log(floats[4]), std::log(floats[5])});
  cloud.set_rotation(i, {r[1] / norm, r[2] / norm, r[3] / norm, r[0] / norm});
  cloud.opacity_logit[i] = logit(std::clamp(static_cast<float>(bytes[3]) / 255.0f, kMinAlpha, 1.0f - kMinAlpha));
  for (std::size_t c = 0; c < 3; ++c) cloud.sh_of(i)[c] = (static_cast<float>(bytes[c]) / 255.0f - 0.5f) / kSh0;
  return true;
}

// Indices sorted by opacity times volume, descending.
std::vector<uint32_t> by_importance(CloudView cloud) {
  std::vector<float> importance(cloud.size);
  parallel_for(cloud.size, [&](std::size_t i) {
    const Vec3f s = cloud.log_scale_of(i);
    importance[i] = sigmoid(cloud.opacity_logit[i]) * std::exp(s.x + s.y + s.z);
  });
  std::vector<uint32_t> order(cloud.size);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return importance[a] > importance[b]; });
  return order;
}

}  // namespace

// Sorting is stable, so the bytes depend only on the cloud.
std::vector<std::byte> to_splat(CloudView cloud) {
  const std::vector<uint32_t> order = by_importance(cloud);
  std::vector<std::byte> out(cloud.size * kRecordBytes);
  parallel_for(cloud.size, [&](std::size_t i) { write_record(cloud, order[i], out.data() + i * kRecordBytes); });
  return out;
}

Result<void> save_splat(const std::filesystem::path& path, CloudView cloud) {
  return write_file(path, to_splat(cloud));
}

Result<GaussianCloud> parse_splat(Bytes file) {
  if (file.size() % kRecordBytes != 0) {
    return fail(ErrorCode::truncated, ".splat has {} bytes, which is no multiple of {}", file.size(), kRecordBytes);
  }
  GS_TRY(GaussianCloud cloud, GaussianCloud::create(file.size() / kRecordBytes, 0));
  const MutableCloudView view = cloud.view();
  constexpr std::size_t kBlock = 16384;
  // Lowest index of an invalid record, independent of the threads.
  const std::size_t first_bad = parallel_reduce(
      cloud.size(), kBlock, SIZE_MAX,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          if (!read_record(file.data() + i * kRecordBytes, view, i)) return i;
        }
        return SIZE_MAX;
      },
      [](std::size_t a, std::size_t b) { return std::min(a, b); });
  if (first_bad != SIZE_MAX) {
    return fail(ErrorCode::invalid_data, ".splat Gaussian {}: not finite, no extent or no rotation", first_bad);
  }
  return cloud;
}

Result<GaussianCloud> load_splat(const std::filesystem::path& path) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  return parse_splat(file.bytes()).with_context(path.string());
}

}  // namespace gs::splat
