// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/cpu/pipeline.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <vector>

#include "gs/core/parallel.h"

namespace gs::splat::cpu {
namespace {

constexpr std::size_t kProjectBlock = 1024;  // Gaussians per parallel task
constexpr std::size_t kPad = 16;             // floats that SIMD loads of a plane are aligned to

}  // namespace

// Projects all Gaussians of all parts. Blocks append their visible splats to records_ in arbitrary order, so that
// memory is touched only for visible ones; order_ then lists them block by block and does not depend on the threads.
// With `numbered`, SplatRecord::owner holds the number of the instance instead of that of the Gaussian.
Result<void> Pipeline::project(std::span<const ScenePart> parts, bool numbered) {
  GS_CHECK(first_block_.reserve(parts.size() + 1));
  GS_CHECK(first_slot_.reserve(parts.size() + 1));
  std::size_t total = 0, blocks = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    first_block_[part] = blocks, first_slot_[part] = total;
    total += (parts[part].cloud.size + kPad - 1) / kPad * kPad;
    blocks += (parts[part].cloud.size + kProjectBlock - 1) / kProjectBlock;
  }
  first_block_[parts.size()] = blocks, first_slot_[parts.size()] = total;
  if (total > std::numeric_limits<uint32_t>::max()) {
    return fail(ErrorCode::limit_exceeded, "too many Gaussians: {}, at most 2^32 - 1", total);
  }
  GS_CHECK(records_.reserve(total));
  GS_CHECK(boxes_.reserve(total));
  GS_CHECK(block_keys_.reserve(blocks * kProjectBlock));
  GS_CHECK(block_count_.reserve(blocks));
  GS_CHECK(block_begin_.reserve(blocks));
  std::atomic<uint32_t> used{0};
  const std::span<const std::size_t> first_block(first_block_.data(), parts.size());
  parallel_for(
      blocks,
      [&](std::size_t block) {
        const auto after = std::upper_bound(first_block.begin(), first_block.end(), block);
        const auto at = static_cast<std::size_t>(after - first_block.begin()) - 1;
        const ScenePart& part = parts[at];
        const std::size_t begin = (block - first_block[at]) * kProjectBlock;
        const std::size_t end = std::min(begin + kProjectBlock, part.cloud.size);
        SplatRecord found[kProjectBlock];
        const std::size_t count = executor_.project(part.cloud, part.view, begin, end, found);
        if (part.light != nullptr) {
          for (std::size_t k = 0; k < count; ++k) {
            for (float& c : found[k].color) c *= part.light[found[k].owner];
          }
        }
        const auto slot = static_cast<uint32_t>(first_slot_[at]);
        for (std::size_t k = 0; k < count; ++k) found[k].owner = numbered ? part.instance : found[k].owner + slot;
        const uint32_t first = used.fetch_add(static_cast<uint32_t>(count), std::memory_order_relaxed);
        std::memcpy(records_.data() + first, found, count * sizeof(SplatRecord));
        for (std::size_t k = 0; k < count; ++k) {
          boxes_[first + k] = found[k].box;
          block_keys_[block * kProjectBlock + k] = depth_key(found[k].depth);
        }
        block_count_[block] = static_cast<uint32_t>(count);
        block_begin_[block] = first;
      },
      1);

  // Depth keys in the order of the Gaussians.
  GS_CHECK(order_.reserve(used.load()));
  std::size_t position = 0;
  for (std::size_t block = 0; block < blocks; ++block) {
    for (uint32_t k = 0; k < block_count_[block]; ++k) {
      const uint32_t record = block_begin_[block] + k;
      order_[position++] = {block_keys_[block * kProjectBlock + k], record};
    }
  }
  block_keys_.release_if_large();
  return {};
}

// Project, sort by depth, distribute to tiles, blend.
Result<FrameStatistics> Pipeline::render(std::span<const ScenePart> parts, const Planes& out, bool for_backward) {
  GS_EXPECT(!(for_backward && out.instance != nullptr));  // backward() needs the Gaussians of the splats
  GS_CHECK(project(parts, out.instance != nullptr));
  GS_CHECK(sorter_.sort(order_));
  GS_CHECK(binning_.build(order_.span(), records_.data(), boxes_.data(), out.width, out.height, for_backward));
  parallel_for(
      binning_.tile_count(),
      [&](std::size_t tile) { executor_.raster(records_.data(), binning_.list(tile), binning_.rect(tile), out); }, 1);
  return FrameStatistics{order_.size(), binning_.pair_count()};
}

Result<FrameStatistics> Pipeline::render(const CloudView& cloud, const ViewF& view, const Planes& out,
                                         bool for_backward) {
  const ScenePart part{.cloud = cloud, .view = view};
  return render({&part, 1}, out, for_backward);
}

