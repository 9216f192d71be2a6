// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// Clouds and files for tests. All values are random but plausible, and rotations are far from the identity: confusing
// xyzw and wxyz would go unnoticed with identity rotations.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gs/core/file.h"
#include "gs/core/numbers/random.h"
#include "gs/core/testing/temporary_folder.h"
#include "gs/splat/model/cloud.h"

namespace gs::splat::testing {

// Random cloud, the same for the same seed.
inline GaussianCloud random_cloud(std::size_t count, int sh_degree, uint64_t seed = 1) {
  GaussianCloud cloud = GaussianCloud::create(count, sh_degree).value();
  const MutableCloudView view = cloud.view();
  for (std::size_t i = 0; i < count; ++i) {
    Random random(seed, purpose("test_cloud"), i);
    const auto uniform = [&](float low, float high) { return low + (high - low) * random.uniform_f(); };
    view.set_position(i, {uniform(-50, 50), uniform(-50, 50), uniform(-5, 20)});
    view.set_log_scale(i, {uniform(-5, 0), uniform(-5, 0), uniform(-5, 0)});
    view.set_rotation(i, normalized(Quaternionf{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(0.2f, 1)}));
    view.opacity_logit[i] = uniform(-4, 4);
    for (int k = 0; k < 3 * view.coefficients(); ++k) view.sh_of(i)[k] = uniform(-0.5f, 0.5f);
  }
  return cloud;
}

// True if both clouds are bit-identical, padding included.
inline bool same_bits(const GaussianCloud& a, const GaussianCloud& b) {
  return a.size() == b.size() && a.sh_degree() == b.sh_degree() && a.block().size_bytes() == b.block().size_bytes() &&
         std::memcmp(a.block().data(), b.block().data(), a.block().size_bytes()) == 0;
}

// Content of a file.
inline std::vector<std::byte> file_bytes(const fs::path& path) { return read_binary_file(path, 1ull << 30).value(); }

// Calls use(damaged) for every truncated prefix of the bytes, then for every single flipped bit.
template <class Use>
void for_each_damage(std::vector<std::byte> bytes, Use use) {
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::vector<std::byte> prefix(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    use(Bytes(prefix));
  }
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    use(Bytes(bytes));
    bytes[bit / 8] ^= std::byte{1} << (bit % 8);
  }
}

}  // namespace gs::splat::testing
