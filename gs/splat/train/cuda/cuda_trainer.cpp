// SPDX-FileCopyrightText: 2026 The gs authors
// SPDX-License-Identifier: Apache-2.0
#include "gs/splat/train/cuda/cuda_trainer.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "gs/splat/cuda/train_memory.h"
#include "gs/splat/train/adam_kernel.h"
#include "gs/splat/train/cuda/records.h"
#include "gs/splat/train/cuda/step_memory.h"
#include "gs/splat/train/mcmc.h"

namespace gs {
namespace {

using namespace cuda;

constexpr std::size_t kPairsEach = 4, kLeastPairs = 1u << 20;  // room at the start: of every Gaussian, and at least
constexpr double kFullEnough = 0.8;                            // more room is made beyond
constexpr std::size_t kImagePlanes = 5, kGradientPlanes = 5;   // colour, alpha, depth

std::size_t pixels_of(const TrainingView& view) {
  return static_cast<std::size_t>(view.camera.width) * static_cast<std::size_t>(view.camera.height);
}

double gigabytes(std::size_t bytes) { return static_cast<double>(bytes) * 1e-9; }

// One phase after the other on the device.
struct PhaseTimer {
  std::vector<cudaEvent_t> events;

  ~PhaseTimer() {
    for (const cudaEvent_t event : events) cudaEventDestroy(event);
  }
  Result<void> mark(const Stream& stream) {
    cudaEvent_t event = nullptr;
    GS_CHECK(check(cudaEventCreate(&event), "creating an event"));
    events.push_back(event);
    return check(cudaEventRecord(event, stream.get()), "timing");
  }
};

}  // namespace

struct CudaTrainer::Impl {
  Impl(DeviceInfo info, Stream s, TrainingPlan p)
      : device(std::move(info)),
        stream(std::move(s)),
        plan(std::move(p)),
        memory(plan.options.training.deterministic ? Accumulation::exact : Accumulation::fast) {}

  Result<void> initialise();
  Result<void> check_memory(std::size_t capacity) const;
  Result<void> reserve(std::size_t capacity);
  Result<void> set_state(const TrainingState& state);
  std::size_t wanted_capacity(std::size_t size) const;
  Planes image_planes(const TrainingView& view) const { return planes_in(image.get(), view); }
  Planes gradient_planes(const TrainingView& view) const {
    Planes planes = planes_in(gradient.get(), view);
    planes.alpha = planes.depth = nullptr;
    return planes;
  }
  Planes planes_in(float* base, const TrainingView& view) const {
    const std::size_t pixels = pixels_of(view);
    const auto at = [&](std::size_t k) { return base + k * pixels; };
    return {view.camera.width, view.camera.height, {at(0), at(1), at(2)}, at(3)};
  }

  Result<void> forward(std::size_t view, PhaseTimer* timer);
  Result<void> launch_step(std::size_t view, PhaseTimer* timer);
  Result<void> refine();
  Result<bool> take_record();
  Result<StepReport> step(PhaseTimer* timer);
  Result<void> finish();
  AdamStep adam_step() const;
  Result<std::vector<float>> download_view(std::size_t view);

