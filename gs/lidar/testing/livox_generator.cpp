// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/lidar/testing/livox_generator.h"

#include <cmath>
#include <cstring>

namespace gs::lidar::testing {
namespace {

// Appends numbers; in CDR each is aligned to its size, counted behind the four bytes of the encapsulation.
class LivoxBytes {
 public:
  explicit LivoxBytes(bool cdr) : cdr_(cdr) {
    if (cdr_) bytes_ = {std::byte{0}, std::byte{1}, std::byte{0}, std::byte{0}};
  }
  template <class T>
  void put(T value) {
    while (cdr_ && (bytes_.size() - 4) % sizeof(T) != 0) bytes_.push_back(std::byte{0});
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
  }
  void text(const std::string& text) {
    put(static_cast<uint32_t>(text.size() + (cdr_ ? 1 : 0)));
    for (const char c : text) put(static_cast<uint8_t>(c));
    if (cdr_) put(uint8_t{0});
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  bool cdr_;
  std::vector<std::byte> bytes_;
};

}  // namespace

GeneratedLivox generate_livox(const LivoxRecipe& recipe, bool cdr) {
  GeneratedLivox out;
  LivoxBytes bytes(cdr);
  if (!cdr) bytes.put(uint32_t{7});  // header.seq
  bytes.put(static_cast<uint32_t>(recipe.timebase_ns / 1'000'000'000));
  bytes.put(static_cast<uint32_t>(recipe.timebase_ns % 1'000'000'000));
  bytes.text(recipe.frame_id);
  bytes.put(recipe.timebase_ns);
  bytes.put(recipe.announced == UINT32_MAX ? recipe.points : recipe.announced);
  for (const int zero : {0, 0, 0, 0}) bytes.put(static_cast<uint8_t>(zero));  // lidar_id, rsvd[3]
  bytes.put(recipe.points);
  for (uint32_t i = 0; i < recipe.points; ++i) {
    const double azimuth = 0.05 * i, elevation = 0.3 * std::sin(0.7 * i);
    const double distance = i % 10 == 9 ? 0 : 3 + wall_distance(azimuth, elevation);
    const Vec3f p = {static_cast<float>(distance * std::cos(elevation) * std::cos(azimuth)),
                     static_cast<float>(distance * std::cos(elevation) * std::sin(azimuth)),
                     static_cast<float>(distance * std::sin(elevation))};
    const int intensity = wall_intensity(azimuth, elevation);
    bytes.put(i * recipe.step_ns);
    bytes.put(p.x), bytes.put(p.y), bytes.put(p.z);
    bytes.put(static_cast<uint8_t>(intensity));
    bytes.put(uint8_t{0x10});
    bytes.put(static_cast<uint8_t>(i % 4));
    if (distance == 0) continue;
    out.points.push_back({{p.x, p.y, p.z}, intensity, static_cast<int>(i % 4), i * recipe.step_ns * 1e-9});
  }
  out.bytes = bytes.take();
  return out;
}

}  // namespace gs::lidar::testing
