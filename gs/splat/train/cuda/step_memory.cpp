// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/cuda/step_memory.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gs::splat::cuda {
namespace {

// Planes of an image (colour, alpha, depth), and of the SSIM gradient terms (3 channels x 3).
constexpr std::size_t kImagePlanes = 5, kTermPlanes = 9;

constexpr std::size_t kPlanes = 11;  // geometry planes of a cloud
constexpr std::size_t kAlign = 256;  // capacity is a multiple of this: Adam blocks read whole rows
constexpr int kRadius = 5;           // half width of SSIM windows

// Floats of one cloud of this capacity.
std::size_t floats_of(std::size_t capacity, int sh_degree) {
  return capacity * (kPlanes + 3 * static_cast<std::size_t>(sh_coefficients(sh_degree)));
}

// Number of SSIM windows that lie inside the image and whose centre is not masked.
double windows_of(const train::TrainingView& view) {
  const int width = view.camera.width, height = view.camera.height;
  double count = 0;
  for (int y = kRadius; y < height - kRadius; ++y) {
    for (int x = kRadius; x < width - kRadius; ++x) {
      const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
      count += view.mask.empty() || view.mask[i] != 0;
    }
  }
  return count;
}

}  // namespace

std::size_t DeviceState::bytes_for(std::size_t capacity, int sh_degree) {
  return 3 * floats_of((capacity + kAlign - 1) / kAlign * kAlign, sh_degree) * sizeof(float);
}

MutableCloudView DeviceState::view(float* base) const { return view_of_block(base, capacity_, size_, sh_degree_); }

Result<void> DeviceState::upload(const train::TrainingState& state, std::size_t capacity, bool with_density,
                                 const gs::cuda::Stream& stream) {
  // Three blocks of one layout: values, first and second Adam moments.
  const std::size_t size = state.cloud.size(), wanted = (std::max(capacity, size) + kAlign - 1) / kAlign * kAlign;
  const std::size_t floats = floats_of(wanted, state.cloud.sh_degree()), counted = with_density ? wanted : 0;
  size_ = capacity_ = 0;  // stays empty if an allocation fails
  GS_CHECK(reserve_together(Wanted{values_, floats}, Wanted{first_, floats}, Wanted{second_, floats},
                            Wanted{pull_, counted}, Wanted{count_, counted}));
  size_ = size, capacity_ = wanted, sh_degree_ = state.cloud.sh_degree();
  Result<void> sent = send_all(state, with_density, stream);
  if (!sent) size_ = capacity_ = 0;
  steps = state.adam.steps;
  return sent;
}

// Clears everything first, so that memory beyond `size` is defined; then copies cloud, moments and statistics.
Result<void> DeviceState::send_all(const train::TrainingState& state, bool with_density,
                                   const gs::cuda::Stream& stream) const {
  for (const gs::cuda::Buffer<float>* buffer : {&values_, &first_, &second_}) {
    GS_CHECK(gs::cuda::clear(buffer->get(), floats_of(capacity_, sh_degree_), stream));
  }
  GS_CHECK(send(state.cloud, values_.get(), stream));
  GS_CHECK(send(state.adam.first, first_.get(), stream));
  GS_CHECK(send(state.adam.second, second_.get(), stream));
  if (with_density) {
    GS_CHECK(clear_density(stream));
    if (state.density.pull.size() == size_) {
      GS_CHECK(gs::cuda::copy_to_device(pull_.get(), state.density.pull.data(), size_, stream));
      GS_CHECK(gs::cuda::copy_to_device(count_.get(), state.density.count.data(), size_, stream));
    }
  }
  return stream.wait();
}

Result<void> DeviceState::clear_density(const gs::cuda::Stream& stream) const {
  GS_CHECK(gs::cuda::clear(pull_.get(), pull_.capacity(), stream));
  return gs::cuda::clear(count_.get(), count_.capacity(), stream);
}

// Copies a cloud to the device; planes are `capacity_` floats apart there and plane_stride() on the host.
Result<void> DeviceState::send(const GaussianCloud& from, float* to, const gs::cuda::Stream& stream) const {
  const float* block = from.block().data();
  for (std::size_t k = 0; k < kPlanes; ++k) {
    GS_CHECK(gs::cuda::copy_to_device(to + k * capacity_, block + k * from.plane_stride(), size_, stream));
  }
  const std::size_t record = 3 * static_cast<std::size_t>(from.coefficients());
  return gs::cuda::copy_to_device(to + kPlanes * capacity_, block + kPlanes * from.plane_stride(), size_ * record,
                                  stream);
}

