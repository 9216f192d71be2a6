// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
// save_ply(): rows are built in parallel in a bounded buffer and written in order.
#include <algorithm>
#include <cstring>

#include "gs/core/file.h"
#include "gs/core/parallel.h"
#include "gs/splat/model/ply.h"

namespace gs::splat {
namespace {

constexpr std::size_t kRowsAtOnce = 1 << 16;  // 15 MB at SH degree 3

// Groups of properties of a row, and their order in the two flavours.
enum class Group { position, normal, scale, rotation, opacity, dc, rest };
constexpr Group kBundleOrder[] = {Group::position, Group::scale, Group::rotation,
                                  Group::opacity,  Group::dc,    Group::rest};
constexpr Group kStandardOrder[] = {Group::position, Group::normal, Group::dc,      Group::rest,
                                    Group::opacity,  Group::scale,  Group::rotation};

// Order of the groups in a flavour.
std::span<const Group> groups_of(PlyFlavor flavor) {
  if (flavor == PlyFlavor::bundle) return kBundleOrder;
  return kStandardOrder;
}

// Property lines of one group.
void add_names(std::string& header, Group group, int rest) {
  const auto add = [&](std::string_view name) { header += format("property float {}\n", name); };
  const auto add_numbered = [&](std::string_view prefix, int count) {
    for (int i = 0; i < count; ++i) add(format("{}_{}", prefix, i));
  };
  switch (group) {
    case Group::position:
      return add("x"), add("y"), add("z");
    case Group::normal:
      return add("nx"), add("ny"), add("nz");
    case Group::scale:
      return add_numbered("scale", 3);
    case Group::rotation:
      return add_numbered("rot", 4);
    case Group::opacity:
      return add("opacity");
    case Group::dc:
      return add_numbered("f_dc", 3);
    case Group::rest:
      return add_numbered("f_rest", rest);
  }
}

// Builds rows in the layout of a flavour.
class RowBuilder {
 public:
  RowBuilder(CloudView cloud, PlyFlavor flavor)
      : cloud_(cloud), flavor_(flavor), coefficients_(static_cast<std::size_t>(cloud.coefficients())) {}

  std::size_t floats() const { return 11 + 3 * coefficients_ + (flavor_ == PlyFlavor::standard ? 3 : 0); }

  void build(std::size_t i, float* out) const {
    for (const Group group : groups_of(flavor_)) out = put(group, i, out);
  }

 private:
  // Writes one group and returns the position behind it.
  float* put(Group group, std::size_t i, float* out) const {
    switch (group) {
      case Group::position:
        return put3(cloud_.position_of(i), out);
      case Group::normal:
        return put3({}, out);
      case Group::scale:
        return put3(cloud_.log_scale_of(i), out);
      case Group::rotation:
        return put_rotation(cloud_.rotation_of(i), out);
      case Group::opacity:
        return *out = cloud_.opacity_logit[i], out + 1;
      case Group::dc:
        return put3({sh(i, 0)[0], sh(i, 1)[0], sh(i, 2)[0]}, out);
      case Group::rest:
        for (std::size_t c = 0; c < 3; ++c) out = std::copy_n(sh(i, c) + 1, coefficients_ - 1, out);
        return out;
    }
    return out;
  }
  static float* put3(Vec3f v, float* out) { return out[0] = v.x, out[1] = v.y, out[2] = v.z, out + 3; }
  // xyzw in bundles, wxyz in standard files.
  float* put_rotation(Quaternionf q, float* out) const {
    if (flavor_ == PlyFlavor::standard) *out++ = q.w;
    out = put3({q.x, q.y, q.z}, out);
    if (flavor_ == PlyFlavor::bundle) *out++ = q.w;
    return out;
  }
  const float* sh(std::size_t i, std::size_t channel) const { return cloud_.sh_of(i) + channel * coefficients_; }

  CloudView cloud_;
  PlyFlavor flavor_;
  std::size_t coefficients_;
};

}  // namespace

std::string ply_header(uint64_t count, int sh_degree, PlyFlavor flavor) {
  const auto order = flavor == PlyFlavor::bundle ? QuaternionOrder::xyzw : QuaternionOrder::wxyz;
  std::string header = format("ply\nformat binary_little_endian 1.0\ncomment quaternion_order {}\nelement vertex {}\n",
                              to_string(order), count);
  for (const Group group : groups_of(flavor)) add_names(header, group, 3 * (sh_coefficients(sh_degree) - 1));
  return header + "end_header\n";
}

Result<void> save_ply(const std::filesystem::path& path, CloudView cloud, PlyFlavor flavor) {
  GS_TRY(AtomicFile file, AtomicFile::create(path));
  GS_CHECK(file.write(ply_header(cloud.size, cloud.sh_degree, flavor)));
  const RowBuilder builder(cloud, flavor);
  const std::size_t width = builder.floats();
  GS_TRY(FloatBuffer rows, FloatBuffer::allocate(std::min(cloud.size, kRowsAtOnce) * width));
  for (std::size_t begin = 0; begin < cloud.size; begin += kRowsAtOnce) {
    const std::size_t count = std::min(kRowsAtOnce, cloud.size - begin);
    parallel_for(count, [&](std::size_t i) { builder.build(begin + i, rows.data() + i * width); });
    GS_CHECK(file.write(Bytes(reinterpret_cast<const std::byte*>(rows.data()), count * width * sizeof(float))));
  }
  return file.commit();
}

}  // namespace gs::splat
