// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/mapping/static_map/free_space.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gs::mapping {
namespace {

// The grid reaches this far below and above the sensor; streets are flat enough.
constexpr double kBelow_m = 8, kAbove_m = 12;
// Rays stay this many voxels inside the grid, so that rounding in the traversal cannot leave it.
constexpr int kRim = 2;

int32_t round_up(double value, int32_t multiple) {
  return (static_cast<int32_t>(std::ceil(value)) + multiple - 1) / multiple * multiple;
}
int32_t floor_to(int32_t value, int32_t multiple) {
  return value >= 0 ? value / multiple * multiple : -((-value + multiple - 1) / multiple * multiple);
}

bool get(const std::vector<uint64_t>& bits, std::size_t i) { return bits[i >> 6] >> (i & 63) & 1; }
void set(std::vector<uint64_t>& bits, std::size_t i) { bits[i >> 6] |= uint64_t{1} << (i & 63); }

}  // namespace

FreeSpace::FreeSpace(double voxel_m, double range_m, bool find_passed) : voxel_m_(voxel_m), range_m_(range_m) {
  // Rows are whole 64-bit words, so x is rounded up to 64 voxels; 16 voxels of slack, because the grid starts at a
  // block.
  const double side = 2 * range_m / voxel_m + 2 * kRim + 16;
  size_ = {round_up(side, 64), round_up(side, 8), round_up((kBelow_m + kAbove_m) / voxel_m + 2 * kRim + 16, 8)};
  const auto words =
      static_cast<std::size_t>(size_.x / 64) * static_cast<std::size_t>(size_.y) * static_cast<std::size_t>(size_.z);
  for (auto* bits : {&seen_, &ended_, &filled_, &empty_, &scratch_}) bits->resize(words);
  if (find_passed) passed_.resize(words);
}

std::size_t FreeSpace::bit_of(Voxel local) const {
  return (static_cast<std::size_t>(local.z) * static_cast<std::size_t>(size_.y) + static_cast<std::size_t>(local.y)) *
             static_cast<std::size_t>(size_.x) +
         static_cast<std::size_t>(local.x);
}

void FreeSpace::observe(Vec3d sensor_in_map, std::span<const Ray> rays) {
  for (auto* bits : {&seen_, &ended_, &filled_, &empty_}) std::fill(bits->begin(), bits->end(), 0);
  const auto centre = voxel_of(sensor_in_map, voxel_m_);
  if (!centre) return;
  const int32_t below = static_cast<int32_t>(std::ceil(kBelow_m / voxel_m_)) + kRim;
  origin_ = {floor_to(centre->x - size_.x / 2, 8), floor_to(centre->y - size_.y / 2, 8),
             floor_to(centre->z - below, 8)};
  for (const Ray& ray : rays) walk(ray);
  find_empty();
  if (!passed_.empty()) find_passed();
}

// Voxel traversal of Amanatides and Woo 1987, in voxel units relative to the grid.
void FreeSpace::walk(const Ray& ray) {
  const Vec3d corner{static_cast<double>(origin_.x), static_cast<double>(origin_.y), static_cast<double>(origin_.z)};
  const Vec3d from = ray.origin_in_map / voxel_m_ - corner;
  const Vec3d whole = ray.end_in_map / voxel_m_ - corner - from;
  const double length = norm(whole);
  if (!(length > 2) || !(length < 1e7)) return;
  const Vec3d step = whole / length;  // one voxel edge along the ray

  const double low = kRim;
  const auto inside = [&](Vec3d p) {
    return p.x >= low && p.y >= low && p.z >= low && p.x < size_.x - low && p.y < size_.y - low && p.z < size_.z - low;
  };
  if (!inside(from)) return;
  // Shorten the ray to the range and to the grid.
  double reach = std::min(length - 1, range_m_ / voxel_m_);
  const auto clip = [&](double start, double direction, double size) {
    if (direction > 0) reach = std::min(reach, (size - low - 1e-3 - start) / direction);
    if (direction < 0) reach = std::min(reach, (low - start) / direction);
  };
  clip(from.x, step.x, size_.x);
  clip(from.y, step.y, size_.y);
  clip(from.z, step.z, size_.z);

  const auto cell = [](Vec3d p) {
    return Voxel{static_cast<int32_t>(p.x), static_cast<int32_t>(p.y), static_cast<int32_t>(p.z)};
  };
  // Mark the end; a second ray to the same voxel adds nothing. Rays beyond the range are skipped if their last voxel
  // was traversed before.
  const Vec3d end = from + whole;
  if (length <= range_m_ / voxel_m_ && inside(end)) {
    const std::size_t bit = bit_of(cell(end));
    if (!ray.on_ground) set(filled_, bit);
    if (get(ended_, bit)) return;
    set(ended_, bit);
  } else if (get(seen_, bit_of(cell(from + step * reach)))) {
    return;
  }
  if (reach <= 0) return;

  const Voxel first = cell(from), last = cell(from + step * reach);
  int left = std::abs(last.x - first.x) + std::abs(last.y - first.y) + std::abs(last.z - first.z);
  const auto axis = [](double start, double direction) {  // t of the next face, and t from face to face
    if (direction == 0) return std::pair<float, float>{1e30f, 0.0f};
    const double face = direction > 0 ? std::floor(start) + 1 : std::floor(start);
    return std::pair<float, float>{static_cast<float>((face - start) / direction),
                                   static_cast<float>(1 / std::abs(direction))};
  };
  auto [tx, dx] = axis(from.x, step.x);
  auto [ty, dy] = axis(from.y, step.y);
  auto [tz, dz] = axis(from.z, step.z);
  const auto row = static_cast<std::ptrdiff_t>(size_.x), layer = row * size_.y;
  const std::ptrdiff_t bx = step.x > 0 ? 1 : -1, by = step.y > 0 ? row : -row, bz = step.z > 0 ? layer : -layer;
  auto bit = static_cast<std::ptrdiff_t>(bit_of(first));
  uint64_t* seen = seen_.data();
  for (;; --left) {
    seen[bit >> 6] |= uint64_t{1} << (bit & 63);
    if (left == 0) return;
    if (tx <= ty && tx <= tz) {
      bit += bx;
      tx += dx;
    } else if (ty <= tz) {
      bit += by;
      ty += dy;
    } else {
      bit += bz;
      tz += dz;
    }
  }
}

