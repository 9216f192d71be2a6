// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/assets/npz/npz_gaussians.h"

#include <algorithm>
#include <cmath>

#include "gs/assets/npz/npz.h"

namespace gs::assets {
namespace {

std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string text;
  for (const std::size_t extent : shape) text += format("{}{}", text.empty() ? "" : ", ", extent);
  return "[" + text + "]";
}

// An array as floats.
struct Values {
  std::vector<std::size_t> shape;
  std::vector<float> items;
};

// Reads an array; non-finite values are an error.
Result<Values> finite_floats(const NpzFile& npz, std::string_view name) {
  GS_TRY(const NpyArray array, npz.read(name));
  Values values{array.shape, array.to_floats()};
  const auto bad = std::find_if(values.items.begin(), values.items.end(), [](float v) { return !std::isfinite(v); });
  if (bad != values.items.end()) {
    return fail(ErrorCode::invalid_data, "npz array '{}' holds a value that is not finite, item {}", name,
                bad - values.items.begin());
  }
  return values;
}

// Reads an array of shape [count, width], or [count] if width is 1.
Result<std::vector<float>> read_rows(const NpzFile& npz, std::string_view name, std::size_t count, std::size_t width) {
  GS_TRY(Values values, finite_floats(npz, name));
  const bool column = width == 1 && values.shape == std::vector<std::size_t>{count};
  if (!column && values.shape != std::vector<std::size_t>{count, width}) {
    return fail(ErrorCode::invalid_data, "npz array '{}' has the shape {}, needed is [{}, {}]", name,
                shape_text(values.shape), count, width);
  }
  return std::move(values.items);
}

// SH degree from the shape of `sh`.
Result<int> degree_of(const Values& sh, std::size_t count) {
  for (int degree = 0; degree <= splat::kMaxShDegree; ++degree) {
    const auto coefficients = static_cast<std::size_t>(splat::sh_coefficients(degree));
    if (sh.shape == std::vector<std::size_t>{count, coefficients, 3}) return degree;
  }
  return fail(ErrorCode::invalid_data, "npz array 'sh' has the shape {}, needed is [{}, K, 3] with K 1, 4, 9 or 16",
              shape_text(sh.shape), count);
}

// Unit quaternion of Gaussian i; within 1e-6 of unit length it is not rescaled.
Result<Quaternionf> rotation_of(const float* q, std::size_t i, const NpzGaussianOptions& options) {
  const std::size_t w = options.quaternion_order == splat::QuaternionOrder::xyzw ? 3 : 0;
  const std::size_t x = options.quaternion_order == splat::QuaternionOrder::xyzw ? 0 : 1;
  const Quaterniond read{q[x], q[x + 1], q[x + 2], q[w]};
  const double length = norm(read);
  const bool ok = options.source == splat::PlySource::bundle ? std::abs(length - 1) <= 1e-3 : length > 1e-30;
  if (!ok) return fail(ErrorCode::invalid_data, "Gaussian {}: its quaternion has the norm {}", i, length);
  const double k = std::abs(length - 1) <= 1e-6 ? 1.0 : 1.0 / length;
  return Quaternionf{static_cast<float>(read.x * k), static_cast<float>(read.y * k), static_cast<float>(read.z * k),
                     static_cast<float>(read.w * k)};
}

Result<splat::GaussianCloud> from_npz(const NpzFile& npz, const NpzGaussianOptions& options) {
  GS_TRY(const Values means, finite_floats(npz, "means"));
  if (means.shape.size() != 2 || means.shape[1] != 3) {
    return fail(ErrorCode::invalid_data, "npz array 'means' has the shape {}, needed is [N, 3]",
                shape_text(means.shape));
  }
  const std::size_t count = means.shape[0];
  GS_TRY(const std::vector<float> scales, read_rows(npz, "scales", count, 3));
  GS_TRY(const std::vector<float> quats, read_rows(npz, "quats", count, 4));
  GS_TRY(const std::vector<float> opacities, read_rows(npz, "opacities", count, 1));
  GS_TRY(const Values sh, finite_floats(npz, "sh"));
  GS_TRY(const int degree, degree_of(sh, count));
  GS_TRY(splat::GaussianCloud cloud, splat::GaussianCloud::create(count, degree));
  const splat::MutableCloudView view = cloud.view();
  const auto coefficients = static_cast<std::size_t>(splat::sh_coefficients(degree));
  for (std::size_t i = 0; i < count; ++i) {
    view.set_position(i, {means.items[3 * i], means.items[3 * i + 1], means.items[3 * i + 2]});
    view.set_log_scale(i, {scales[3 * i], scales[3 * i + 1], scales[3 * i + 2]});
    GS_TRY(const Quaternionf rotation, rotation_of(quats.data() + 4 * i, i, options));
    view.set_rotation(i, rotation);
    view.opacity_logit[i] = opacities[i];
    // File: coefficient-major, channel last; memory: channel-major.
    const float* from = sh.items.data() + 3 * coefficients * i;
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t k = 0; k < coefficients; ++k) view.sh_of(i)[c * coefficients + k] = from[3 * k + c];
    }
  }
  return cloud;
}

}  // namespace

Result<splat::GaussianCloud> parse_npz_gaussians(Bytes file, const NpzGaussianOptions& options) {
  GS_TRY(const NpzFile npz, NpzFile::borrow(file));
  return from_npz(npz, options);
}

Result<splat::GaussianCloud> load_npz_gaussians(const std::filesystem::path& path, const NpzGaussianOptions& options) {
  GS_TRY(const NpzFile npz, NpzFile::open(path));
  return from_npz(npz, options).with_context(path.string());
}

}  // namespace gs::assets