// Inverse of send(): copies a cloud from the device. The caller waits for the stream before it reads the cloud.
Result<GaussianCloud> DeviceState::fetch(float* from, const gs::cuda::Stream& stream) const {
  GS_TRY(GaussianCloud out, GaussianCloud::create(size_, sh_degree_));
  float* const block = out.view().position[0];
  for (std::size_t k = 0; k < kPlanes; ++k) {
    GS_CHECK(gs::cuda::copy_to_host(block + k * out.plane_stride(), from + k * capacity_, size_, stream));
  }
  const std::size_t record = 3 * static_cast<std::size_t>(out.coefficients());
  GS_CHECK(gs::cuda::copy_to_host(out.view().sh, from + kPlanes * capacity_, size_ * record, stream));
  return out;
}

Result<train::TrainingState> DeviceState::download(const gs::cuda::Stream& stream) const {
  train::TrainingState state;
  GS_TRY(state.cloud, fetch(values_.get(), stream));
  GS_TRY(state.adam.first, fetch(first_.get(), stream));
  GS_TRY(state.adam.second, fetch(second_.get(), stream));
  state.adam.steps = steps;
  if (pull_.capacity() > 0) {
    state.density.pull.resize(size_), state.density.count.resize(size_);
    GS_CHECK(gs::cuda::copy_to_host(state.density.pull.data(), pull_.get(), size_, stream));
    GS_CHECK(gs::cuda::copy_to_host(state.density.count.data(), count_.get(), size_, stream));
  }
  GS_CHECK(stream.wait());
  return state;
}

// Actors are small: the copy of the host's clouds into a state costs nothing beside the transfer.
Result<void> DeviceState::upload(const train::ActorState& actor, const gs::cuda::Stream& stream) {
  GS_TRY(train::ActorState copy, train::copy_of(actor));
  train::TrainingState state;
  state.cloud = std::move(copy.cloud), state.adam = std::move(copy.adam);
  return upload(state, state.cloud.size(), false, stream);
}

Result<train::ActorState> DeviceState::download_actor(const gs::cuda::Stream& stream) const {
  GS_TRY(train::TrainingState state, download(stream));
  return train::ActorState{std::move(state.cloud), std::move(state.adam)};
}

// Weights per pixel and per window, such that the kernel's sums give the means of loss.h.
LossImage DeviceImage::loss(double dssim_weight, const train::Exposure& exposure, bool with_lens) const {
  const double weight = windows > 0 ? dssim_weight : 0.0;
  LossImage out{width, height, rgb8, mask, {}, {}, exposure.frame, {}, with_lens, 0.0f, 0.0f};
  for (std::size_t c = 0; c < 3; ++c) {
    out.gain[c] = std::exp(exposure.correction.log_gain[c]), out.bias[c] = exposure.correction.bias[c];
    out.lens[c] = exposure.lens.terms[c];
  }
  out.l1_step = static_cast<float>(kept > 0 ? (1 - weight) / (3 * kept) : 0.0);
  out.ssim_step = static_cast<float>(windows > 0 ? -weight / (3 * windows) : 0.0);
  return out;
}

std::size_t DeviceImages::bytes_for(const std::vector<train::TrainingView>& views) {
  std::size_t bytes = 0;
  for (const train::TrainingView& view : views) {
    if (!view.held_out) bytes += view.rgb8.size() + view.mask.size() + view.sky.size();
  }
  return bytes;
}

// One allocation for all images; held-out views stay on the host.
Result<void> DeviceImages::upload(const std::vector<train::TrainingView>& views, const gs::cuda::Stream& stream) {
  GS_CHECK(memory_.reserve(std::max<std::size_t>(bytes_for(views), 1)));
  images_.assign(views.size(), {});
  uint8_t* to = memory_.get();
  const auto send = [&](const std::vector<uint8_t>& bytes) -> Result<const uint8_t*> {
    if (bytes.empty()) return nullptr;
    const uint8_t* const place = to;
    GS_CHECK(gs::cuda::copy_to_device(to, bytes.data(), bytes.size(), stream));
    to += bytes.size();
    return place;
  };
  for (std::size_t i = 0; i < views.size(); ++i) {
    const train::TrainingView& view = views[i];
    DeviceImage& image = images_[i];
    image.width = view.camera.width, image.height = view.camera.height;
    if (view.held_out) continue;
    GS_TRY(image.rgb8, send(view.rgb8));
    GS_TRY(image.mask, send(view.mask));
    GS_TRY(image.sky, send(view.sky));
    // Pixels and windows are counted once here; they divide the sums of every step.
    const auto left_out = std::count(view.mask.begin(), view.mask.end(), uint8_t{0});
    image.kept = image.pixels() - static_cast<double>(left_out);
    image.windows = windows_of(view);
  }
  GS_CHECK(upload_depth(views, stream));
  return stream.wait();
}