// A voxel is empty only if it was traversed, all its 26 neighbours were observed and none is filled: one voxel of
// margin for pose errors between scan groups (the idea of DUFOMap, Duberg et al. 2024). A voxel in which a ray ended on
// the ground and the voxel below it count as observed, otherwise everything that touches the ground, such as a wheel,
// would keep that margin and stay in the map.
void FreeSpace::find_empty() {
  const auto row = static_cast<std::size_t>(size_.x) / 64;
  const auto layer = row * static_cast<std::size_t>(size_.y);
  const std::size_t words = seen_.size();
  // The 3 x 3 x 3 erosion is separable: first along x within 64-bit words, then along y and z by whole words.
  const auto known = [&](std::size_t i) {
    return (seen_[i] | ended_[i] | (i + layer < words ? ended_[i + layer] : 0)) & ~filled_[i];
  };
  for (std::size_t i = 0; i < words; ++i) {  // along x, with carries between the words of a row
    const uint64_t here = known(i);
    const uint64_t before = i % row == 0 ? 0 : known(i - 1) >> 63;
    const uint64_t after = i % row == row - 1 ? 0 : known(i + 1) << 63;
    empty_[i] = here & (here << 1 | before) & (here >> 1 | after);
  }
  const auto narrow = [&](const std::vector<uint64_t>& in, std::vector<uint64_t>& out, std::size_t stride) {
    std::fill(out.begin(), out.end(), 0);
    for (std::size_t i = stride; i + stride < words; ++i) out[i] = in[i] & in[i - stride] & in[i + stride];
  };
  narrow(empty_, scratch_, row);
  narrow(scratch_, empty_, layer);
  for (std::size_t i = 0; i < words; ++i) empty_[i] &= seen_[i] & ~filled_[i];
}

// The filled voxels grown by one voxel to every side, along one axis after the other; what was traversed outside them
// is passed.
void FreeSpace::find_passed() {
  const auto row = static_cast<std::size_t>(size_.x) / 64;
  const auto layer = row * static_cast<std::size_t>(size_.y);
  const std::size_t words = seen_.size();
  for (std::size_t i = 0; i < words; ++i) {  // along x, with carries between the words of a row
    const uint64_t before = i % row == 0 ? 0 : filled_[i - 1] >> 63;
    const uint64_t after = i % row == row - 1 ? 0 : filled_[i + 1] << 63;
    passed_[i] = filled_[i] | filled_[i] << 1 | filled_[i] >> 1 | before | after;
  }
  for (std::size_t i = 0; i < words; ++i) {
    scratch_[i] = passed_[i] | (i >= row ? passed_[i - row] : 0) | (i + row < words ? passed_[i + row] : 0);
  }
  for (std::size_t i = 0; i < words; ++i) {
    const uint64_t near =
        scratch_[i] | (i >= layer ? scratch_[i - layer] : 0) | (i + layer < words ? scratch_[i + layer] : 0);
    passed_[i] = seen_[i] & ~near;
  }
}

Voxel FreeSpace::first_block() const { return {origin_.x / 8, origin_.y / 8, origin_.z / 8}; }
Voxel FreeSpace::last_block() const {
  return {(origin_.x + size_.x) / 8, (origin_.y + size_.y) / 8, (origin_.z + size_.z) / 8};
}

bool FreeSpace::read_block(Voxel block, BlockBits& bits) const {
  static_assert(std::endian::native == std::endian::little, "bytes of a word in the order of x");
  const auto* empty = reinterpret_cast<const uint8_t*>(empty_.data());
  const auto* filled = reinterpret_cast<const uint8_t*>(filled_.data());
  const auto* passed = passed_.empty() ? nullptr : reinterpret_cast<const uint8_t*>(passed_.data());
  const Voxel local{block.x * 8 - origin_.x, block.y * 8 - origin_.y, block.z * 8 - origin_.z};
  uint8_t any = 0;
  for (int i = 0; i < 64; ++i) {
    const std::size_t byte = bit_of({local.x, local.y + i % 8, local.z + i / 8}) / 8;
    bits.empty[i] = empty[byte];
    bits.filled[i] = filled[byte];
    bits.passed[i] = passed == nullptr ? uint8_t{0} : passed[byte];
    any |= static_cast<uint8_t>(empty[byte] | filled[byte] | bits.passed[i]);
  }
  return any != 0;
}

}  // namespace gs::mapping