  DeviceInfo device;
  Stream stream;
  TrainingPlan plan;
  TrainMemory memory;
  DeviceState state;
  DeviceImages images;
  StepRecords records;
  std::deque<std::size_t> record_views;  // of the records not yet taken
  Buffer<float> image, gradient, terms, partial, pose_partial;
  Buffer<uint64_t> weights;
  Buffer<uint32_t> dead, copies, sources;
  Buffer<unsigned char> mcmc_temporary;
  ImageLoss metrics;
  StepReport report;
  std::size_t most_pairs = 0, largest_tiles = 0, largest_pixels = 0, largest_blocks = 0;
  uint64_t iteration = 0, waited_until = 0, lost = 0;
};

std::size_t CudaTrainer::Impl::wanted_capacity(std::size_t size) const {
  const bool grows = plan.options.training.strategy != "none";
  return grows ? std::max<std::size_t>(size, plan.options.training.max_gaussians) : size;
}

// Says what is needed before anything is taken, and what would make it less.
Result<void> CudaTrainer::Impl::check_memory(std::size_t capacity) const {
  const int degree = plan.options.model.sh_degree;
  const Accumulation accumulation = plan.options.training.deterministic ? Accumulation::exact : Accumulation::fast;
  const std::size_t pairs = std::max(kPairsEach * capacity, kLeastPairs);
  const std::size_t needed = DeviceState::bytes_for(capacity, degree) + DeviceImages::bytes_for(plan.data.views) +
                             TrainMemory::bytes_for(capacity, pairs, largest_tiles, accumulation) +
                             largest_pixels * (kImagePlanes + kGradientPlanes + 9) * sizeof(float) + capacity * 20;
  std::size_t free_bytes = 0, total_bytes = 0;
  GS_CHECK(check(cudaMemGetInfo(&free_bytes, &total_bytes), "asking the GPU"));
  const std::size_t there = free_bytes + state.bytes() + memory.bytes() + images.bytes();
  if (needed <= there) return {};
  return fail(ErrorCode::device_out_of_memory,
              "GPU_OUT_OF_MEMORY: training up to {} Gaussians of SH degree {} on {} images needs {:.2f} GB of GPU "
              "memory, {:.2f} GB of {:.2f} GB are free",
              capacity, degree, plan.data.views.size(), gigabytes(needed), gigabytes(there), gigabytes(total_bytes))
      .with_hint("lower max_gaussians, sh_degree, image_scale or max_image_side, or use the backend cpu");
}

Result<void> CudaTrainer::Impl::reserve(std::size_t capacity) {
  GS_CHECK(memory.reserve(capacity, std::max(kPairsEach * capacity, kLeastPairs), largest_tiles));
  GS_CHECK(image.reserve(kImagePlanes * largest_pixels));
  GS_CHECK(gradient.reserve(kGradientPlanes * largest_pixels));
  GS_CHECK(terms.reserve(9 * largest_pixels));
  GS_CHECK(partial.reserve(3 * kLossSums * largest_blocks));
  GS_CHECK(weights.reserve(capacity + 1));
  GS_CHECK(dead.reserve(capacity + 1));
  GS_CHECK(copies.reserve(capacity));
  GS_CHECK(sources.reserve(capacity));
  return mcmc_temporary.reserve(mcmc_temporary_bytes(capacity));
}

Result<void> CudaTrainer::Impl::initialise() {
  for (std::size_t i = 0; i < plan.data.views.size(); ++i) {
    const CameraD& camera = plan.data.views[i].camera;
    largest_pixels = std::max(largest_pixels, pixels_of(plan.data.views[i]));
    largest_tiles = std::max(largest_tiles, TrainMemory::tiles_of(TrainMemory::grid_of(plan.views[i])));
    largest_blocks = std::max(largest_blocks, loss_blocks(camera.width, camera.height));
  }
  GS_CHECK(records.create());
  GS_TRY(const TrainingState start, initial_state(plan));
  GS_CHECK(check_memory(wanted_capacity(start.cloud.size())));
  GS_CHECK(images.upload(plan.data.views, stream));
  return set_state(start);
}

Result<void> CudaTrainer::Impl::set_state(const TrainingState& from) {
  GS_CHECK(check_state(plan, from));
  GS_CHECK(finish());
  const std::size_t capacity = wanted_capacity(from.cloud.size());
  GS_CHECK(check_memory(capacity));
  GS_CHECK(state.upload(from, capacity, stream));
  GS_CHECK(reserve(state.capacity()));
  iteration = from.iteration;
  waited_until = iteration + plan.trainable.size();
  return {};
}

Result<void> CudaTrainer::Impl::forward(std::size_t view, PhaseTimer* timer) {
  const ViewF& camera = plan.views[view];
  GS_CHECK(memory.prepare(state.cloud(), camera, stream));
  if (timer != nullptr) GS_CHECK(timer->mark(stream));
  launch_train_raster(camera, TrainMemory::grid_of(camera), memory.buffers(), image_planes(plan.data.views[view]),
                      stream.get());
  return {};
}

AdamStep CudaTrainer::Impl::adam_step() const {
  const LoopOptions& loop = plan.options.training;
  const AdamRates rates = rates_of_step(plan, iteration);
  const AdamBias bias = adam_bias(state.steps + 1);
  const auto rate = [&](double r) { return static_cast<float>(bias.first * r); };
  return {
      .position = rate(rates.position),
      .log_scale = rate(rates.log_scale),
      .rotation = rate(rates.rotation),
      .opacity = rate(rates.opacity_logit),
      .color = rate(rates.color),
      .color_rest = rate(rates.color_rest),
      .root = bias.root,
      .active_coefficients = sh_coefficients(std::min(active_sh_degree(plan, iteration), plan.options.model.sh_degree)),
      .opacity_weight = static_cast<float>(loop.opacity_regularization),
      .scale_weight = static_cast<float>(loop.scale_regularization),
      .with_noise = loop.strategy == "mcmc",
      .noise = {loop.seed, iteration + 1, rates.position, plan.extent_m}};
}

Result<void> CudaTrainer::Impl::launch_step(std::size_t view, PhaseTimer* timer) {
  const auto mark = [&]() -> Result<void> { return timer != nullptr ? timer->mark(stream) : Result<void>(); };
  const TrainingView& photo = plan.data.views[view];
  const ViewF& camera = plan.views[view];
  const TileGrid grid = TrainMemory::grid_of(camera);
  GS_TRY(StepRecord* const record, records.begin(stream));
  GS_CHECK(mark());
  GS_CHECK(forward(view, timer));
  GS_CHECK(mark());
  const LossImage target = images[view].loss(plan.options.training.dssim_weight);
  const ConstPlanes rendered = as_const(image_planes(photo));
  const Planes by_image = gradient_planes(photo);
  launch_image_loss(target, rendered, by_image, {terms.get(), partial.get(), 0}, record, stream.get());
  GS_CHECK(mark());
  TrainBuffers frame = memory.buffers();
  frame.gradient_unit = static_cast<float>(1.0 / (3.0 * static_cast<double>(pixels_of(photo))));
  launch_train_raster_backward(camera, grid, frame, rendered, as_const(by_image), stream.get());
  GS_CHECK(mark());
  launch_count_seen(state.size(), frame, record, stream.get());
  launch_adam(state.buffers(), camera, frame, static_cast<uint32_t>(TrainMemory::tiles_of(grid)), adam_step(), record,
              stream.get());
  GS_CHECK(mark());
  GS_CHECK(check(cudaGetLastError(), "training"));
  return records.end(stream);
}

// Adds the next record to what is known. False if that step found no room.
Result<bool> CudaTrainer::Impl::take_record() {
  GS_TRY(const StepRecord record, records.take());
  const DeviceImage& target = images[record_views.front()];
  record_views.pop_front();
  const double weight = target.windows > 0 ? plan.options.training.dssim_weight : 0.0;
  const double l1 = record.l1[0] + record.l1[1] + record.l1[2], ssim = record.ssim[0] + record.ssim[1] + record.ssim[2];
  report.loss.l1 = target.kept > 0 ? l1 / (3 * target.kept) : 0.0;
  report.loss.ssim = weight > 0 ? ssim / (3 * target.windows) : 1.0;
  report.loss.total = (1 - weight) * report.loss.l1 + weight * (1 - report.loss.ssim);
  report.visible = record.visible;
  most_pairs = std::max<std::size_t>(most_pairs, record.pairs);
  return record.pairs <= memory.pair_capacity();
}

Result<void> CudaTrainer::Impl::finish() {
  while (!records.is_empty()) {
    GS_TRY(const bool had_room, take_record());
    lost += !had_room;
  }
  return {};
}

Result<void> CudaTrainer::Impl::refine() {
  const LoopOptions& loop = plan.options.training;
  const McmcOptions options{.seed = loop.seed, .max_gaussians = static_cast<std::size_t>(loop.max_gaussians)};
  const McmcRefine how{options.seed, iteration, static_cast<float>(options.dead_opacity)};
  const McmcBuffers buffers{weights.get(), dead.get(),           copies.get(),
                            sources.get(), mcmc_temporary.get(), mcmc_temporary.bytes()};
  GS_CHECK(check(launch_mcmc_relocate(state.buffers(), buffers, how, stream.get()), "moving Gaussians"));
  const std::size_t after = mcmc_grown_size(state.size(), options);
  GS_CHECK(
      check(launch_mcmc_add(state.buffers(), after - state.size(), buffers, how, stream.get()), "adding Gaussians"));
  state.grow(after);
  return {};
}

Result<StepReport> CudaTrainer::Impl::step(PhaseTimer* timer) {
  const bool waits = plan.options.training.deterministic || iteration < waited_until;
  if (static_cast<double>(most_pairs) > kFullEnough * static_cast<double>(memory.pair_capacity())) {
    GS_CHECK(finish());
    GS_CHECK(memory.reserve(state.capacity(), most_pairs + most_pairs / 2, largest_tiles));
  }
  const std::size_t view = view_of_step(plan, iteration);
  GS_CHECK(launch_step(view, timer));
  record_views.push_back(view);
  if (waits) {
    while (true) {
      bool had_room = true;
      while (!records.is_empty()) {
        GS_TRY(had_room, take_record());
      }
      if (had_room) break;
      GS_CHECK(memory.reserve(state.capacity(), most_pairs + most_pairs / 2, largest_tiles));
      GS_CHECK(launch_step(view, nullptr));
      record_views.push_back(view);
    }
  }
  while (records.is_full() || records.is_ready()) {
    GS_TRY(const bool had_room, take_record());
    lost += !had_room;
  }
  ++state.steps;
  ++iteration;
  if (refines_after(plan, iteration)) GS_CHECK(refine());
  return report;
}

Result<std::vector<float>> CudaTrainer::Impl::download_view(std::size_t view) {
  GS_CHECK(finish());
  while (true) {
    GS_CHECK(forward(view, nullptr));
    uint32_t pairs = 0;
    const std::size_t tiles = TrainMemory::tiles_of(TrainMemory::grid_of(plan.views[view]));
    GS_CHECK(copy_to_host(&pairs, memory.buffers().lists.begin + tiles, 1, stream));
    GS_CHECK(stream.wait());
    if (pairs <= memory.pair_capacity()) break;
    GS_CHECK(memory.reserve(state.capacity(), pairs + pairs / 4, largest_tiles));
  }
  std::vector<float> out(3 * pixels_of(plan.data.views[view]));
  GS_CHECK(copy_to_host(out.data(), image.get(), out.size(), stream));
  GS_CHECK(stream.wait());
  return out;
}

Result<void> find_training_gpu() {
  GS_CHECK(find_device());
  return {};
}

CudaTrainer::CudaTrainer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
CudaTrainer::~CudaTrainer() {
  if (impl_ != nullptr) cudaStreamSynchronize(impl_->stream.get());
}

Result<std::unique_ptr<CudaTrainer>> CudaTrainer::create(TrainingData data, const TrainingOptions& options) {
  GS_TRY(DeviceInfo device, find_device());
  GS_TRY(Stream stream, Stream::create());
  GS_TRY(TrainingPlan plan, make_training_plan(std::move(data), options));
  auto impl = std::make_unique<Impl>(std::move(device), std::move(stream), std::move(plan));
  GS_CHECK(impl->initialise());
  return std::unique_ptr<CudaTrainer>(new CudaTrainer(std::move(impl)));
}

std::string CudaTrainer::name() const { return format("cuda ({})", impl_->device.name); }
uint64_t CudaTrainer::iteration() const { return impl_->iteration; }
std::size_t CudaTrainer::gaussians() const { return impl_->state.size(); }
uint64_t CudaTrainer::lost_steps() const { return impl_->lost; }
StepReport CudaTrainer::last_report() const { return impl_->report; }
Result<StepReport> CudaTrainer::step() { return impl_->step(nullptr); }

Result<std::array<double, CudaTrainer::kPhases>> CudaTrainer::timed_step() {
  PhaseTimer timer;
  GS_CHECK(impl_->step(&timer));
  GS_CHECK(wait());
  std::array<double, kPhases> out{};
  for (std::size_t k = 0; k < kPhases; ++k) {
    float ms = 0;
    GS_CHECK(check(cudaEventElapsedTime(&ms, timer.events[k], timer.events[k + 1]), "timing"));
    out[k] = static_cast<double>(ms);
  }
  return out;
}

Result<void> CudaTrainer::wait() {
  GS_CHECK(impl_->finish());
  return impl_->stream.wait();
}

std::size_t CudaTrainer::memory_bytes() const {
  const Impl& i = *impl_;
  return i.memory.bytes() + i.state.bytes() + i.images.bytes() + i.image.bytes() + i.gradient.bytes() +
         i.terms.bytes() + i.partial.bytes() + i.weights.bytes() + i.dead.bytes() + i.copies.bytes() +
         i.sources.bytes() + i.mcmc_temporary.bytes();
}

Result<SplatImage> CudaTrainer::render_view(std::size_t view) {
  GS_TRY(std::vector<float> colors, impl_->download_view(view));
  return to_splat_image(as_const(impl_->planes_in(colors.data(), impl_->plan.data.views[view])));
}

Result<Evaluation> CudaTrainer::evaluate() {
  const TrainingPlan& plan = impl_->plan;
  Evaluation out;
  out.held_out = plan.trainable.size() < plan.data.views.size();
  for (std::size_t i = 0; i < plan.data.views.size(); ++i) {
    const TrainingView& view = plan.data.views[i];
    if (view.held_out != out.held_out) continue;
    GS_TRY(std::vector<float> colors, impl_->download_view(i));
    const Planes planes = impl_->planes_in(colors.data(), view);
    const ImageMetrics metrics = impl_->metrics.compare(as_const(planes), view.target());
    if (metrics.pixels == 0) continue;  // all masked
    out.psnr_db += metrics.psnr_db, out.ssim += metrics.ssim;
    ++out.views;
  }
  if (out.views > 0) out.psnr_db /= static_cast<double>(out.views), out.ssim /= static_cast<double>(out.views);
  return out;
}

Result<TrainingState> CudaTrainer::copy_state() {
  GS_CHECK(impl_->finish());
  GS_TRY(TrainingState state, impl_->state.download(impl_->stream));
  state.iteration = impl_->iteration;
  return state;
}

Result<void> CudaTrainer::set_state(TrainingState state) { return impl_->set_state(state); }

}  // namespace gs