// Adds the moments of all pairs of a splat, in a fixed order, and converts them to dL/d(splat): ln alpha = ln opacity -
// (a dx^2 + 2 b dx dy + c dy^2) / 2 with dx = pixel - centre.
Result<void> Pipeline::sum_moments(std::size_t slots) {
  using P = SplatGradPlanes;
  plane_stride_ = slots;
  GS_CHECK(splat_grads_.reserve(P::kCount * plane_stride_));
  parallel_blocks(P::kCount * plane_stride_, 1u << 16, [&](std::size_t begin, std::size_t end, std::size_t) {
    std::fill(splat_grads_.data() + begin, splat_grads_.data() + end, 0.0f);
  });
  const auto plane = [&](P::Plane p) { return splat_grads_.data() + static_cast<std::size_t>(p) * plane_stride_; };
  parallel_for(order_.size(), [&](std::size_t i) {
    SplatMoments m{};
    for (const uint32_t pair : binning_.pairs_of(i)) {
      const SplatMoments& part = moments_[pair];
      m.m0 += part.m0, m.mx += part.mx, m.my += part.my, m.mxx += part.mxx, m.mxy += part.mxy, m.myy += part.myy;
      for (int c = 0; c < 3; ++c) m.color[c] += part.color[c];
      m.depth += part.depth;
    }
    // The record stores the exponent to base 2; recover the inverse covariance a, b, c.
    const SplatRecord& r = records_[order_[i].value];
    constexpr float kLn2 = 0.6931471805599453f;
    const float a = -2.0f * kLn2 * r.xx, b = -kLn2 * r.xy, c = -2.0f * kLn2 * r.yy;
    const std::size_t g = r.owner;
    plane(P::center_x)[g] = a * m.mx + b * m.my;
    plane(P::center_y)[g] = b * m.mx + c * m.my;
    plane(P::conic_a)[g] = -0.5f * m.mxx;
    plane(P::conic_b)[g] = -m.mxy;
    plane(P::conic_c)[g] = -0.5f * m.myy;
    plane(P::opacity)[g] = m.m0 / std::exp2(r.peak);
    plane(P::depth)[g] = m.depth;
    plane(P::red)[g] = m.color[0], plane(P::green)[g] = m.color[1], plane(P::blue)[g] = m.color[2];
  });
  return {};
}

// The planes from a slot on.
SplatGradPlanes Pipeline::gradients_from(std::size_t slot) const {
  SplatGradPlanes planes{};
  for (std::size_t p = 0; p < SplatGradPlanes::kCount; ++p) {
    planes.plane[p] = splat_grads_.data() + p * plane_stride_ + slot;
  }
  return planes;
}

SplatGradPlanes Pipeline::splat_gradients() const { return gradients_from(0); }

Result<PoseGrad<float>> Pipeline::backward(const CloudView& cloud, const ViewF& view, const ConstPlanes& image,
                                           const ConstPlanes& grad, const MutableCloudView& out) {
  const ScenePart part{cloud, view};
  PartGradient gradient{out};
  GS_CHECK(backward({&part, 1}, image, grad, {&gradient, 1}));
  return gradient.pose;
}

Result<void> Pipeline::backward(std::span<const ScenePart> parts, const ConstPlanes& image, const ConstPlanes& grad,
                                std::span<PartGradient> out) {
  // 1. Moments of every splat-tile pair.
  GS_CHECK(moments_.reserve(binning_.pair_count()));
  parallel_for(
      binning_.tile_count(),
      [&](std::size_t tile) {
        executor_.raster_backward(records_.data(), binning_.list(tile), binning_.rect(tile), image, grad,
                                  moments_.data() + binning_.first_pair(tile));
      },
      1);
  // 2. Sum per splat.
  GS_CHECK(sum_moments(first_slot_[parts.size()]));
  // 3. Backward pass through the projection; pose gradients are added in block order.
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const SplatGradPlanes planes = gradients_from(first_slot_[k]);
    const ScenePart& part = parts[k];
    std::vector<PoseGrad<float>> blocks((part.cloud.size + kProjectBlock - 1) / kProjectBlock);
    parallel_blocks(part.cloud.size, kProjectBlock, [&](std::size_t begin, std::size_t end, std::size_t block) {
      blocks[block] = executor_.project_backward(part.cloud, part.view, planes, begin, end, out[k].cloud);
    });
    out[k].pose = {};
    for (const PoseGrad<float>& block : blocks) {
      out[k].pose.translation += block.translation;
      out[k].pose.rotation += block.rotation;
    }
  }
  return {};
}

}  // namespace gs::splat::cpu
