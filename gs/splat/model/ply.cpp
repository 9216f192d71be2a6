// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/model/ply.h"

#include <algorithm>

#include "gs/core/file.h"
#include "gs/core/parallel.h"
#include "gs/splat/model/ply_row.h"

namespace gs::splat {
namespace {

using ply::Plan;
using ply::Row;

constexpr std::size_t kTile = 16;  // Gaussians gathered before planes are written: one cache line per plane
constexpr std::size_t kPlyBlock = kTile * 1024;  // Gaussians per parallel task: about 4 MB of the file

// The Gaussian with the lowest index that cannot be loaded; SIZE_MAX if all can.
struct FirstBad {
  std::size_t index = SIZE_MAX;
  std::size_t slot = 0;   // slot of the non-finite value
  double norm = 0;        // norm of a bad rotation
  bool rotation = false;  // true: bad rotation; false: non-finite value
};

FirstBad earlier(const FirstBad& a, const FirstBad& b) { return b.index < a.index ? b : a; }

// Writes rows into the cloud. Geometry is collected in tiles of 16 Gaussians, so that each plane is written one cache
// line at a time.
class RowSink {
 public:
  RowSink(MutableCloudView cloud, const Plan& plan, PlySource source) : cloud_(cloud), plan_(plan), source_(source) {}

  void put(std::size_t i, const Row& row) {
    if (!ply::all_finite(row, plan_.slots)) note({.index = i, .slot = first_non_finite(row)});
    const ply::Rotation rotation = ply::rotation_of(row, plan_.info.quaternion_order, source_);
    if (!rotation.ok) note({.index = i, .norm = rotation.norm, .rotation = true});
    const std::size_t lane = i % kTile;
    for (std::size_t k = 0; k < ply::kRotation; ++k) tile_[k][lane] = row.value[k];
    tile_[6][lane] = rotation.value.x, tile_[7][lane] = rotation.value.y;
    tile_[8][lane] = rotation.value.z, tile_[9][lane] = rotation.value.w;
    tile_[10][lane] = row.value[ply::kOpacity];
    // File: f_dc of all channels, then f_rest channel by channel; memory: per channel dc followed by rest.
    const auto coefficients = static_cast<std::size_t>(cloud_.coefficients());
    float* sh = cloud_.sh_of(i);
    for (std::size_t c = 0; c < 3; ++c, sh += coefficients) {
      sh[0] = row.value[ply::kDc + c];
      std::copy_n(row.value + ply::kRest + c * (coefficients - 1), coefficients - 1, sh + 1);
    }
    if (lane == kTile - 1) flush(i + 1);
  }
  // Writes the Gaussians of the current tile up to `end`.
  void flush(std::size_t end) {
    const std::size_t count = (end - 1) % kTile + 1;
    for (std::size_t k = 0; k < 11; ++k) {
      float* plane = k < 3    ? cloud_.position[k]
                     : k < 6  ? cloud_.log_scale[k - 3]
                     : k < 10 ? cloud_.rotation[k - 6]
                              : cloud_.opacity_logit;
      std::copy_n(tile_[k], count, plane + (end - count));
    }
  }
  const FirstBad& first_bad() const { return first_bad_; }

 private:
  void note(const FirstBad& bad) { first_bad_ = earlier(first_bad_, bad); }
  std::size_t first_non_finite(const Row& row) const {
    std::size_t slot = 0;
    while (slot + 1 < plan_.slots && std::isfinite(row.value[slot])) ++slot;
    return slot;
  }
  MutableCloudView cloud_;
  const Plan& plan_;
  PlySource source_;
  FirstBad first_bad_;
  alignas(64) float tile_[11][kTile];
};

// Reads all rows in parallel; the lowest bad index is the same for any number of threads.
FirstBad read_binary(const Plan& plan, PlySource source, MutableCloudView cloud) {
  return parallel_reduce(
      cloud.size, kPlyBlock, FirstBad{},
      [&](std::size_t begin, std::size_t end) {
        RowSink sink(cloud, plan, source);
        Row row;
        const std::byte* from = plan.data.data() + begin * plan.info.row_bytes;
        for (std::size_t i = begin; i < end; ++i, from += plan.info.row_bytes) {
          ply::fetch(plan, from, row);
          sink.put(i, row);
        }
        if (end % kTile != 0) sink.flush(end);
        return sink.first_bad();
      },
      earlier);
}

Result<FirstBad> read_ascii(const Plan& plan, PlySource source, MutableCloudView cloud) {
  RowSink sink(cloud, plan, source);
  GS_CHECK(ply::for_each_ascii_row(plan, [&](std::size_t i, const Row& row) { sink.put(i, row); }));
  if (cloud.size % kTile != 0) sink.flush(cloud.size);
  return sink.first_bad();
}

Error bad_gaussian(const FirstBad& bad) {
  if (bad.rotation) {
    return fail(ErrorCode::invalid_data, "Gaussian {}: its quaternion has the norm {}", bad.index, bad.norm);
  }
  return fail(ErrorCode::invalid_data, "Gaussian {}: {} is not finite", bad.index, ply::slot_name(bad.slot));
}

}  // namespace

std::string_view to_string(QuaternionOrder order) { return order == QuaternionOrder::xyzw ? "xyzw" : "wxyz"; }

Result<PlyInfo> inspect_ply(const std::filesystem::path& path, const PlyOptions& options) {
  GS_TRY(const MappedFile file, MappedFile::open(path, MappedFile::Access::random));
  auto plan = ply::make_plan(file.bytes(), options);
  if (!plan) return std::move(plan).error().with_context(path.string());
  return plan->info;
}

Result<GaussianCloud> parse_ply(Bytes file, const PlyOptions& options) {
  GS_TRY(const Plan plan, ply::make_plan(file, options));
  GS_TRY(GaussianCloud cloud, GaussianCloud::create(plan.info.count, plan.info.sh_degree));
  FirstBad bad;
  if (plan.info.ascii) {
    GS_TRY(bad, read_ascii(plan, options.source, cloud.view()));
  } else {
    bad = read_binary(plan, options.source, cloud.view());
  }
  if (bad.index != SIZE_MAX) return bad_gaussian(bad);
  return cloud;
}

Result<GaussianCloud> load_ply(const std::filesystem::path& path, const PlyOptions& options) {
  GS_TRY(const MappedFile file, MappedFile::open(path));
  return parse_ply(file.bytes(), options).with_context(path.string());
}

}  // namespace gs::splat