// Uploads the LiDAR samples grouped by pixel; samples of one pixel keep their order.
Result<void> DeviceImages::upload_depth(const std::vector<train::TrainingView>& views, const gs::cuda::Stream& stream) {
  std::vector<DepthRun> runs;
  std::vector<float> inverse;
  std::vector<std::pair<std::size_t, std::size_t>> ranges(views.size());  // first and last run of each view
  for (std::size_t i = 0; i < views.size(); ++i) {
    const train::TrainingView& view = views[i];
    std::vector<std::pair<uint32_t, float>> found;
    for (const train::DepthSample& sample : view.depth) {
      const long x = std::lround(sample.x), y = std::lround(sample.y);
      if (x < 0 || y < 0 || x >= view.camera.width || y >= view.camera.height || !(sample.depth_m > 0)) continue;
      found.emplace_back(static_cast<uint32_t>(y * view.camera.width + x), 1 / sample.depth_m);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    ranges[i].first = runs.size();
    for (const auto& [pixel, value] : found) {
      // A run is a range of `inverse` with the samples of one pixel; a new pixel begins a new run.
      const auto at = static_cast<uint32_t>(inverse.size());
      if (runs.size() == ranges[i].first || runs.back().pixel != pixel) runs.push_back({pixel, at, at});
      inverse.push_back(value);
      ++runs.back().end;
    }
    ranges[i].second = runs.size();
  }
  if (runs.empty()) return {};
  GS_CHECK(runs_.reserve(runs.size()));
  GS_CHECK(inverse_.reserve(inverse.size()));
  GS_CHECK(gs::cuda::copy_to_device(runs_.get(), runs.data(), runs.size(), stream));
  GS_CHECK(gs::cuda::copy_to_device(inverse_.get(), inverse.data(), inverse.size(), stream));
  for (std::size_t i = 0; i < views.size(); ++i) {
    images_[i].runs = runs_.get() + ranges[i].first;
    // The ranges of a run count from the beginning of the array of all views.
    images_[i].inverse = inverse_.get();
    images_[i].run_count = static_cast<uint32_t>(ranges[i].second - ranges[i].first);
  }
  return stream.wait();
}

// One more element than Gaussians: the prefix sums store their total behind the last one. The sort and the prefix sums
// share their temporary memory, because they never run at one time.
Result<void> StepScratch::reserve(const Sizes& sizes) {
  GS_CHECK(image.reserve(kImagePlanes * sizes.pixels));
  GS_CHECK(gradient.reserve(kImagePlanes * sizes.pixels));
  GS_CHECK(terms.reserve(kTermPlanes * sizes.pixels));
  GS_CHECK(partial.reserve(3 * kLossSums * sizes.loss_blocks));
  if (sizes.with_pose)
    GS_CHECK(pose_partial.reserve(kViewGradients * (pose_blocks(sizes.gaussians) + sizes.actor_blocks)));
  GS_CHECK(weights.reserve(sizes.gaussians + 1));
  GS_CHECK(keys.reserve(sizes.gaussians + 1));
  GS_CHECK(box.reserve(6));
  GS_CHECK(pull.reserve(kPullPartials + 1));
  GS_CHECK(dead.reserve(sizes.gaussians + 1));
  GS_CHECK(copies.reserve(sizes.gaussians));
  GS_CHECK(sources.reserve(sizes.gaussians));
  GS_CHECK(geometry_partial.reserve(2 * geometry_blocks(sizes.pixels)));
  const Temporary sums = gs::splat::cuda::mcmc_temporary(sizes.gaussians);
  GS_CHECK(gs::cuda::check(sums.status, "querying the temporary memory of a prefix sum"));
  const Temporary sort = place_temporary(sizes.gaussians);
  GS_CHECK(gs::cuda::check(sort.status, "querying the temporary memory of a sort"));
  return mcmc_temporary.reserve(std::max(sums.bytes, sort.bytes));
}

std::size_t StepScratch::bytes() const {
  return image.bytes() + gradient.bytes() + terms.bytes() + partial.bytes() + pose_partial.bytes() + weights.bytes() +
         keys.bytes() + box.bytes() + pull.bytes() + geometry_partial.bytes() + dead.bytes() + copies.bytes() +
         sources.bytes() + mcmc_temporary.bytes();
}

// Planes per pixel and arrays per Gaussian; partial sums are negligible.
std::size_t StepScratch::bytes_for(const Sizes& sizes) {
  return sizes.pixels * (2 * kImagePlanes + kTermPlanes) * sizeof(float) +
         sizes.gaussians * (2 * sizeof(uint64_t) + 3 * sizeof(uint32_t));
}

McmcBuffers StepScratch::mcmc() const {
  return {weights.get(),         dead.get(), pull.get(), copies.get(), sources.get(), mcmc_temporary.get(),
          mcmc_temporary.bytes()};
}

PlaceBuffers StepScratch::place() const {
  return {keys.get(), weights.get(),        copies.get(),          sources.get(),
          box.get(),  mcmc_temporary.get(), mcmc_temporary.bytes()};
}

GeometryBuffers StepScratch::geometry() const {
  return {geometry_partial.get(), geometry_partial.get() + geometry_partial.capacity() / 2};
}

}  // namespace gs::splat::cuda
